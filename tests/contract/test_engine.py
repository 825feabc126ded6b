"""The engine against a real Elasticsearch node: the bodies of engine_cases.yaml, and random requests."""

import uuid
from itertools import islice
from pathlib import Path

import pytest

from tests.contract.engine_collections import collection
from tests.contract.engine_comparison import STAGES, bodies, differences, staged
from tests.contract.shared_cases import read_yaml
from tests.effort import tries

pytestmark = pytest.mark.elasticsearch

REQUESTS = tries(150)
"""Of each collection, as it was loaded and with several segments; `make fuzz-engine` asks more."""
DOCUMENTS = 3000
FEW = 1000
"""Documents under random requests: most of the time is loading them."""
SOME_STAGES = ("loaded", "changed")
MERGED = ("edges", "genes")
"""The collections that are asked when they were merged too."""
SEED = "suite"
CASES = read_yaml(Path(__file__).with_name("engine_cases.yaml"))
WAYS = ("scrolled", "scrolled_by_first_id", "paged", "searched_together")
"""Headings of what is not asked in a search of its own."""


def stages_of(url, tmp_path_factory, found, asked=STAGES):
    index = f"searchapp_test_engine_{uuid.uuid4().hex[:8]}"
    return staged(url, index, tmp_path_factory.mktemp("engine"), found, asked)


@pytest.fixture(scope="module")
def comparison(elasticsearch_url, tmp_path_factory):
    with stages_of(elasticsearch_url, tmp_path_factory, collection("edges", DOCUMENTS)) as stages:
        yield next(stages)[1]


@pytest.mark.parametrize("heading", CASES)
def test_bodies_of_one_kind_have_the_answers_of_a_node(comparison, heading):
    way = getattr(comparison, heading) if heading in WAYS else comparison.searched
    assert [(body, what) for body in CASES[heading] if (what := way(body))] == []


@pytest.mark.parametrize("name", ["edges", "settings", "wide", "texts", "genes", "diseases"])
def test_random_requests_have_the_answers_of_a_node(elasticsearch_url, tmp_path_factory, name):
    found = collection(name, FEW)
    asked = STAGES if name in MERGED else SOME_STAGES
    with stages_of(elasticsearch_url, tmp_path_factory, found, asked) as stages:
        for stage, comparison in stages:
            made = bodies(f"{SEED}:{stage}", REQUESTS // len(asked) + 1, found.vocabulary)
            assert list(islice(differences(comparison, made), 3)) == []
        assert comparison.requests >= REQUESTS


@pytest.mark.parametrize("levels", (30, 300))
def test_deep_parentheses_have_the_answer_of_a_node(comparison, levels):
    text = "(" * levels + "kinase" + ")" * levels
    assert comparison.searched({"query": {"query_string": {"query": text, "fields": ["t"]}}}) is None


def test_many_terms_have_the_answer_of_a_node(comparison):
    text = " OR ".join(["kinase", *(f"w{number}" for number in range(1100))])
    assert comparison.searched({"query": {"query_string": {"query": text, "fields": ["t"]}}}) is None
