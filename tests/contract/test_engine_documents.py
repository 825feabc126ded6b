"""Odd values in documents: taken or refused, and read, as a real node does."""

import json
import uuid
from itertools import product

import pytest

from searchapp.engine import EngineError
from tests.contract.engine_comparison import Comparison
from tests.contract.engine_sides import Embedded, Node

pytestmark = pytest.mark.elasticsearch

TYPES = ("long", "integer", "short", "byte", "float", "double", "boolean", "date", "keyword", "text")
ASKED = ("long", "integer", "byte", "float", "double", "boolean", "date", "keyword")
NUMBER_TEXTS = (
    "5", "5.7", "-5.7", "", " ", " 5", "5 ", "\t5\n", "\u00a05", "\u202f5", "5f", "5.5F", "5d", "5D", "5l", "+5", "+-5",
    "5.", ".5", ".", "0x10", "0x1p3", "1_0", "1,5", "1e2", "1E+2", "1e", "1e400", "-1e400", "1e-400", "NaN", "+NaN",
    "Infinity", "-Infinity", "inf", "nan", "٣", "٣.٥", "９", "9223372036854775807", "9223372036854775808",
    "9223372036854775806.9", "99999999999999999999", "1e18", "3.5e38", "3.4028236e38", "128", "40000", "3000000000",
    "true", "false", "TRUE", "yes", "on", "0", "1", "abc", "a\u202fb", "\x1f5\x1e", "5 5", "5ff", "5fd", "0b1", "1e2f",
    "1e2 ", " 1f ", "- 5", "5e1.0",
)  # fmt: skip
DATES = (
    "2020", "2020-01", "2020-01-01", "2020-1-1", "2020-01-01T", "2020-01-01T10", "2020-01-01T10:11",
    "2020-01-01T10:11:12", "2020-01-01T10:11:12.5", "2020-01-01T10:11:12,5Z", "2020-01-01T10:11:12.123456789Z",
    "2020-01-01T10+02:00", "2020-01-01T10:11:12.5-0530", "2020-01-01 10:11:12", "2020-02-30", "20200101",
    "1577836800000", "-1577836800000", "1577836800000.5", "+2020-01-01", "12020-01-01", "+12020-01-01", "-0001-01-01",
    "0000", "2020Z", "2020-01Z", "2020-01-01T24:00", "2020-01-01T23:59:60Z", "now", "2020-01-01||/y", " 2020",
    "2020-W01-1", "2020-001", "2020-01-01T10:11Z[UTC]",
)  # fmt: skip
VALUES = (
    *NUMBER_TEXTS, *DATES, 5, 5.7, -5.7, 0, 1e2, 1e18, 1e19, 9223372036854775807, 9223372036854775808, 128, 40000,
    2**31, 3.5e38, 1e-46, 1e300, True, False, None, [], [[]], [None, 5], [[5, "6"], 7], [5, None], ["", 5],
    1577836800000, -1577836800000, 1577836800000.5,
)  # fmt: skip


@pytest.fixture(scope="module")
def comparison(elasticsearch_url, tmp_path_factory):
    """Both sides with a document for each value in a field of each type, and the ids that each side took."""
    node = Node(elasticsearch_url, f"searchapp_test_documents_{uuid.uuid4().hex[:8]}")
    engine = Embedded(tmp_path_factory.mktemp("engine"), node.index)
    mapping = {"dynamic": False, "properties": {type: {"type": type, "copy_to": "all"} for type in TYPES}}
    mapping["properties"]["all"] = {"type": "text"}
    documents = {f"{type} {json.dumps(value)}": {type: value} for type, value in product(TYPES, VALUES)}
    node.request("PUT", f"/{node.index}", json.dumps({"mappings": mapping}))
    lines = [
        line for id, source in documents.items() for line in (json.dumps({"index": {"_id": id}}), json.dumps(source))
    ]
    _, answer = node.request("POST", f"/{node.index}/_bulk?refresh=true", "\n".join(lines) + "\n")
    taken = {item["index"]["_id"] for item in answer["items"] if item["index"]["status"] == 201}
    yield Comparison(node, engine), taken, _taken(engine, mapping, documents)
    node.remove()


def _taken(engine, mapping, documents):
    taken = set()
    with engine.engine.builder(engine.index, mapping) as builder:
        for id, source in documents.items():
            try:
                builder.add({"_id": id, **source})
                taken.add(id)
            except EngineError as error:
                assert error.status == 400, error
    return taken


def test_the_same_values_are_refused(comparison):
    _, taken, ours = comparison
    assert sorted(taken ^ ours) == []


@pytest.mark.parametrize("type", TYPES)
def test_values_are_read_alike(comparison, type):
    sides = comparison[0]
    bodies = [{"query": {"exists": {"field": type}}, "size": 300}]
    if type != "text":
        sort = [{type: "asc"}] if type == "keyword" else [{type: order} for order in ("asc", "desc")]
        bodies += [{"size": 1000, "sort": sort}, {"size": 0, "aggs": {"a": {"terms": {"field": type, "size": 500}}}}]
    assert different(sides, bodies) == []


def different(sides, bodies):
    """The bodies that differ, found in batches."""
    batches = [bodies[start : start + 50] for start in range(0, len(bodies), 50)]
    apart = [body for batch in batches if sides.searched_together(batch) for body in batch]
    return [(body, what) for body in apart if (what := sides.searched(body))]


@pytest.mark.parametrize("type", ASKED)
def test_values_are_asked_for_alike(comparison, type):
    sides = comparison[0]
    bodies = []
    for value in VALUES:
        clauses = [{"term": {type: value}}, {"terms": {type: [value]}}, {"match": {type: value}}]
        clauses += [{"range": {type: {end: value}}} for end in ("gt", "lte")]
        bodies += [{"size": 0, "track_total_hits": True, "query": clause} for clause in clauses]
    assert different(sides, bodies) == []


@pytest.mark.parametrize("type", ASKED)
def test_values_in_query_strings_are_asked_for_alike(comparison, type):
    sides = comparison[0]
    bodies = []
    for value in VALUES:
        if not isinstance(value, str):
            continue
        quoted = value.replace('"', "")
        if type == "date" and len(value) == 19:  # an end that is excluded passes the largest number there is
            continue
        for text in (f'{type}:"{quoted}"', f'{type}:{{* TO "{quoted}"]', f"{type}:>{quoted}"):
            query = {"query_string": {"query": text}}
            bodies.append({"size": 0, "track_total_hits": True, "query": query})
    assert different(sides, bodies) == []
