"""What is found out about files before they are loaded, and what a user says about them."""

import json

import click
import pytest

from searchapp.loading import load
from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.file_options import file_options, input_of
from searchapp.loading.formats import jsontext
from searchapp.loading.formats.detect import files_in
from searchapp.loading.formats.source import Reading
from searchapp.loading.identity import identifier
from searchapp.loading.inference.guesses import guesses_of
from searchapp.loading.input import Input
from searchapp.loading.shape import Shape


@pytest.fixture
def seen(tmp_path):
    """A function that gives the documents of a file as they are written, and what was told."""

    def look(content, name="a.csv", id_field=None, **said):
        (tmp_path / name).write_text(content, "utf-8")
        told = []
        files = Input([str(tmp_path / name)], id_field, BadLines(tell=told.append), **said)
        _, survey = load.first_pass(files, None)
        written = []
        load.write(Collector(written), files.records("loading", files.on_bad), files, load.mapping_of(survey.evidence))
        return written, told

    return look


class Collector:
    def __init__(self, written):
        self.written = written

    def add(self, record):
        self.written.append(record.document)


def test_numbers_and_dates_are_read_and_reported(seen):
    content = "_id;n;on;note\n1;1.234,5;31.12.2020;x\n2;NA;1.1.2021;1\n"
    documents, told = seen(content)
    assert documents == [
        {"_id": "1", "n": 1234.5, "on": "2020-12-31", "note": "x"},
        {"_id": "2", "on": "2021-01-01", "note": "1"},
    ]
    assert "n: numbers are read as 1.234,5, such as 1.234,5 (--decimal)" in told
    assert "n: 1 value such as NA means no value" in told
    assert "on: dates are read as %d.%m.%Y, such as 31.12.2020 (--date-format)" in told


@pytest.mark.parametrize(
    ("content", "name", "reading", "note"),
    [
        ("_id,n\n1,2\n", "a.csv", Reading(sheet="x"), "a.csv is csv, so --sheet is not used"),
        ('[{"_id": "1"}]', "a.json", Reading(delimiter=";"), "a.json is json, so --delimiter is not used"),
        ('[{"_id": "1"}]', "a.json", Reading(header=()), "a.json is json, so --header is not used"),
        ('[{"_id": "1"}, {"_id": "2"}]', "a.json", Reading(sheet="x"), "no list in an object, so --sheet is not used"),
        (
            "_id,n\n1,2/3/2020\n",
            "a.csv",
            Reading(dates={"": "%Q"}),
            "no field has dates of the form %Q (--date-format)",
        ),
    ],
)
def test_choices_that_mean_nothing_for_a_file_are_named(seen, content, name, reading, note):
    _, told = seen(content, name, reading=reading)
    assert [text for text in told if text.endswith(note)]
    assert not [
        text for text in seen("_id;on\n1;2/3/2020\n", "b.csv", reading=Reading(delimiter=";"))[1] if "used" in text
    ]


def test_keys_that_cannot_name_a_field_have_other_names(seen):
    rows = [{"No.": 1, "": 0, "Ht.": {"ft.": 6}, "a.b": 2, ".c..d": 3}, {"No.": 2, "name": "x"}, {" ": 4}]
    documents, told = seen(json.dumps(rows), "a.json")
    assert documents == [
        {"_id": "1", "No": 1, "row": 0, "Ht": {"ft.": 6}, "a.b": 2, "c d": 3},
        {"_id": "2", "No": 2, "name": "x"},
        {"_id": "3", "row": 4},
    ]
    assert "the field 'No.' is called No" in told and "the field '' is called row" in told


def test_a_named_list_may_have_one_object(seen):
    assert seen('{"x": [{"a": 1}, {"a": 2}], "y": [{"b": 1}]}', "a.json", reading=Reading(sheet="y"))[0] == [
        {"_id": "1", "b": 1}
    ]


def test_texts_of_json_that_cannot_be_codes_are_read_as_numbers(seen):
    rows = [
        {"_id": "1", "lat": "42.57952", "code": "12", "year": "1999", "sum": "1,234", "zip": "00501", "v": "1.10"},
        {
            "_id": "2",
            "lat": "-3.9487699999999997",
            "code": "7",
            "year": "2001",
            "sum": "45",
            "zip": "10115",
            "v": "1.9",
        },
    ]
    documents, told = seen(json.dumps(rows), "a.json")
    assert documents[0] == {**rows[0], "lat": 42.57952, "sum": 1234}
    assert documents[1] == {**rows[1], "lat": -3.9487699999999997, "sum": 45}
    assert "texts are read as numbers in lat, sum (--mapping FILE can keep texts)" in told


def test_empty_texts_among_numbers_and_dates_of_json_mean_no_value(seen):
    rows = [
        {"n": 1.5, "day": "2020-01-02", "word": ""},
        {"n": "", "day": "", "word": "x"},
        {"n": 2e-7, "day": "", "word": ""},
    ]
    documents, told = seen("\n".join(map(json.dumps, rows)), "a.ndjson")
    assert [set(document) - {"_id"} for document in documents] == [{"n", "day", "word"}, {"word"}, {"n", "word"}]
    assert "n: 1 value such as an empty text means no value" in told


def test_na_is_no_value_among_texts_too_where_it_is_none_among_numbers(seen):
    rows = "".join(
        f"x{n},{'NA' if n % 3 else 'herbi'},{'NA' if n % 4 else n},{'NA' if n % 2 else 'DE'}\n" for n in range(12)
    )
    documents, told = seen(f"name,vore,weight,country\n{rows}")
    assert {document.get("vore") for document in documents} == {"herbi", None}
    assert {document["country"] for document in documents} == {"NA", "DE"}
    assert "vore: 8 values such as NA mean no value" in told
    documents, _ = seen("name,vore\na b,NA\nc d,NA\n")
    assert {document["vore"] for document in documents} == {"NA"}


def test_addresses_are_ids_in_a_field_that_is_called_id(seen):
    terms = [{"id": f"http://example.org/T_{number}", "page": f"http://example.org/{number}"} for number in range(3)]
    documents, _ = seen(json.dumps(terms), "a.json")
    assert documents[1]["_id"] == "http://example.org/T_1"


def test_versions_are_texts_since_a_zero_at_their_end_counts(seen):
    documents, _ = seen("_id,version,conversion\na,3.9,0.10\nb,3.10,0.25\nc,3,1.5\n")
    assert [document["version"] for document in documents] == ["3.9", "3.10", "3"]
    assert [document["conversion"] for document in documents] == [0.1, 0.25, 1.5]
    documents, _ = seen("_id,version\na,3\nb,10\n")
    assert [document["version"] for document in documents] == [3, 10]
    documents, _ = seen('[{"_id": "a", "unicodeVersion": "0.6"}, {"_id": "b", "unicodeVersion": "13.0"}]', "a.json")
    assert [document["unicodeVersion"] for document in documents] == ["0.6", "13.0"]
    documents, _ = seen('[{"_id": "a", "versions": ["1.1", "1.10"]}, {"_id": "b", "versions": ["13.0"]}]', "a.json")
    assert [document["versions"] for document in documents] == [["1.1", "1.10"], ["13.0"]]


def test_dates_that_fit_two_forms_are_reported_with_the_option(seen):
    documents, told = seen("_id,on\n1,1/2/2020\n")
    assert documents[0]["on"] == "2020-01-02"
    assert any("--date-format 'on=%d/%m/%Y'" in line for line in told)
    documents, told = seen("_id,on\n1,1/2/2020\n", reading=Reading(dates={"on": "%d/%m/%Y"}))
    assert documents[0]["on"] == "2020-02-01"


def test_ambiguous_dates_are_read_like_the_dates_of_another_column(seen):
    documents, told = seen("_id,born,died\n1,31/12/1900,1/2/1980\n2,1/3/1901,2/2/1981\n")
    assert (documents[0]["born"], documents[0]["died"]) == ("1900-12-31", "1980-02-01")
    assert not any("also fits" in line for line in told)


def test_dates_that_fit_two_forms_begin_with_the_day_where_semicolons_separate_columns(seen):
    documents, told = seen("_id;on;at\n1;1/2/2020;a\n")
    assert documents[0]["on"] == "2020-02-01"
    assert any("--date-format 'on=%m/%d/%Y'" in line for line in told)


def test_a_column_of_numbers_with_a_word_in_it_is_a_text_and_reported(seen):
    rows = "".join(f"{number},{number}\n" for number in range(9))
    documents, told = seen(f"_id,n\n{rows}x,many\n")
    assert documents[3]["n"] == "3"
    assert told == ["n is text: 1 of 10 values is not a number, such as 'many'"]


def test_the_note_on_texts_among_dates_has_one_that_is_no_date_in_any_form(seen):
    rows = "".join(f"{number},2020-01-0{number}T10:00:00Z\n" for number in range(1, 9))
    _, told = seen(f"_id,at\n{rows}x,2026-02-05 17:38:44+00:00\ny,2025-11-26-T15:19:10\n")
    assert told == ["at is text: 2 of 10 values are not an ISO date, such as '2025-11-26-T15:19:10'"]
    _, told = seen(f"_id,at\nx,soon\n{rows}")
    assert told == ["at is text: 1 of 9 values is not an ISO date, such as 'soon'"]


def test_whole_numbers_and_fractions_are_both_numbers_in_the_note_on_texts(seen):
    rows = "".join(f"{number},{number}.5\n" for number in range(1, 9))
    _, told = seen(f"_id,n\n{rows}10,7\nx,~375\n")
    assert told == ["n is text: 1 of 10 values is not a number, such as '~375'"]


NUMBERED = "no field looks like an id, so ids are row numbers (choose a field with --id FIELD)"
CODES = [f"A{number}" for number in range(30)]


@pytest.mark.parametrize(
    ("content", "ids", "line"),
    [
        ("name,code\na b,x\nc d,y\n", ["x", "y"], "ids are taken from code (--id)"),
        ("iata,city\nBER,x\nTXL,x\n", ["BER", "TXL"], "ids are taken from iata (--id)"),
        ("part no,x\nA 100 X,5\nB 7,5\n", ["A 100 X", "B 7"], "ids are taken from part no (--id)"),
        ("phone no,x\n030 1234,5\n030 1235,5\n", ["1", "2"], NUMBERED),
        ("house no,x\nMain St 4,5\nMain St 5,5\n", ["1", "2"], NUMBERED),
        (
            "Class ID,x\nhttp://a/1#b,5\nhttp://a/2,6\n",
            ["http://a/1#b", "http://a/2"],
            "ids are taken from Class ID (--id)",
        ),
        ("Name,x\nIC1,5\nIC1 NED2,6\n", ["IC1", "IC1 NED2"], "ids are taken from Name (--id)"),
        (
            "id,x\nhttp://a/?p=1,5\nhttp://a/?p=2,6\n",
            ["http://a/?p=1", "http://a/?p=2"],
            "ids are taken from id (--id)",
        ),
        ("ID,id_old\n1,5\n2,6\n", ["1", "2"], "ids are taken from ID (--id)"),
        ("city,n\nx,1\nx,2\n", ["1", "2"], NUMBERED),
        ("name,sign\n" + "".join(f"a b,{code}\n" for code in CODES), CODES, "ids are taken from sign (--id)"),
        ("name,sign\na b,A1\na c,A2\n", ["1", "2"], NUMBERED),
        (
            "done,study.about.nctId,study.title\n" + "".join(f"no,{code},x y\n" for code in CODES),
            CODES,
            "ids are taken from study.about.nctId (--id)",
        ),
        (
            "done,by.id,at.town,at.land\n" + "".join(f"no,{code},x y,z\n" for code in CODES),
            [str(n + 1) for n in range(30)],
            NUMBERED,
        ),
        ("ts,n\n" + "".join(f"{1_700_000_000 + n},5\n" for n in range(3)), ["1", "2", "3"], NUMBERED),
        ("name,people\n" + "".join(f"a b,{n}\n" for n in range(30)), [str(n + 1) for n in range(30)], NUMBERED),
    ],
)
def test_ids_are_taken_from_a_field_that_fits_else_rows_are_numbered(seen, content, ids, line):
    documents, told = seen(content)
    assert [document["_id"] for document in documents] == ids
    assert line in told


def test_ids_are_made_of_several_fields_or_of_the_content(seen):
    documents, _ = seen("a,b\nx,1\nx,2\n", id_field="a,b")
    assert [document["_id"] for document in documents] == ["x-1", "x-2"]
    documents, _ = seen("a,b\nx,1\nx,2\nx,1\n", id_field="@hash")
    assert len({document["_id"] for document in documents}) == 2
    assert identifier("@hash")({"a": 1, "b": 2}, 1) == identifier("@hash")({"b": 2, "a": 1, "_id": "x"}, 2)


@pytest.mark.parametrize(
    ("contents", "ids"),
    [
        ({"m 1.json": '{"n": 5}', "m-2.json": '{"n": 5}'}, ["1", "2"]),
        ({"m-1.json": '{"n": 5}', "m-2.json.gz": '{"n": 5}'}, ["m-1", "m-2"]),
        ({"m-1.json": '{"n": 5}', "m-2.json": '[{"n": 5}, {"n": 6}]'}, ["1", "2", "3"]),
        ({"m-1.json": '{"n": 5}', "b/m-1.json": '{"n": 5}'}, ["1", "2"]),
    ],
)
def test_the_names_of_files_are_ids_where_each_has_one_document(tmp_path, contents, ids):
    (tmp_path / "b").mkdir()
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    told = []
    files = Input([str(tmp_path / name) for name in contents], None, BadLines(tell=told.append))
    load.first_pass(files, None)
    assert [record.document["_id"] for record in files.records("loading", files.on_bad)] == ids
    by_file = "no field looks like an id, so ids are the names of the files (choose a field with --id FIELD)"
    assert (by_file in told) == (ids[0] == "m-1")


def test_fields_are_renamed_kept_and_made_lists(seen):
    shape = Shape({"Nr": "_id", "o.x": "y"}, ("l", "y"), {"l": "|"})
    documents, _ = seen("Nr,o.x,l,z\n1,5,a | b,c|d\n", shape=shape)
    assert documents == [{"_id": "1", "l": ["a", "b"], "y": 5}]


def test_an_update_reads_files_as_the_load_did(tmp_path):
    (tmp_path / "a.csv").write_text('code,n\nx,"1,5"\n')
    files = Input([str(tmp_path / "a.csv")], None, BadLines())
    files.read_like_collection({"_meta": {"_loaded": {"id": "code", "forms": {"n": ["1.234,5", "double"]}}}})
    (record,) = files.records("updating", files.on_bad)
    assert (record.document["_id"], files.forms["n"].read("1,5")) == ("x", 1.5)


@pytest.mark.parametrize("count", [20, 1, 0])
def test_an_update_reads_the_list_that_the_load_read(tmp_path, count):
    around = {f"k{number}": number for number in range(9)}

    def written(count):
        (tmp_path / "a.json").write_text(json.dumps(around | {"items": [{"key": f"e{n}"} for n in range(count)]}))
        return Input([str(tmp_path / "a.json")], None, BadLines())

    files = written(20)
    load.first_pass(files, None)
    known = {"_meta": files.about()}
    files = written(count)
    files.read_like_collection(known)
    assert len([*files.records("updating", files.on_bad)]) == count


@pytest.mark.parametrize("largest", [jsontext.MAX_VALUE, 100])
@pytest.mark.parametrize("around", [None, "data", "v1.0"])
def test_an_update_reads_objects_under_keys_as_the_load_did(tmp_path, monkeypatch, around, largest):
    def written(*keys):
        objects = {key: {"type": "a"} for key in keys}
        (tmp_path / "a.json").write_text(json.dumps({"at": 1, around: objects} if around else objects, indent=1))
        return Input([str(tmp_path / "a.json")], None, BadLines())

    monkeypatch.setattr(jsontext, "MAX_VALUE", largest)
    monkeypatch.setattr(jsontext, "CHUNK", 50)
    files = written(*(f"k{number}" for number in range(20)))
    load.first_pass(files, None)
    known = {"_meta": files.about()}
    files = written("k3")
    files.read_like_collection(known)
    assert [record.document for record in files.records("updating", files.on_bad)] == [{"_id": "k3", "type": "a"}]


def test_an_update_cannot_number_rows(tmp_path):
    files = Input([str(tmp_path / "a.csv")], None, BadLines())
    with pytest.raises(LoadError, match="row numbers"):
        files.read_like_collection({"_meta": {"_loaded": {"id": "@number"}}})


@pytest.mark.parametrize("name", ["nope", "base64", "zlib", "idna", "punycode", "undefined", "rot13", "a\0b"])
def test_names_that_are_no_encodings_of_texts_are_refused(name):
    with pytest.raises(LoadError, match="unknown text encoding"):
        Input(["a.csv"], None, BadLines(), reading=Reading(encoding=name))


@pytest.mark.parametrize("name", ["a.ndjson", "a.json", "a.csv", "a.txt"])
@pytest.mark.parametrize(("said", "end"), [(None, b"\x00\xd8{\x00"), ("utf-32", b"")])
def test_a_text_that_is_not_in_its_encoding_is_refused(tmp_path, name, said, end):
    (tmp_path / name).write_bytes('[{"_id": "1"},\n'.encode("utf-16") + end)
    files = Input([str(tmp_path / name)], None, BadLines(), reading=Reading(encoding=said))
    with pytest.raises(LoadError, match="codec can't decode"):
        list(files.records("loading", files.on_bad, "ids"))


def test_a_folder_stands_for_its_files_of_documents(tmp_path, capsys):
    (tmp_path / "more" / "hidden").mkdir(parents=True)
    for number in range(8):
        (tmp_path / "more" / f"{number}.json").write_text(json.dumps({"_id": f"a{number}", "n": number}))
    (tmp_path / "notes.txt").write_text("not a document")
    (tmp_path / "more" / ".x.json").write_text("not a document")
    told = BadLines(tell=lambda text: None)
    options = dict.fromkeys(("format", "id_field", "encoding", "delimiter", "sheet", "columns", "header"))
    options |= {"rename": (), "lists": (), "language": None, "decimal": None, "dates": ()}
    files = input_of((str(tmp_path),), options, told)
    assert [record.document["n"] for record in files.records("loading", told)] == [*range(8)]
    assert capsys.readouterr().err.startswith("loading 8 files: 8 documents")
    (tmp_path / "peaks").mkdir()
    (tmp_path / "peaks" / "a.bed").write_text("chr1\t5\t9\n")
    assert input_of((str(tmp_path / "peaks"),), options, told).files == [str(tmp_path / "peaks" / "a.bed")]
    for name in ("b.yaml.json", "c.YML"):
        (tmp_path / "rules" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "rules" / name).write_text("{}")
    assert files_in(tmp_path / "rules") == [str(tmp_path / "rules" / "b.yaml.json")]
    with pytest.raises(LoadError, match="no file in this folder has an ending"):
        input_of((str(tmp_path / "more" / "hidden"),), options, told)


def test_a_folder_with_a_link_that_cannot_be_followed(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "link").symlink_to("link")
    (tmp_path / "far").symlink_to(tmp_path / ("x" * 300))
    assert files_in(tmp_path) == [str(tmp_path / "a.json")]
    (tmp_path / "b.json").symlink_to(tmp_path / ("x" * 300))
    with pytest.raises(LoadError, match=r"b\.json: File name too long"):
        files_in(tmp_path)


def test_words_for_no_value_in_many_columns_are_reported_once(seen):
    names = [f"q{number}" for number in range(8)]
    _, told = seen("\n".join(["_id;" + ";".join(names), "1" + ";3" * 8, "2" + ";NA" * 8, "3" + ";5" * 8]))
    assert [text for text in told if "no value" in text] == [
        "values such as NA mean no value in q0, q1, q2, q3, q4, q5, q6, q7"
    ]


def test_an_unknown_language_is_refused_with_the_known_ones():
    asked = click.command("load")(file_options(lambda **options: None))
    assert asked.make_context("load", ["--language", "RU"]).params["language"] == "russian"
    assert asked.make_context("load", ["--language", "none"]).params["language"] == ""
    with pytest.raises(click.BadParameter, match=r"xx is not a known language. Known are danish \(da\), .* or none"):
        asked.make_context("load", ["--language", "xx"])


@pytest.mark.parametrize(
    ("rows", "decimals"),
    [
        ("a;4.210\nb;4.101\n", {"n": 3}),
        ("a;1.000,50\nb;2,00\n", {"n": 2}),
        ("a;4.21\nb;4.1015\n", {}),
        ("a;4\nb;5\n", {}),
    ],
)
def test_numbers_with_the_same_digits_in_a_table_keep_them_on_pages(tmp_path, rows, decimals):
    (tmp_path / "a.csv").write_text(f"_id;n\n{rows}")
    _, survey = load.first_pass(Input([str(tmp_path / "a.csv")], None, BadLines()), None)
    assert guesses_of(survey.evidence)["decimals"] == decimals


def test_whole_numbers_in_an_object_around_nearly_all_values_are_ids(seen):
    shapes = [{"type": "Feature", "properties": {"OBJECTID": n + 7, "name": "x", "size": n}} for n in range(20)]
    assert seen(json.dumps(shapes), "a.json")[0][1]["_id"] == "8"
    assert seen(json.dumps(shapes[:19]), "a.json")[0][1]["_id"] == "2"


def test_dates_of_which_some_are_a_month_or_a_year_stay_as_they_are(seen):
    documents, told = seen(
        "_id,made,year,month\na,2020,1999,2020-05\nb,2020-05,2000,2020-06\nc,2020-05-17,2001,2020-12\n"
    )
    assert [document["made"] for document in documents] == ["2020", "2020-05", "2020-05-17"]
    assert documents[0]["year"] == 1999
    assert [line.partition(":")[0] for line in told if "dates are read as" in line] == ["made", "month"]
    documents, told = seen("_id,made\na,1999\nb,2020-05-17\n")
    assert any(line.startswith("made: dates are read as") for line in told)
    documents, told = seen("_id,made\na,1999\nb,2020-13\nc,2020-05-17\n")
    assert not any(line.startswith("made: dates are read as") for line in told)


def test_codes_of_four_digits_are_no_years(seen):
    documents, told = seen("_id,ext\na,0366\nb,1999\n")
    assert documents[0]["ext"] == "0366"
    assert not any("dates" in line for line in told)


def test_amounts_in_different_currencies_stay_texts_unless_a_column_has_the_currency(seen):
    rows = [
        ("a", "$5.00", "US"),
        ("b", "€7.50", "DE"),
        ("c", "$1,250.00", "US"),
        ("d", "€9.99", "AT"),
        ("e", "$2", "US"),
    ]
    documents, told = seen("_id;price\n" + "".join(f"{id};{price}\n" for id, price, _ in rows))
    assert [document["price"] for document in documents[:2]] == ["$5.00", "€7.50"]
    assert "price is text: its numbers have different units, such as $ and €" in told
    documents, _ = seen("_id;price;land\n" + "".join(f"{';'.join(row)}\n" for row in rows))
    assert [document["price"] for document in documents[:3]] == [5.0, 7.5, 1250.0]


def test_texts_in_lists_of_objects_become_numbers_and_dates_too(seen):
    orders = [
        {"_id": "a", "items": [{"day": "31.12.2020", "price": "1.50"}]},
        {"_id": "b", "items": [{"day": "30.11.2020", "price": "2.25"}, {"day": "01.02.2021", "price": ""}, None]},
    ]
    documents, _ = seen(json.dumps(orders), "a.json")
    assert [document["items"] for document in documents] == [
        [{"day": "2020-12-31", "price": 1.5}],
        [{"day": "2020-11-30", "price": 2.25}, {"day": "2021-02-01"}, None],
    ]


def test_whole_numbers_that_all_are_dates_are_read_as_dates(seen):
    rows = "".join(f"{n},201{n % 10}12{n % 28 + 1:02},201{n % 10}1231,4000{n:04}\n" for n in range(30))
    documents, told = seen(f"_id,made,item no,size\n{rows}")
    assert documents[3] == {"_id": "3", "made": "2013-12-04", "item no": 20131231, "size": 40000003}
    assert any(line.startswith("made: dates are read as %Y%m%d, such as 20101201") for line in told)
    assert seen("_id,sent,on_date\n1,20240101,20240101\n")[0] == [
        {"_id": "1", "sent": 20240101, "on_date": "2024-01-01"}
    ]


def test_a_field_that_repeats_the_keys_of_objects_is_the_field_of_ids(tmp_path):
    objects = {f"Q{n}": {"id": f"Q{n}", "size": n, "other": f"Q{n % 7}"} for n in range(30)}
    (tmp_path / "a.json").write_text(json.dumps({"entities": objects}))
    files = Input([str(tmp_path / "a.json")], None, BadLines(tell=lambda _: None))
    load.first_pass(files, None)
    assert files.id_field == "id"


@pytest.mark.parametrize(
    ("count", "ids", "line"),
    [
        (1000, ["b-0", "b-1"], "ids are taken from build.id (--id)"),
        (999, ["1", "2"], NUMBERED),
        (1001, ["1", "2"], NUMBERED),
    ],
)
def test_many_different_ids_of_the_first_object_are_ids(seen, count, ids, line):
    numbers = [n % 1000 for n in range(count)]
    builds = [{"build": {"id": f"b-{n}"}, "on": {"os": "x y", "arch": "a b"}, "ok": True} for n in numbers]
    documents, told = seen(json.dumps(builds), "a.json")
    assert [document["_id"] for document in documents[:2]] == ids
    assert line in told


def test_an_id_in_the_object_that_holds_a_document_may_have_small_letters(seen):
    edges = [{"node": {"id": f"post-{n}", "title": f"Post {n}", "likes": n % 3}, "cursor": f"c {n}"} for n in range(9)]
    documents, told = seen(json.dumps({"data": {"edges": edges}}), "a.json")
    assert "ids are taken from node.id (--id)" in told
    assert documents[0]["_id"] == "post-0"


def test_the_ids_in_an_object_of_ids_are_ids_if_all_documents_have_different_ones(seen):
    members = [{"id": {"lis": f"S{n % 9}", "bioguide": f"C{n:06}", "track": n}, "name": f"Ann {n}"} for n in range(20)]
    documents, told = seen(json.dumps(members), "a.json")
    assert "ids are taken from id.bioguide (--id)" in told
    assert documents[7]["_id"] == "C000007"


@pytest.mark.slow
def test_cells_are_read_as_lists_and_objects_if_all_rows_have_such(seen):
    rows = "".join(f"{number};['Ann', 'Bo'];[{{\"n\": \"5\"}}];[1]\n" for number in range(2_500))
    documents, told = seen(f"_id;cast;parts;note\n{rows}x;[];;see [1]\n")
    assert documents[0] == {"_id": "0", "cast": ["Ann", "Bo"], "parts": [{"n": 5}], "note": "[1]"}
    assert documents[-1] == {"_id": "x", "note": "see [1]"}
    assert "cast, parts: cells are read as lists or objects (--list-separator none: as texts)" in told
    assert seen('_id,cast\n1,"[1, 2]"\n', shape=Shape(finds_lists=False))[0] == [{"_id": "1", "cast": "[1, 2]"}]


def test_a_file_that_changes_while_it_is_read_is_not_loaded(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,n\na,1\nb,2\n")
    files = Input([str(path)], "id", BadLines())
    files.check()
    records = files.records("loading", BadLines())
    next(records)
    with path.open("a") as file:
        file.write("c,3\n")
    with pytest.raises(LoadError, match=r"a\.csv changed while it was read: load it again when it is complete"):
        list(records)


def test_numbers_with_units_among_limits_and_words_are_plain_numbers(seen):
    rows = [f"{number},5 mg/l" for number in range(2, 8)] + ["< 0,5 mg/l", "n.n."]
    written, told = seen("id;Lead\n" + "".join(f"A{at};{cell}\n" for at, cell in enumerate(rows)))
    assert [one["Lead"] for one in written] == ["2.5", "3.5", "4.5", "5.5", "6.5", "7.5", "<0.5", "n.n."]
    assert "Lead: numbers are read as 1.234,5 mg/l with limits, such as 2,5 mg/l (--decimal)" in told


def test_booleans_of_r_among_na_and_cells_with_outer_blanks_are_values(seen):
    written, _ = seen('"id","is","n"\n"a",TRUE,  1.5\n"b",NA,-2.0\n"c",FALSE,   3.0\n')
    assert written[0] == {"_id": "a", "id": "a", "is": True, "n": 1.5}
    assert written[1] == {"_id": "b", "id": "b", "n": -2.0}


def test_json_texts_of_numbers_among_numbers_are_numbers(seen):
    documents = [{"id": "a", "date": [["2015", 3]]}, {"id": "b", "date": [["2016"]]}, {"id": "c", "date": 1}]
    written, _ = seen(json.dumps(documents), "a.json")
    assert [one["date"] for one in written] == [[[2015, 3]], [[2016]], 1]


def test_an_id_may_come_from_a_column_with_a_comma_in_its_name(seen):
    written, told = seen("freq,geo\tn\nA,AT\t1\nA,DE\t2\n", "a.tsv")
    assert [one["_id"] for one in written] == ["A,AT", "A,DE"]
    assert "ids are taken from freq,geo (--id)" in told


@pytest.mark.parametrize(
    ("dates", "are_ids"),
    [
        ([f"2024-03-{day:02}" for day in range(1, 29)], True),
        ([f"{year}-{month:02}-01" for year in (2022, 2023, 2024) for month in range(1, 13)], True),
        ([f"{day:02}.03.2024" for day in (1, 2, 4, 7, 8, 11, 15, 20, 21, 26)], False),
    ],
)
def test_dates_are_ids_if_they_are_a_series(seen, dates, are_ids):
    _, told = seen("date,amount\n" + "".join(f"{date},1.5\n" for date in dates))
    assert ("ids are taken from date (--id)" in told) == are_ids


@pytest.mark.parametrize(("name", "are_ids"), [("length", False), ("code", True)])
def test_decimals_are_ids_only_in_a_field_called_id(seen, name, are_ids):
    _, told = seen(f"{name},n\n" + "".join(f"{number / 10},1\n" for number in range(1, 50)))
    assert (f"ids are taken from {name} (--id)" in told) == are_ids
