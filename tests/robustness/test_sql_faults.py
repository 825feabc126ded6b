"""A PostgreSQL server that stops answering, dies and comes back."""

import os
import signal
import subprocess
import time

import pytest

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.errors import PipelineError
from searchapp.protocols import Context
from tests.robustness.goals import GRACE
from tests.services.postgres import Postgres
from tests.services.process import freeze, running

pytestmark = pytest.mark.postgresql
QUERIES = {"id": SqlBuilder().build("1", scopes=["_id"]), "query": SqlBuilder().build("symbol:a*")}


@pytest.fixture(scope="module")
def server():
    import psycopg

    for found in running(Postgres):
        with psycopg.connect(found.url.replace("+psycopg", "")) as connection:
            connection.execute("CREATE TABLE gene (id int PRIMARY KEY, symbol text)")
            connection.execute("INSERT INTO gene VALUES (1, 'a1')")
        yield found


@pytest.fixture
def backend(server):
    found = SqlBackend(server.url, default_item_type="gene", timeout=2)
    for query in QUERIES.values():
        assert total(found, query) == 1
    yield found
    found.close()


def total(backend, query):
    return backend.search(query, Context("gene"))["hits"]["total"]


def failure(backend, query):
    """The error of a query, and how long it took to come."""
    start = time.monotonic()
    with pytest.raises(PipelineError) as caught:
        total(backend, query)
    return str(caught.value), time.monotonic() - start


def end(server):
    """Ends the server at once, whoever is connected."""
    server.process.send_signal(signal.SIGINT)
    server.process.wait(20)


def processes(server):
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout
    return [server.process.pid, *map(int, found.split())]


@pytest.mark.parametrize("name", QUERIES)
def test_a_server_that_does_not_answer_is_given_up_in_time_and_found_again(server, backend, name):
    asleep = processes(server)
    for process in asleep:
        freeze(process)
    try:
        for _ in range(2):
            said, seconds = failure(backend, QUERIES[name])
            assert said == "504 no answer within 2 s"
            assert seconds < 2 + GRACE
    finally:
        for process in asleep:
            os.kill(process, signal.SIGCONT)
    assert total(backend, QUERIES[name]) == 1


@pytest.mark.parametrize("name", QUERIES)
def test_a_dead_server_is_not_available_until_it_is_back(server, backend, name):
    end(server)
    said, seconds = failure(backend, QUERIES[name])
    assert (said, seconds < 2 + GRACE) == ("503 search backend is not available", True)
    server.start()
    assert total(backend, QUERIES[name]) == 1


def connected(server):
    import psycopg

    return psycopg.connect(server.url.replace("+psycopg", ""), autocommit=True)


@pytest.mark.parametrize("name", QUERIES)
def test_a_locked_table_is_given_up_in_time(server, backend, name):
    with connected(server) as other:
        other.autocommit = False
        other.execute("LOCK TABLE gene IN ACCESS EXCLUSIVE MODE")
        said, seconds = failure(backend, QUERIES[name])
        other.rollback()
    assert said == "504 no answer within 2 s"
    assert seconds < 2 + GRACE
    assert total(backend, QUERIES[name]) == 1


@pytest.mark.parametrize("name", QUERIES)
def test_a_server_without_free_connections_is_overloaded(server, name):
    with connected(server) as first:
        most = int(first.execute("SHOW max_connections").fetchone()[0])
    others = fill_connections(server, most)
    try:
        found = SqlBackend(server.url, default_item_type="gene", timeout=2)
        said, _ = failure(found, QUERIES[name])
        found.close()
    finally:
        for other in others:
            other.close()
    assert said == "503 search backend is overloaded"


def fill_connections(server, most):
    """Connections until the server has no more."""
    import psycopg

    others = []
    while len(others) <= most:
        try:
            others.append(connected(server))
        except psycopg.OperationalError:
            break
    return others


def test_a_request_that_waits_too_long_for_a_connection_is_overloaded(server):
    found = SqlBackend(server.url, {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.3}, default_item_type="gene")
    assert total(found, QUERIES["query"]) == 1
    with found.database.engine().connect():
        for query in QUERIES.values():
            assert failure(found, query)[0] == "503 search backend is overloaded"
    assert total(found, QUERIES["id"]) == 1
    found.close()


def end_connections(server):
    """Let the server end the connections of all clients."""
    with connected(server) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


@pytest.mark.parametrize("name", QUERIES)
def test_a_connection_that_the_server_ended_is_replaced_at_once(server, backend, name):
    end_connections(server)
    assert total(backend, QUERIES[name]) == 1


@pytest.mark.parametrize("name", QUERIES)
def test_an_ended_connection_is_replaced_also_if_its_time_limit_is_changed_first(server, backend, name):
    end_connections(server)
    found = backend.search(QUERIES[name], Context("gene", deadline=time.monotonic() + 1))
    assert found["hits"]["total"] == 1


def test_a_server_that_restarts_is_found_again(server, backend):
    end(server)
    server.start()
    for query in QUERIES.values():
        assert total(backend, query) == 1


def test_a_table_that_went_is_not_loaded(server):
    with connected(server) as other:
        other.execute("CREATE TABLE gone (id int PRIMARY KEY)")
        found = SqlBackend(server.url, default_item_type="gone")
        assert found.search(SqlBuilder().build("1", scopes=["_id"]), Context("gone"))["hits"]["total"] == 0
        other.execute("DROP TABLE gone")
    for query in (SqlBuilder().build("1", scopes=["_id"]), SqlBuilder().build("*")):
        with pytest.raises(PipelineError, match="503 the data is not loaded"):
            found.search(query, Context("gone"))
    found.close()


def test_who_may_not_read_a_table_is_refused(server):
    with connected(server) as other:
        other.execute("DROP ROLE IF EXISTS stranger")
        other.execute("CREATE ROLE stranger LOGIN")
    found = SqlBackend(server.url.replace("postgres@", "stranger@"), default_item_type="gene")
    with pytest.raises(PipelineError, match="503 search backend refused the service"):
        total(found, QUERIES["query"])
    found.close()
    wrong = SqlBackend(server.url.rpartition("/")[0] + "/nosuchdatabase", default_item_type="gene")
    with pytest.raises(PipelineError, match="503 search backend refused the service"):
        total(wrong, QUERIES["query"])
    wrong.close()
