"""Traces are sent to a real receiver where the variables of OpenTelemetry ask for them, and passed on where not."""

import http.server
import json
import os
import queue
import subprocess
import sys
import threading

import pytest
import requests
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import ConsoleSpanExporter

from searchapp import create_app
from searchapp.config.settings import SettingsError
from searchapp.spans import exporter
from tests.services import fault
from tests.services.fault import FaultServer
from tests.services.server import Server

CALLER = "b7ad6b7169203331"
PARENT = f"00-0af7651916cd43dd8448eb211c80319c-{CALLER}-01"
HIT = {"_id": "1", "sort": [1], "_source": {"symbol": "A"}}
FOUND = {"hits": {"total": 1, "hits": [HIT]}, "took": 1, "pit_id": "p"}
TYPES = {"gene": {}}


class Receiver(http.server.ThreadingHTTPServer):
    """Takes `POST /v1/traces` as a collector of OpenTelemetry does."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), TakesTraces)
        self.spans = queue.Queue()
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def trace(self, trace_id):
        """The spans of a trace: that of the request, which ends last, and the others by their names."""
        found = {}
        while True:
            span = self.spans.get(timeout=20)
            if span.trace_id.hex() == trace_id:
                if span.kind == span.SPAN_KIND_SERVER:
                    return span, found
                found[span.name] = span


class TakesTraces(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
        for resource in body.resource_spans:
            self.server.service = {one.key: value_of(one.value) for one in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self.server.spans.put(span)
        self.send_response(200 if self.path == "/v1/traces" else 404)
        self.end_headers()

    def log_message(self, *_):
        """Nothing: the tests look at spans."""


def value_of(value):
    return getattr(value, value.WhichOneof("value"))


def about(span):
    """The attributes of a span."""
    return {one.key: value_of(one.value) for one in span.attributes}


@pytest.fixture(scope="module")
def receiver():
    with Receiver() as receiver:
        yield receiver
        receiver.shutdown()


@pytest.fixture(scope="module")
def database():
    """An HTTP server in place of Elasticsearch, which keeps the headers of all requests."""
    answer = fault.body(FOUND)

    def behaviour(handler):
        server.headers.append({name.lower(): value for name, value in handler.headers.items()})
        if b"broken" in handler.body:
            fault.status(503)(handler)
        elif "_pit" in handler.path:
            handler.send(200, {"id": "p"})
        else:
            answer(handler)

    server = FaultServer(behaviour)
    server.headers = []
    yield server
    server.stop()


@pytest.fixture(scope="module")
def traced_url(tmp_path_factory, database, receiver):
    """The address of a server that sends traces to the receiver."""
    folder = tmp_path_factory.mktemp("traced")
    environment = os.environ | {
        "SEARCHAPP_INSTANCE": str(folder),
        "SEARCHAPP_BACKEND": "elasticsearch",
        "SEARCHAPP_ES_URL": database.url,
        "SEARCHAPP_ITEM_TYPES": json.dumps(TYPES),
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{receiver.server_port}",
        "OTEL_BSP_SCHEDULE_DELAY": "50",
        "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
    }
    server = Server(environment, folder / "log", workers=1)
    yield server.url
    server.stop()


@pytest.fixture(scope="module")
def untraced(tmp_path_factory, database):
    """A client of an application that records no traces."""
    folder = str(tmp_path_factory.mktemp("untraced"))
    settings = {"INSTANCE": folder, "BACKEND": "elasticsearch", "ES_URL": database.url, "ITEM_TYPES": TYPES}
    return create_app(settings).test_client()


@pytest.fixture
def ask(traced_url, receiver):
    """A function that asks the server as part of a new trace: the trace's id, the answer, the spans of the server."""

    def asked(path):
        trace_id = os.urandom(16).hex()
        headers = {"traceparent": f"00-{trace_id}-{CALLER}-01"}
        answer = requests.get(f"{traced_url}{path}", headers=headers, timeout=20)
        return trace_id, answer, *receiver.trace(trace_id)

    return asked


def test_a_request_and_its_search_are_spans_of_the_trace_of_the_caller(ask, database, receiver):
    trace_id, _, request, others = ask("/v1/gene/query?q=symbol:A&from=1")
    assert (request.name, request.parent_span_id.hex()) == ("GET /v1/gene/query", CALLER)
    assert about(request)["http.response.status_code"] == 200
    assert (about(request)["http.route"], about(request)["url.query"]) == ("/v1/gene/query", "q=symbol:A&from=1")
    search = others["linked_page gene"]
    assert search.parent_span_id == request.span_id
    assert (about(search)["db.system.name"], about(search)["db.collection.name"]) == ("elasticsearch", "gene")
    assert receiver.service["service.name"] == "searchapp"
    assert receiver.service["deployment.environment.name"] == "test"
    assert f"00-{trace_id}-{search.span_id.hex()}-01" in [one.get("traceparent") for one in database.headers]


def test_a_failed_search_is_an_error_in_both_spans(ask):
    _, answer, request, others = ask("/v1/gene/query?q=broken")
    (search,) = [span for span in others.values() if span.status.code]
    assert answer.status_code == about(request)["http.response.status_code"] == 503
    assert about(search)["error.type"] == "overloaded"
    assert request.status.code == search.status.code == search.status.STATUS_CODE_ERROR


def test_a_stream_has_a_span_for_each_batch_before_its_last_byte(ask):
    _, answer, request, others = ask("/v1/gene/query?q=a&fetch_all=true&format=csv&fields=symbol")
    assert answer.text == "_id,symbol\r\n1,A\r\n"
    batch = others["stream gene"]
    assert batch.parent_span_id == request.span_id
    assert batch.end_time_unix_nano <= request.end_time_unix_nano


def test_requests_of_monitoring_have_no_span(traced_url, ask, receiver):
    ask("/v1/gene/1")
    requests.get(f"{traced_url}/status/live", timeout=20)
    _, answer, request, _ = ask("/nothing")
    assert (answer.status_code, request.name) == (404, "GET")
    assert receiver.spans.empty()


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ({"traceparent": PARENT, "tracestate": "vendor=1"}, {"traceparent": PARENT, "tracestate": "vendor=1"}),
        ({"traceparent": "nonsense", "tracestate": "vendor=1"}, {}),
        ({}, {}),
    ],
)
def test_without_traces_of_our_own_that_of_the_caller_is_passed_on(untraced, database, given, passed):
    database.headers.clear()
    assert untraced.get("/v1/gene/query?q=symbol:A", headers=given).status_code == 200
    assert database.headers
    for sent in database.headers:
        assert {name: sent[name] for name in ("traceparent", "tracestate") if name in sent} == passed


PROGRAM = """
import sys
from searchapp import create_app
app = create_app({"INSTANCE": sys.argv[1], "ITEM_TYPES": {"gene": {}}})
print(app.test_client().get("/status/live").status_code, [name for name in sys.modules if "opentelemetry" in name])
"""


@pytest.mark.parametrize("variables", [{}, {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "true"}])
def test_nothing_is_imported_where_no_traces_are_wanted(tmp_path, variables):
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    result = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, timeout=60)
    assert (result.stdout, result.stderr) == ("200 []\n", "")


def test_an_exporter_that_is_not_installed_stops_the_start():
    assert isinstance(exporter("console", {}), ConsoleSpanExporter)
    with pytest.raises(SettingsError, match="otlp_proto_grpc is not installed; installed: console, otlp_proto_http"):
        exporter("otlp", {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"})
