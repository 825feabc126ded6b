"""The engine against a real Elasticsearch node: the bodies of engine_cases.txt, and random ones."""

import json
import uuid
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest

from tests.contract.engine_fuzz import Comparison, bodies, differences
from tests.contract.engine_sides import Embedded, Node

pytestmark = pytest.mark.elasticsearch

BODIES = 500
SEED = "suite"


def cases():
    """The bodies by the heading they stand under."""
    found, heading = defaultdict(list), ""
    for line in Path(__file__).with_name("engine_cases.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line:
            found[heading].append(json.loads(line))
    return found


CASES = cases()
SCROLLED = CASES.pop("scrolled")


@pytest.fixture(scope="module")
def comparison(elasticsearch_url, tmp_path_factory):
    node = Node(elasticsearch_url, f"searchapp_test_engine_{uuid.uuid4().hex[:8]}")
    engine = Embedded(tmp_path_factory.mktemp("engine"), node.index)
    for side in (node, engine):
        side.load(genes=3000)
    yield Comparison(node, engine)
    node.remove()


@pytest.mark.parametrize("heading", CASES)
def test_bodies_of_one_kind_have_the_answers_of_a_node(comparison, heading):
    assert [(body, what) for body in CASES[heading] if (what := comparison.searched(body))] == []


def test_scrolls_have_the_hits_of_a_node(comparison):
    assert [(body, what) for body in SCROLLED if (what := comparison.scrolled(body))] == []


def test_random_bodies_have_the_answers_of_a_node(comparison):
    assert list(islice(differences(comparison, bodies(SEED, BODIES)), 3)) == []


@pytest.mark.parametrize("levels", (30, 300))
def test_deep_parentheses_have_the_answer_of_a_node(comparison, levels):
    text = "(" * levels + "kinase" + ")" * levels
    assert comparison.searched({"query": {"query_string": {"query": text, "fields": ["t"]}}}) is None


def test_many_terms_have_the_answer_of_a_node(comparison):
    text = " OR ".join(["kinase", *(f"w{number}" for number in range(1100))])
    assert comparison.searched({"query": {"query_string": {"query": text, "fields": ["t"]}}}) is None
