"""Goal: on 16 connections no cheap or dear request is refused, and the p99 of the cheap ones is under 5 times idle.

python -m tests.robustness.figures.mixed [seconds] [connections] [workers] [nginx, 0 or 1]
"""

import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from tests.robustness.figures.service import percentile, serving
from tests.services.nginx import Nginx

QUERY = "/v1/gene/query"
CHEAP = {
    "a document": ("GET", "/v1/gene/HGNC:5", None),
    "a search": ("GET", f"{QUERY}?q=symbol:CDK2&fields=symbol", None),
    "a search with a facet": ("GET", f"{QUERY}?q=kinase&facets=locus_type&fields=symbol", None),
}
DEAR = {
    "1000 ids": ("POST", "/v1/gene", {"ids": [f"HGNC:{n}" for n in range(1000)]}),
    "300 words": ("POST", QUERY, {"q": [f"protein {n}" for n in range(300)], "scopes": []}),
    "1000 documents": ("GET", f"{QUERY}?q=protein&size=1000", None),
    "a page": ("GET", f"{QUERY}?q=protein&size=100&format=html", None),
}
SHARE = 0.1
"""Of the requests that are dear."""


class Told(list):
    """What clients heard: name of the request, status, text of the error, seconds."""

    running = True


def client(port, requests, told, seed, share):
    """Sends random requests on one connection until it is stopped."""
    chance = random.Random(seed)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while told.running:
        name = chance.choice(list(DEAR if chance.random() < share else CHEAP))
        method, path, body = requests[name]
        started = time.monotonic()
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        text = answer.read()
        error = json.loads(text)["error"] if answer.status != 200 else ""
        told.append((name, answer.status, error, time.monotonic() - started))
        if answer.status != 200:
            time.sleep(0.01)
    connection.close()


def asked(port, connections, seconds, share=SHARE):
    """What so many clients heard in so many seconds."""
    requests = {
        name: (method, path, body and json.dumps(body)) for name, (method, path, body) in (CHEAP | DEAR).items()
    }
    told = Told()
    threads = [threading.Thread(target=client, args=(port, requests, told, n, share)) for n in range(connections)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    told.running = False
    for thread in threads:
        thread.join()
    return told


def p99(told, names=tuple(CHEAP)):
    return percentile([seconds for name, status, _, seconds in told if name in names and status == 200] or [0], 0.99)


@contextmanager
def port_of(server, nginx):
    """The port at which clients ask the server, or nginx before it."""
    if not nginx:
        yield server.port
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        proxy = Nginx([server.port] * 2, Path(folder))
        try:
            yield proxy.port
        finally:
            proxy.stop()


def main(seconds=60, connections=16, workers=2, nginx=0):
    with serving(workers=workers) as server, port_of(server, nginx) as port:
        asked(port, 4, 3)
        idle = asked(port, connections, seconds / 4, share=0)
        told = asked(port, connections, seconds)
    statuses = Counter((status, error) for _, status, error, _ in told)
    print(f"{len(told)} requests on {connections} connections: {dict(statuses)}")
    for name in CHEAP | DEAR:
        times = [taken for one, status, _, taken in told if one == name and status == 200]
        p50, late = 1000 * percentile(times, 0.5), 1000 * p99(told, [name])
        print(f"{name:22} {len(times):6}, median {p50:6.0f} ms, p99 {late:6.0f} ms")
    print(f"p99 of cheap ones {1000 * p99(told):.0f} ms, {1000 * p99(idle):.0f} ms without dear ones: ", end="")
    print(f"{p99(told) / p99(idle):.1f} times")
    return 0 if set(statuses) == {(200, "")} and p99(told) < 5 * p99(idle) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
