import json

import pytest

from searchapp.databases.elastic import bulk
from searchapp.databases.elastic.bulk import Bulk
from searchapp.databases.elastic.connection import Connection, make_client
from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.formats.readers import Record
from tests.services import fault
from tests.services.fault import FaultServer

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch):
    monkeypatch.setattr(bulk, "PAUSES", (0.01, 0.01, 0.01))


class Index:
    """Takes bulk requests as a node does; `fail` may answer instead."""

    def __init__(self):
        self.documents = []
        self.requests = 0
        self.fail = lambda handler, number: False
        self.item = lambda id: None
        self.server = FaultServer(self.answer)

    def answer(self, handler):
        self.requests += 1
        if self.fail(handler, self.requests):
            return
        lines = [json.loads(line) for line in handler.body.splitlines()]
        items = [self.take(action["index"]["_id"]) for action in lines[::2]]
        handler.send(200, {"errors": False, "items": [{"index": item} for item in items]})

    def take(self, id):
        refused = self.item(id)
        if refused:
            return refused
        self.documents.append(id)
        return {"_id": id, "status": 201, "result": "created"}


@pytest.fixture
def index():
    index = Index()
    yield index
    index.server.stop()


@pytest.fixture
def write(index):
    """A function that writes documents with these ids and gives the Bulk."""

    def documents(ids, on_bad=None):
        connection = Connection(lambda: make_client(index.server.url))
        writer = Bulk(connection, "i", on_bad or BadLines())
        try:
            for line, id in enumerate(ids, 1):
                writer.add(Record("a.csv", line, {"_id": id, "n": 1}))
            writer.flush()
        finally:
            writer.stop()
        return writer

    return documents


def test_documents_are_written_in_order_in_few_requests(index, write, monkeypatch):
    monkeypatch.setattr(bulk, "MAX_DOCUMENTS", 10)
    ids = [str(n) for n in range(35)]
    assert write(ids).created == 35
    assert index.documents == ids
    assert index.requests == 4


def test_a_request_holds_no_more_bytes_than_allowed(index, write, monkeypatch):
    monkeypatch.setattr(bulk, "MAX_BYTES", 100)
    write([str(n) for n in range(20)])
    assert 4 < index.requests < 20


@pytest.mark.parametrize("behaviour", [fault.status(429), fault.status(503), fault.reset])
def test_an_overloaded_node_gets_the_same_again(index, write, behaviour):
    index.fail = lambda handler, number: number < 3 and (behaviour(handler), True)
    assert write(["a", "b"]).created == 2
    assert index.documents == ["a", "b"]


def test_only_rejected_documents_are_sent_again(index, write):
    rejected = {"status": 429, "error": {"type": "es_rejected_execution_exception", "reason": "full"}}
    index.item = lambda id: rejected if id == "b" and index.requests == 1 else None
    assert write(["a", "b", "c"]).created == 3
    assert index.documents == ["a", "c", "b"]


def test_a_node_that_stays_overloaded_ends_the_load(index, write):
    index.fail = lambda handler, number: (fault.status(429)(handler), True)
    with pytest.raises(LoadError, match="Elasticsearch is overloaded"):
        write(["a"])
    assert index.requests == 4


REFUSED = {"status": 400, "error": {"reason": "failed to parse", "caused_by": {"reason": 'For input string: "x"'}}}


def test_a_document_that_the_node_refuses_is_named_with_its_line(index, write):
    index.item = lambda id: REFUSED if id == "b" else None
    with pytest.raises(LoadError, match=r'a\.csv line 2: failed to parse: For input string: "x"'):
        write(["a", "b"])


def test_refused_documents_can_be_skipped(index, write):
    index.item = lambda id: REFUSED if id == "b" else None
    on_bad = BadLines(skip=True, tell=lambda _: None)
    assert write(["a", "b", "c"], on_bad).created == 2
    assert on_bad.count == 1


def test_after_a_lost_answer_the_count_may_be_doubtful(index, write):
    index.fail = lambda handler, number: number == 1 and (fault.reset(handler), True)
    index.item = lambda id: {"status": 200, "result": "updated"}
    writer = write(["a", "b"])
    assert [writer.fits(count) for count in (0, 2, 3)] == [True, True, False]


def test_otherwise_it_is_exact(write):
    assert [write(["a", "b"]).fits(count) for count in (1, 2, 3)] == [False, True, False]
