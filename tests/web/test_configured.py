"""What settings change, over HTTP."""

import json

import pytest
from werkzeug.test import create_environ, run_wsgi_app

from searchapp import create_app
from searchapp.config.settings import SettingsError


@pytest.fixture(scope="module")
def application():
    """A function that gives the application on an engine with these settings, the same one for all tests."""
    made = {}

    def application(engine, settings):
        key = (engine.name, repr(settings))
        if key not in made:
            made[key] = create_app(engine.config | settings)
        return made[key]

    return application


@pytest.fixture
def configured_on_each(engine, application):
    """A function that gives a test client of an application with these settings, on each engine."""
    return lambda **settings: application(engine, settings).test_client()


@pytest.fixture
def configured(embedded_engine, application):
    """A function that gives a test client of an application with these settings."""
    return lambda **settings: application(embedded_engine, settings).test_client()


@pytest.mark.rule("G5", "Z4", "CA21")
def test_answers_carry_the_configured_cache_time(configured_on_each):
    answer = configured_on_each(CACHE_MAX_AGE=600).get("/v1/gene/HGNC:5")
    assert answer.headers["Cache-Control"] == "max-age=600, public"


@pytest.mark.rule("Z4")
def test_an_endpoint_can_have_a_cache_time_of_its_own(configured_on_each):
    client = configured_on_each(CACHE_MAX_AGE=600, ENDPOINT_CACHE={"query": 5})
    assert client.get("/v1/query?q=cdk2").headers["Cache-Control"] == "max-age=5, public"
    assert client.get("/v1/gene/HGNC:5").headers["Cache-Control"] == "max-age=600, public"


@pytest.mark.rule("G5", "CA21")
@pytest.mark.parametrize(
    "path", ["/v1/gene/nothing", "/v1/query?fetch_all=true", "/v1/query?q=__any__", "/v1/query?size=x"]
)
def test_errors_scrolls_and_random_answers_are_never_cached(configured_on_each, path):
    answer = configured_on_each(CACHE_MAX_AGE=600).get(path)
    assert "max-age" not in answer.headers.get("Cache-Control", "")


@pytest.mark.rule("R9")
def test_lists_can_be_wrapped_in_an_object(configured):
    answer = configured(JSON_WRAP_LISTS=True).post("/v1/gene", json={"ids": ["HGNC:5", "HGNC:7"], "fields": "symbol"})
    assert [entry["symbol"] for entry in answer.json["hits"]] == ["A1BG", "A2M"]


@pytest.mark.rule("R9")
def test_the_formatter_wraps_no_object(configured):
    assert configured(JSON_WRAP_LISTS=True).get("/v1/gene/HGNC:5").json["symbol"] == "A1BG"


@pytest.mark.rule("N1", "N2")
def test_a_prefix_stands_before_every_path(configured):
    client = configured(URL_PREFIX="api/genes")
    assert client.get("/api/genes/v1/gene/HGNC:5").json["symbol"] == "A1BG"
    assert client.get("/api/genes/v1/query?q=symbol:cdk2").json["total"] == 1
    assert client.get("/api/genes/metadata").status_code == 200
    assert client.get("/metadata").status_code == 200
    assert client.get("/v1/gene/HGNC:5").status_code == 404


@pytest.mark.parametrize("path", ["/gene/query", "/v1/gene/query", "/api/gene/query", "/v2/gene/query"])
def test_a_path_without_its_first_parts_is_found(path, configured):
    answer = configured(URL_PREFIX="api").get(path)
    assert (answer.status_code, answer.json["did_you_mean"]) == (404, "/api/v1/gene/query")


@pytest.mark.rule("V1")
def test_the_version_is_configured(configured):
    client = configured(API_VERSION="v3")
    assert client.get("/v3/gene/HGNC:5").status_code == 200
    assert client.get("/v1/gene/HGNC:5").status_code == 404


@pytest.mark.rule("C6")
def test_nested_facets_are_refused_when_they_are_not_allowed(configured):
    answer = configured(ALLOW_NESTED_QUERY=False).get("/v1/query?facets=status(locus_type)")
    assert (answer.status_code, answer.json["success"]) == (400, False)


@pytest.mark.rule("C5", "CA11")
def test_without_random_queries_any_document_still_answers(configured_on_each):
    answer = configured_on_each(ALLOW_RANDOM_QUERY=False).get("/v1/query?q=__any__&size=3")
    assert (answer.status_code, len(answer.json["hits"])) == (200, 3)


@pytest.mark.rule("C5")
def test_random_documents_are_others_each_time(configured):
    client = configured()
    found = {tuple(hit["_id"] for hit in client.get("/v1/query?q=__any__&size=5").json["hits"]) for _ in range(5)}
    assert len(found) > 1


@pytest.mark.rule("N6")
@pytest.mark.parametrize("option", ["raw", "rawquery"])
def test_raw_answers_are_refused_when_they_are_not_allowed(configured, option):
    answer = configured(ALLOW_RAW=False).get(f"/v1/query?q=cdk2&{option}=true")
    assert (answer.status_code, answer.json["success"]) == (400, False)


@pytest.mark.rule("G4")
def test_only_the_configured_origins_may_read(configured):
    client = configured(CORS_ORIGINS=["https://good.example"])
    allowed = client.get("/v1/gene/HGNC:5", headers={"Origin": "https://good.example"})
    refused = client.get("/v1/gene/HGNC:5", headers={"Origin": "https://bad.example"})
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://good.example"
    assert "Access-Control-Allow-Origin" not in refused.headers


@pytest.mark.parametrize("origin", [None, "https://good.example", "https://other.example", "https://bad.example"])
@pytest.mark.parametrize("path", ["/v1/gene/HGNC:5", "/v1/gene/none", "/", "/static/style.css", "/docs"])
def test_a_cache_hears_that_answers_depend_on_the_origin(configured, path, origin):
    client = configured(CORS_ORIGINS=["https://good.example", "https://other.example"])
    answer = client.get(path, headers={"Origin": origin} if origin else {})
    allowed = [origin] if origin and "bad" not in origin else []
    assert answer.headers.getlist("Access-Control-Allow-Origin") == allowed
    assert "Origin" in answer.vary
    answer.close()


def test_a_preflight_lists_allowed_methods_and_headers_to_a_configured_origin(configured):
    asked = {"Origin": "https://good.example", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "content-type"
    headers = configured(CORS_ORIGINS=["https://good.example"]).options("/v1/gene", headers=asked).headers
    assert headers["Access-Control-Allow-Origin"] == "https://good.example"
    assert "POST" in headers["Access-Control-Allow-Methods"]
    assert headers["Access-Control-Allow-Headers"] == "content-type"


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_a_page_prints_the_host_of_the_machine_itself(configured, host):
    page = configured().get("/", headers={"Host": host}).text
    assert f"http://{host.lower()}/v1/gene/" in page.lower()


@pytest.mark.parametrize("path", ["/", "/v1/gene/query?q=cdk2", "/v1/gene/HGNC:5", "/v1/gene/no", "/docs"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "localhost@evil.example", '"><b>evil.example']
)
def test_a_page_prints_no_host_that_is_not_trusted(configured, path, host):
    answer = configured().get(path, headers={"Host": host, "Accept": "text/html", "X-Forwarded-Host": host})
    assert answer.status_code in (200, 404)
    assert "evil.example" not in answer.text


def test_a_page_for_a_host_that_is_no_address_prints_none(configured):
    headers = {"Host": "[::::::::]", "Accept": "text/html"}
    body, status, _ = run_wsgi_app(configured().application, create_environ("/v1/gene/HGNC:5", headers=headers))
    assert (status, b"::::" in b"".join(body)) == ("200 OK", False)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_host_that_is_no_name_is_refused(configured, accept):
    answer = configured().get("/v1/gene/HGNC:5", headers={"Host": "a" * 64, "Accept": accept})
    assert (answer.status_code, answer.mimetype, answer.json["success"]) == (400, "application/json", False)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_hosts_that_are_not_listed_are_refused_where_some_are(configured, accept):
    client = configured(TRUSTED_HOSTS=["good.example", ".fine.example"])
    for host in ("good.example", "good.example:81", "a.fine.example"):
        page = client.get("/v1/gene/HGNC:5", headers={"Host": host, "Accept": "text/html"})
        assert f"curl http://{host}/v1/gene/HGNC:5" in page.text
    answer = client.get("/v1/gene/HGNC:5", headers={"Host": "evil.example", "Accept": accept})
    assert (answer.status_code, answer.mimetype, answer.headers["Cache-Control"]) == (
        400,
        "application/json",
        "no-store",
    )
    assert answer.json["error"] == "the host of the request is not one of this service"


def test_the_configured_address_wins_over_any_host(configured):
    client = configured(BASE_URL="https://api.example.org", TRUSTED_HOSTS=["good.example"])
    assert "curl https://api.example.org/v1/gene/" in client.get("/", headers={"Host": "good.example"}).text


@pytest.mark.rule("Q3")
def test_the_limit_of_size_is_a_setting(configured):
    answer = configured(MAX_SIZE=20, SIZE=3).get("/v1/query?size=21")
    assert answer.json["error"] == "size must be a whole number from 0 to 20"
    assert len(configured(MAX_SIZE=20, SIZE=3).get("/v1/query?q=*").json["hits"]) == 3


@pytest.mark.rule("Z2", "T3")
def test_the_size_of_a_batch_is_a_setting(configured):
    assert len(configured(SCROLL_SIZE=7).get("/v1/query?fetch_all=true&q=*").json["hits"]) == 7


@pytest.mark.rule("N4", "CA22")
def test_the_item_type_can_have_another_name_in_the_metadata(configured_on_each):
    answer = configured_on_each(METADATA_ITEM_TYPE_KEYS=["item_type", "kind"]).get("/metadata").json
    assert (answer["item_type"], answer["kind"]) == ("gene", "gene")


@pytest.mark.rule("N1")
@pytest.mark.parametrize("name", ["query", "metadata", "status", "spec", "docs", "static", "suggest"])
def test_a_type_with_the_name_of_a_path_stops_the_start(configured, name):
    with pytest.raises(ValueError, match=name):
        configured(ITEM_TYPES={name: {}})


@pytest.mark.rule("L4", "K2")
def test_without_a_mapping_there_are_no_licences(configured):
    answer = configured(ITEM_TYPES={"gene": {}}).get("/v1/gene/HGNC:1771")
    assert "_license" not in answer.json["xref"]


def test_an_unknown_setting_stops_the_start(configured):
    with pytest.raises(ValueError, match="BACKEMD"):
        configured(BACKEMD="embedded")


@pytest.mark.rule("E1")
def test_how_many_documents_an_id_may_match_is_a_setting(configured_on_each):
    path = "/v1/gene/alias.symbol:ARP1"
    assert len(configured_on_each(MAX_MATCHES=4).get(path).json) == 4
    answer = configured_on_each(MAX_MATCHES=3).get(path)
    assert (answer.status_code, answer.json["error"], answer.json["max"]) == (400, "Too Many Matches.", 3)


@pytest.mark.parametrize(
    ("setting", "path", "name", "number"),
    [
        ("MAX_WINDOW", "/v1/query?from=15&size=10", "max", 20),
        ("MAX_FACET_SIZE", "/v1/query?facets=status&facet_size=21", "max", 20),
        ("MAX_FACET_PRODUCT", "/v1/query?facets=status(locus_type)", "max", 20),
        ("MAX_SIZE", "/v1/query?size=21", "max", 20),
    ],
)
def test_a_limit_that_is_a_setting_stands_in_the_error(configured, setting, path, name, number):
    answer = configured(**{setting: number}).get(path)
    assert (answer.status_code, answer.json[name]) == (400, number)
    assert str(number) in answer.json["error"]


@pytest.mark.parametrize(
    ("setting", "number", "code"), [("MAX_BATCH", 2, 400), ("MAX_BATCH_HITS", 20, 400), ("MAX_BODY", 10, 413)]
)
def test_a_limit_of_a_batch_that_is_a_setting_stands_in_the_error(configured, setting, number, code):
    answer = configured(**{setting: number}).post("/v1/query", json={"q": ["a", "b", "c"], "scopes": "symbol"})
    assert (answer.status_code, answer.json["max"]) == (code, number)
    assert str(number) in answer.json["error"]


def test_a_small_window_does_not_keep_documents_from_being_looked_up(configured):
    client = configured(MAX_WINDOW=20)
    assert client.get("/v1/gene/HGNC:5").status_code == 200
    assert client.get("/v1/gene/1").json["_id"] == "HGNC:5"
    assert client.get("/v1/gene/query?q=kinas&relax=auto").status_code == 200


def test_the_state_is_bad_without_the_documents_that_must_be_there(configured):
    assert configured(STATUS_CHECK={"gene": "HGNC:5"}).get("/status").status_code == 200
    answer = configured(STATUS_CHECK={"gene": "nothing"}).get("/status")
    assert (answer.status_code, answer.json["error"]) == (503, "gene has no document nothing")


def test_documents_of_unknown_types_cannot_be_checked(configured):
    with pytest.raises(SettingsError, match="STATUS_CHECK names 'nope'"):
        configured(STATUS_CHECK={"nope": "1"})


def test_documents_of_a_batch_that_are_too_large_together_are_refused(configured_on_each):
    client = configured_on_each(MAX_ANSWER=20_000)
    terms = {"q": ["kinase"] * 40, "scopes": ["name"], "size": 10}
    answer = client.post("/v1/gene/query", json=terms)
    assert (answer.status_code, answer.json["error"]) == (
        400,
        "the documents found take more than 20000 bytes (MAX_ANSWER), ask for fewer hits, fewer terms or fewer fields",
    )
    assert client.post("/v1/gene/query", json={**terms, "size": 0}).status_code == 200
    assert client.post("/v1/gene/query?format=csv", json={**terms, "q": ["kinase"] * 4}).status_code == 400


def test_documents_of_one_search_that_are_too_large_together_are_refused(configured):
    client = configured(MAX_ANSWER=20_000)
    for path in ("/v1/gene/query?q=*", "/v1/gene/query?q=*&search_after=*"):
        few, many = client.get(f"{path}&size=2"), client.get(f"{path}&size=500")
        assert (few.status_code, many.status_code) == (200, 400)
        assert many.json["error"].startswith("the documents found take more than 20000 bytes (MAX_ANSWER), ask")
    assert client.get("/v1/gene/query?q=*&size=500&fields=_id").status_code == 200
    assert "more than 7500 bytes" in client.get("/v1/gene/query?q=*&size=500&format=csv").text
    assert client.get("/v1/gene/query?q=*&fetch_all=true&format=csv").status_code == 200
    ids = [f"HGNC:{number}" for number in range(500)]
    for many in (ids, ids[5:6] * 500):
        assert client.post("/v1/gene", json={"ids": many}).status_code == 400


def test_a_list_that_is_answered_at_once_may_have_as_many_bytes_of_documents(configured):
    client = configured(MAX_ANSWER=80_000)

    def answer(format, terms):
        asked = {"list": "kinase\n" * terms, "scopes": "name", "size": 3, "format": format}
        return client.post("/v1/gene/batch", data=asked)

    for format, terms in (("json", 8), ("yaml", 2), ("html", 100)):
        assert answer(format, terms).status_code == 200
    for format, terms in (("json", 100), ("yaml", 25)):
        refused = answer(format, terms)
        assert (refused.status_code, "ask for fewer hits" in refused.text) == (400, True)


def test_a_list_is_answered_in_parts_that_are_small_enough(configured):
    lines = configured(MAX_ANSWER=20_000).post(
        "/v1/gene/batch?scopes=name&size=3&summary=false", data="kinase\nreceptor\n" * 50, content_type="text/plain"
    )
    assert lines.status_code == 200
    assert [json.loads(line)["query"] for line in lines.text.splitlines()].count("receptor") == 150


def test_every_part_of_a_complete_result_is_small_enough(configured_on_each):
    client = configured_on_each(MAX_ANSWER=20_000)
    path = "/v1/gene/query?q=kinase&fetch_all=true"
    lines = client.get(f"{path}&format=ndjson").text.splitlines()
    batches, batch = [], client.get(path)
    while "hits" in batch.json:
        batches.append(batch.json["hits"])
        batch = client.get(f"/v1/gene/query?scroll_id={batch.json['_scroll_id']}")
    assert batch.json == {"success": False, "error": "No more results to return."}
    assert 1 < max(map(len, batches)) < len(lines) > 100
    ids = [hit["_id"] for hits in batches for hit in hits]
    assert sorted(ids) == sorted(json.loads(line)["_id"] for line in lines)
    assert len(set(ids)) == len(ids)
