import pytest

from searchapp.errors import PipelineError
from searchapp.web.request.options import query_pairs, request_id


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


def test_a_sane_request_id_is_kept_and_another_is_replaced():
    assert request_id({"HTTP_X_REQUEST_ID": "abc-1.2:3_4"}) == "abc-1.2:3_4"
    assert request_id({"HTTP_X_REQUEST_ID": "x\r\nSet-Cookie: a"}).isalnum()
    assert len(request_id({"HTTP_X_REQUEST_ID": "x" * 65})) == 16


def test_a_request_keeps_its_id():
    environ = {}
    assert request_id(environ) == request_id(environ) != request_id({})
