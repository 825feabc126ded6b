"""The loader is killed at moments of its work: what is served is the old collection or the new one."""

import json
import os
import random
import subprocess
import sys
import time

import pytest

from searchapp.backends.elastic import ElasticBackend
from searchapp.backends.embedded import EmbeddedBackend
from tests.services import engines

KILLS = int(os.environ.get("LOADER_KILLS", "8"))
SIZES = (2000, 3000)


@pytest.fixture
def files(tmp_path):
    """Two collections that differ in the number of their documents and in every document."""
    paths = []
    for size in SIZES:
        paths.append(tmp_path / f"{size}.ndjson")
        paths[-1].write_text("".join(json.dumps({"_id": str(n), "size": size}) + "\n" for n in range(size)))
    return paths


def backend_of(engine):
    if engine.name == "embedded":
        return EmbeddedBackend(engine.instance / "data")
    return ElasticBackend(url=engine.settings["ES_URL"], prefix=engine.settings["INDEX_PREFIX"])


def collection(engine):
    """Which of the two collections is served; fails when it is neither."""
    backend = backend_of(engine)
    body = {"size": 0, "aggs": {"sizes": {"terms": {"field": "size"}}}}
    response = backend.execute(body, "killed")
    (bucket,) = response["aggregations"]["sizes"]["buckets"]
    assert bucket["key"] == bucket["doc_count"] == response["hits"]["total"]
    return SIZES.index(bucket["key"])


def start(engine, path):
    command = [sys.executable, "-m", "searchapp.cli", "load", "killed", str(path)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=engine.environment, cwd=engines.PROJECT, stdout=quiet, stderr=quiet)


@pytest.mark.rule("FL3")
def test_a_killed_load_leaves_one_whole_collection(engine, files):
    started = time.monotonic()
    assert start(engine, files[0]).wait(60) == 0
    duration = time.monotonic() - started
    generator = random.Random(int(os.environ.get("SEED", "1")))
    served = 0
    for _ in range(KILLS):
        process = start(engine, files[1 - served])
        time.sleep(generator.uniform(0.3, 1.05) * duration)
        process.kill()
        done = process.wait() == 0
        now = collection(engine)
        assert now == 1 - served or not done
        served = now
    assert start(engine, files[1 - served]).wait(60) == 0
    assert collection(engine) == 1 - served
