"""What stops the start with one line: a SQLite file that is not there, a driver that is not installed."""

import builtins
import contextlib
import sqlite3

import pytest
from sqlalchemy import event

from searchapp import create_app
from searchapp.config.settings import SettingsError
from searchapp.databases.sql.connection import checks
from searchapp.databases.sql.connection.engines import make_engine

from .tables import filled


@pytest.fixture
def without(monkeypatch):
    """A function that makes modules look as if they were not installed."""

    def forget(*names):
        imported = builtins.__import__

        def refuse(name, globals=None, locals=None, fromlist=(), level=0):
            if level == 0 and name.partition(".")[0] in names:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return imported(name, globals, locals, fromlist, level)

        monkeypatch.setattr(builtins, "__import__", refuse)

    return forget


def start(url, tmp_path, **settings):
    instance = tmp_path / "instance"
    instance.mkdir(exist_ok=True)
    return create_app({"BACKEND": "sql", "SQL_URL": url, "INSTANCE": str(instance), **settings})


def test_a_sqlite_file_that_is_not_there_stops_the_start(tmp_path):
    path = tmp_path / "shop" / "missing.db"
    with pytest.raises(SettingsError) as error:
        start(f"sqlite:///{path}", tmp_path, ITEM_TYPES={"gene": {}})
    assert str(error.value) == f"SQL_URL names a SQLite file that does not exist: {path}"
    assert not path.exists()


def test_a_file_that_is_no_database_stops_the_start(tmp_path):
    path = tmp_path / "notes.db"
    path.write_text("these are notes, and no tables at all" * 10)
    with pytest.raises(SettingsError, match=r"SQL_URL names a file that SQLite cannot read: .*notes.db"):
        start(f"sqlite:///{path}", tmp_path, ITEM_TYPES={"gene": {}})


def test_a_file_that_is_locked_does_not_stop_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "CHECK_SECONDS", 0.01)
    path = tmp_path / "notes.db"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE gene (id TEXT PRIMARY KEY); BEGIN EXCLUSIVE")
        checks.check_file({"SQL_URL": f"sqlite:///{path}", "INSTANCE": str(tmp_path / "instance")})


def test_a_file_in_the_instance_folder_may_be_made_later(tmp_path):
    app = start(f"sqlite:///{tmp_path}/instance/later.db", tmp_path, ITEM_TYPES={"gene": {}})
    assert app.test_client().get("/v1/gene/1").status_code == 503


@pytest.mark.parametrize(
    ("url", "module", "advice"),
    [
        ("mysql://reader@db/shop", "pymysql", "SQL_URL needs pymysql: pip install 'searchapp[mysql]'"),
        ("mysql+mysqldb://reader@db/shop", "MySQLdb", "SQL_URL needs MySQLdb: pip install mysqlclient"),
        ("postgresql://reader@db/shop", "psycopg", "SQL_URL needs psycopg: pip install 'searchapp[sql]'"),
        ("oracle+oracledb://reader@db/shop", "oracledb", "SQL_URL needs oracledb: pip install oracledb"),
        ("mssql+pyodbc://reader@db/shop", "pyodbc", "SQL_URL needs pyodbc: pip install pyodbc"),
    ],
)
def test_the_error_of_a_missing_driver_names_the_package(tmp_path, without, url, module, advice):
    without(module)
    with pytest.raises(SettingsError) as error:
        start(url, tmp_path)
    assert str(error.value) == advice


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("nodb://reader@db/shop", "SQL_URL: SQLAlchemy has no dialect nodb"),
        ("postgres://db/shop", "SQL_URL: SQLAlchemy has no dialect postgres, did you mean postgresql"),
        ("/srv/shop.db", "SQL_URL must be written as postgresql://user@host/database or sqlite:///file.db"),
    ],
)
def test_an_address_that_cannot_be_read_stops_the_start(tmp_path, url, problem):
    with pytest.raises(SettingsError) as error:
        start(url, tmp_path)
    assert str(error.value) == problem


def test_tables_whose_names_cannot_stand_in_a_path_get_another(tmp_path, caplog):
    url = filled(
        f"sqlite:///{tmp_path}/shop.db",
        'CREATE TABLE "Order Details" ("No" INT, "Line" INT, PRIMARY KEY ("No", "Line"))',
        "CREATE TABLE query (id INT PRIMARY KEY)",
        "CREATE TABLE Part (id INT PRIMARY KEY)",
        "CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)",
        "CREATE TABLE django_session (session_key VARCHAR(40) PRIMARY KEY)",
        'INSERT INTO "Order Details" VALUES (7, 1)',
        "CREATE VIEW parts AS SELECT id FROM Part",
    )
    app = start(url, tmp_path)
    assert list(app.extensions["searchapp"].item_types) == ["Order_Details", "Part", "data-query"]
    assert app.test_client().get("/v1/Order_Details/7:1").json == {"_id": "7:1", "No": 7, "Line": 1}
    assert app.test_client().get("/v1/data-query/query").json["total"] == 0
    assert "alembic_version is left out" in caplog.text
    assert "parts is left out: a view has no key of its own" in caplog.text
    types = {"details": {"tables": [{"table": "Order Details", "key": ["No", "Line"]}]}}
    client = start(url, tmp_path, ITEM_TYPES=types).test_client()
    assert client.get("/v1/details/7:1").json == {"_id": "7:1", "No": 7, "Line": 1}


@pytest.mark.parametrize(
    ("url", "arguments", "why"),
    [
        ("postgresql://reader@db/shop", {"sslmod": "require"}, 'connect_args: .*"sslmod"'),
        ("postgresql://reader@db/shop?sslmod=require", {}, 'connect_args: .*"sslmod"'),
        ("mysql://reader@db/shop", {"charset_": "utf8"}, "charset_"),
        ("sqlite://{path}/shop.db", {"timeout": 5}, "connect_args are not used"),
    ],
)
def test_arguments_that_no_driver_takes_stop_the_start(tmp_path, url, arguments, why):
    with pytest.raises(SettingsError, match=f"SQL_URL with SQL_OPTIONS: .*{why}"):
        start(url.format(path=f"/{tmp_path}"), tmp_path, SQL_OPTIONS={"connect_args": arguments})


@pytest.mark.parametrize("arguments", [{"sslmode": "require"}, {"prepare_threshold": None, "connect_timeout": 3}])
def test_arguments_of_a_driver_leave_ours_in_place(tmp_path, arguments):
    start("postgresql://reader@db/shop", tmp_path, ITEM_TYPES={"gene": {}}, SQL_OPTIONS={"connect_args": arguments})
    engine = make_engine("postgresql://reader@db/shop", {"connect_args": arguments})
    seen = {}
    with contextlib.suppress(RuntimeError):
        event.listen(engine, "do_connect", lambda *given: stop(seen, given[3]))
        engine.connect()
    assert seen == {**seen, "connect_timeout": 5, **arguments}


def stop(seen, arguments):
    seen.update(arguments)
    raise RuntimeError
