"""A PostgreSQL server that stops answering, dies and comes back."""

import os
import signal
import subprocess
import time

import pytest

from searchapp.backends.sql import SqlBackend
from searchapp.builders.sql import SqlBuilder
from searchapp.errors import PipelineError
from tests.services.postgres import Postgres
from tests.services.process import Unavailable, stop

pytestmark = pytest.mark.postgresql
QUERIES = {"id": SqlBuilder().build("1", scopes=["_id"]), "query": SqlBuilder().build("symbol:a*")}


@pytest.fixture(scope="module")
def server():
    import psycopg

    try:
        found = Postgres()
    except Unavailable as reason:
        pytest.skip(f"no PostgreSQL: {reason}")
    with psycopg.connect(found.url.replace("+psycopg", "")) as connection:
        connection.execute("CREATE TABLE gene (id int PRIMARY KEY, symbol text)")
        connection.execute("INSERT INTO gene VALUES (1, 'a1')")
    yield found
    found.stop()


@pytest.fixture
def backend(server):
    found = SqlBackend(server.url, default_item_type="gene", timeout=2)
    for query in QUERIES.values():
        assert total(found, query) == 1
    yield found
    found.close()


def total(backend, query):
    return backend.execute(query, "gene")["hits"]["total"]


def failure(backend, query):
    """The error of a query, and how long it took to come."""
    start = time.monotonic()
    with pytest.raises(PipelineError) as caught:
        total(backend, query)
    return str(caught.value), time.monotonic() - start


def processes(server):
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout
    return [server.process.pid, *map(int, found.split())]


@pytest.mark.parametrize("name", QUERIES)
def test_a_server_that_does_not_answer_is_given_up_in_time_and_found_again(server, backend, name):
    asleep = processes(server)
    for process in asleep:
        os.kill(process, signal.SIGSTOP)
    try:
        for _ in range(2):
            said, seconds = failure(backend, QUERIES[name])
            assert said == "504 no answer within 2 s"
            assert seconds < 2.6
    finally:
        for process in asleep:
            os.kill(process, signal.SIGCONT)
    assert total(backend, QUERIES[name]) == 1


@pytest.mark.parametrize("name", QUERIES)
def test_a_dead_server_is_not_available_until_it_is_back(server, backend, name):
    stop(server.process)
    said, seconds = failure(backend, QUERIES[name])
    assert (said, seconds < 2.6) == ("503 search backend is not available", True)
    server.start()
    assert total(backend, QUERIES[name]) == 1
