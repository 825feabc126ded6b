"""The loader is killed at moments of its work on MongoDB: readers see the old collection or the new one."""

import json
import os
import random
import subprocess
import sys
import time
import uuid

import pytest

from tests.services import engines, mongo

pytest.importorskip("pymongo")

from searchapp.backends.mongo import MongoBackend

pytestmark = pytest.mark.mongo
KILLS = int(os.environ.get("LOADER_KILLS", "6"))
SIZE = 1500


@pytest.fixture
def engine(mongo_url, tmp_path):
    found = engines.mongo(tmp_path, mongo_url)
    yield found
    mongo.drop_database(mongo_url, found.settings["MONGO_DATABASE"])


@pytest.fixture
def file(tmp_path):
    """A function that writes a collection of which every document has this value."""

    def write(value):
        path = tmp_path / f"{uuid.uuid4().hex}.ndjson"
        path.write_text("".join(json.dumps({"_id": str(n), "value": value}) + "\n" for n in range(SIZE)))
        return path

    return write


def start(engine, path, *options):
    command = [sys.executable, "-m", "searchapp.cli", "load", "killed", str(path), *options]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=engine.environment, cwd=engines.PROJECT, stdout=quiet, stderr=quiet)


def served(engine):
    """The value that every document has; fails when they differ or some are missing."""
    settings = engine.settings
    backend = MongoBackend(settings["MONGO_URL"], settings["MONGO_DATABASE"], timeout=60)
    query = {"filter": {}, "limit": 0, "facets": {"tree": {"value": {}}, "size": 5}}
    response = backend.execute(query, "killed")
    backend.connection.client().close()
    (term,) = response["facets"]["value"]["terms"]
    assert term["count"] == response["hits"]["total"] == SIZE
    return term["term"]


@pytest.mark.parametrize("options", [(), ("--update",)], ids=["replace", "update"])
def test_a_killed_load_leaves_all_old_or_all_new_documents(engine, file, options):
    assert start(engine, file(0)).wait(120) == 0
    started = time.monotonic()
    assert start(engine, file(1), *options).wait(120) == 0
    duration = time.monotonic() - started
    generator = random.Random(int(os.environ.get("SEED", "1")))
    now = 1
    for value in range(2, KILLS + 2):
        process = start(engine, file(value), *options)
        time.sleep(generator.uniform(0.3, 1.05) * duration)
        process.kill()
        done = process.wait() == 0
        found = served(engine)
        assert found == value or (found == now and not done)
        now = found
    assert start(engine, file(-1), *options).wait(120) == 0
    assert served(engine) == -1
