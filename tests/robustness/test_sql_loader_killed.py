"""The loader of a SQL database is killed at moments of its work: the old collection is served, or the new one."""

import json
import os
import random
import subprocess
import sys
import time

import pytest

from searchapp.backends.sql import SqlBackend
from searchapp.builders.sql import SqlBuilder
from tests.services import engines
from tests.services.postgres import make_database

KILLS = int(os.environ.get("LOADER_KILLS", "4"))
SIZES = (2000, 3000)
COUNTS = SqlBuilder().build(aggs=["size"], size=0)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def engine(request, tmp_path):
    url = f"sqlite:///{tmp_path}/killed.db"
    if request.param == "postgresql":
        url = make_database(request.getfixturevalue("postgresql_url"))
    return engines.sql(request.param, tmp_path, url)


@pytest.fixture
def files(tmp_path):
    """Two collections that differ in the number of their documents and in every document."""
    paths = []
    for size in SIZES:
        paths.append(tmp_path / f"{size}.ndjson")
        paths[-1].write_text("".join(json.dumps({"_id": str(n), "size": size}) + "\n" for n in range(size)))
    return paths


def counts(engine):
    """How many documents of each collection there are."""
    backend = SqlBackend(engine.settings["SQL_URL"], default_item_type="killed")
    found = backend.execute(COUNTS, "killed")
    backend.close()
    facet = found["aggregations"]["size"]
    assert sum(bucket["count"] for bucket in facet["buckets"]) == found["hits"]["total"]
    return {bucket["key"]: bucket["count"] for bucket in facet["buckets"]}


def start(engine, path, *options):
    command = [sys.executable, "-m", "searchapp.cli", "load", "killed", str(path), *options]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=engine.environment, cwd=engines.PROJECT, stdout=quiet, stderr=quiet)


def killed(engine, seconds, *arguments):
    """Whether a load ended by itself before it was killed after so many seconds."""
    process = start(engine, *arguments)
    time.sleep(seconds)
    process.kill()
    return process.wait() == 0


def test_a_killed_load_leaves_one_whole_collection(engine, files):
    started = time.monotonic()
    assert start(engine, files[0]).wait(60) == 0
    duration = time.monotonic() - started
    generator, served = random.Random(int(os.environ.get("SEED", "1"))), SIZES[0]
    for _ in range(KILLS):
        other = SIZES[0] + SIZES[1] - served
        done = killed(engine, generator.uniform(0.5, 1.05) * duration, files[SIZES.index(other)])
        now = counts(engine)
        assert now in ({served: served}, {other: other})
        assert now == {other: other} or not done
        (served,) = now


def test_a_killed_update_leaves_all_or_nothing_of_it(engine, files):
    started = time.monotonic()
    assert start(engine, files[1]).wait(60) == 0
    duration = time.monotonic() - started
    old, new = {3000: 3000}, {2000: 2000, 3000: 1000}
    generator = random.Random(int(os.environ.get("SEED", "2")))
    for _ in range(KILLS):
        done = killed(engine, generator.uniform(0.5, 1.05) * duration, files[0], "--update")
        assert counts(engine) in ((new,) if done else (old, new))
    assert start(engine, files[0], "--update").wait(60) == 0
    assert counts(engine) == new
