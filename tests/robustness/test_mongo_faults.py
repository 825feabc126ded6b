"""What callers get while MongoDB is away, cut off, slow, locked or busy: never a miss, never a 500."""

import contextlib
import socket
import struct
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from searchapp import create_app
from tests.robustness import proxy as faults
from tests.robustness.goals import GRACE, RECOVERY
from tests.services.mongo import drop_database
from tests.services.process import free_port, wait_until

bson = pytest.importorskip("bson")
pymongo = pytest.importorskip("pymongo")

pytestmark = pytest.mark.mongo

AWAY = (503, "search backend is not available", "5")
BUSY = (503, "search backend is overloaded", "2")
LATE = (504, "no answer within 1 s", "2")
REFUSED = (503, "search backend refused the service", None)
EMPTY = (503, "the data is not loaded", "30")
DOCUMENTS = [{"_id": str(number), "name": f"thing {number}", "n": number} for number in range(20)]
REQUESTS = {
    "an id": ("GET", "/v1/thing/1", None),
    "ids": ("POST", "/v1/thing", {"ids": ["1", "nope"]}),
    "a query": ("GET", "/v1/thing/query?q=name:thing", None),
    "facets": ("GET", "/v1/thing/query?facets=n&sort=n", None),
    "terms": ("POST", "/v1/thing/query", {"q": ["thing", "nope"], "scopes": ["name"]}),
    "everything": ("GET", "/v1/thing/query?fetch_all=true", None),
    "a cursor": ("GET", "/v1/thing/query?search_after=*&sort=n", None),
}
OP_MSG = 2013


@pytest.fixture(autouse=True)
def look_again_soon(monkeypatch):
    """Have the driver, which polls here, look for the server at once after a failure, not half a second later."""
    monkeypatch.setattr(pymongo.common, "MIN_HEARTBEAT_INTERVAL", 0.02)


@pytest.fixture(scope="module")
def database(mongo_url):
    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    with pymongo.MongoClient(mongo_url) as client:
        client[name].things.insert_many(DOCUMENTS)
    yield name
    drop_database(mongo_url, name)


@pytest.fixture
def proxy(mongo_url):
    found = faults.Proxy(mongo_url)
    yield found
    found.stop()


@pytest.fixture
def application(database, tmp_path):
    """A function that gives an application whose MongoDB is at this port."""
    apps = []

    def make(port, **settings):
        url = f"mongodb://127.0.0.1:{port}/?directConnection=true&serverMonitoringMode=poll"
        given = {"BACKEND": "mongo", "MONGO_URL": url}
        given |= {"MONGO_DATABASE": database, "INSTANCE": str(tmp_path), "SECRET_KEY": "k" * 32, "DEADLINE": 1}
        given |= {"ITEM_TYPES": {"thing": {"index": "things", "default_fields": ["name"]}}, "METADATA_MAX_AGE": 3600}
        apps.append(create_app(given | settings))
        return apps[-1]

    yield make
    for app in apps:
        with pymongo.timeout(1):  # the driver waits without end for a server that says nothing
            app.extensions["searchapp"].backend.connection.client().close()


@pytest.fixture
def app(application, proxy):
    """An application that has had good answers before the fault."""
    app = application(proxy.port)
    wait_until(lambda: all(ask(app, name).status_code == 200 for name in REQUESTS), RECOVERY)
    return app


def ask(app, name):
    method, path, body = REQUESTS[name]
    return app.test_client().open(path, method=method, **({"json": body} if body else {}))


def told(answer):
    return answer.status_code, answer.json.get("error"), answer.headers.get("Retry-After")


def failing(code, name):
    """Replies of MongoDB to everything that reads documents become this error."""

    def fault(client, data):
        if data is None or b"cursor" not in data:
            return False
        _, number, request, _ = struct.unpack("<iiii", data[:16])
        body = bson.encode({"ok": 0.0, "errmsg": f"told so by a host of {name}", "code": code, "codeName": name})
        message = b"\0\0\0\0\0" + body
        with contextlib.suppress(OSError):
            client.sendall(struct.pack("<iiii", 16 + len(message), number, request, OP_MSG) + message)
            client.shutdown(socket.SHUT_RDWR)
        return True

    return fault


ERRORS = {
    "LockTimeout": (24, BUSY),
    "LockBusy": (46, BUSY),
    "WriteConflict": (112, BUSY),
    "ExceededMemoryLimit": (146, BUSY),
    "IngressRequestRateLimitExceeded": (462, BUSY),
    "MaxTimeMSExpired": (50, (504, "no answer within 5 s", "2")),
    "Unauthorized": (13, REFUSED),
    "NamespaceNotFound": (26, EMPTY),
    "CursorNotFound": (43, AWAY),
    "InterruptedAtShutdown": (11600, AWAY),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_of_mongodb_has_the_same_answer_to_every_request(application, proxy, name):
    code, expected = ERRORS[name]
    app = application(proxy.port, DEADLINE=5)
    assert ask(app, "an id").status_code == 200
    proxy.fault = failing(code, name)
    for request in REQUESTS:
        answer = ask(app, request)
        assert (request, told(answer)) == (request, expected)
        assert answer.headers["Cache-Control"] == "no-store"
        assert name not in answer.get_data(as_text=True)


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("fault", [faults.reset, faults.cut], ids=["reset", "cut"])
def test_a_connection_that_breaks_is_not_available(app, proxy, fault, name):
    proxy.fault = fault
    started = time.monotonic()
    assert told(ask(app, name)) in (AWAY, LATE)
    assert time.monotonic() - started < 1 + GRACE


@pytest.mark.parametrize("name", REQUESTS)
def test_an_answer_that_does_not_come_is_given_up_in_time(app, proxy, name):
    proxy.fault = faults.frozen
    started = time.monotonic()
    assert told(ask(app, name)) == LATE
    assert time.monotonic() - started < 1 + GRACE


def test_a_connection_that_broke_in_between_is_not_noticed(app, proxy):
    for name in REQUESTS:
        proxy.break_all()
        assert ask(app, name).status_code == 200


def test_requests_that_get_no_connection_are_overloaded(application, proxy):
    options = {"maxPoolSize": 1, "waitQueueTimeoutMS": 100}
    app = application(proxy.port, MONGO_OPTIONS=options, DEADLINE=120)
    assert ask(app, "an id").status_code == 200
    free = app.extensions["searchapp"].backend.connection.slots().free
    proxy.fault = faults.frozen
    with ThreadPoolExecutor(1) as pool:
        holder = pool.submit(ask, app, "a query")
        wait_until(lambda: not free._value)
        assert [told(ask(app, "a query")) for _ in range(3)] == [BUSY] * 3
        proxy.fault = None
        proxy.break_all()
        assert holder.result().status_code == 200


def test_a_server_that_is_not_there_is_not_available(application):
    app = application(free_port())
    for name in REQUESTS:
        assert told(ask(app, name)) in (AWAY, LATE)


def test_a_collection_that_is_gone_is_not_loaded(application, mongo_url):
    port = int(mongo_url.rpartition(":")[2].partition("/")[0])
    app = application(port, ITEM_TYPES={"thing": {"index": "nothing"}})
    for name in REQUESTS:
        assert told(ask(app, name)) == EMPTY


class Seen(pymongo.monitoring.CommandListener):
    """Remembers the commands that read."""

    def __init__(self):
        self.commands = []

    def started(self, event):
        if event.command_name in ("find", "aggregate", "count", "listCollections"):
            self.commands.append(event.command)

    def succeeded(self, event):
        """Nothing to remember."""

    failed = succeeded


def test_every_command_has_the_remaining_time_as_its_limit(application, mongo_url):
    seen = Seen()
    port = int(mongo_url.rpartition(":")[2].partition("/")[0])
    app = application(port, MONGO_OPTIONS={"event_listeners": [seen]}, DEADLINE=3)
    for name in REQUESTS:
        assert ask(app, name).status_code == 200
    assert len(seen.commands) >= len(REQUESTS)
    assert [command for command in seen.commands if not 0 < command.get("maxTimeMS", 0) <= 3000] == []


def test_answers_are_good_again_after_every_fault(app, proxy):
    for fault in (faults.reset, faults.cut, faults.frozen, failing(24, "LockTimeout")):
        proxy.fault = fault
        threads = [threading.Thread(target=ask, args=(app, name)) for name in REQUESTS]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        proxy.fault = None
        proxy.break_all()
        wait_until(lambda: all(ask(app, name).status_code == 200 for name in REQUESTS), RECOVERY)
