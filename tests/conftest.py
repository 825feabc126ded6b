"""The fixtures: `engine` in its variants, `app` and `client` in this process, `base_url` of a live server."""

import gc
import os
import sys
from collections import Counter

import pytest

from tests.services import elasticsearch, engines, mariadb, mongo, postgres
from tests.services.engines import ENGINES, PROJECT
from tests.services.process import running
from tests.services.server import Server
from tests.services.sql_database import make_database

SERVICES = ("elasticsearch", "mongo", "postgresql", "mariadb", "browser")
STARTING = ("tests/robustness/", "tests/test_", "tests/web/test_spec_fuzz")
MAX_ID = 60
"""The characters of a parameter that stand in the name of its test."""
ASKED_BY = {"real_data": "SEARCHAPP_TEST_DATA", "chaos": "DATABASE_KILLS"}
"""Marks of tests that run only where a variable of the environment asks for them."""
REQUIRED = os.environ.get("REQUIRE_SERVICES") == "1"
PARAMETERS = [pytest.param(name, marks=[getattr(pytest.mark, name)] if name != "embedded" else []) for name in ENGINES]


def pytest_configure():
    """Ignore the settings of whoever runs the suite, and let its processes keep their bytecode.

    Without bytecode a process compiles the package anew, which is half of the time until it answers, and pytest
    compiles the tests anew. Garbage is collected less often.
    """
    gc.set_threshold(50_000, 20, 20)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(PROJECT / ".pytest_cache" / "bytecode")
        sys.dont_write_bytecode = False
    for name in [
        name for name in os.environ if name.startswith("SEARCHAPP_") and not name.startswith("SEARCHAPP_TEST_")
    ]:
        del os.environ[name]


def pytest_make_parametrize_id(val):
    """The start and the length of a long text; else the name of its test is as long, and sent between processes."""
    if isinstance(val, str | bytes) and len(val) > MAX_ID:
        return f"{val[:MAX_ID]!r}... {len(val)}"
    return None


def pytest_collection_finish():
    """Let the garbage collector skip the thousands of tests that pytest holds: walking them takes long."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Group the tests for several processes. Leave out those that no variable asks for, see ASKED_BY."""
    if hasattr(config, "workerinput"):
        group(items)
    unasked = [mark for mark, name in ASKED_BY.items() if name not in os.environ]
    left_out = {item for item in items if any(map(item.get_closest_marker, unasked))}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def group(items):
    """Mark each item with its group, and put the groups that take longest first, so that no process idles in the end.

    First each service, then the files that start processes or are slow, then the others by their number of tests.
    """
    groups = {item: group_of(item) for item in items}
    sizes = Counter(groups.values())
    slow = {name for item, name in groups.items() if name.startswith(STARTING) or item.get_closest_marker("slow")}

    def place(item):
        name = groups[item]
        kind = SERVICES.index(name) if name in SERVICES else len(SERVICES) + (name not in slow)
        return kind, -sizes[name], name

    for item, name in groups.items():
        item.add_marker(pytest.mark.xdist_group(name))
    items.sort(key=place)


def group_of(item):
    """The service that a test needs, else its file: one process runs a group, so a service is started once."""
    needs = {mark.name for mark in item.iter_markers()} | set(item.fixturenames)
    return next((service for service in SERVICES if service in needs), item.nodeid.partition("::")[0])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where services are required, a skip is a failure."""
    report = yield
    if REQUIRED and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although REQUIRE_SERVICES=1: {report.longrepr[-1]}"
    return report


def pytest_terminal_summary(terminalreporter):
    """One line for each reason why tests were skipped."""
    reasons = [report.longrepr[-1].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", [])]
    for reason, count in Counter(reasons).items():
        terminalreporter.write_line(f"{count} tests skipped, {reason}")


def address(variable, service):
    """The address that a variable of the environment holds, or that of a service for the session."""
    if os.environ.get(variable):
        yield os.environ[variable]
        return
    for started in running(service):
        yield started.url


@pytest.fixture(scope="session")
def elasticsearch_url():
    """The address of a real Elasticsearch node."""
    yield from address("SEARCHAPP_TEST_ES_URL", elasticsearch.Node)


@pytest.fixture(scope="session", params=PARAMETERS)
def engine(request, tmp_path_factory):
    """An engine that holds the test collections."""
    return request.getfixturevalue(f"{request.param}_engine")


@pytest.fixture(scope="session")
def embedded_engine(tmp_path_factory):
    engine = engines.embedded(tmp_path_factory.mktemp("embedded"))
    engines.load_collections(engine, tmp_path_factory.getbasetemp())
    return engine


@pytest.fixture(scope="session")
def elasticsearch_engine(tmp_path_factory, elasticsearch_url):
    engine = engines.elasticsearch(tmp_path_factory.mktemp("elasticsearch"), elasticsearch_url)
    engines.load_collections(engine, tmp_path_factory.getbasetemp())
    yield engine
    engines.remove_indices(elasticsearch_url, engine.settings["INDEX_PREFIX"])


@pytest.fixture(scope="session")
def mongo_url():
    """The address of a MongoDB server."""
    yield from address("SEARCHAPP_TEST_MONGO_URL", mongo.Mongo)


@pytest.fixture(scope="session")
def mongo_engine(tmp_path_factory, mongo_url):
    """MongoDB with the test collections; not one of the engines on which every test runs."""
    engine = engines.mongo(tmp_path_factory.mktemp("mongo"), mongo_url)
    engines.load_collections(engine, tmp_path_factory.getbasetemp())
    yield engine
    mongo.drop_database(mongo_url, engine.settings["MONGO_DATABASE"])


@pytest.fixture(scope="session")
def mariadb_url():
    """The address of a MariaDB server."""
    yield from address("SEARCHAPP_TEST_MARIADB_URL", mariadb.MariaDB)


@pytest.fixture(scope="session")
def postgresql_url():
    """The address of a PostgreSQL server."""
    yield from address("SEARCHAPP_TEST_PG_URL", postgres.Postgres)


@pytest.fixture(scope="session")
def sqlite_engine(tmp_path_factory):
    """A file of SQLite with the test collections."""
    folder = tmp_path_factory.mktemp("sqlite")
    engine = engines.sql("sqlite", folder, f"sqlite:///{folder / 'collections.db'}")
    engines.load_collections(engine, tmp_path_factory.getbasetemp())
    return engine


@pytest.fixture(scope="session")
def postgresql_engine(tmp_path_factory, postgresql_url):
    """A database of PostgreSQL with the test collections."""
    folder = tmp_path_factory.mktemp("postgresql")
    engine = engines.sql("postgresql", folder, make_database(postgresql_url))
    engines.load_collections(engine, tmp_path_factory.getbasetemp())
    return engine


@pytest.fixture(scope="session")
def servers(tmp_path_factory):
    """A function that gives the address of the live server of an engine, started at first use."""
    started = {}

    def server(engine):
        if engine.name not in started:
            log = tmp_path_factory.getbasetemp() / f"server-{engine.name}.log"
            started[engine.name] = Server(engine.environment, log)
        return started[engine.name].url

    yield server
    for one in started.values():
        one.stop()


@pytest.fixture(scope="session")
def base_url(engine, servers):
    """The address of a live gunicorn server on the engine."""
    return servers(engine)


@pytest.fixture(scope="session")
def app(engine):
    """The application on the engine, in this process."""
    from searchapp import create_app

    return create_app(engine.config)


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def configured_on_each(engine):
    """A function that gives a test client of an application with these settings, on each engine."""
    from searchapp import create_app

    return lambda **settings: create_app(engine.config | settings).test_client()


@pytest.fixture
def configured(embedded_engine):
    """A function that gives a test client of an application with these settings."""
    from searchapp import create_app

    return lambda **settings: create_app(embedded_engine.config | settings).test_client()
