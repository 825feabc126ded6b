"""Attempts to make MongoDB read a value as an operator or a name, through every option of the API."""

from urllib.parse import quote

import pytest

from tests.robustness import mongo_fuzz
from tests.robustness.goals import GRACE
from tests.robustness.random_requests import fuzz
from tests.services.mongo import drop_database

pytestmark = pytest.mark.mongo

NAME = "searchapp_test_hostile"
TEXTS = ('{"$ne": null}', '{"$gt": ""}', "$where", "1; return true", "'; return true; //", '"$ne"', "[$ne]", "{$gt:''}")


@pytest.fixture(scope="module", params=[False, True], ids=["of others", "loaded"])
def app(mongo_url, tmp_path_factory, request):
    app = mongo_fuzz.application(mongo_url, NAME, str(tmp_path_factory.mktemp("hostile")), request.param)
    yield app
    app.extensions["searchapp"].backend.connection.client().close()
    drop_database(mongo_url, NAME)


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.mark.parametrize("scopes", ["_id", "name", "code", "n", "o.k", "*"])
def test_a_term_with_an_operator_finds_nothing(client, scopes):
    for text in TEXTS:
        answer = client.get("/v1/thing/query", query_string={"q": text, "scopes": scopes})
        assert (text, answer.status_code, answer.json["total"]) == (text, 200, 0)


def test_an_id_with_an_operator_finds_nothing(client):
    for text in TEXTS:
        assert client.get(f"/v1/thing/{quote(text, safe='')}").status_code == 404
        found = client.post("/v1/thing", json={"ids": [text]}).json
        assert found == [{"query": text, "found": False, "notfound": True}]


@pytest.mark.parametrize("term", [{"$ne": None}, {"$gt": ""}, {"$where": "1"}, {"$oid": "507f1f77bcf86cd799439011"}])
@pytest.mark.parametrize("scopes", [["_id"], ["name"], []])
def test_an_object_in_a_body_is_refused(client, term, scopes):
    for path, key in (("/v1/thing/query", "q"), ("/v1/thing", "ids")):
        for value in (term, [term], [["x", term]]):
            assert client.post(path, json={key: value, "scopes": scopes}).status_code == 400


@pytest.mark.parametrize("option", ["fields", "scopes", "sort", "facets", "filter", "post_filter", "size", "from"])
def test_an_option_with_an_operator_is_refused_or_finds_nothing_more(client, option):
    for value in ({"$ne": 1}, [{"$gt": ""}], "$where", "o.$k", "$$ROOT", "a\0b"):
        answer = client.post("/v1/thing/query", json={"q": ["T:1"], "scopes": ["_id"], option: value})
        assert answer.status_code == 400 or (answer.status_code, len(answer.json)) == (200, 1), value


def test_a_query_string_names_no_operator(client):
    for q in ("$where:1", r"\$where:1", "name.$ne:x", "o.$gt:1", "_exists_:$where", "$expr:x"):
        answer = client.get("/v1/thing/query", query_string={"q": q})
        assert (q, answer.status_code, answer.json.get("total")) == (q, 200, 0)


def test_nothing_is_suggested_for_an_operator_or_a_pattern(client):
    for text in (*TEXTS, ".*", "^", "C[0-9]", "(a+)+$", "\\"):
        answer = client.get("/v1/thing/suggest", query_string={"q": text})
        assert (text, answer.status_code, answer.json["suggestions"]) == (text, 200, [])


def refused_facets(client, facets):
    """Those of the facets that are refused."""
    return [one for one in facets if client.get("/v1/thing/query", query_string={"facets": one}).status_code == 400]


def test_a_facet_with_a_name_of_mongodb_is_refused(client):
    facets = ["$where", "code($where)", "code(n($ne))", "o.$k", "$$ROOT", "a\0b", "_id", "code(_id)"]
    for name in ("$where", "o.$k", "$$ROOT", "a\0b", "n.$add"):
        facets += [f"{name}:5", f"{name}:0..5", f"{name}:missing", f"{name}:5({name})"]
    assert refused_facets(client, facets) == facets


def test_a_facet_with_a_wrong_step_or_bound_is_refused(client):
    steps = ('{"$ne": 1}', "$n", "0..$n", "1e400", "0", "-5", "0..{}", "month;", "year'")
    facets = [f"n:{by}" for by in steps]
    assert refused_facets(client, facets) == facets


@pytest.mark.parametrize("text", [*TEXTS, "T:1", "C1"])
def test_a_batch_of_terms_finds_only_equal_values(client, text):
    for scopes in ("code", "code,name", "_id,code", "o.k,n"):
        found = client.post("/v1/thing/query", json={"q": [text, "nothing"], "scopes": scopes}).json
        assert all(hit.get("found") is False or text in ("T:1", "C1") for hit in found)


@pytest.mark.parametrize("regex", ["$where", '\\{"$ne": null\\}', "(?i)c1", "^C1$", "C1|$ne", "\\x00"])
def test_a_regular_expression_is_one_of_lucene(client, regex):
    answer = client.get("/v1/thing/query", query_string={"q": f"name:/{regex}/ OR code:/{regex}/"})
    assert answer.status_code == 400 or answer.json["total"] == (9 if regex.startswith("C1|") else 0)


@pytest.mark.parametrize("regex", ["(a+)+b", "(.*a){10}", ".*a.*a.*a.*b", "(a|aa)+b"])
def test_a_pattern_that_could_hold_the_server_up_is_refused(client, regex):
    assert client.get("/v1/thing/query", query_string={"q": f"code:/{regex}/"}).status_code == 400


def test_the_list_of_words_is_no_field(client):
    for options in (
        {"q": "_searchapp_words_:many"},
        {"q": "T:1", "scopes": "_searchapp_words_"},
        {"facets": "_searchapp_words_"},
    ):
        answer = client.get("/v1/thing/query", query_string=options)
        assert answer.status_code == 400 or answer.json["total"] == 0


@pytest.mark.parametrize("option", ["search_after", "scroll_id", "generation"])
@pytest.mark.parametrize("text", ["things", '{"$ne": null}', '["things", {}, 1, null]', "secrets.x"])
def test_a_place_that_was_not_signed_is_refused(client, option, text):
    assert client.get("/v1/thing/query", query_string={option: text}).status_code == 400


def test_a_named_query_puts_no_operator_in(mongo_url, tmp_path):
    app = mongo_fuzz.application(mongo_url, f"{NAME}_named", str(tmp_path))
    pipeline = app.extensions["searchapp"].item_types["thing"].pipeline
    pipeline.builder.user_query.queries["exact"] = {"query": {"code": {"$eq": "{q}"}}}
    for text in TEXTS:
        answer = app.test_client().get("/v1/thing/query", query_string={"q": text, "userquery": "exact"})
        assert (answer.status_code, answer.json["total"]) == (200, 0)
    app.extensions["searchapp"].backend.connection.client().close()
    drop_database(mongo_url, f"{NAME}_named")


def test_other_collections_are_not_paths(client):
    assert client.get("/v1/secrets/query").status_code == 404
    assert client.get("/v1/things/query").status_code == 404


def test_random_requests_are_never_answered_5xx(app):
    statuses, bad, longest = fuzz(app, mongo_fuzz.WORDS, 500, seed=7)
    assert bad == []
    assert {200, 400, 404} <= set(statuses)
    assert longest < GRACE
