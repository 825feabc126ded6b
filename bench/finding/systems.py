"""What is asked: this service on two engines, MiniSearch, and Elasticsearch's own multi_match."""

import json
import os
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import orjson

from bench.finding.collections import PACKAGES, Collection, Document, texts
from searchapp import create_app
from searchapp.cli import main as command_line

BOOSTS = {"key": 10, "symbol": 8, "title": 4, "synonyms": 2, "rest": 1}
TEN = 10


@dataclass
class Answer:
    """The ids of the first ten hits; `error` where the query was refused."""

    ids: list[str]
    milliseconds: float
    error: str | None = None
    step: str | None = None


class System(Protocol):
    name: str

    def ask(self, q: str) -> Answer:
        """The answer to what was typed."""


class Service:
    """This service, asked as its pages ask."""

    def __init__(self, name: str, app: Any, item_type: str):
        self.name = name
        self.client = app.test_client()
        self.path = f"/v1/{item_type}/query"

    def ask(self, q: str) -> Answer:
        started = time.perf_counter()
        response = self.client.get(self.path, query_string={"q": q, "relax": "auto"})
        took = (time.perf_counter() - started) * 1000
        data = orjson.loads(response.data)
        if response.status_code != 200:
            return Answer([], took, data["error"])
        step = data.get("relaxed", {}).get("step")
        return Answer([hit["_id"] for hit in data["hits"]], took, None, step)


@contextmanager
def service(collection: Collection, documents: Sequence[Document], folder: Path, url: str | None) -> Iterator[Service]:
    """The service with the collection loaded from its file alone, embedded or on the Elasticsearch at `url`."""
    file = folder / f"{collection.name}.ndjson"
    file.write_bytes(b"".join(orjson.dumps(each, option=orjson.OPT_APPEND_NEWLINE) for each in documents))
    settings = {"BACKEND": "elasticsearch", "ES_URL": url, "INDEX_PREFIX": prefix()} if url else {"BACKEND": "embedded"}
    item_type = collection.name
    before = {name: os.environ.pop(name) for name in [*os.environ] if name.startswith("SEARCHAPP_")}
    os.environ.update({f"SEARCHAPP_{name}": str(value) for name, value in settings.items()})
    try:
        command_line(["load", item_type, str(file), "--instance", str(folder)], standalone_mode=False)
        app = create_app({"INSTANCE": str(folder), **settings, "METADATA_MAX_AGE": 3600})
        yield Service("Elasticsearch" if url else "embedded", app, item_type)
    finally:
        for name in settings:
            os.environ.pop(f"SEARCHAPP_{name}", None)
        os.environ.update(before)
        if url:
            drop(url, prefix())


def prefix() -> str:
    return f"bench_finding_{os.getpid()}"


def drop(url: str, start: str) -> None:
    """Removes our own indices."""
    with suppress(OSError):
        names = [each["index"] for each in send(url, "GET", f"/_cat/indices/{start}_*?format=json")]
        for name in names:
            send(url, "DELETE", f"/{name}")


def send(url: str, method: str, path: str, body: Any = None) -> Any:
    data = orjson.dumps(body) if body is not None else None
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


class MultiMatch:
    """Elasticsearch asked with fuzziness AUTO in the fields that name documents, over the index of the service."""

    name = "ES multi_match"

    def __init__(self, collection: Collection, url: str):
        self.url, self.path = url, f"/{prefix()}_{collection.name}/_search"
        fields = {collection.symbol: 8, collection.title: 4, **dict.fromkeys(collection.synonyms, 2), "all": 1}
        self.fields = [f"{name}^{weight}" for name, weight in fields.items() if name]

    def ask(self, q: str) -> Answer:
        words = {"query": q, "fields": self.fields, "fuzziness": "AUTO", "lenient": True}
        either = [{"ids": {"values": [q], "boost": 1000}}, {"multi_match": words}]
        body = {"size": TEN, "_source": False, "query": {"bool": {"should": either}}}
        started = time.perf_counter()
        found = send(self.url, "POST", self.path, body)
        took = (time.perf_counter() - started) * 1000
        return Answer([hit["_id"] for hit in found["hits"]["hits"]], took)


class MiniSearch:
    """The JavaScript library, in a process of its own."""

    name = "MiniSearch"

    def __init__(self, process: "subprocess.Popen[str]"):
        self.process = process

    def ask(self, q: str) -> Answer:
        found = self.exchange({"q": q})
        return Answer(found["ids"], found["ms"])

    def exchange(self, line: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@contextmanager
def minisearch(collection: Collection, documents: Sequence[Document], folder: Path) -> Iterator[MiniSearch]:
    """MiniSearch over the same documents."""
    file = folder / f"{collection.name}-peer.json"
    file.write_bytes(orjson.dumps([flat(collection, document) for document in documents]))
    script = PACKAGES / "peer.mjs"
    script.write_text((Path(__file__).parent / "peer.mjs").read_text())
    command = ["node", "--max-old-space-size=4000", str(script)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        system = MiniSearch(process)
        system.exchange({"documents": str(file), "boosts": BOOSTS})
        try:
            yield system
        finally:
            assert process.stdin
            process.stdin.close()


def flat(collection: Collection, document: Document) -> dict[str, str]:
    """A document as the peer takes it: one text for each of its parts."""
    item = collection.item(document)
    return {
        "_id": item.id,
        "key": item.id,
        "symbol": item.symbol or "",
        "title": item.title,
        "synonyms": " ".join(item.synonyms),
        "rest": " ".join(texts(document)),
    }
