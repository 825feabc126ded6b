"""The loader is killed at moments of its work: what is served is the old collection or the new one."""

import json
import os
import random
import subprocess
import sys
import time

import pytest

from searchapp import create_app
from searchapp.databases.mongo.backend import MongoBackend
from searchapp.databases.sql.backend import SqlBackend
from tests.services import engines, mongo
from tests.services.sql_database import make_database

KILLS = int(os.environ.get("LOADER_KILLS", "1"))
SEED = int(os.environ.get("SEED", "1"))
SIZES = (1100, 1300)
"""More than SQL and MongoDB get at once."""


def embedded(folder, request):
    yield engines.embedded(folder)


def elasticsearch(folder, request):
    url = request.getfixturevalue("elasticsearch_url")
    engine = engines.elasticsearch(folder, url)
    yield engine
    engines.remove_indices(url, engine.settings["INDEX_PREFIX"])


def sqlite(folder, request):
    yield engines.sql("sqlite", folder, f"sqlite:///{folder}/killed.db")


def postgresql(folder, request):
    yield engines.sql("postgresql", folder, make_database(request.getfixturevalue("postgresql_url")))


def mongodb(folder, request):
    url = request.getfixturevalue("mongo_url")
    engine = engines.mongo(folder, url)
    yield engine
    mongo.drop_database(url, engine.settings["MONGO_DATABASE"])


ATOMIC = [
    embedded,
    sqlite,
    pytest.param(postgresql, marks=pytest.mark.postgresql),
    pytest.param(mongodb, marks=pytest.mark.mongo),
]
ALL = [*ATOMIC, pytest.param(elasticsearch, marks=pytest.mark.elasticsearch)]


@pytest.fixture
def engine(request, tmp_path):
    """An engine of the test's own, without collections."""
    yield from request.param(tmp_path, request)


@pytest.fixture
def start(engine, tmp_path):
    """A function that starts a load of so many documents, each with the value."""

    def start(value, size, *options):
        path = tmp_path / f"{value}.ndjson"
        path.write_text("".join(json.dumps({"_id": str(n), "value": value}) + "\n" for n in range(size)))
        command = [sys.executable, "-m", "searchapp.cli", "load", "killed", str(path), *options]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, env=engine.environment, cwd=engines.PROJECT, stdout=quiet, stderr=quiet)

    return start


def counts(engine):
    """How many documents have each value, of all that are served."""
    settings = {"ITEM_TYPES": {"killed": {}}, "DEFAULT_ITEM_TYPE": "killed", "DEADLINE": 60}
    app = create_app(engine.config | settings)
    answer = app.test_client().get("/v1/killed/query?facets=value&size=0").json
    close(app.extensions["searchapp"].backend)
    found = {term["term"]: term["count"] for term in answer["facets"]["value"]["terms"]}
    assert sum(found.values()) == answer["total"]
    return found


def close(backend):
    """Closes the connections to a database, which would stay open."""
    if isinstance(backend, MongoBackend):
        backend.connection.client().close()
    if isinstance(backend, SqlBackend):
        backend.close()


def seconds_of(process):
    """How long a load takes."""
    started = time.monotonic()
    assert process.wait(120) == 0
    return time.monotonic() - started


def possible(engine, found, new):
    """What may be served from now on: a server may still take up what a killed load has asked for."""
    return [found, new] if engine.name in ("elasticsearch", "mongo", "postgresql") else [found]


def ends_before(process, seconds):
    """Whether a load ended by itself before it was killed after so many seconds."""
    time.sleep(seconds)
    process.kill()
    return process.wait() == 0


@pytest.mark.rule("FL3")
@pytest.mark.parametrize("engine", ALL, indirect=True, ids=lambda make: make.__name__)
def test_a_killed_load_leaves_one_whole_collection(engine, start):
    duration = seconds_of(start(0, SIZES[0]))
    before, generator = [{0: SIZES[0]}], random.Random(SEED)
    for value in range(1, KILLS + 1):
        new = {value: SIZES[value % 2]}
        done = ends_before(start(value, SIZES[value % 2]), generator.uniform(0.3, 1.05) * duration)
        found = counts(engine)
        assert found in ([new] if done else [*before, new])
        before = possible(engine, found, new)
    seconds_of(start(-1, SIZES[0]))
    assert counts(engine) == {-1: SIZES[0]}
    print(f"{engine.name}: {KILLS} killed loads, none half visible")


@pytest.mark.rule("FL3")
@pytest.mark.parametrize("engine", ATOMIC, indirect=True, ids=lambda make: make.__name__)
def test_a_killed_update_leaves_all_or_nothing_of_it(engine, start):
    seconds_of(start(0, SIZES[1]))
    duration = seconds_of(start(1, SIZES[0], "--update"))
    rest = {0: SIZES[1] - SIZES[0]}
    before, generator = [{1: SIZES[0], **rest}], random.Random(SEED)
    for value in range(2, KILLS + 2):
        new = {value: SIZES[0], **rest}
        done = ends_before(start(value, SIZES[0], "--update"), generator.uniform(0.3, 1.05) * duration)
        found = counts(engine)
        assert found in ([new] if done else [*before, new])
        before = possible(engine, found, new)
    seconds_of(start(-1, SIZES[0], "--update"))
    assert counts(engine) == {-1: SIZES[0], **rest}
    print(f"{engine.name}: {KILLS} killed updates, none half visible")
