"""Settings, mappings and documents that the engine takes or refuses as a real node does; engine_index_cases.yaml."""

import json
import uuid
from contextlib import suppress
from pathlib import Path

import pytest

from searchapp.engine import EngineError
from tests.contract.engine_comparison import Comparison
from tests.contract.engine_sides import Embedded, Node
from tests.contract.shared_cases import read_yaml

pytestmark = pytest.mark.elasticsearch

CASES = read_yaml(Path(__file__).with_name("engine_index_cases.yaml"))


@pytest.fixture
def sides(elasticsearch_url, tmp_path):
    name = f"searchapp_test_index_{uuid.uuid4().hex[:8]}"
    node, engine = Node(elasticsearch_url, name), Embedded(tmp_path, name)
    yield node, engine
    node.remove()


def load_engine(engine, mapping, settings, documents):
    """The status of the index, and of each document."""
    statuses = []
    try:
        with engine.engine.builder(engine.index, mapping, settings) as builder:
            for place, document in enumerate(documents):
                statuses.append(200)
                with suppress(EngineError):
                    builder.add({"_id": str(place), **document})
                    continue
                statuses[-1] = 400
    except EngineError as error:
        return (error.status, error.type, error.reason), []
    return (200, None, ""), statuses


def load_node(node, mapping, settings, documents):
    status, answer = node.create(mapping, settings)
    if status != 200:
        return (status, answer["error"]["type"], ""), []
    paths = (f"/{node.index}/_doc/{place}?refresh=true" for place in range(len(documents)))
    answers = [node.request("PUT", path, json.dumps(one)) for path, one in zip(paths, documents, strict=True)]
    return (200, None, ""), [200 if status < 300 else status for status, _ in answers]


@pytest.mark.parametrize("heading", CASES)
def test_an_index_is_taken_or_refused_as_by_a_node(sides, heading):
    node, engine = sides
    case = CASES[heading]
    given = case.get("mapping", {}), case.get("settings", {}), case.get("documents", [])
    (status, kind, _), statuses = load_node(node, *given)
    (other_status, other_kind, reason), others = load_engine(engine, *given)
    if case.get("unsupported"):
        assert (status, other_status) == (200, 400) and "unsupported" in reason
        return
    assert (status, kind, statuses) == (other_status, other_kind, others)
    comparison = Comparison(node, engine)
    assert [(body, what) for body in case.get("bodies", []) if (what := comparison.searched(body))] == []
