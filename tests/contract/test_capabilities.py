"""What is declared that a backend can do, asked of each: it works, or is a 400 that says so and names what can."""

from pathlib import Path

import pytest

from searchapp import create_app
from searchapp.databases.capabilities import BY_NAME, CAPABILITIES, can
from searchapp.errors import PipelineError
from tests.contract.http_case import run
from tests.contract.shared_cases import read_yaml
from tests.services.server import Server

ASKED = read_yaml(Path(__file__).with_name("capabilities.yaml"))
FROM_PYTHON = {"passed"}
ENGINES = {"embedded": "embedded", "elasticsearch": "elasticsearch", "mongo": "mongo"}
ENGINES |= {"sqlite": "sql", "postgresql": "sql"}
MARKED = [
    pytest.param(name, marks=[getattr(pytest.mark, name)] if name not in ("embedded", "sqlite") else [])
    for name in ENGINES
]


@pytest.fixture(scope="module", params=MARKED)
def engine(request):
    """An engine that holds the test collections, the databases among them."""
    return request.getfixturevalue(f"{request.param}_engine")


@pytest.fixture(scope="module")
def url(engine, tmp_path_factory):
    """The address of a server that shows what it asks the database."""
    log = tmp_path_factory.getbasetemp() / f"capabilities-{engine.name}.log"
    server = Server({**engine.environment, "SEARCHAPP_ALLOW_RAW": "true"}, log, workers=1)
    yield server.url
    server.stop()


def refusal(name):
    """What the answer to a request for something has to be where it cannot be done."""
    found = BY_NAME[name]
    words = {"$all": [{"$contains": word} for word in (found.can, *found.backends) if word]}
    return {"status": 400, "expected": {"code": 400, "success": False, "error": words}}


def test_every_capability_is_asked_for():
    assert ASKED.keys() | FROM_PYTHON == {capability.name for capability in CAPABILITIES}


@pytest.mark.parametrize("name", ASKED)
def test_it_works_exactly_where_it_is_declared(engine, url, name):
    case = ASKED[name]
    if not can(ENGINES[engine.name], name):
        case = {"request": (case.get("steps") or [case])[0]["request"], **refusal(name)}
    lines = run(case, url)
    assert not lines, "\n" + "\n".join(lines)


@pytest.fixture
def app(engine):
    """The service in this process; the fixture closes its connections to a SQL server."""
    app = create_app(engine.config)
    yield app
    if ENGINES[engine.name] == "sql":
        app.extensions["searchapp"].backend.close()


def test_other_keywords_get_to_search_engines_only(engine, app):
    pipeline = app.extensions["searchapp"].item_types["gene"].pipeline
    if can(ENGINES[engine.name], "passed"):
        assert pipeline.search("symbol:CDK2", item_type="gene", sort=["symbol"], track_scores=True)["max_score"]
        return
    with pytest.raises(PipelineError, match="does not know track_scores") as raised:
        pipeline.search("symbol:CDK2", item_type="gene", track_scores=True)
    assert (raised.value.code, raised.value.details["keyword"]) == (400, "track_scores")
