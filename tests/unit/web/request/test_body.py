import tracemalloc
from urllib.parse import parse_qsl

import msgpack
import pytest
from flask import Flask, request

from searchapp.errors import PipelineError
from searchapp.web.request.body import read_body

app = Flask(__name__)
FORM = "application/x-www-form-urlencoded"


def read(data, content_type="application/json", **headers):
    if isinstance(data, str):
        data = data.encode()
    with app.test_request_context("/", method="POST", data=data, content_type=content_type, headers=headers):
        return list(read_body(request))


def refused(data, content_type="application/json", **headers):
    with pytest.raises(PipelineError) as raised:
        read(data, content_type, **headers)
    return raised.value.code, raised.value.summary, raised.value.details


@pytest.mark.rule("G2")
@pytest.mark.parametrize(
    ("content_type", "data"),
    [
        ("application/json", b'{"ids": ["a", 2]}'),
        ("application/json; charset=utf-8", b'{"ids": ["a", 2]}'),
        ("", b'{"ids": ["a", 2]}'),
        ("application/yaml", b"ids: [a, 2]"),
        ("text/yaml", b"ids:\n- a\n- 2\n"),
        ("application/msgpack", msgpack.packb({"ids": ["a", 2]})),
        ("application/x-msgpack", msgpack.packb({"ids": ["a", 2]})),
    ],
)
def test_a_body_may_be_json_yaml_or_msgpack(content_type, data):
    assert read(data, content_type) == [("ids", ["a", 2])]


@pytest.mark.parametrize("data", [b'{"ids": ["a", 2]}', b"ids: [a, 2]"])
def test_a_body_may_begin_with_a_byte_order_mark(data):
    content_type = "application/json" if data.startswith(b"{") else "application/yaml"
    assert read(b"\xef\xbb\xbf" + data, content_type) == [("ids", ["a", 2])]


def test_a_form_gives_its_fields_in_order():
    body = "ids=1&ids=2&fields=&q=a%2Bb+c"
    assert read(body, "application/x-www-form-urlencoded") == [
        ("ids", "1"),
        ("ids", "2"),
        ("fields", ""),
        ("q", "a+b c"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("escape", ["%2C", "+%C3%A9", "%", "%%2", "%zz", "é%41"])
def test_a_long_form_is_read_as_a_short_one_is(escape):
    long = escape * 50_000
    assert read("a=1&ids=" + long, FORM) == parse_qsl("a=1&ids=" + long, keep_blank_values=True)


@pytest.mark.slow
def test_escapes_of_a_form_take_no_memory():
    data = b"ids=" + b"%2C" * 1_000_000
    tracemalloc.start()
    read(data, FORM)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5 * len(data)


def test_a_multipart_form_gives_its_fields():
    with app.test_request_context("/", method="POST", data={"ids": ["1", "2"]}, content_type="multipart/form-data"):
        assert list(read_body(request)) == [("ids", "1"), ("ids", "2")]


def test_a_field_of_a_multipart_form_without_a_name_has_an_empty_one():
    data = b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
    assert read(data, "multipart/form-data; boundary=x") == [("", "1")]


@pytest.mark.parametrize("heads", [b"X-A: b\r\n" * 20_000, b"X-A: b\n" * 20_000, b"X-A: " + b"b" * 100_000])
def test_a_part_of_a_multipart_form_with_long_headers_is_refused(heads):
    data = b'--x\r\nContent-Disposition: form-data; name="q"\r\n' + heads + b"\r\n\r\na\r\n--x--\r\n"
    code, text, details = refused(data, "multipart/form-data; boundary=x")
    assert (code, text) == (413, "the headers of a part of a form may have at most 8192 bytes")
    assert details == {"max": 8192}


def test_no_body_is_no_options():
    assert read("", "application/xml") == []


def test_files_are_refused():
    data = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n1\r\n--x--\r\n'
    assert refused(data, "multipart/form-data; boundary=x")[:2] == (
        400,
        "files are not accepted: send texts as the fields of the form",
    )


PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'


@pytest.mark.rule("FI9")
@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        ("&".join(["a=1"] * 1001), "application/x-www-form-urlencoded"),
        (PART * 1001 + b"--x--", "multipart/form-data; boundary=x"),
    ],
)
def test_more_than_a_thousand_fields_are_refused(data, content_type):
    code, text, details = refused(data, content_type)
    assert (code, text) == (413, "a form may have at most 1000 fields")
    assert details == {"max": 1000, "num": 1001}


@pytest.mark.parametrize("content_type", ["application/xml", "text/plain", "image/png"])
def test_another_type_is_a_415_with_the_accepted_ones(content_type):
    code, _, details = refused("x", content_type)
    assert (code, details["accepted"][0]) == (415, "application/json")


def test_a_compressed_body_is_a_415():
    assert refused("{}", **{"Content-Encoding": "gzip"})[0] == 415


@pytest.mark.parametrize(
    ("content_type", "data", "text"),
    [
        ("application/json", b'{"ids": [1,\n 2', "Invalid JSON body."),
        ("application/json", b'{"ids": NaN}', "Invalid JSON body."),
        ("application/json", b'{"ids": "\xff"}', "Invalid JSON body."),
        ("application/yaml", b"ids: [1,\n 2", "Invalid YAML body."),
        ("application/yaml", b"\xff\xfe\x00", "Invalid YAML body."),
        ("application/msgpack", b"\x81\xa3ids", "Invalid msgpack body."),
        ("application/msgpack", b"\xc1", "Invalid msgpack body."),
        ("application/msgpack", msgpack.packb(1) + b"x", "Invalid msgpack body."),
    ],
)
def test_invalid_bodies_are_a_400_of_their_format(content_type, data, text):
    code, summary, details = refused(data, content_type)
    assert (code, summary) == (400, text)
    assert details["reason"]


def test_a_bad_body_is_named_with_its_position():
    assert {key: refused('{"ids":\n [1 2]}')[2][key] for key in ("line", "column")} == {"line": 2, "column": 5}
    assert refused("a: b\nids: [1}", "application/yaml")[2]["line"] == 2


@pytest.mark.parametrize("data", [b"[1]", b'"a"', b"1", b"null"])
def test_the_top_has_to_be_an_object(data):
    assert refused(data)[:2] == (400, "the JSON body must be an object")
    assert refused(data, "application/yaml")[:2] == (400, "the YAML body must be an object")


@pytest.mark.parametrize("depth", [64, 100_000])
def test_deep_bodies_are_refused(depth):
    assert refused('{"ids":' + "[" * depth + "]" * depth + "}")[0] == 400
    yaml = refused("ids: " + "[" * depth, "application/yaml")
    assert yaml[0] == 400
    assert "nest" in yaml[2]["reason"]  # libyaml 0.2.6 and later has a limit of its own beyond 1,000
    assert refused(b"\x81\xa3ids" + b"\x91" * depth + b"\x01", "application/msgpack")[0] == 400


def test_a_body_just_deep_enough_is_read():
    deep = "[" * 63 + "]" * 63
    assert read('{"ids":' + deep + "}")
    assert read("ids: " + deep, "application/yaml")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("a: &x 1\nids: *x", "anchors and aliases are not accepted"),
        ("a: &x 1", "anchors and aliases are not accepted"),
        ("ids: !!python/object:os.system x", "tags are not accepted"),
        ("ids: !!str 1", "tags are not accepted"),
        ("a: {<<: {b: 1}}", "merge keys are not accepted"),
        ("? [a]\n: 1", "a key must be a text"),
        ("a: 1\n---\nb: 2", "more than one document"),
    ],
)
def test_yaml_of_strangers_has_no_tricks(data, reason):
    assert refused(data, "application/yaml")[2]["reason"] == reason


@pytest.mark.rule("G2")
def test_plain_yaml_scalars_that_are_ids_stay_text():
    body = "ids: [012, no, 1e5, 1.10, 0x1F, 2024-01-01, '7', 7, true, null, -3, 12:30]"
    ids = ["012", "no", "1e5", "1.10", "0x1F", "2024-01-01", "7", 7, True, None, -3, "12:30"]
    assert read(body, "application/yaml") == [("ids", ids)]


@pytest.mark.rule("FI8")
def test_extension_types_of_msgpack_are_refused():
    data = msgpack.packb({"ids": msgpack.ExtType(5, b"")})
    assert refused(data, "application/msgpack")[2]["reason"] == "extension types are not accepted"


@pytest.mark.slow
@pytest.mark.rule("FI8")
@pytest.mark.parametrize(
    ("content_type", "data"),
    [
        ("application/json", b'{"ids":[' + b"[]," * 2_700_000 + b"1]}"),
        ("application/json", b'{"ids":[' + b'"a",' * 2_000_000 + b"1]}"),
        ("application/yaml", b"ids:\n" + b"- a\n" * 2_000_000),
        ("application/msgpack", b"\x81\xa3ids\xdd\x00\x7a\x12\x00" + b"\x90" * 8_000_000),
        ("application/msgpack", b"\x81\xa3ids\xdc\xff\xff" + b"\xdc\xff\xff" * 60 + b"\x01" * 8_000_000),
    ],
)
def test_bodies_of_millions_of_values_are_refused_in_time(content_type, data):
    assert refused(data, content_type)[0] == 400
