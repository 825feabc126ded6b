"""Headers, conditional requests and the log."""

import json

import pytest


@pytest.mark.rule("G5")
@pytest.mark.parametrize("format", ["json", "yaml", "msgpack", "html"])
def test_a_known_answer_is_not_sent_again(client, format):
    path = f"/v1/gene/query?q=symbol:cdk2&format={format}"
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)


@pytest.mark.parametrize("path", ["/v1/gene/query?q=symbol:cdk2", "/v1/gene/HGNC:5", "/"])
def test_a_page_that_looks_otherwise_is_sent_though_its_data_are_known(configured, path):
    browser = {"Accept": "text/html"}
    tag = configured(TITLE="Before").get(path, headers=browser).headers["ETag"]
    after = configured(TITLE="After").get(path, headers={**browser, "If-None-Match": tag})
    assert (after.status_code, b"After" in after.data) == (200, True)


def test_another_answer_is_sent(client):
    tag = client.get("/v1/gene/HGNC:5").headers["ETag"]
    assert client.get("/v1/gene/HGNC:7", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.rule("G5")
@pytest.mark.parametrize("path", ["/v1/gene/nothing", "/v1/query?fetch_all=true", "/v1/query?q=__any__", "/status"])
def test_changing_answers_have_no_tag_and_are_not_stored(client, path):
    headers = client.get(path).headers
    assert (headers["Cache-Control"], "ETag" in headers) == ("no-store", False)


@pytest.mark.parametrize("path", ["/v1/gene/HGNC:5", "/v1/gene/nothing", "/", "/nowhere", "/static/style.css"])
def test_every_answer_carries_an_id_and_forbids_sniffing(client, path):
    with client.get(path, headers={"X-Request-ID": "abc"}) as answer:
        assert answer.headers["X-Request-ID"] == "abc"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_answers_depend_on_the_accept_header(client):
    assert client.get("/v1/gene/HGNC:5").headers["Vary"] == "Accept"


def test_answers_name_the_version_of_the_data(client):
    assert client.get("/v1/gene/HGNC:5").headers["X-Data-Version"] == "20240723"


@pytest.mark.rule("G3")
@pytest.mark.parametrize("path", ["/", "/v1/gene", "/v1/gene/x", "/v1/query/", "/metadata", "/spec", "/status/live"])
def test_options_is_answered_without_a_body(client, path):
    answer = client.options(path, headers={"Access-Control-Request-Method": "POST", "Origin": "https://a.example"})
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert len(answer.headers.getlist("Access-Control-Allow-Methods")) == 1
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]


def test_no_cookie_is_ever_set(client):
    assert "Set-Cookie" not in client.get("/").headers


@pytest.mark.rule("E7")
@pytest.mark.parametrize(
    "path", ["/v1/gene/HGNC:5", "/v1/gene/query", "/v1/query", "/metadata", "/metadata/fields", "/spec"]
)
def test_both_slash_forms_answer_directly(client, path):
    assert client.get(path).status_code == client.get(path + "/").status_code == 200


@pytest.mark.rule("E10")
def test_probes_answer_by_themselves(client):
    assert client.get("/status/live").json == {"success": True, "status": "live"}
    assert client.get("/status/ready").json["documents"]["gene"] == 3000


def test_the_log_is_a_json_line_per_request(configured, capsys):
    configured(LOG_FORMAT="json").get("/v1/gene/HGNC:5?fields=symbol", headers={"X-Request-ID": "abc"})
    line = json.loads(capsys.readouterr().out)
    assert {key: line[key] for key in ("request_id", "method", "path", "query", "status")} == {
        "request_id": "abc",
        "method": "GET",
        "path": "/v1/gene/HGNC:5",
        "query": "fields=symbol",
        "status": 200,
    }
    assert {"time", "level", "logger", "bytes", "ms", "waited_ms", "client", "user_agent"} <= set(line)


@pytest.mark.rule("R6", "FC27", "FC3")
def test_unexpected_errors_are_a_500_with_the_request_id_alone(configured, caplog):
    client = configured()
    pipeline = client.application.extensions["searchapp"].item_types["gene"].pipeline

    class Broken:
        def search(self, query, context):
            raise RuntimeError("/secret/place")

    pipeline.backend = Broken()
    answer = client.get("/v1/gene/HGNC:5", headers={"X-Request-ID": "abc"})
    assert (answer.status_code, answer.json) == (
        500,
        {"code": 500, "success": False, "error": "Internal Server Error", "request_id": "abc"},
    )
    assert "/secret/place" in caplog.text


@pytest.mark.rule("G3")
@pytest.mark.parametrize("path", ["/v1/gene/HGNC:5", "/v1/gene/query", "/v1/gene/suggest", "/metadata", "/status"])
def test_an_answer_to_options_has_the_headers_of_no_page(client, path):
    answer = client.options(path, headers={"Origin": "https://example.org"})
    assert (answer.status_code, answer.data) == (204, b"")
    assert {"Content-Type", "Content-Security-Policy", "Referrer-Policy"}.isdisjoint(answer.headers.keys())
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_an_answer_that_is_not_sent_again_has_the_headers_of_no_page(client):
    tag = client.get("/v1/gene/HGNC:5").headers["ETag"]
    answer = client.get("/v1/gene/HGNC:5", headers={"If-None-Match": tag})
    assert {"Content-Type", "Content-Security-Policy"}.isdisjoint(answer.headers.keys())


def test_a_script_of_another_origin_may_read_the_headers_that_say_more(client):
    exposed = client.get("/v1/gene/HGNC:5", headers={"Origin": "https://a.example"}).headers[
        "Access-Control-Expose-Headers"
    ]
    assert {"Link", "X-Warnings", "X-Data-Version", "Retry-After", "Content-Disposition"} <= set(exposed.split(", "))
