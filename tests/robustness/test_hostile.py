"""Hostile requests of every kind: each has an answer that says what is wrong, and the next good one is answered."""

import json

import msgpack
import pytest

from searchapp import create_app

DEEP, LONG, WIDE = 5000, 200_000, 100_000
QUERY, BATCH = "/v1/gene/query", "/v1/gene"
ANSWERED = {200, 400, 404, 413, 414, 415, 504}
FORM = "application/x-www-form-urlencoded"
TEXTS = {
    "brackets": "(" * DEEP + "a" + ")" * DEEP,
    "a long word": "a" * 9000,
    "words everywhere": r"\*:(" + " OR ".join(f"a{number}" for number in range(1000)) + ")",
    "prefixes everywhere": r"\*:(" + " OR ".join(f"{a}{b}*" for a in "abcdefghij" for b in "abcdefghij") + ")",
    "wildcards everywhere": r"\*:(" + " OR ".join(f"*{a}*" for a in "abcdefghijklmnopqrstuvwxyz") + ")",
    "fuzzy words everywhere": r"\*:(" + " OR ".join(f"kinase{a}~2" for a in "abcdefghij") + ")",
    "a long fuzzy word everywhere": r"\*:" + "kinase" * 40 + "~2",
    "an automaton that grows": r"\*:/(.{0,20}d){3}/",
    "repeats in repeats": "name:/((a{1,20}){1,20}){1,20}/",
    "a phrase with slop": 'name:"a of the protein and kinase receptor"~10000',
    "ranges": " OR ".join(f"symbol:[a TO z{number}]" for number in range(300)),
    "half a character": "a\ud800",
    "a null byte": "a\0b",
}
OPTIONS = {
    "patterns of fields": {"fields": ",".join(f"*a{number}*" for number in range(300)), "size": 1000},
    "highlights": {"q": "a OR protein OR gene", "highlight": "true", "size": 1000},
    "facets": {"facets": ",".join(["symbol", "xref.entrez", "alias.symbol"] * 30), "facet_size": 1000, "size": 0},
    "nested facets": {"facets": "symbol(symbol(symbol(symbol)))", "facet_size": 1000},
    "jmespath": {"jmespath": ".|" + "[@,@]|" * 90 + "@", "size": 1000},
    "long paths": {"always_list": "a." * 400, "allow_null": "a." * 400},
    "dotted names": {"dotfield": "true", "size": 1000},
    "scopes": {"q": "a " * 900, "scopes": "*"},
    "filters": {"filter": TEXTS["an automaton that grows"], "post_filter": "*a*"},
    "a cursor": {"search_after": "a" * 3000},
    "a scroll id": {"scroll_id": "a" * 3000},
}
BODIES = {
    "deep JSON": (b"[" * WIDE, "application/json"),
    "deep objects of JSON": (b'{"a":' * WIDE, "application/json"),
    "long JSON": (b'{"ids":[' + b"1," * WIDE + b"1]}", "application/json"),
    "a long number": (b'{"ids":[' + b"1" * LONG + b"]}", "application/json"),
    "deep YAML": (b"[" * WIDE, "application/yaml"),
    "YAML that multiplies": (b"a: &a [x,x]\nb: &b [*a,*a]\nids: [*b,*b]", "application/yaml"),
    "long YAML": (b"a: b\n" * WIDE, "application/yaml"),
    "deep msgpack": (b"\x91" * WIDE, "application/msgpack"),
    "long msgpack": (msgpack.packb({"ids": [[]] * WIDE}), "application/msgpack"),
    "a length of msgpack that is not there": (b"\x81\xa3ids\xdd\xff\xff\xff\xff", "application/msgpack"),
    "a form of commas": (b"ids=" + b"," * LONG, FORM),
    "a form of names": (b"a&" * WIDE, FORM),
    "a form of escapes": (b"ids=" + b"%2C" * WIDE, FORM),
    "a form of parts": (b"--b\r\n" * WIDE, "multipart/form-data; boundary=b"),
}  # fmt: skip


def sender(client):
    """A function that sends a request: it has an allowed answer, and a good request after it is answered."""

    def send(method, path, **given):
        answer = client.open(path, method=method, **given)
        assert answer.status_code in ANSWERED, answer.text[:500]
        assert client.get("/v1/gene/HGNC:1100").status_code == 200
        return answer

    return send


@pytest.fixture
def hostile(client):
    """To the service on each engine."""
    return sender(client)


@pytest.fixture(scope="module")
def hostile_form(embedded_engine):
    """To the service on one engine, for what no engine sees: forms of requests and answers."""
    return sender(create_app(embedded_engine.config).test_client())


def send_text(hostile, text, format):
    body = {"q": [text], "scopes": [], "format": format}
    hostile("POST", QUERY, data=json.dumps(body), content_type="application/json")
    if len(text) < 4000 and text.isprintable():
        hostile("GET", QUERY, query_string={"q": text, "format": format})


def send_options(hostile, options, format):
    given = {"q": "a", **options, "format": format}
    hostile("GET", QUERY, query_string=given)
    hostile("POST", QUERY, data={**given, "scopes": given.get("scopes", "symbol")})


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_has_an_answer(hostile, name):
    text = TEXTS[name]
    send_text(hostile, text, "json")
    if len(text) < 4000 and text.isprintable():
        hostile("GET", "/v1/gene/suggest", query_string={"q": text})
        hostile("GET", "/v1/gene/metadata/fields", query_string={"search": text})


@pytest.mark.parametrize("pattern", ["name:kinases{}~", "name:*k*in*ases{}*", "name:/kin.*{}/"])
def test_a_batch_of_many_patterns_is_refused_with_advice(hostile, pattern):
    answer = hostile("POST", QUERY, json={"q": [pattern.format(number) for number in range(1000)], "scopes": []})
    assert (answer.status_code, answer.json["keyword"]) == (400, "q")
    assert answer.json["error"].endswith("name fewer fields, or send fewer terms")


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_id_has_an_answer(hostile, name):
    hostile("POST", BATCH, data=json.dumps({"ids": [TEXTS[name]]}), content_type="application/json")


@pytest.mark.parametrize("name", OPTIONS)
def test_hostile_options_have_an_answer(hostile, name):
    send_options(hostile, OPTIONS[name], "json")


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_has_a_page(hostile_form, name):
    send_text(hostile_form, TEXTS[name], "html")


@pytest.mark.parametrize("format", ["html", "csv"])
@pytest.mark.parametrize("name", OPTIONS)
def test_hostile_options_have_an_answer_in_each_form(hostile_form, name, format):
    send_options(hostile_form, OPTIONS[name], format)


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("path", [QUERY, BATCH, "/mcp"])
def test_a_hostile_body_has_an_answer(hostile_form, name, path):
    data, kind = BODIES[name]
    hostile_form("POST", path, data=data, content_type=kind)


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_call_of_a_tool_has_an_answer(hostile_form, name):
    call = {"name": "search", "arguments": {"query": TEXTS[name], "q": TEXTS[name], "type": "gene"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    hostile_form("POST", "/mcp", data=json.dumps(message), content_type="application/json")
