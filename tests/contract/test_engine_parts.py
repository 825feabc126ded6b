"""Compares the parts of the engine that need no index with a real node."""

import json
import random
import re
import uuid

import pytest
import requests

from searchapp.engine.errors import EngineError
from searchapp.engine.queries.query_string import query as query_string
from searchapp.engine.regexp.patterns import matches_regexp, matches_wildcard
from searchapp.engine.source.filter import filter_source
from searchapp.engine.values.dates import date_bound
from tests.effort import tries

pytestmark = pytest.mark.elasticsearch

NDJSON = {"Content-Type": "application/x-ndjson"}
MAPPINGS = {"dynamic": False, "properties": {"kw": {"type": "keyword"}, "d": {"type": "date"}}}


@pytest.fixture(scope="module")
def node(elasticsearch_url):
    """A function that posts to an index of our own on the node."""
    session = requests.Session()
    address = f"{elasticsearch_url}/searchapp_parts_{uuid.uuid4().hex[:8]}"
    settings = {"number_of_shards": 1, "number_of_replicas": 0}
    session.put(address, json={"settings": settings, "mappings": MAPPINGS}).raise_for_status()

    def post(path, body):
        if isinstance(body, dict):
            return session.post(f"{address}/{path}", json=body).json()
        return session.post(f"{address}/{path}", data=body, headers=NDJSON).json()

    for number, date in enumerate((-9 * 10**15, 9 * 10**15)):
        post(f"_doc/{number}?refresh", {"d": date})
    yield post
    session.delete(address)
    session.close()


def random_date(rng):
    text = rng.choice(("2020", "1999", "0004", "-0001", "12020", "2020-02", "2020-13", "2020-02-29", "2019-02-29"))
    text += rng.choice(("", "", "T", "T10", "T23:59", "T10:11:12", "T10:11:12.5", "T24:00", " 10:00"))
    text += rng.choice(("", "", "", "Z", "+01:00", "-0530", "Europe/Berlin"))
    if rng.random() < 0.2:
        text = str(rng.randint(-(10**14), 10**14)) + rng.choice(("", ".5"))
    if rng.random() < 0.4:
        text += "||" + "".join(rng.choice("+-/") + rng.choice(("", "2")) + rng.choice("yMwdhms") for _ in range(2))
    return text


def test_dates_are_the_same_ends_of_ranges(node):
    rng = random.Random(7)
    for _ in range(tries(500)):
        text, end = random_date(rng), rng.choice(("gte", "gt", "lte", "lt"))
        zone = {"time_zone": rng.choice(("+01:00", "America/New_York"))} if rng.random() < 0.2 else {}
        answer = node("_validate/query?explain=true&rewrite=false", {"query": {"range": {"d": {end: text, **zone}}}})
        try:
            millis = date_bound(text, None, end in ("gt", "lte"), **zone) + {"gt": 1, "lt": -1}.get(end, 0)
        except EngineError:
            assert not answer["valid"], (text, end)
            continue
        assert answer["valid"], (text, end)
        found = re.search(r"d:\[(-?\d+) TO (-?\d+)\]", answer["explanations"][0]["explanation"])
        assert found is None or int(found[1 if end[0] == "g" else 2]) == millis, (text, end)


def load(node, documents):
    lines = [part for id, source in documents for part in (json.dumps({"index": {"_id": id}}), json.dumps(source))]
    answer = node("_bulk?refresh", "\n".join(lines) + "\n")
    assert not answer["errors"], answer


REGEXPS = ["a", "b", "A", "0", "1", ".", ".*", "+", "?", "|", "(", ")", "[ab]", "[^a]", "{2}", "{1,}", "@", "~", "&"]
REGEXPS += ['"a*"', "<1-12>", "<08-11>", "\\d", "\\W", "\\.", "^", "$", "é", "()", "(?i)"]


def test_patterns_match_the_same_terms(node):
    rng = random.Random(7)
    terms = sorted({"".join(rng.choice("abAB01é.^*") for _ in range(rng.randint(0, 4))) for _ in range(400)})
    load(node, [(f"term{number}", {"kw": term}) for number, term in enumerate(terms)])
    for number in range(tries(300)):
        kind, signs, make = (
            ("regexp", REGEXPS, matches_regexp) if number % 2 else ("wildcard", list("abB0é**??\\"), matches_wildcard)
        )
        pattern = "".join(rng.choice(signs) for _ in range(rng.randint(1, 5)))
        answer = node("_search", {"size": 1000, "query": {kind: {"kw": {"value": pattern}}}})
        try:
            expected = list(filter(make(pattern), terms))
        except EngineError:
            assert "error" in answer, pattern
            continue
        assert sorted(hit["_source"]["kw"] for hit in answer["hits"]["hits"]) == expected, pattern


def random_document(rng, depth=3):
    def value(depth):
        kind = rng.random() if depth else 1
        if kind < 0.4:
            return random_document(rng, depth - 1)
        return [value(depth - 1) for _ in range(rng.randint(0, 3))] if kind < 0.6 else rng.choice((1, "s", None, True))

    return {rng.choice(("a", "b", "ab", "o", "x", "a.b")): value(depth) for _ in range(rng.randint(0, 4))}


def test_sources_are_filtered_alike(node):
    rng = random.Random(7)
    documents = {f"source{number}": {"s": random_document(rng)} for number in range(40)}
    load(node, documents.items())
    paths = ("s", "s.a", "s.b.x", "s.*", "s.o.*", "*.a", "**.b", "s.*b", "s.a.b", "", "nope", "*", "s.ab.*.x")
    for _ in range(tries(75)):
        source = {
            key: [rng.choice(paths) for _ in range(rng.randint(0, 2))]
            for key in ("includes", "excludes")
            if rng.random() < 0.7
        }
        answer = node("_search", {"size": 40, "_source": source, "query": {"ids": {"values": list(documents)}}})
        for hit in answer["hits"]["hits"]:
            assert hit["_source"] == filter_source(documents[hit["_id"]], source), (source, documents[hit["_id"]])


SIGNS = [
    "a",
    "b",
    "AND",
    "OR",
    "NOT",
    "&&",
    "!",
    "+",
    "-",
    " ",
    " ",
    " ",
    "(",
    ")",
    '"',
    "*",
    "?",
    "~",
    "~1",
    "^2",
    "^",
]
SIGNS += [
    "kw:",
    ":",
    "[a TO b}",
    "[",
    "TO",
    "/",
    "\\",
    ">5",
    "<=a",
    "é",
    "\u3000",
    "|",
    " a ",
    " OR b ",
    "(a b)",
    "c* ",
]


def test_the_same_query_strings_are_refused(node):
    rng = random.Random(7)
    for _ in range(tries(500)):
        query = "".join(rng.choice(SIGNS) for _ in range(rng.randint(1, 7)))
        answer = node(
            "_validate/query?explain=true", {"query": {"query_string": {"query": query, "default_field": "kw"}}}
        )
        try:
            query_string.parse(query)
        except EngineError:
            assert not answer["valid"], query
            continue
        assert answer["valid"] or "/" in query, query
