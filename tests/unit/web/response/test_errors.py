import pytest
from werkzeug.exceptions import (
    BadRequest,
    Conflict,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    ServiceUnavailable,
)

from searchapp.errors import ErrorKind, PipelineError
from searchapp.web.response.errors import answer_to, error_body
from searchapp.web.response.serializers import to_json, to_msgpack, to_yaml


@pytest.mark.rule("R1", "R3", "R4", "R5", "R6")
def test_a_pipeline_error_gives_code_reason_and_details():
    answer = answer_to(PipelineError(400, "no good", {"keyword": "size"}))
    assert error_body(answer, "id") == {"code": 400, "success": False, "error": "no good", "keyword": "size"}


@pytest.mark.rule("R4")
def test_details_do_not_hide_the_keys_of_every_error():
    answer = answer_to(PipelineError(400, "no", {"code": 200, "success": True, "error": "x"}))
    assert error_body(answer, "id") == {"code": 400, "success": False, "error": "no"}


@pytest.mark.rule("R7")
def test_not_found():
    assert answer_to(PipelineError(404, "Not Found."))[:2] == (404, "Not Found.")
    assert answer_to(NotFound())[:2] == (404, "Not Found.")


NO_SPACE = "the disk of the service has no space left"


def test_a_wrong_method_says_which_are_right():
    answer = answer_to(MethodNotAllowed(["POST", "GET"]))
    assert (answer.code, answer.text, answer.headers) == (405, "Method Not Allowed.", {"Allow": "GET, POST"})


def test_a_large_body_names_the_limit():
    answer = answer_to(RequestEntityTooLarge(), 8)
    assert (answer.code, answer.text, answer.details) == (413, "the body may have at most 8 bytes", {"max": 8})


def test_other_faults_of_the_caller_keep_their_code():
    assert answer_to(BadRequest())[:2] == (400, "Bad Request.")


@pytest.mark.rule("R5", "R7")
@pytest.mark.parametrize("kind", [NotFound, BadRequest, Conflict, ServiceUnavailable, RequestEntityTooLarge])
def test_the_reason_that_a_page_gives_is_the_error(kind):
    body = error_body(answer_to(kind("no such group")), "r1")
    traced = {"request_id": "r1"} if kind.code >= 500 else {}
    assert body == {"code": kind.code, "success": False, "error": "no such group", **traced}


@pytest.mark.rule("R6")
@pytest.mark.parametrize("details", ["text", ["a", 1], 7])
def test_details_that_are_no_mapping_stand_under_their_name(details):
    body = error_body(answer_to(PipelineError(400, "no", details)), "id")
    assert body == {"code": 400, "success": False, "error": "no", "details": details}
    assert to_json(body)


@pytest.mark.rule("R6")
def test_details_may_have_other_keys_than_texts():
    body = error_body(answer_to(PipelineError(400, "no", {1: "x", None: b"y"})), "id")
    assert all(write(body) for write in (to_json, to_yaml, to_msgpack))
    assert body["1"] == "x"


@pytest.mark.rule("R6")
@pytest.mark.parametrize(("value", "text"), [("\ud83d", "?"), (2**70, str(2**70)), ({("a",): 1}, "{('a',): 1}")])
def test_details_that_json_has_not_are_texts(value, text):
    body = error_body(answer_to(PipelineError(400, "no", {"found": value})), "id")
    assert body["found"] == text
    assert all(write(body) for write in (to_json, to_yaml, to_msgpack))


@pytest.mark.rule("CW12")
@pytest.mark.parametrize(
    ("kind", "code", "seconds"),
    [
        (ErrorKind.BUSY, 503, "1"),
        (ErrorKind.UNAVAILABLE, 503, "5"),
        (ErrorKind.OVERLOADED, 503, "2"),
        (ErrorKind.PARTIAL, 503, "2"),
        (ErrorKind.NOT_LOADED, 503, "30"),
        (ErrorKind.REFUSED, 503, None),
        (ErrorKind.TOO_MANY_SCROLLS, 429, "2"),
    ],
)
def test_when_to_come_again(kind, code, seconds):
    answer = answer_to(PipelineError.of(kind))
    assert (answer.code, answer.headers.get("Retry-After")) == (code, seconds)


@pytest.mark.parametrize(("code", "seconds"), [(400, None), (429, "2"), (500, None), (503, "2"), (504, "2")])
def test_an_error_without_a_kind_has_that_of_its_status(code, seconds):
    assert answer_to(PipelineError(code, "no good")).headers.get("Retry-After") == seconds


@pytest.mark.parametrize(
    "error", [RuntimeError("/secret/path"), KeyError("index_7"), PipelineError(), PipelineError(200)]
)
def test_unexpected_errors_only_show_the_request_id(error):
    answer = answer_to(error)
    assert (answer.code, answer.text, answer.details) == (500, "Internal Server Error", {})
    assert error_body(answer, "r1") == {
        "code": 500,
        "success": False,
        "error": "Internal Server Error",
        "request_id": "r1",
    }


def test_no_folder_for_temporary_files_is_a_full_disk():
    assert answer_to(FileNotFoundError(2, "no usable temporary directory"))[:2] == (503, NO_SPACE)
    assert answer_to(FileNotFoundError(2, "no such file", "/a")).code == 500
    assert answer_to(PermissionError(13, "denied")).code == 500
