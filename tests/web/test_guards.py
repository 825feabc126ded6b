"""Requests that would cost too much are refused with the limit, whatever the engine."""

import pytest
import requests

DEEP = "(" * 150 + "symbol:cdk2" + ")" * 150
MANY = " OR ".join(f"a{number}" for number in range(1100))
LONG = f"symbol:/{'a' * 1100}/"


def post(base_url, path="/v1/gene/query", **options):
    return requests.post(base_url + path, timeout=30, **options)


def refused(answer, limit, code=400):
    body = answer.json()
    assert (answer.status_code, body["code"], body["success"]) == (code, code, False)
    assert limit in body["error"]


@pytest.mark.rule("FC6", "FI1")
@pytest.mark.parametrize(("query", "limit"), [(DEEP, "100"), (MANY, "1024"), (LONG, "1000")])
@pytest.mark.parametrize("option", ["q", "filter", "post_filter"])
def test_a_query_beyond_a_limit_is_refused(base_url, option, query, limit):
    data = {"q": "x", "scopes": "[]"} | {option: query}
    refused(post(base_url, json=data | {"scopes": []} | ({"q": [query]} if option == "q" else {"q": ["x"]})), limit)


def test_five_thousand_brackets_are_refused(base_url):
    refused(post(base_url, json={"q": ["(" * 5000 + "a" + ")" * 5000], "scopes": []}), "100")


@pytest.mark.rule("FC6", "FC8")
def test_words_times_fields_are_counted_over_a_whole_batch(base_url):
    terms = ["kinase " * 1000] * 50
    refused(post(base_url, json={"q": terms, "scopes": ["*"]}), "100000")
    assert post(base_url, json={"q": terms, "scopes": ["symbol"]}).status_code == 200
    refused(post(base_url, json={"q": [r"\*:(" + "kinase " * 1000 + ")"] * 10, "scopes": []}), "150000")


@pytest.mark.rule("FC8")
def test_a_batch_of_more_than_a_thousand_terms_is_refused(base_url):
    refused(post(base_url, json={"q": ["x"] * 1001}), "1000")


@pytest.mark.rule("FC8")
def test_a_batch_of_more_than_a_thousand_ids_is_refused(base_url):
    refused(post(base_url, "/v1/gene", json={"ids": ["x"] * 1001}), "1000")


@pytest.mark.rule("FC15")
def test_a_body_beyond_the_limit_is_refused(base_url):
    answer = post(
        base_url,
        "/v1/gene",
        data=b"ids=" + b"x" * (9 * 2**20),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    refused(answer, "8", 413)


def test_deep_json_is_refused(base_url):
    answer = post(base_url, "/v1/gene", data="[" * 100_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400


def test_deep_yaml_is_refused(base_url):
    answer = post(base_url, "/v1/gene", data="ids: " + "[" * 100_000, headers={"Content-Type": "application/yaml"})
    assert answer.status_code == 400


def test_merge_keys_of_yaml_are_refused(base_url):
    answer = post(base_url, "/v1/gene", data="a: {<<: {b: 1}}\nids: [x]", headers={"Content-Type": "application/yaml"})
    assert answer.status_code == 400


def test_a_costly_jmespath_is_refused(base_url):
    expression = ".|" + "[" * 70 + "@" + "]" * 70
    answer = requests.get(f"{base_url}/v1/gene/HGNC:5", params={"jmespath": expression}, timeout=30)
    refused(answer, "jmespath")


@pytest.mark.rule("CA7")
def test_a_thousand_ids_with_misses_are_answered_in_order(base_url):
    ids = [f"HGNC:{number}" if number % 3 else f"miss {number}" for number in range(1000)]
    found = post(base_url, "/v1/gene", json={"ids": ids, "fields": "symbol"}).json()
    assert [entry["query"] for entry in found] == ids
    assert all(("symbol" in entry) != ("notfound" in entry) for entry in found)


@pytest.mark.rule("CA7")
def test_a_thousand_terms_with_misses_are_answered_in_order(base_url):
    terms = [f"CDK{number}" for number in range(1000)]
    found = post(base_url, json={"q": terms, "scopes": "symbol", "fields": "symbol"}).json()
    assert [entry["query"] for entry in found] == terms
    assert sum("symbol" in entry for entry in found) == 11


@pytest.mark.parametrize("field", ["name", r"\*"])
def test_a_regular_expression_is_refused_or_searched_but_not_ignored(base_url, field):
    answer = requests.get(f"{base_url}/v1/gene/query", {"q": f"{field}:/(.{{0,20}}a){{3}}.*/"}, timeout=30)
    assert answer.status_code == 400 or answer.json()["total"] > 0
    if answer.status_code == 400:
        assert any(reason in answer.json()["error"] for reason in ("too complex", "too many patterns"))
    assert requests.get(f"{base_url}/v1/gene/query", {"q": f"{field}:/k.*e/"}, timeout=30).json()["total"] > 0
