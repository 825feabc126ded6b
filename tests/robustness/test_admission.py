"""A live server whose database hangs, with more clients than it has threads: nobody waits longer than the deadline."""

import collections
import threading
import time

import pytest

from tests.robustness.goals import GRACE
from tests.robustness.load import ask, asking
from tests.services import fault
from tests.services.fault import FaultServer
from tests.services.process import wait_until
from tests.services.server import Server

DEADLINE = 1
PATIENT = 20
THREADS = 5
SEARCH = [("GET", "/v1/gene/query?q=symbol:cdk2", None)]
BATCH = [("POST", "/v1/gene/query", {"q": ["a", "b"], "scopes": ["symbol"]})]
LIVE = [("GET", "/status/live", None)]
BUSY = (503, "busy, try again", "1")
LATE = (504, f"no answer within {DEADLINE} s", "2")
HITS = {"took": 1, "timed_out": False, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0}}
HIT = {"_index": "gene", "_id": "1", "_score": 1.0, "_source": {"symbol": "CDK2"}}
FOUND = HITS | {"hits": {"total": 1, "max_score": 1.0, "hits": [HIT]}}
"""With a hit, since a query without hits asks for suggestions too."""


@pytest.fixture
def database():
    server = FaultServer(fault.body(FOUND))
    yield server
    server.stop()


@pytest.fixture
def start(database, embedded_engine, tmp_path):
    """A function that starts a server of one worker with five threads on the database."""
    servers = []

    def start(**settings):
        own = {"BACKEND": "elasticsearch", "ES_URL": database.url, "ITEM_TYPES": '{"gene": {}}', **settings}
        environment = {**embedded_engine.environment, "SEARCHAPP_INSTANCE": str(tmp_path)}
        del environment["SEARCHAPP_CONFIG"]
        environment |= {f"SEARCHAPP_{name}": str(value) for name, value in ({"DEADLINE": DEADLINE} | own).items()}
        servers.append(Server(environment, tmp_path / "server.log", workers=1))
        assert ask(servers[-1].port, SEARCH, 0).status == 200
        return servers[-1].port

    yield start
    for server in servers:
        server.stop()


def told(answer):
    return answer.status, answer.body["error"], answer.headers.get("Retry-After")


def kinds(clients):
    """What clients heard that got no documents."""
    return collections.Counter(told(answer) for answer in clients.told if answer.status != 200)


class Held:
    """What a database does that answers nobody until it is let go."""

    def __init__(self, answer):
        self.answer, self.let_go = answer, threading.Event()

    def __call__(self, handler):
        self.let_go.wait(60)
        self.answer(handler)


def one_is_refused(clients):
    """Waits until one of the clients has heard something, which can only be that all places are taken."""
    wait_until(lambda: clients.told, PATIENT)
    assert told(clients.told[0]) == BUSY


def stop(clients, waiting):
    """Lets no client ask again, and returns when only those are left that wait for an answer."""
    clients.running = False
    wait_until(lambda: sum(thread.is_alive() for thread in clients.threads) <= waiting, PATIENT)


def test_clients_above_the_threads_hear_within_the_deadline_too(start, database):
    port = start(QUEUE=16)
    database.behaviour = fault.late(60)
    with asking(port, SEARCH, THREADS + 6) as clients:
        time.sleep(3 * DEADLINE)
    assert set(kinds(clients)) == {LATE}
    assert max(answer.seconds for answer in clients.told) < DEADLINE + GRACE


@pytest.mark.rule("FC20", "FL1")
def test_requests_beyond_the_queue_are_refused_at_once_and_the_process_lives(start, database):
    port = start(QUEUE=2, DEADLINE=PATIENT)
    database.behaviour = held = Held(fault.body(FOUND))
    with asking(port, SEARCH, THREADS + 3) as clients:
        one_is_refused(clients)
        for _ in range(20):
            refused, live = ask(port, SEARCH, 0), ask(port, LIVE, 0)
            assert (told(refused), live.status) == (BUSY, 200)
            assert max(refused.seconds, live.seconds) < GRACE
        stop(clients, THREADS + 2)
        held.let_go.set()
    assert set(kinds(clients)) == {BUSY}
    assert len([answer for answer in clients.told if answer.status == 200]) == THREADS + 2


def test_without_a_queue_only_the_threads_take_requests(start, database):
    port = start(QUEUE=0, DEADLINE=PATIENT)
    assert ask(port, SEARCH, 0).status == 200
    database.behaviour = held = Held(fault.body(FOUND))
    with asking(port, SEARCH, THREADS + 1) as clients:
        one_is_refused(clients)
        assert told(ask(port, SEARCH, 0)) == BUSY
        stop(clients, THREADS)
        held.let_go.set()
    assert len([answer for answer in clients.told if answer.status == 200]) == THREADS


@pytest.mark.rule("FL2")
def test_batches_leave_threads_to_single_requests(start, database):
    port = start(QUEUE=8, DEADLINE=PATIENT)
    held = Held(fault.body({"took": 1, "responses": [FOUND | {"status": 200}] * 2}))
    quick = fault.body(FOUND)
    database.behaviour = lambda handler: (held if "_msearch" in handler.path else quick)(handler)
    with asking(port, BATCH, THREADS + 10) as batches:
        one_is_refused(batches)
        singles = [ask(port, SEARCH, 0) for _ in range(20)]
        batches.running = False
        held.let_go.set()
    assert [answer.body for answer in singles if answer.status != 200] == []
    assert max(answer.seconds for answer in singles) < GRACE
    assert {answer.status for answer in batches.told} == {200, 503}


def test_a_database_that_is_back_is_asked_again_at_once(start, database):
    port = start(QUEUE=8)
    database.behaviour = fault.late(60)
    with asking(port, SEARCH, THREADS + 10):
        time.sleep(DEADLINE)
    database.behaviour = fault.body(FOUND)
    answer = ask(port, SEARCH, 0)
    assert (answer.status, answer.seconds < GRACE) == (200, True)
