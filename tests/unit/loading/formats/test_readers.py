import bz2
import gzip
import io
import json
import lzma
import sys
import tarfile
import zipfile

import pytest
import zstandard

from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.formats import jsontext, source, unpack, wrapper
from searchapp.loading.formats.readers import read
from searchapp.loading.formats.source import Reading, Source
from searchapp.loading.identity import identifier


def zipped(*contents):
    """A zip archive of files with these contents."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number}.ndjson", content)
    return packed.getvalue()


@pytest.fixture
def reading(tmp_path):
    """A function that gives the (line, document) pairs of a file with this content."""

    def documents(content, name="a.ndjson", on_bad=None, id_field=None, format=None, only=False, **choices):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with Source(str(path), format, **choices) as source:
            source.is_only = only
            return [(line, doc) for _, line, doc in read(source, on_bad or BadLines(), identifier(id_field))]

    return documents


def only(pairs):
    return [document for _, document in pairs]


def test_each_line_of_ndjson_is_a_document_with_its_number(reading):
    assert reading('{"_id":"a"}\n\n{"_id":"b","n":1}') == [(1, {"_id": "a"}), (3, {"_id": "b", "n": 1})]


JSON = (
    '[{"_id":"a"},{"_id":"b"}]',
    '[\n {"_id": "a"},\n {"_id": "b"}\n]\n',
    '{"_id":\n"a"}\n{"_id":"b"}',
    '{"_id":\n"a"} {"_id":"b"}',
    '[{"_id":"a"}]\n[{"_id":"b"}]\n',
    '[[{"_id":"a"}], [{"_id":"b"}], []]',
)


@pytest.mark.parametrize("text", JSON)
def test_json_may_be_lists_or_objects_one_after_the_other(reading, text):
    assert only(reading(text, "a.json")) == [{"_id": "a"}, {"_id": "b"}]


def test_elements_of_a_list_have_the_line_on_which_they_begin(reading):
    assert [line for line, _ in reading('[\n\n{"_id":"a",\n"n":1},\n{"_id":"b"}]', "a.json")] == [3, 5]


def test_a_list_longer_than_one_read_is_read_completely(reading):
    text = "[" + ",\n".join(f'{{"_id": "{n}", "text": "{"x" * 1000}é"}}' for n in range(3000)) + "]"
    pairs = reading(text, "a.json")
    assert [document["_id"] for document in only(pairs)] == [str(n) for n in range(3000)]
    assert pairs[2999][0] == 3000


@pytest.mark.parametrize("text", ['[{"_id":"a"},\n{"_id" "b"}]', '[{"_id":"a"},\n{"_id":"b"', '[{"_id":"a"}\n'])
def test_json_that_breaks_off_is_named_with_its_line(reading, text):
    with pytest.raises(LoadError, match=r"a\.json line 2: "):
        reading(text, "a.json")


def test_packed_files_with_any_name_are_unpacked(reading):
    packed = gzip.compress(b'{"_id":"a"}\n')
    assert only(reading(packed, "a.ndjson.gz")) == only(reading(packed, "a")) == [{"_id": "a"}]


PACKS = [lzma.compress, bz2.compress, gzip.compress, zstandard.ZstdCompressor(write_checksum=True).compress]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 100_000])
@pytest.mark.parametrize("pack", PACKS)
def test_a_packed_file_that_is_cut_is_named(reading, pack, count):
    packed = pack(b'{"_id":"a"}\n' * count)
    with pytest.raises(LoadError, match=r"a\.ndjson\.gz cannot be read to its end: "):
        reading(packed[: len(packed) // 2], "a.ndjson.gz")


@pytest.mark.parametrize("pack", [*PACKS, zipped])
def test_a_packed_file_with_wrong_bytes_is_named(reading, pack):
    packed = bytearray(pack(b'{"_id":"a"}\n' * 20 + bytes(range(32, 127)) * 5))
    middle = len(packed) // 3
    packed[middle : middle + 20] = bytes(255 - byte for byte in packed[middle : middle + 20])
    with pytest.raises(LoadError, match=r"a\.ndjson cannot be read to its end: "):
        reading(bytes(packed), "a.ndjson")


def test_several_frames_of_zstd_are_one_file(reading):
    packed = zstandard.compress(b'{"_id":"a"}\n') + zstandard.compress(b'{"_id":"b"}\n')
    assert only(reading(packed, "a.ndjson.zst")) == [{"_id": "a"}, {"_id": "b"}]


def test_an_archive_is_no_table(reading):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("a,b.csv"))
    with pytest.raises(LoadError, match=r"a\.tar is an archive of files: unpack it, and load the folder"):
        reading(packed.getvalue(), "a.tar.gz")


@pytest.mark.parametrize(
    ("content", "name", "format"),
    [
        ("{}", "a.csv", "csv"),
        ("a,b", "a.ndjson", "ndjson"),
        ("x", "a.tsv.gz", "tsv"),
        ("x", "a.JSONL", "ndjson"),
        (' [{"a":1}]', "a", "json"),
        ('{"a":1}\n{"a":2}', "a.json", "ndjson"),
        ('{\n"a":1}', "a.json", "json"),
        ("_id,b\n", "a.txt", "csv"),
        ("_id\tb,c\n", "a.txt", "tsv"),
    ],
)
def test_the_format_is_detected_by_name_then_by_content(tmp_path, content, name, format):
    (tmp_path / name).write_text(content)
    with Source(str(tmp_path / name)) as source:
        assert source.format == format


def test_a_format_that_cannot_be_detected_has_to_be_given(reading):
    with pytest.raises(LoadError, match=r"neither JSON nor a table: .*, or give --format ndjson\|json\|yaml\|csv\|tsv"):
        reading("hello", "a.txt")


def test_binary_data_have_no_detected_format(reading):
    with pytest.raises(LoadError, match="neither JSON nor a table"):
        reading(b"a,b\0", "a.txt")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\5\0", "a.csv is a binary file, not csv: give --encoding"),
        ("a,b\n1,2\n".encode("utf-16-le"), "a.csv is a binary file, not csv: give --encoding"),
        (b"\n<!DOCTYPE html>\n<html><title>Sign in, please</title></html>", "a.csv is HTML or XML, not csv"),
    ],
)
def test_a_file_that_is_no_text_in_spite_of_its_name_is_refused(reading, content, reason):
    with pytest.raises(LoadError, match=reason):
        reading(content, "a.csv")


@pytest.mark.parametrize("name", ["a.ndjson.xz", "a.ndjson", "a"])
@pytest.mark.parametrize("pack", [*PACKS, zipped])
def test_packed_files_are_unpacked(reading, pack, name):
    assert only(reading(pack(b'{"_id":"a"}\n'), name)) == [{"_id": "a"}]


def test_one_of_several_files_in_an_archive_is_named(reading):
    with pytest.raises(LoadError, match="has 2 files, give --sheet with one of 0"):
        reading(zipped(b"x", b"y"), "a.zip")
    with pytest.raises(LoadError, match="has no file b"):
        reading(zipped(b"x", b"y"), "a.zip", reading=Reading(sheet="b.csv"))
    assert only(reading(zipped(b"x", b'{"_id":"b"}'), "a.zip", reading=Reading(sheet="1.ndjson"))) == [{"_id": "b"}]


def test_the_files_about_the_data_of_an_archive_are_left_out(reading):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("README.txt", "data/a.csv", "__MACOSX/data/._a.csv", "data/.DS_Store", "LICENSE", "meta.xml"):
            archive.writestr(name, "_id,n\na,b\n")
    assert only(reading(packed.getvalue(), "a.zip")) == [{"_id": "a", "n": "b"}]


@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a"])
def test_an_object_around_a_list_of_objects_is_no_document(reading, name):
    content = b'{"meta": {"count": 2}, "data": {"parts": [{"_id": "a"}, {"_id": "b"}]}}'
    assert only(reading(content, name)) == [{"_id": "a"}, {"_id": "b"}]


@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a"])
def test_the_keys_of_objects_of_the_same_kind_are_their_ids(reading, name):
    content = b'{"x": {"name": "X", "n": 1}, "y": {"name": "Y"}, "z": {"name": "Z", "o": {}}}'
    found = only(reading(content, name))
    assert found == [{"_id": "x", "name": "X", "n": 1}, {"_id": "y", "name": "Y"}, {"_id": "z", "name": "Z", "o": {}}]


def test_objects_of_several_kinds_are_one_document(reading):
    content = b'{"person": {"name": "X"}, "place": {"street": "Y"}, "work": {"firm": "Z"}}'
    assert len(only(reading(content, id_field="@number"))) == 1


LARGE = {
    "list": '{"type": "x", "count": 2, "parts": [%s], "others": [1]}',
    "inner": '{"head": {}, "data": {"parts": [%s]}}',
}


@pytest.mark.parametrize("form", LARGE)
def test_a_list_in_an_object_that_is_too_large_to_be_held_is_read_in_parts(reading, monkeypatch, form):
    monkeypatch.setattr(jsontext, "MAX_VALUE", 1000)
    monkeypatch.setattr(jsontext, "CHUNK", 100)
    elements = [{"_id": str(number), "text": "[{" * number} for number in range(100)]
    content = LARGE[form] % ",\n".join(map(json.dumps, elements))
    assert only(reading(content, "a.json")) == elements


def test_objects_under_keys_that_are_too_many_to_be_held_are_read_in_parts(reading, monkeypatch):
    monkeypatch.setattr(jsontext, "MAX_VALUE", 1000)
    monkeypatch.setattr(jsontext, "CHUNK", 100)
    content = {f"k{number}": {"a": number, "b": "x" * number} for number in range(100)}
    found = only(reading(json.dumps(content, indent=1), "a.json"))
    assert found == [{"_id": key, **value} for key, value in content.items()]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": [%s], "b"', "a.json line 1: not JSON"),
        ('{"a": [%s]', "a.json line 1: the object is not closed"),
        ('{\n"a": [%s', "a.json line 2: the list is not closed"),
        ('{"a": {"text": "%s"}}', "is one object of more than"),
    ],
)
def test_a_large_object_that_ends_early_or_holds_no_documents_is_refused(reading, monkeypatch, content, message):
    monkeypatch.setattr(jsontext, "MAX_VALUE", 1000)
    monkeypatch.setattr(jsontext, "CHUNK", 100)
    monkeypatch.setattr(wrapper, "MAX_VALUE", 1000)
    elements = ",".join(['{"_id": "x"}'] * 300) if "[" in content else "x" * 500 + '", "more": "' + "y" * 6000
    with pytest.raises(LoadError, match=message):
        reading(content % elements, "a.json")


def test_an_object_with_an_id_is_a_document_also_with_lists(reading):
    content = b'{"_id": "x", "parts": [{"n": 1}, {"n": 2}]}'
    assert only(reading(content)) == [{"_id": "x", "parts": [{"n": 1}, {"n": 2}]}]


def test_a_table_of_pandas_may_have_a_column_called_id(reading):
    content = b'{"id": {"0": 7, "1": 8}, "name": {"0": "x", "1": "y"}}'
    assert only(reading(content, "a.json", id_field="id")) == [
        {"_id": "7", "id": 7, "name": "x"},
        {"_id": "8", "id": 8, "name": "y"},
    ]


EXPORTS = {
    "hits": (
        '{"hits": {"total": 2, "hits": [{"_index": "i", "_id": "a", "_score": 1.0, "_source": {"n": 1}}'
        ', {"_index": "i", "_id": "b", "_score": 1.0, "_source": {"n": 2}}]}}',
        [{"_id": "a", "n": 1}, {"_id": "b", "n": 2}],
    ),
    "lines of hits": (
        '{"_index": "i", "_id": "a", "_source": {"n": 1}}\n{"_index": "i", "_id": "b", "_source": {"n": 2}}',
        [{"_id": "a", "n": 1}, {"_id": "b", "n": 2}],
    ),
    "rows of CouchDB": (
        '{"total_rows": 2, "rows": [{"id": "a", "key": "a", "value": {"rev": "1-x"}, "doc": {"_id": "a", "n": 1}}'
        ', {"id": "b", "key": "b", "value": {"rev": "1-x"}, "doc": {"_id": "b", "n": 2}}]}',
        [{"_id": "a", "n": 1}, {"_id": "b", "n": 2}],
    ),
    "MongoDB": (
        '{"_id": {"$oid": "5f"}, "at": {"$date": "2020-01-01T00:00:00Z"}, "n": {"$numberLong": "-7"}}\n'
        '{"_id": {"$oid": "60"}, "at": {"$date": {"$numberLong": "1500"}}, "in": [{"x": {"$numberDouble": "1.5"}}]}\n'
        '{"_id": {"$oid": "61"}, "n": {"$numberDouble": "NaN"}, "m": {"$numberDecimal": "2.50"}, "o": {"$other": 1}}',
        [
            {"_id": "5f", "at": "2020-01-01T00:00:00Z", "n": -7},
            {"_id": "60", "at": "1970-01-01T00:00:01.500Z", "in": [{"x": 1.5}]},
            {"_id": "61", "n": None, "m": 2.5, "o": {"$other": 1}},
        ],
    ),
    "SPARQL": (
        '{"head": {"vars": ["_id", "n"]}, "results": {"bindings": ['
        '{"_id": {"type": "literal", "value": "a"}, "n": {"type": "literal", "value": "1.5", "datatype": '
        '"http://www.w3.org/2001/XMLSchema#decimal"}}, {"_id": {"type": "uri", "value": "http://x/b"}}]}}',
        [{"_id": "a", "n": 1.5}, {"_id": "http://x/b"}],
    ),
}


@pytest.mark.parametrize("kind", EXPORTS)
def test_exports_of_databases_are_read_as_their_documents(reading, kind):
    content, documents = EXPORTS[kind]
    assert only(reading(content)) == only(reading(content, "a.json")) == documents


def test_a_document_that_has_more_than_a_hit_is_no_hit(reading):
    assert only(reading('{"_id": "a", "_source": {"n": 1}, "x": 1}')) == [{"_id": "a", "_source": {"n": 1}, "x": 1}]


def test_a_byte_order_mark_is_skipped(reading):
    assert only(reading(b'\xef\xbb\xbf{"_id":"a"}\n')) == [{"_id": "a"}]


def test_a_missing_file_is_named():
    with pytest.raises(LoadError, match=r"/nope\.csv: no such file or directory"):
        Source("/nope.csv")


def test_a_minus_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"_id":"a"}\n')))
    with Source("-") as source:
        assert [record.document for record in read(source, BadLines())] == [{"_id": "a"}]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"_id":"a" 5}', "not JSON: unexpected character"),
        ('{"_id":"a","n":NaN,}', "not JSON"),
        ('{"_id":"a","n":-Infinity}', "-Infinity is not JSON"),
        ("[1]", "not an object but a list"),
        ("5", "not an object but a number"),
        ('{"n":1}', "no _id, choose another field with --id"),
        ('{"_id":""}', "no _id"),
        ('{"_id":null}', "no _id"),
        ('{"_id":{"a":1}}', "_id must be a text or a whole number, not an object"),
        ('{"_id":1.5}', "_id must be a text or a whole number, not a number with a fraction"),
        ('{"_id":true}', "_id must be a text or a whole number, not a boolean"),
        ('{"_id":"a","n":1,"n":2}', "the key n occurs twice"),
        ('{"_id":"a","o":{"n":1,"n":1}}', "the key n occurs twice"),
        ('{"_id": "a", "o": {"n": ", ", "n": ", "}}', "the key n occurs twice"),
        (f'{{"_id":"{"x" * 513}"}}', "the id has more than 512 bytes"),
        (b'{"_id":"\xff"}', "not UTF-8"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_the_reason(reading, line, reason):
    line = line if isinstance(line, bytes) else line.encode()
    with pytest.raises(LoadError) as caught:
        reading(b'{"_id":"a"}\n' + line)
    assert str(caught.value).split("a.ndjson ")[1].startswith(f"line 2: {reason}")


@pytest.mark.parametrize("number", ["9" * 5000, "1e400", "-1e400", "Infinity"])
def test_a_number_that_would_not_come_back_ends_the_load_of_a_list(reading, number):
    with pytest.raises(
        LoadError, match=r"a\.json line 2: (\d+|-?1e400) is too large for a number|Infinity is not JSON"
    ):
        reading(f'[{{"_id":"a"}},\n{{"_id":"b","n":{number}}}]', "a.json")


@pytest.mark.parametrize("name", ["a.ndjson", "a.json"])
def test_nan_is_no_value(reading, name):
    found = reading(b'{"_id":"a","n":NaN,"big":100000000000000000001}\n{"_id":"b","n":1}', name)
    assert found[0][1] == {"_id": "a", "n": None, "big": 100000000000000000001}


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63), 2**64, -(2**63) - 1, 10**30 + 1])
@pytest.mark.parametrize("name", ["a.ndjson", "a.json"])
def test_all_digits_of_a_whole_number_are_read(reading, number, name):
    assert only(reading(f'{{"_id": "a", "n": {number}}}', name)) == [{"_id": "a", "n": number}]


def test_bad_lines_can_be_skipped_and_counted(reading):
    told = []
    on_bad = BadLines(skip=True, tell=told.append)
    assert only(reading('{"_id":"a"}\n{\n{"_id":"b"}\n5', on_bad=on_bad)) == [{"_id": "a"}, {"_id": "b"}]
    assert on_bad.count == 2
    assert [text.split("a.ndjson ")[1][:7] for text in told] == ["line 2:", "line 4:"]


def test_after_twenty_bad_lines_they_are_only_counted(reading):
    told = []
    on_bad = BadLines(skip=True, tell=told.append)
    reading("5\n" * 100, on_bad=on_bad)
    assert (on_bad.count, len(told)) == (100, 21)


def test_another_field_may_hold_the_id(reading):
    assert only(reading('{"x":{"key":7}}', id_field="x.key")) == [{"x": {"key": 7}, "_id": "7"}]


def test_white_space_and_forms_of_numbers_do_not_change_the_document(reading):
    text = '{"_id" : "a" , "n" : 1.50, "big": 12345678901234567890, "u": "\\u00e9"}'
    assert only(reading(text)) == [{"_id": "a", "n": 1.5, "big": 12345678901234567890, "u": "é"}]


def test_ids_may_stand_one_a_line(reading):
    assert only(reading("a\n\n b \n", "a.txt", format="ids")) == [{"_id": "a"}, {"_id": "b"}]


def nested(levels):
    """A document in which so many objects and lists are nested."""
    return '{"_id":"d","a":' + "[" * (levels - 1) + "]" * (levels - 1) + "}"


@pytest.mark.parametrize("name", ["a.ndjson", "a.json"])
@pytest.mark.parametrize("levels", [65, 300, 900, 5000])
def test_a_document_nested_too_deep_is_a_bad_line(reading, name, levels):
    lines = ['{"_id":"a"}', nested(levels), '{"_id":"b"}']
    text = "\n".join(lines) if name == "a.ndjson" else "[" + ",\n".join(lines) + "]"
    with pytest.raises(LoadError, match=rf"{name} line 2: (nested|not JSON: .*depth)"):
        reading(text, name)
    if levels < 900:
        bad = BadLines(skip=True, tell=lambda _: None)
        assert [document["_id"] for document in only(reading(text, name, bad))] == ["a", "b"]
        assert bad.first == f"{bad.first.partition(' line')[0]} line 2: nested more than 64 deep"


@pytest.mark.parametrize("name", ["a.ndjson", "a.json"])
def test_a_document_at_the_deepest_level_is_read(reading, name):
    assert only(reading(nested(64), name))[0]["_id"] == "d"


BULK = """{"index": {"_index": "genes", "_id": "1017"}}
{"symbol": "CDK2"}

{"create": {"_id": 7}}
{"symbol": "CDK7"}
{"index": {}}
{"_id": "own", "index": {"_id": "x"}}
"""


def test_a_bulk_file_has_an_action_before_each_document(reading):
    assert reading(BULK) == [
        (2, {"symbol": "CDK2", "_id": "1017"}),
        (5, {"symbol": "CDK7", "_id": "7"}),
        (7, {"_id": "own", "index": {"_id": "x"}}),
    ]
    assert only(reading(BULK, id_field="symbol", on_bad=BadLines(True, lambda _: None)))[0]["_id"] == "CDK2"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{"delete": {"_id": "2"}}', 3, "the action delete cannot be loaded, only index and create"),
        ('{"update": {"_id": "2"}}\n{"doc": {}}', 3, "the action update cannot be loaded, only index and create"),
        ('{"index": {"_id": "2"}}', 3, "no document follows this index"),
        ('{"symbol": "X"}', 3, "not an action; a bulk file needs one before each document"),
        ('{"index": {"_id": "2"}}\n[]', 4, "not an object but a list"),
        ('{"index": {"_id": "2"}}\n{}\n{"index"', 5, "not JSON: "),
    ],
)
def test_a_line_of_a_bulk_file_that_is_part_of_no_pair_is_bad(reading, text, line, reason):
    text = '{"index": {"_id": "1"}}\n{}\n' + text
    with pytest.raises(LoadError, match=rf"a\.ndjson line {line}: {reason}"):
        reading(text)
    bad = BadLines(skip=True, tell=lambda _: None)
    assert next(document["_id"] for document in only(reading(text, on_bad=bad))) == "1"
    assert bad.count == 1


def test_an_object_of_one_key_is_a_document_where_it_is_no_action(reading):
    text = '{"index": {"name": "A"}}\n{"index": {"name": "B"}}\n'
    assert [document["_id"] for document in only(reading(text, id_field="index.name"))] == ["A", "B"]


TABLES = {
    "lists": [["name", "n"], ["a", 1], ["b", 2]],
    "columns of lists": {"name": ["a", "b"], "n": [1, 2]},
    "columns of numbered rows": {"name": {"0": "a", "1": "b"}, "n": {"0": 1, "1": 2}},
    "columns and data": {"columns": ["name", "n"], "index": [0, 1], "data": [["a", 1], ["b", 2]]},
    "a schema and data": {
        "schema": {"fields": [{"name": "index"}, {"name": "name"}, {"name": "n"}]},
        "data": [{"name": "a", "n": 1}, {"name": "b", "n": 2}],
    },
}


@pytest.mark.parametrize("form", TABLES)
def test_a_table_in_json_is_its_rows(reading, form):
    table = TABLES[form]
    documents = only(reading(json.dumps(table), "a.json", id_field="name"))
    assert documents == [{"_id": "a", "name": "a", "n": 1}, {"_id": "b", "name": "b", "n": 2}]


def test_the_columns_of_a_list_of_lists_without_names_are_numbered(reading):
    documents = only(reading('[["a", 2], ["b", 4]]', "a.json", id_field="@number"))
    assert documents[1] == {"_id": "2", "column_1": "b", "column_2": 4}


def test_a_row_of_another_length_in_a_list_of_lists_is_named(reading):
    with pytest.raises(LoadError, match=r"a.json line 3: 1 cell for 2 columns"):
        reading('[["a", "b"],\n[1, 2],\n[3]]', "a.json", id_field="@number")


def test_texts_and_values_under_keys_are_documents(reading):
    assert only(reading('["a", "b"]', "a.json", id_field="@number")) == [
        {"_id": "1", "value": "a"}, {"_id": "2", "value": "b"},
    ]  # fmt: skip
    names = {f"C{number}": f"country {number}" for number in range(20)}
    assert only(reading(json.dumps(names), "a.json"))[0] == {"_id": "C0", "value": "country 0"}
    few = {"name": "one", "city": "Ulm"}
    assert only(reading(json.dumps(few), "a.json", id_field="name")) == [{"_id": "one", **few}]


def test_many_objects_with_few_fields_are_documents_though_some_are_empty(reading):
    signs = {
        f"a/{number}": ({"source": "iana"}, {"charset": "x"}, {"extensions": ["e"]}, {})[number % 4]
        for number in range(80)
    }
    assert len(only(reading(json.dumps(signs), "a.json"))) == 80


def test_many_objects_with_keys_are_the_documents_next_to_a_short_list(reading):
    paths = {f"/part/{number}": {"get": {"summary": f"part {number}"}} for number in range(20)}
    interface = {"info": {"title": "Parts"}, "tags": [{"_id": "part"}, {"_id": "shop"}], "paths": paths}
    assert only(reading(json.dumps(interface), "a.json"))[0] == {"_id": "/part/0", "key": "/part/0", **paths["/part/0"]}
    interface["tags"].append({"_id": "box"})
    assert len(only(reading(json.dumps(interface), "a.json"))) == 3


def test_one_of_several_lists_is_named(reading, tmp_path):
    (tmp_path / "graph.json").write_text(
        '{"graph": {"nodes": [{"id": 1}, {"id": 2}], "links": [{"a": 1}, {"a": 2}, {"a": 3}]}}'
    )

    def elements(sheet):
        told = []
        with Source(str(tmp_path / "graph.json"), reading=Reading(sheet=sheet), say=told.append) as source:
            return len(list(read(source, BadLines(), identifier("@number")))), told

    lists = "graph.links (3), graph.nodes (2)"
    assert elements("graph.nodes") == (2, [])
    assert elements(None) == (
        1,
        [f"the file is one document, with the lists {lists}: --sheet NAME takes the elements of one as documents"],
    )
    with pytest.raises(LoadError, match=r"has no list of objects called nodes, only graph.nodes, graph.links"):
        elements("nodes")


def test_lines_of_a_log_are_no_table(reading):
    line = "2024-01-01 08:00:{:02},463 {} app.web: {}"
    few = [line.format(n, "INFO", "started") for n in range(20)]
    many = [line.format(n, "INFO", "a, b, c" if n % 3 else "started, x=1, y=2, z=3") for n in range(20)]
    for lines in (few, many, ["a, b, c, d", *few], ["a, b, c", "d", "e, f"] * 9):
        with pytest.raises(LoadError, match="neither JSON nor a table"):
            reading("\n".join(lines), "app.log", id_field="@number")
    assert len(only(reading("a, b, c\n" + "1, 2, 3\n" * 20 + "4, 5\n", "app.log", id_field="@number"))) == 21


def test_tables_whose_rows_differ_or_end_with_three_digits_after_a_time_are_no_logs(reading):
    times = "time,co2\n" + "".join(f"2024-01-01 08:00:{n:02},{460 + n}\n" for n in range(20))
    (*_, last) = only(reading(times, "readings", id_field="@number"))
    assert last == {"_id": "20", "time": "2024-01-01 08:00:19", "co2": "479"}
    assert len(reading("a,b,c\n" + "1,2,3,\n" * 20, "export", id_field="@number")) == 20
    assert len(reading("a,b,c,d\n" + "1,2\n" * 20, "export", id_field="@number")) == 20


def test_the_list_of_an_object_with_an_id_is_named(tmp_path):
    chapters, verses = ([{"id": number} for number in range(count)] for count in (20, 90))
    (tmp_path / "book.json").write_text(json.dumps({"id": 1, "chapters": chapters, "verses": verses, "few": [{}, {}]}))
    told = []
    with Source(str(tmp_path / "book.json"), say=told.append) as source:
        assert len(list(read(source, BadLines(), identifier("@number")))) == 1
    lists = "the file is one document, with the lists verses (90), chapters (20)"
    assert told == [f"{lists}: --sheet NAME takes the elements of one as documents"]


def test_the_only_file_of_a_load_is_no_document_with_an_id_around_many_objects(reading):
    text = json.dumps({"id": "x", "made": "2024-05-05", "data": [{"code": n} for n in range(20)]})
    assert len(reading(text, "a.json", only=True, id_field="@number")) == 20
    assert [document["id"] for document in only(reading(text, "a.json", id_field="@number"))] == ["x"]


def test_a_long_list_holds_the_documents_of_the_only_file_whatever_is_around_it(reading):
    around = {f"k{number}": number for number in range(9)} | {"reminders": [{"minutes": 1}, {"minutes": 2}]}
    text = json.dumps(around | {"items": [{"summary": "x"}] * 20})
    assert len(reading(text, "a.json", only=True, id_field="@number")) == 20
    assert len(reading(text, "a.json", id_field="@number")) == 1
    few = json.dumps(around | {"items": [{"summary": "x"}] * 19})
    assert len(reading(few, "a.json", only=True, id_field="@number")) == 1
    inside = json.dumps({"film": json.loads(text)})
    assert len(reading(inside, "a.json", only=True, id_field="@number")) == 20
    assert len(reading(inside, "a.json", id_field="@number")) == 1


def test_the_only_list_with_ids_holds_the_documents_also_in_a_list_of_one_object(reading):
    nodes = [{"_id": f"T:{number}", "lbl": "term"} for number in range(30)]
    edges = [{"sub": f"T:{number}", "obj": "T:0"} for number in range(40)]
    ontology = {"graphs": [{"id": "o", "nodes": nodes, "edges": edges}]}
    assert only(reading(json.dumps(ontology), "a.json")) == nodes


def test_a_key_of_several_words_is_a_field_where_documents_do_not_hold_it(reading):
    names = {f"image/{name}": {"source": "iana", "ends": [name]} for name in ("png", "gif", "jpeg")}
    assert only(reading(json.dumps(names), "a.json"))[0] == {
        "_id": "image/png",
        "key": "image/png",
        **names["image/png"],
    }
    held = {name: {"code": name, "size": 1} for name in ("png", "gif", "jpeg")}
    assert only(reading(json.dumps(held), "a.json"))[0] == {"_id": "png", **held["png"]}
    held = {f"image/{name}": {"type": f"image/{name}"} for name in ("png", "gif", "jpeg")}
    assert only(reading(json.dumps(held), "a.json"))[0] == {"_id": "image/png", "type": "image/png"}


def test_a_row_nested_too_deep_is_a_bad_line(reading):
    with pytest.raises(LoadError, match=r"a.json line 2: nested more than 64 deep"):
        reading(f'[["a"],\n[{"[" * 300}{"]" * 300}]]', "a.json", id_field="@number")


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.ndjson", '{"_id":"a"}\n{"_id": "' + "b" * 30), ("a.csv", "_id\n" + "b" * 30), ("a.tsv", "_id\n" + "\t" * 30)],
)
def test_a_line_without_an_end_takes_no_memory(reading, monkeypatch, name, content):
    monkeypatch.setattr(source, "MAX_VALUE", 20)
    with pytest.raises(LoadError, match="line 2: more than 20 characters"):
        reading(content, name)


def test_a_table_has_as_many_columns_as_an_index_has_fields(reading):
    with pytest.raises(LoadError, match="line 1: 32,001 columns, at most 32,000"):
        reading("_id" + "," * 32_000 + "\n1\n", "a.csv")


def test_an_excel_file_that_fills_the_memory_is_refused(reading, monkeypatch):
    monkeypatch.setattr(unpack, "MAX_UNPACKED", 1 << 20)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(unpack.EXCEL_PART, "a" * (2 << 20))
    with pytest.raises(LoadError, match="unpacks to 2 MB, more than 200 times its size"):
        reading(packed.getvalue(), "a.xlsx")


def test_the_records_under_a_key_are_the_documents_where_they_are_most(reading):
    features = {f"css-{n}": {"title": f"Feature {n}", "usage": n} for n in range(40)}
    agents = {name: {"browser": name, "usage": 5} for name in ("a", "b", "c")}
    found = [
        document for _, document in reading(json.dumps({"agents": agents, "updated": 5, "data": features}), "a.json")
    ]
    assert found[1] == {"_id": "css-1", "key": "css-1", "title": "Feature 1", "usage": 1}
    assert len(found) == 40
    [whole] = reading(json.dumps({"agents": features, "data": features}), "a.json", id_field="@number")
    assert set(whole[1]) == {"_id", "agents", "data"}


@pytest.mark.parametrize(("name", "advice"), [("a.bib", "CSL JSON"), ("a.xls", "save .* .xlsx"), ("a.xml.gz", "JSON")])
def test_files_of_known_formats_that_cannot_be_read_come_with_advice(tmp_path, name, advice):
    (tmp_path / name).write_bytes(gzip.compress(b"a, b\n") if name.endswith("gz") else b"a, b\n")
    with pytest.raises(LoadError, match=advice):
        Source(str(tmp_path / name))
    Source(str(tmp_path / name), format="csv").closing.close()


def test_a_list_in_another_encoding_than_utf_8_is_refused_with_the_option(reading):
    text = '[{"_id": "a"},\n{"_id": "b", "name": "M\u00fcller"}]'
    with pytest.raises(LoadError, match="line 2: has bytes that are not in the encoding of the file: see --encoding"):
        reading(text.encode("latin-1"), "a.json")


def test_an_object_with_an_empty_key_is_left_out(reading):
    text = json.dumps({"": {"name": "app"}, **{f"lib/{n}": {"name": f"n{n}", "v": n} for n in range(4)}})
    assert [document["_id"] for document in only(reading(text, "a.json"))] == ["lib/0", "lib/1", "lib/2", "lib/3"]


def test_an_empty_file_is_called_empty(reading):
    with pytest.raises(LoadError, match=r"a\.json is empty"):
        reading("", "a.json")
