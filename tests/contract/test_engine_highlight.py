"""Compares highlighted texts with those of a real node."""

import gzip
import json
import random
import re
import uuid

import pytest
import requests

from searchapp.engine import Engine, until
from searchapp.engine.highlight.highlighter import highlighter
from searchapp.engine.queries.context import Context
from tests.effort import tries
from tests.services.engines import EXAMPLES

pytestmark = pytest.mark.elasticsearch

FIELDS = ("name", "definition", "long", "category")
PROPERTIES = {name: {"type": "text"} for name in FIELDS[:3]} | {
    "category": {"type": "keyword", "normalizer": "lowercase"}
}


def read_documents():
    """Documents with prose made of the names of diseases."""
    rng = random.Random(7)
    with gzip.open(EXAMPLES / "diseases.ndjson.gz", "rt") as lines:
        names = [json.loads(line)["name"] for line in lines]

    def sentence():
        joints = (" and ", ", ", " caused by ", " (", " e.g. ", "; ", " that has_basis_in ")
        found = "".join(rng.choice(names) + rng.choice(joints) for _ in range(rng.randint(1, 6))) + rng.choice(names)
        return rng.choice((found, found.capitalize())) + rng.choice((". ", ".", "! ", ".) ", "? ", ".  "))

    def prose():
        return "".join(sentence() for _ in range(rng.randint(1, 5)))

    for number in range(100):
        source = {"name": rng.choice(names), "definition": prose(), "long": [prose() + prose(), prose()]}
        yield str(number), source | {"category": rng.choice(("Cancer", "virus"))}


DOCUMENTS = dict(read_documents())


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("index", {"dynamic": "false", "properties": PROPERTIES}) as builder:
        for id, source in DOCUMENTS.items():
            builder.add({"_id": id, **source})
    return Context(engine.reader("index"))


@pytest.fixture(scope="module")
def search(elasticsearch_url):
    """A function that searches the same documents on the node."""
    session = requests.Session()
    address = f"{elasticsearch_url}/searchapp_highlight_{uuid.uuid4().hex[:8]}"
    mappings = {"dynamic": False, "properties": PROPERTIES}
    session.put(address, json={"settings": {"number_of_replicas": 0}, "mappings": mappings}).raise_for_status()
    lines = [json.dumps(part) for id, source in DOCUMENTS.items() for part in ({"index": {"_id": id}}, source)]
    headers = {"Content-Type": "application/x-ndjson"}
    session.post(f"{address}/_bulk?refresh", data="\n".join(lines) + "\n", headers=headers).raise_for_status()
    yield lambda body: session.post(f"{address}/_search", json=body).json()["hits"]["hits"]
    session.delete(address)
    session.close()


def words(rng, count):
    source = rng.choice(list(DOCUMENTS.values()))
    found = re.findall(r"\w+", rng.choice([source["definition"], source["long"][0], source["name"]]).lower())
    start = rng.randint(0, max(0, len(found) - count))
    return " ".join(found[start : start + count])


def leaf(rng):
    field = rng.choice(FIELDS[:3])
    word, text = words(rng, 1), words(rng, rng.randint(1, 3))
    strings = (f"{word} AND {text}", f'"{text}"', f"{word[:3]}* {text}", f"long:({text}) -{word}", f"+{word} {text}")
    return rng.choice((
        {"match": {field: {"query": text, "operator": rng.choice(("or", "and"))}}},
        {"match_phrase": {field: text}},
        {"prefix": {field: word[:3]}},
        {"wildcard": {field: f"*{word[1:3]}*"}},
        {"fuzzy": {field: word}},
        {"multi_match": {"query": text, "fields": ["name", "definition"]}},
        {"terms": {field: text.split()}},
        {"query_string": {"query": rng.choice(strings), "fields": ["name", "definition", "long"]}},
    ))  # fmt: skip


def random_body(rng):
    kinds = rng.sample(("must", "should", "filter", "must_not"), rng.randint(1, 2))
    query = leaf(rng) if rng.random() < 0.6 else {"bool": {kind: [leaf(rng), leaf(rng)] for kind in kinds}}
    options = {
        "require_field_match": rng.random() < 0.7,
        "fragment_size": rng.choice((0, 20, 50, 100, 100, 300)),
        "number_of_fragments": rng.choice((0, 1, 2, 5, 5, 10)),
        "order": rng.choice(("none", "score")),
        "no_match_size": rng.choice((0, 0, 30)),
    }
    return {"query": query, "highlight": {**options, "fields": {rng.choice((*FIELDS, "*")): {}}}, "size": 5}


def test_matches_are_marked_alike(context, search):
    rng = random.Random(7)
    seen = different = 0
    for _ in range(tries(200)):
        body = random_body(rng)
        with until(None):
            mark = highlighter(context, body["query"], body["highlight"])
            for hit in search(body):
                seen += 1
                different += mark(DOCUMENTS[hit["_id"]]) != hit.get("highlight", {})
    assert seen > tries(250)
    assert different <= seen * 0.01, f"{different} of {seen} differ"
