"""The service as it is deployed: two instances of gunicorn behind nginx, both with their files in deploy/."""

import http.client
import json
import socket
import time
from urllib.parse import quote

import pytest
import requests

from tests.robustness.goals import PATIENCE
from tests.robustness.load import ask, asking
from tests.services import fault
from tests.services.fault import FaultServer
from tests.services.nginx import Nginx
from tests.services.process import Unavailable, wait_until
from tests.services.server import Server

SLOW_CLIENTS = 200
CLIENTS = 8
DOCUMENT = "/v1/gene/HGNC:5"
QUERY = "/v1/gene/query?q=kinase&size=50"
REQUESTS = [
    ("GET", "/v1/gene/query?q=symbol:CDK2", None),
    ("POST", "/v1/gene", {"ids": ["HGNC:5", "HGNC:7"], "fields": "symbol"}),
    ("POST", "/v1/gene/query", {"q": ["A1BG", "kinase"], "scopes": ["symbol", "name"], "fields": "symbol"}),
]


def nginx_before(ports, folder):
    try:
        return Nginx(ports, folder)
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def instances(embedded_engine, tmp_path_factory):
    """Two servers on the same collections; annotation answers may be kept, others may not."""
    environment = {**embedded_engine.environment, "SEARCHAPP_ENDPOINT_CACHE": '{"annotation": 60, "fields": 1}'}
    log = tmp_path_factory.mktemp("instances") / "server.log"
    servers = [Server(environment, log, workers=1) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def nginx(instances, tmp_path_factory):
    server = nginx_before([instance.port for instance in instances], tmp_path_factory.mktemp("nginx"))
    yield server
    server.stop()


def test_hundreds_of_slow_clients_are_not_felt(nginx):
    headers = b"POST /v1/gene/query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: application/json\r\n"
    starts = [b"GET /v1/ge", headers + b"\r\n{", headers]
    slow = [socket.create_connection(("127.0.0.1", nginx.port)) for _ in range(SLOW_CLIENTS)]
    try:
        for number, connection in enumerate(slow):
            connection.sendall(starts[number % 5] if number % 5 < 2 else starts[2])
        answers = [ask(nginx.port, REQUESTS, number % 3) for number in range(60)]
    finally:
        for connection in slow:
            connection.close()
    assert {answer.status for answer in answers} == {200}
    assert sorted(answer.seconds for answer in answers)[-2] < PATIENCE


def test_a_client_that_reads_slowly_holds_no_thread(nginx):
    request = b"GET /v1/gene/query?size=1000 HTTP/1.1\r\nHost: x\r\n\r\n"
    slow = []
    for _ in range(20):
        slow.append(socket.socket())
        slow[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow[-1].connect(("127.0.0.1", nginx.port))
        slow[-1].sendall(request)
    time.sleep(1)
    try:
        assert {ask(nginx.port, REQUESTS, 0).status for _ in range(20)} == {200}
    finally:
        for connection in slow:
            connection.close()


def test_a_large_body_is_refused(nginx):
    answer = requests.post(nginx.url + "/v1/gene", data=b"x" * (8 * 2**20 + 1), timeout=60)
    assert (answer.status_code, answer.json()["code"]) == (413, 413)
    assert answer.headers["X-Request-ID"]


def test_answers_are_cached_as_cache_control_allows(nginx):
    kept = [requests.get(f"{nginx.url}{DOCUMENT}?fields=symbol", timeout=60) for _ in range(2)]
    assert [answer.headers["X-Cache-Status"] for answer in kept] == ["MISS", "HIT"]
    assert kept[0].json() == kept[1].json()
    assert kept[0].headers["X-Request-ID"] != kept[1].headers["X-Request-ID"]


def test_a_kept_answer_is_given_only_in_its_format(nginx):
    path = f"{nginx.url}{DOCUMENT}?fields=name"
    accepted = ["application/json", "text/html", "application/json"]
    answers = [requests.get(path, headers={"Accept": accept}, timeout=60) for accept in accepted]
    assert [answer.headers["Content-Type"].partition(";")[0] for answer in answers] == accepted


@pytest.mark.parametrize("path", [QUERY, "/v1/gene/nothing", "/status", "/v1/query?q=__any__"])
def test_answers_are_not_cached_against_cache_control(nginx, path):
    answers = [requests.get(nginx.url + path, timeout=60) for _ in range(2)]
    assert [answer.headers["X-Cache-Status"] for answer in answers] == ["MISS", "MISS"]


def test_old_answers_are_revalidated_and_not_sent_again(nginx):
    path = f"{nginx.url}/v1/gene/metadata/fields"
    first = requests.get(path, timeout=60)
    time.sleep(2.1)
    second = requests.get(path, timeout=60)
    assert [answer.headers["X-Cache-Status"] for answer in (first, second)] == ["MISS", "REVALIDATED"]
    assert first.json() == second.json()


def test_a_post_is_never_answered_from_the_cache(nginx):
    for _ in range(2):
        assert requests.get(f"{nginx.url}/v1/gene/HGNC:7?fields=name", timeout=60).json()["_id"] == "HGNC:7"
    answer = requests.post(f"{nginx.url}/v1/gene/HGNC:7?fields=name", data={"ids": "HGNC:5"}, timeout=60)
    assert answer.headers.get("X-Cache-Status") in (None, "BYPASS", "MISS")
    assert isinstance(answer.json(), list)


def test_a_whole_result_goes_through_packed_and_complete(nginx, instances):
    path = "/v1/gene/query?fetch_all=true&format=csv&fields=symbol&sort=symbol"
    packed = requests.get(nginx.url + path, timeout=30)
    assert (packed.headers["Content-Encoding"], packed.headers["X-Cache-Status"]) == ("gzip", "MISS")
    assert packed.content == requests.get(instances[0].url + path, timeout=30).content
    assert packed.text.count("\r\n") == 3001


def test_answers_are_compressed_for_callers_that_accept_it(nginx):
    plain, packed = (
        requests.get(nginx.url + QUERY, headers={"Accept-Encoding": coding}, timeout=60)
        for coding in ("identity", "gzip")
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.json()["hits"] == plain.json()["hits"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def first_answer(nginx, request_bytes):
    """Status, headers and body of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=60) as connection:
        connection.sendall(request_bytes)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.headers, answer.read()


END = b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /v1/gene/query?q=" + b"a" * 9000 + END, 414),
        (b"GET /v1/gene/query HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 400),
        (b"GET /v1/gene/query HTTP/1.1\r\n\r\n", 400),
        (b"nonsense\r\n\r\n", 400),
        (b"TRACE /v1/gene/query" + END, 405),
        (b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: none\r\n\r\n", 501),
        (b"GET /v1/gene/query HTTP/9.1\r\nHost: x\r\n\r\n", 505),
    ],
    ids=["a long address", "a long header", "no host", "no request", "a method", "a coding", "a version"],
)
def test_refusals_of_nginx_have_the_form_of_our_errors(nginx, request_bytes, status):
    code, headers, body = first_answer(nginx, request_bytes)
    assert (code, headers["Content-Type"], json.loads(body)["code"]) == (status, "application/json", status)
    assert headers["X-Request-ID"]


LONGEST = 8190 - len("GET  HTTP/1.1")
"""Bytes of the longest address that nginx and gunicorn take."""


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
@pytest.mark.parametrize("sign", ["a", ":", "é", "<"], ids=["letters", "signs", "escapes", "brackets"])
@pytest.mark.parametrize("path", ["/v1/gene/query?q=kinase&from=10&x=", "/v1/gene/HGNC:5?x=", "/v1/gene/query?q=HGNC"])
def test_the_longest_address_is_answered(nginx, instances, path, sign, accept):
    escaped = quote(sign, safe=":")
    path += escaped * ((LONGEST - len(path) - 3) // len(escaped)) + ("" if path.endswith("x=") else ":5")
    answers = [requests.get(nginx.url + path, headers={"Accept": accept}, timeout=60) for _ in range(2)]
    direct = requests.get(instances[0].url + path, headers={"Accept": accept}, timeout=60)
    assert [answer.status_code for answer in answers] == [direct.status_code] * 2
    assert direct.status_code in (200, 400)
    assert answers[1].headers["X-Cache-Status"] == ("HIT" if path.startswith(DOCUMENT) else "MISS")
    links = (direct.headers.get("Link") or "").replace(instances[0].url, nginx.url)
    assert [answer.headers.get("Link") or "" for answer in answers] == [links] * 2


PAGE = b"/v1/gene/HGNC:5?fields=symbol&trick=%d"
HTML = b"Accept: text/html\r\nConnection: close\r\n\r\n"
HOSTS = {
    "an address in the request line": b"GET http://good.example%s HTTP/1.1\r\nHost: evil.example\r\n",
    "evil in the request line": b"GET http://evil.example%s HTTP/1.1\r\nHost: good.example\r\n",
    "two hosts": b"GET %s HTTP/1.1\r\nHost: good.example\r\nHost: evil.example\r\n",
    "a port": b"GET %s HTTP/1.1\r\nHost: good.example:6666\r\n",
    "a port that is none": b"GET %s HTTP/1.1\r\nHost: good.example:evil.example\r\n",
    "upper case": b"GET %s HTTP/1.1\r\nHost: GOOD.EXAMPLE\r\n",
    "a user": b"GET %s HTTP/1.1\r\nHost: good.example@evil.example\r\n",
    "IPv6": b"GET %s HTTP/1.1\r\nHost: [::6666]\r\n",
    "half of IPv6": b"GET %s HTTP/1.1\r\nHost: [::6666\r\n",
    "blanks": b"GET %s HTTP/1.1\r\nHost: good.example evil.example\r\n",
    "markup": b'GET %s HTTP/1.1\r\nHost: "><script>evil.example\r\n',
    "an empty host": b"GET %s HTTP/1.1\r\nHost:\r\n",
    "no host": b"GET %s HTTP/1.0\r\n",
    "the machine itself": b"GET %s HTTP/1.1\r\nHost: localhost:6666\r\n",
    "forwarded headers": b"GET %s HTTP/1.1\r\nHost: good.example\r\nX-Forwarded-Host: evil.example\r\n"
    b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: on\r\nX-Forwarded-Port: 6666\r\n"
    b"X-Forwarded-Prefix: /evil.example\r\n"
    b"Forwarded: host=evil.example;proto=https\r\nX-Original-URL: /evil.example\r\nX-Rewrite-URL: /evil.example\r\n"
    b"Script-Name: /evil.example\r\nSCRIPT_NAME: /evil.example\r\nOrigin: http://evil.example\r\n",
}  # fmt: skip


@pytest.mark.parametrize("number", range(len(HOSTS)), ids=list(HOSTS))
def test_no_host_and_no_header_puts_a_page_with_wrong_links_into_a_cache(nginx, number):
    page = PAGE % number
    status, _, body = first_answer(nginx, list(HOSTS.values())[number] % page + HTML)
    assert status in (200, 400)
    assert b"evil.example" not in body.lower()
    status, headers, body = first_answer(nginx, b"GET %s HTTP/1.1\r\nHost: good.example\r\n" % page + HTML)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert not [bad for bad in (b"evil", b"6666", b"GOOD", b"localhost") if bad in body]


def test_bytes_outside_ascii_are_refused_by_the_server_behind_the_proxy(nginx):
    status, headers, _ = first_answer(nginx, "GET /v1/gene/query?q=café".encode() + END)
    assert (status, headers["Content-Type"]) == (400, "application/json")
    assert requests.get(f"{nginx.url}/v1/gene/query?q=café", timeout=60).status_code == 200  # as clients write it


def test_the_number_of_requests_of_one_client_is_limited(nginx):
    begun = b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"
    waiting = [socket.create_connection(("127.0.0.1", nginx.port)) for _ in range(100)]
    try:
        for connection in waiting:
            connection.sendall(begun)
        wait_until(lambda: requests.get(nginx.url + DOCUMENT, timeout=60).status_code == 429)
        answer = requests.get(nginx.url + DOCUMENT, timeout=60)
        assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (429, 429, "2")
        status, *_ = from_another_address(nginx, DOCUMENT)
        assert status == 200
    finally:
        for connection in waiting:
            connection.close()


def from_another_address(nginx, path):
    """The answer to a client at 127.0.0.2."""
    client = http.client.HTTPConnection("127.0.0.1", nginx.port, timeout=60, source_address=("127.0.0.2", 0))
    client.request("GET", path)
    answer = client.getresponse()
    body = answer.read()
    client.close()
    return answer.status, body


def test_metrics_are_for_the_machine_itself(nginx):
    assert requests.get(f"{nginx.url}/metrics", timeout=60).status_code == 200
    for path in ("/metrics", "//metrics", "/metrics/", "///metrics//", "/x/../metrics", "/%6detrics"):
        status, body = from_another_address(nginx, path)
        assert (status, json.loads(body)["code"]) == (403, 403)


@pytest.mark.parametrize(("given", "good"), [("mine-1", True), ("no good", False), ("x" * 65, False)])
def test_the_request_id_goes_through(nginx, given, good):
    answer = requests.get(nginx.url + "/v1/gene/nothing", headers={"X-Request-ID": given}, timeout=60)
    assert (answer.headers["X-Request-ID"] == given) is good


def test_a_request_is_sent_once_more_when_an_instance_dies_with_it(tmp_path):
    dying, well = FaultServer(fault.reset), FaultServer(fault.body({"took": 1}))
    nginx = nginx_before([dying.server_port, well.server_port], tmp_path)
    try:
        for method in ("GET", "POST"):
            dying.calls = well.calls = 0
            found = [requests.request(method, f"{nginx.url}/_search", timeout=60).status_code for _ in range(4)]
            assert (found, well.calls, dying.calls > 0) == ([200] * 4, 4, True)
    finally:
        nginx.stop()
        dying.stop()
        well.stop()


@pytest.mark.rule("FL5")
def test_a_reload_loses_no_request(nginx, instances):
    with asking(nginx.port, REQUESTS, CLIENTS) as clients:
        for instance in instances:
            time.sleep(0.3)
            instance.reload()
        time.sleep(0.3)
    assert [answer for answer in clients.told if answer.status != 200] == []
    assert len(clients.told) > 20


@pytest.mark.rule("FL5")
def test_a_rolling_restart_loses_no_request(nginx, instances):
    with asking(nginx.port, REQUESTS, CLIENTS) as clients:
        for instance in instances:
            time.sleep(0.3)
            instance.restart()
        time.sleep(0.5)
    assert [answer for answer in clients.told if answer.status != 200] == []
    assert len(clients.told) > 20


def test_both_instances_away_is_a_503_that_says_so(tmp_path):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # bound and not listening: refused
        nginx = nginx_before([silent.getsockname()[1]] * 2, tmp_path)
        try:
            answer = requests.get(nginx.url + "/v1/gene/x", timeout=60)
            assert (answer.status_code, answer.json()["error"]) == (503, "the service is not available")
            assert answer.json()["request_id"] == answer.headers["X-Request-ID"]
            assert (answer.json()["success"], answer.headers["Retry-After"]) == (False, "2")
        finally:
            nginx.stop()
