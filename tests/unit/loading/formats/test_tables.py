import pytest

from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.formats.readers import read
from searchapp.loading.formats.source import Reading, Source
from searchapp.loading.formats.tables.header import header_of
from searchapp.loading.identity import identifier
from searchapp.loading.values.convert import readers_of, typed


@pytest.fixture
def rows(tmp_path):
    """A function that gives the documents of a table with this content."""

    def documents(content, name="a.csv", skip=False, id_field=None):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with Source(str(path)) as source:
            return [record.document for record in read(source, BadLines(skip, lambda _: None), identifier(id_field))]

    return documents


def test_dotted_columns_make_objects_and_empty_cells_nothing(rows):
    found = rows("_id,a.b,a.c,d\n1,x,,y\n2,,,\n")
    assert found == [{"_id": "1", "a": {"b": "x"}, "d": "y"}, {"_id": "2"}]


def test_a_column_named_by_an_address_has_its_last_part_as_name():
    header = header_of(["id", "http://a.org/b#hasDefinition", "https://c.org/d/prefixIRI", "http://e.org/"])
    assert header.paths == [["id"], ["hasDefinition"], ["prefixIRI"], ["http://e", "org/"]]
    assert header.headings == {}


def test_signs_that_keep_a_cell_a_text_are_no_part_of_it(rows):
    found = rows('_id,isbn,zip,phone,note\n1,="044",\'01067,\'+49 30 1,\'tis\n2,"=""""",\'9,=a,\'90s\n')
    assert found == [
        {"_id": "1", "isbn": "044", "zip": "01067", "phone": "+49 30 1", "note": "'tis"},
        {"_id": "2", "zip": "'9", "phone": "=a", "note": "'90s"},
    ]


def test_the_first_row_of_numbered_columns_is_read_as_the_others(tmp_path):
    (tmp_path / "a.csv").write_text('="044", x\n="045", y\n')
    with Source(str(tmp_path / "a.csv"), reading=Reading(header=())) as source:
        found = [record.document for record in read(source, BadLines(), identifier("column_1"))]
    assert [(one["column_1"], one["column_2"]) for one in found] == [("044", "x"), ("045", "y")]


def test_cells_at_the_end_of_a_row_may_be_missing(rows):
    assert rows("_id,a,b,c\n1,x\n2,y,z,\n") == [{"_id": "1", "a": "x"}, {"_id": "2", "a": "y", "b": "z"}]


@pytest.mark.parametrize(
    "above",
    [
        "Waterworks 2024;;\n;;\nPlant;;\n",
        "Waterworks of 2024, all\n\n",
        ";;\n",
    ],
)
def test_titles_above_the_names_of_columns_are_left_out(rows, above):
    assert rows(f"{above}_id;name;share\n1;South;0,5\n2;North;1,5\n")[1] == {
        "_id": "2",
        "name": "North",
        "share": "1,5",
    }


def test_a_title_with_fewer_signs_than_columns_is_left_out_and_years_have_the_names_of_their_groups(rows):
    above = "Budget 2024;;;;\n\n;;Plan;;Result;\n"
    assert rows(f"{above}_id;Name;2023;2024;2022;Change in %\n1.1;Schools;1;2;3;4\n1.2;Roads;5;6;7;8\n")[0] == {
        "_id": "1.1",
        "Name": "Schools",
        "Plan 2023": "1",
        "Plan 2024": "2",
        "Result 2022": "3",
        "Result Change in %": "4",
    }


def test_names_and_values_above_the_names_of_columns_are_left_out(rows):
    above = '"Account";"DE12"\n"Balance";"-4,50"\n""\n'
    table = "_id;Day;Payee;Amount\n1;2024-05-01;Ada;3,50\n2;2024-05-02;Bob;4,50\n"
    assert [row["Payee"] for row in rows(above + table)] == ["Ada", "Bob"]


def test_the_first_of_two_columns_may_have_no_name(rows):
    assert rows('"","speed"\n"lion",80\n"horse",70\n', id_field="row")[0] == {
        "_id": "lion",
        "row": "lion",
        "speed": "80",
    }


def test_no_value_of_a_database_is_an_empty_cell(rows):
    assert rows("_id\tdeleted\tscore\n1\t\\N\t5\n2\t\\N\t\\N\n", "a.tsv") == [{"_id": "1", "score": "5"}, {"_id": "2"}]


@pytest.mark.parametrize(
    ("last", "count"),
    [("Mean;12;", 3), ("Total;12;", 3), ("Gesamt:;;5", 3), ("Total;12;5", 4), ("Totnes;12;", 4)],
)
def test_a_last_row_of_sums_is_left_out(rows, last, count):
    found = rows(f"_id;a;b\n1;5;1\n2;6;2\n3;1;2\n{last}\n")
    assert len(found) == count


@pytest.mark.parametrize("content", ["5,0.5\n7,1.5\n", " 5 0.5\n 7 1.5\n 9 2.5\n"])
def test_columns_without_names_are_numbered_if_the_first_row_has_only_numbers(rows, content):
    assert rows(content, id_field="column_1")[0] == {"_id": "5", "column_1": "5", "column_2": "0.5"}


@pytest.mark.parametrize("header", ["0,1", "1,2", "2023,2024"])
def test_years_and_the_numbers_of_columns_are_names(rows, header):
    first = header.split(",")[0]
    assert rows(f"{header}\n5,7\n6,8\n", id_field=first)[0]["_id"] == "5"


def test_notes_below_a_blank_line_are_left_out(rows):
    assert len(rows("_id,n,m\n1,2,3\n2,3,4\n\nSource: own data\n")) == 2


def test_columns_of_the_same_name_side_by_side_are_a_list(rows):
    found = rows("_id,tag,tag,tag,n\n1,a,,b,5\n2,,c,,6\n3,,,,7\n")
    assert found == [
        {"_id": "1", "tag": ["a", "b"], "n": "5"},
        {"_id": "2", "tag": "c", "n": "6"},
        {"_id": "3", "n": "7"},
    ]


def test_a_name_merged_with_the_cell_above_is_the_name_of_its_column(rows):
    assert rows("Plant,,Notes,\n_id,name,,m\n1,South,old,5\n") == [
        {"_id": "1", "name": "South", "Notes": "old", "m": "5"}
    ]


@pytest.mark.parametrize(
    ("content", "units"),
    [
        ("_id,depth,salt,at\n,m,PSU,UTC\n1,5.5,35,10:00\n2,7,1e-2,11:00\n", ["m", "PSU"]),
        ("_id\tsea T\tflux\n\t[deg C]\tW m-2\n1\t5.5\tNA\n2\t7\t4\n", ["°C", "W m-2"]),
        ("_id,chr,n\nm,X,5\n1,2,6\n2,3,7\n", []),
        ("_id,mass,age\na,unknown,NA\nb,5,6\nc,6,7\n", []),
        ("_id,size,unit\na,m,s\nb,l,m\nc,s,g\n", []),
    ],
)
def test_a_row_of_units_below_the_names_of_columns_is_no_document(tmp_path, content, units):
    path = tmp_path / "a.txt"
    path.write_text(content)
    said = []
    with Source(str(path), say=said.append) as source:
        found = [record.document for record in read(source, BadLines(False, said.append))]
    assert len(found) == 2 + (not units)
    names = found[1].keys() - {"_id"}
    assert sorted(heading.partition(" (")[2] for heading in source.headings.values()) == sorted(f"{u})" for u in units)
    assert source.headings.keys() <= names
    assert said == ([f"line 2 has the units of columns, such as {units[0]} (--header)"] if units else [])


def test_a_header_without_a_name_for_the_names_of_rows_is_that_of_the_other_columns(rows):
    found = rows("s1\ts2\nA\t1\t2\nB\t3\t4\n", "a.txt", id_field="row")
    assert found == [{"_id": "A", "row": "A", "s1": "1", "s2": "2"}, {"_id": "B", "row": "B", "s1": "3", "s2": "4"}]


@pytest.mark.parametrize(
    "content",
    [
        "  _id      name     P \n   a    bolt   1e-9 \n  b     nut     0.5 \n",
        '"name" "P"\n"a" "bolt" 1e-9\n"b" "nut" 0.5\n',
    ],
)
def test_columns_may_be_aligned_with_blanks(rows, content):
    assert [(row["name"], row["P"]) for row in rows(content, "a.dat", id_field="@number")] == [
        ("bolt", "1e-9"),
        ("nut", "0.5"),
    ]


LOG = '10.0.0.1 - [1/Mar/2026] "GET /" 200 12\n' * 3
LOG_OF_BROWSERS = LOG.replace("12", '12 "-" "Mozilla/5.0 (X11; Linux, like Gecko)"')


@pytest.mark.parametrize(
    "content", ["a text of\nmore than one\nor two lines\n", "A B\na big 1\na small 2\n", LOG, LOG_OF_BROWSERS]
)
def test_a_text_is_no_table(rows, content):
    with pytest.raises(LoadError, match="neither JSON nor a table"):
        rows(content, "a.txt")


def test_a_table_may_have_lines_without_a_delimiter_above_it(rows):
    found = rows("* Device = X\n\n[Results]\n_id\tgene\tdye\tCt\n1\tTP53\tRed\t20.5\n2\tACTB\tBlue\t18\n", "a.txt")
    assert found[1] == {"_id": "2", "gene": "ACTB", "dye": "Blue", "Ct": "18"}


@pytest.mark.parametrize("content", ["tags\na;b\nc;d\n", "All tags\na;b\nc;d\n"])
def test_lists_in_the_only_column_are_no_columns(rows, content):
    assert [*rows(content, id_field="@number")[0].values()] == ["a;b", "1"]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (("a", "b"), {"a": "5.1", "b": "x", "column_3": "y"}),
        ((), {"column_1": "5.1", "column_2": "x", "column_3": "y"}),
    ],
)
def test_a_table_without_names_of_columns_gets_them(tmp_path, header, expected):
    path = tmp_path / "a.csv"
    path.write_text("5.1,x,y\n5.1,x,z\n")
    said = []
    with Source(str(path), reading=Reading(header=header), say=said.append) as source:
        found = [record.document for record in read(source, BadLines(False, said.append), identifier("@number"))]
    assert found == [{**expected, "_id": "1"}, {**expected, "column_3": "z", "_id": "2"}]
    assert len(said) == len(header) // 2


def test_tables_of_genomes_have_the_columns_that_their_format_says(rows):
    content = "##gff-version 3\nchr1\tx\tgene\t5\t9\t.\t+\t.\tID=g1\n###\nchr2\tx\tCDS\t1\t2\t7\t-\t0\tID=c1\n"
    first = {"seqid": "chr1", "source": "x", "type": "gene", "start": "5", "end": "9", "strand": "+"}
    found = rows(content, "a.gff3", id_field="@number")
    assert found[0] == {"_id": "1", **first, "attributes": {"ID": "g1"}}
    assert (found[1]["score"], found[1]["phase"], len(found)) == ("7", "0", 2)
    assert rows(f"{content}##FASTA\n>chr1\nACGT\n", "a.gff3", id_field="@number") == found
    [peak] = rows("chr1\t5\t9\tpeak1\n", "a.bed", id_field="name")
    assert peak == {"_id": "peak1", "chrom": "chr1", "start": "5", "end": "9", "name": "peak1"}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("# made, in 2026\n# by us\n_id\tb\n1\tx\n", {"_id": "1", "b": "x"}),
        ("##format=X\n#_id\tPOS\n1\t100\n", {"_id": "1", "POS": "100"}),
        ("#_id,b\n1,x\n", {"_id": "1", "b": "x"}),
        ("_id,#\n1,x\n", {"_id": "1", "#": "x"}),
        ("#,_id\n7,1\n", {"#": "7", "_id": "1"}),
        ("_id,b\n#1,x\n", {"_id": "#1", "b": "x"}),
        ('# "quoted\n_id,b\n1,x\n', {"_id": "1", "b": "x"}),
        ("\ufeff# with a mark\n_id;b\n1;x\n", {"_id": "1", "b": "x"}),
    ],
)
def test_comments_before_the_header_are_left_out(rows, content, expected):
    assert rows(content) == [expected]


def test_a_list_of_tags_has_no_comments_and_lines_are_counted_with_them(rows):
    assert [one["tag"] for one in rows("#tag\n#a\n#b\n", id_field="@number")] == ["#a", "#b"]
    with pytest.raises(LoadError, match="line 4: 3 cells for 2 columns"):
        rows("# a\n# b\n_id,b\n1,x,y\n")


def test_names_of_columns_that_are_values_are_pointed_out(tmp_path):
    said = []
    for name, content in (("a.csv", "5.1,x,y\n5.1,x,z\n"), ("b.csv", "a,b,c\n1,2,c\n")):
        (tmp_path / name).write_text(content)
        with Source(str(tmp_path / name), say=said.append) as source:
            assert [*read(source, BadLines(False, said.append), identifier("@number"))]
    assert [text for text in said if "--header" in text] == [
        "line 1 is read as the column names, but 5.1 and x are also values: see --header"
    ]


def test_tabs_separate_in_tsv(rows):
    assert rows("_id\tname\n1\ta, b\n", "a.tsv") == [{"_id": "1", "name": "a, b"}]


def test_quotes_hold_separators_and_line_ends_together(rows):
    assert rows('_id,a\n1,"x, ""y""\nz"\n2,b\n') == [{"_id": "1", "a": 'x, "y"\nz'}, {"_id": "2", "a": "b"}]


def test_another_column_may_hold_the_id(rows):
    assert rows("symbol,n\nCDK2,1\n", id_field="symbol") == [{"symbol": "CDK2", "n": "1", "_id": "CDK2"}]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"_id,a\n1,x\n2\n", "line 3: 1 cell for 2 columns"),
        (b"_id,a\n1,x\n2,y,z\n", "line 3: 3 cells for 2 columns"),
        ("_id,a\n1,ä\n2,".encode() + b"\xff\n", "line 3: has bytes that are not in the encoding of the file"),
        (b"_id,a\n1,x\n,y\n", "line 3: no _id"),
        (b"", "is empty"),
        (b",,\n,,\n", "line 1: the first row must hold the names of the columns"),
        (b'_id,a\n1,x\n2,"y\n3,z\n', "line 3: a cell begins with a quote that is not closed"),
        (b'_id,a\n1,"x" y\n', "line 2: ',' expected after '\"'"),
    ],
)
def test_mistakes_are_named_with_their_line(rows, content, reason):
    with pytest.raises(LoadError) as caught:
        rows(content)
    assert reason in str(caught.value)


def test_a_name_that_stands_below_several_groups_of_one_column_says_nothing(rows):
    head = "_id,Age,Seen?,,,Income\n,Response,Part I,Part II,Part III,Response\n"
    assert rows(head + "a,18-29,x,,z,low\nb,30-44,x,y,z,high\n")[0] == {
        "_id": "a",
        "Age": "18-29",
        "Seen? Part I": "x",
        "Seen? Part III": "z",
        "Income": "low",
    }


SURVEY = """_id,StartDate,Progress,Seconds,Finished,Q1
Response,Start Date,Progress,Duration (in seconds),Finished,How old are you?
"{""ImportId"":""_recordId""}","{""ImportId"":""startDate""}","{""ImportId"":""progress""}","{""ImportId"":""duration""}","{""ImportId"":""end""}","{""Im"":1}"
R_2Y,2017-07-18 08:28:09,100,38,True,37
R_3Z,2017-07-19 08:28:09,50,40,False,52
"""


def test_rows_that_describe_the_columns_are_no_documents(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(SURVEY)
    said = []
    with Source(str(path), say=said.append) as source:
        found = [record.document for record in read(source, BadLines(False, said.append))]
    assert [answers["Q1"] for answers in found] == ["37", "52"]
    assert source.headings["Q1"] == "How old are you?"
    assert said == ["labels of columns are in lines 2 and 3 (--header)"]


@pytest.mark.parametrize("row", ["a,new,n/a,n/a,n/a", "a,new,old,none,5", "a,new,old,none,"])
def test_a_row_without_numbers_is_a_document_where_it_describes_no_columns(rows, row):
    assert len(rows("_id,w,x,y,z\n" + row + "\nb,1,2,3,4\nc,5,6,7,8\n")) == 3


@pytest.mark.parametrize("sign", [";", "\t", "|", ","])
def test_the_sign_between_columns_is_found_out(rows, sign):
    content = "_id,a,b\n1,x y,z\n2,,w\n".replace(",", sign)
    assert rows(content) == [{"_id": "1", "a": "x y", "b": "z"}, {"_id": "2", "b": "w"}]


def test_the_first_line_may_name_the_sign(rows):
    assert rows("sep=;\n_id;a\n1;x\n") == [{"_id": "1", "a": "x"}]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1250", "Łódź,wspólnota\nWrocław,słońce\n"),
        ("mac_roman", "cité,Müller\nCittà di Castello,André don’t\n"),
        ("cp1251", "Название,Режиссёр\nБелый снег,Климов Э.\n"),
        ("koi8-r", "Название,Режиссёр\nБелый снег,Климов Э.\n"),
        ("cp1253", "Τίτλος,Συγγραφέας\nΟ ήλιος της Αθήνας,Ελύτης\n"),
        ("cp1255", "שם,עיר\nירושלים,הבירה\n"),
        ("cp1256", "الاسم,البلد\nالقاهرة,مصر\n"),
        ("cp932", "名称,時代\n埴輪　馬,江戸時代\n"),
        ("cp949", "이름,도시\n이영희,부산 해운대\n"),
        ("gb18030", "名称,城市\n故宫博物院,北京\n"),
        ("big5", "名稱,城市\n歷史博物館,高雄\n"),
        ("cp1252", "perché,più\nNaïve,É ÄÖÜ\n"),
    ],
)
def test_encodings_of_other_scripts_are_found_out(rows, encoding, text):
    columns, *lines = text.splitlines()
    written = "\n".join(["_id," + columns, *(f"{number},{line}" for number, line in enumerate(lines, 1))])
    read = [",".join(str(value) for value in row.values()) for row in rows(written.encode(encoding))]
    assert read == written.split("\n")[1:]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_found_out(rows, encoding):
    assert rows("_id,Größe\n1,über\n".encode(encoding)) == [{"_id": "1", "Größe": "über"}]


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        ("a,a,b,a", ["a", "a", "b", "a_2"]),
        ("a,a.b,c", ["a", "a_b", "c"]),
        ("a.b,a,c", ["a.b", "a_value", "c"]),
        ("a,,b", ["a", "column_2", "b"]),
        ("No.,Vol. 2, a  b ", ["No", "Vol 2", "a b"]),
        ("_source,a..b,.c", ["source", "a b", "c"]),
        ("Geb.-Datum,Inv.-Nr.,a.b-c", ["Geb-Datum", "Inv-Nr", "a.b-c"]),
    ],
)
def test_names_that_no_field_can_have_are_changed(columns, names):
    assert [".".join(path) for path in header_of(columns.split(",")).paths] == names


def test_a_column_of_more_levels_than_a_document_may_have_has_no_objects():
    levels = ["a"] * 64
    assert header_of([".".join(levels), ".".join([*levels, "a"])]).paths == [levels, [" ".join([*levels, "a"])]]


def test_few_of_many_changed_names_are_printed():
    header = header_of([f"No. {number}" for number in range(100)])
    assert header.notes[4:] == [
        "the column 'No. 4' is called No 4",
        "95 more columns have other names than in the file",
    ]
    assert header.headings["No 99"] == "No. 99"


def test_empty_cells_and_columns_at_the_end_are_nothing(rows):
    assert rows("_id,a,,\n1,x\n2,y,,,\n") == [{"_id": "1", "a": "x"}, {"_id": "2", "a": "y"}]


def test_bad_rows_can_be_skipped(rows):
    assert rows("_id,a\n1\n2,x\n\n3,y,z\n", skip=True) == [{"_id": "2", "a": "x"}]


MAPPING = {
    "properties": {
        "n": {"type": "long"},
        "o": {"properties": {"x": {"type": "double"}, "b": {"type": "boolean"}}},
        "name": {"type": "keyword"},
    }
}


def test_texts_become_values_of_the_mapped_types():
    document = {"_id": "1", "n": "5", "o": {"x": "1.5", "b": "TRUE"}, "name": "7", "other": "8"}
    assert typed(document, readers_of(MAPPING)) == {
        "_id": "1",
        "n": 5,
        "o": {"x": 1.5, "b": True},
        "name": "7",
        "other": "8",
    }


@pytest.mark.parametrize(
    ("document", "reason"),
    [({"n": "x"}, "n must be long, not 'x'"), ({"o": {"b": "1"}}, "o.b must be boolean, not '1'")],
)
def test_a_cell_of_another_type_than_the_mapping_is_named(document, reason):
    with pytest.raises(ValueError, match=reason):
        typed(document, readers_of(MAPPING))


def test_moments_of_a_table_are_numbers_and_dates_stay_texts():
    at = {"type": "date", "format": "strict_date_optional_time||epoch_second"}
    texts = {"a": "1700000000", "b": "1700000000.5", "c": "2024-01-01"}
    found = typed(texts, readers_of({"properties": dict.fromkeys("abc", at)}))
    assert found == {"a": 1_700_000_000, "b": 1_700_000_000.5, "c": "2024-01-01"}


def test_a_first_column_without_a_name_is_that_of_rows(rows):
    assert rows(",n,m\nBern,5,1\nUlm,6,2\n", id_field="row")[0] == {"_id": "Bern", "row": "Bern", "n": "5", "m": "1"}


def test_tables_of_eurostat_have_a_column_for_each_dimension_and_for_flags(rows):
    content = b"freq,geo\\TIME_PERIOD\t2022 \t2023 \nA,AT\t8.1 b\t: c\nA,BE\t7.0 \t: \n"
    assert rows(content, "a.tsv", id_field="geo") == [
        {"_id": "AT", "freq": "A", "geo": "AT", "2022": "8.1", "2023": ":", "flags": "2022 b, 2023 c"},
        {"_id": "BE", "freq": "A", "geo": "BE", "2022": "7.0", "2023": ":"},
    ]


def test_a_first_row_with_values_has_no_names(rows):
    hits = "# Fields: query, subject, identity, score, gaps\nP1\tQ7.1\t98.2\t662\t0\nP1\tQ9.3\t84.2\t327\t1\n"
    assert len(rows(hits, "a.tsv", id_field="@number")) == 2
    assert len(rows("sample,400,500,600\nA,1,2,3\nB,3,4,5\n", id_field="@number")) == 2


def test_a_field_for_ids_that_a_document_lacks_is_refused_with_the_fields_that_it_has(rows):
    with pytest.raises(LoadError, match="line 2: no nope, only Model, Price"):
        rows("Model,Price\nNova,3\n", id_field="nope")
