"""Where the CPU time of a request goes: the shares of each part of the code, by the profiler, in one process.

`python -m bench.shares` reads requests as JSON from its standard input and writes the shares to its standard output.
"""

import base64
import cProfile
import io
import json
import pstats
import subprocess
import sys
import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bench.measure import Request
from bench.works import Work

PROJECT = Path(__file__).parents[1]
PARTS = (
    ("searchapp/engine", "engine"),
    ("searchapp/backends", "backend"),
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
BUILTINS = (
    ("orjson", "JSON"),
    ("zstd", "engine"),
    ("tantivy", "engine"),
    ("_socket", "client of Elasticsearch"),
)
"""Which part a path or the name of a built-in function belongs to; the first that fits counts."""

Shares = dict[str, float]


def shares(environment: dict[str, str], works: list[Work], engine: str) -> dict[str, Shares]:
    """The shares of each work on an engine, by its name."""
    asked = [
        {"name": work.name, "count": work.count, "requests": [plain(one) for one in work.requests[engine][:20]]}
        for work in works
    ]
    own = {**environment, "SEARCHAPP_MULTISEARCH_CONCURRENCY": "1"}  # the profiler sees one thread
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
    found = {work["name"]: profiled(app, work["requests"], work["count"]) for work in json.load(sys.stdin)}
    print(json.dumps(found))


def profiled(app: Any, requests: list[dict[str, str]], count: int) -> Shares:
    for request in requests:
        call(app, request)
    profiler = cProfile.Profile(time.thread_time)
    profiler.enable()
    for request in islice(cycle(requests), count):
        call(app, request)
    profiler.disable()
    return shares_of(pstats.Stats(profiler).stats)  # type: ignore[attr-defined]


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
    answer.close()


def shares_of(stats: Any) -> Shares:
    """Each part's share of all time; a built-in function counts where it is called, unless it has a part itself."""
    spent: Counter[str] = Counter()
    for (path, _, name), (_, _, own, _, callers) in stats.items():
        part = part_of(path, name)
        if part is not None:
            spent[part] += own
            continue
        for (caller, _, caller_name), times in callers.items():
            spent[part_of(caller, caller_name) or "other"] += times[2]
    total = sum(spent.values()) or 1.0
    return {part: time / total for part, time in spent.most_common()}


def part_of(path: str, name: str) -> str | None:
    """The part of a function, None for a built-in one that has none of its own."""
    if path == "~":
        return next((part for sign, part in BUILTINS if sign in name), None)
    return next((part for sign, part in PARTS if sign in path), "other")


if __name__ == "__main__":
    main()
