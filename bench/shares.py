"""Where the CPU time of a request goes: the shares of each part of the code, by samples, in one process.

The part of the innermost function that has one counts. A profiler of calls makes small functions ten times as slow.

`python -m bench.shares` reads requests as JSON from its standard input and writes the shares to its standard output.
"""

import base64
import gc
import io
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import unquote

from bench.measure import Request
from bench.works import Work
from searchapp.server.worker import COLLECT

PROJECT = Path(__file__).parents[1]
PARTS = (
    ("searchapp/engine", "engine"),
    ("searchapp/databases", "backend"),
    ("searchapp/builders", "builder"),
    ("searchapp/formatters", "formatter"),
    ("searchapp/options", "options"),
    ("searchapp/", "web and pipeline"),
    ("flask", "Flask"),
    ("werkzeug", "Flask"),
    ("elastic", "client of Elasticsearch"),
    ("urllib3", "client of Elasticsearch"),
    ("http/client", "client of Elasticsearch"),
    ("email/", "client of Elasticsearch"),
    ("socket", "client of Elasticsearch"),
    ("prometheus_client", "metrics"),
)
"""Which part a path belongs to; the first that fits counts."""

INTERVAL, SECONDS = 0.0005, 3.0
"""Seconds of CPU time between two samples, and of a work."""

Shares = dict[str, float]


def shares(environment: dict[str, str], works: list[Work], engine: str) -> dict[str, Shares]:
    """The shares of each work on an engine, by its name."""
    asked = [{"name": work.name, "requests": [plain(one) for one in work.requests[engine][:20]]} for work in works]
    own = {**environment, "SEARCHAPP_MULTISEARCH_CONCURRENCY": "1"}  # one thread is sampled
    done = subprocess.run(
        [sys.executable, "-m", "bench.shares"], input=json.dumps(asked), env=own, cwd=PROJECT, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, Shares] = json.loads(done.stdout.splitlines()[-1])
    return found


def plain(request: Request) -> dict[str, str]:
    path, _, query = request.path.partition("?")
    return {"method": request.method, "path": path, "query": query,
            "body": base64.b64encode(request.body or b"").decode()}  # fmt: skip


def main() -> None:
    from searchapp import create_app

    app = create_app()
    found = {work["name"]: sampled(app, work["requests"]) for work in json.load(sys.stdin)}
    print(json.dumps(found))


def sampled(app: Any, requests: list[dict[str, str]]) -> Shares:
    """The share of each part of the requests, asked in turns. Garbage is looked for as rarely as in a worker."""
    for request in requests:
        call(app, request)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    spent: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, lambda number, frame: spent.update([part_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    end = time.thread_time() + SECONDS
    for request in cycle(requests):
        call(app, request)
        if time.thread_time() > end:
            break
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {part: count / spent.total() for part, count in spent.most_common()}


def call(app: Any, request: dict[str, str]) -> None:
    body = base64.b64decode(request["body"])
    environ = {
        "REQUEST_METHOD": request["method"], "PATH_INFO": unquote(request["path"]), "QUERY_STRING": request["query"],
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "SCRIPT_NAME": "",
        "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr,
        "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json",
    }  # fmt: skip
    answer = app(environ, lambda status, headers, error=None: None)
    b"".join(answer)
    if hasattr(answer, "close"):
        answer.close()


def part_of(frame: FrameType | None) -> str:
    """The part of the innermost function that has one."""
    while frame is not None:
        path = frame.f_code.co_filename
        found = next((part for sign, part in PARTS if sign in path), None)
        if found:
            return found
        frame = frame.f_back
    return "other"


if __name__ == "__main__":
    main()
