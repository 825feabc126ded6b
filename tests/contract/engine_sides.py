"""The two sides of a comparison: an index on a real node, and the same index in the engine."""

import http.client
import json
import time
import urllib.parse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from searchapp.engine import Engine, EngineError
from tests.contract.engine_collections import Collection, Step
from tests.contract.engine_known import Answer, Unsupported

Body = dict[str, Any]
KEEP = "1m"
BULK = 5000


class RefusedIndex(Exception):
    """The node does not take the settings or the mapping of a collection."""


class Node:
    """An index on a real node."""

    def __init__(self, url: str, index: str):
        self.index = index
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=120)

    def load(self, collection: Collection) -> None:
        status, answer = self.create(collection.mapping, collection.settings)
        if status != 200:
            raise RefusedIndex(
                f"the node refuses its index: {answer['error']['reason']}. The collections need the char filters and"
                " token filters of Elasticsearch's module analysis-common; `python -m tests.services.elasticsearch`"
                " starts a node that has them"
            )
        remaining = iter(collection.documents)
        while some := list(islice(remaining, BULK)):
            self.change([(some, ())])

    def create(self, mapping: Body, settings: Body) -> Answer:
        # a refresh between would leave two segments, whose terms are not expanded in one order
        settings = {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1", **settings}
        return self.request("PUT", f"/{self.index}", json.dumps({"settings": settings, "mappings": mapping}))

    def change(self, steps: Iterable[Step]) -> None:
        for replaced, deleted in steps:
            lines = [line for document in replaced for line in _action(document)]
            lines += [json.dumps({"delete": {"_id": id}}) for id in deleted]
            status, answer = self.request("POST", f"/{self.index}/_bulk?refresh=true", "\n".join(lines) + "\n")
            refused = [action for item in answer["items"] for action in item.values() if "error" in action]
            assert status == 200 and not refused, refused

    def merge(self) -> None:
        """Leave one segment, without what was deleted."""
        self.request("POST", f"/{self.index}/_forcemerge?max_num_segments=1")
        self.request("POST", f"/{self.index}/_refresh")

    def remove(self) -> None:
        self.request("DELETE", f"/{self.index}")
        self.connection.close()

    def search(self, body: Body) -> Answer:
        return _plain(*self.request("POST", f"/{self.index}/_search", json.dumps(body)))

    def open_scroll(self, body: Body) -> Answer:
        return _plain(*self.request("POST", f"/{self.index}/_search?scroll={KEEP}", json.dumps(body)))

    def scroll(self, scroll_id: str) -> Answer:
        return _plain(*self.request("POST", "/_search/scroll", json.dumps({"scroll": KEEP, "scroll_id": scroll_id})))

    def msearch(self, bodies: list[Body]) -> Answer:
        lines = "".join(f"{{}}\n{json.dumps(body)}\n" for body in bodies)
        status, answer = self.request("POST", f"/{self.index}/_msearch", lines)
        if status != 200:
            return _plain(status, answer)
        return 200, [_plain(item["status"], item) for item in answer["responses"]]

    def request(self, method: str, path: str, data: str | None = None) -> Answer:
        """The answer; a node that is short of memory is asked again."""
        for pause in (1, 2, 4, 8, 0):
            status, answer = self.ask(method, path, data)
            if status != 429:
                break
            time.sleep(pause)
        return status, answer

    def ask(self, method: str, path: str, data: str | None) -> Answer:
        headers = {"Content-Type": "application/json"}
        try:
            self.connection.request(method, path, data and data.encode(), headers)
            response = self.connection.getresponse()
            return response.status, json.loads(response.read())
        except (http.client.HTTPException, OSError):
            self.connection.close()
            raise


class Embedded:
    """The same index in the engine."""

    def __init__(self, folder: str | Path, index: str):
        self.engine, self.index = Engine(folder), index

    def load(self, collection: Collection) -> None:
        with self.engine.builder(self.index, collection.mapping, collection.settings) as builder:
            for document in collection.documents:
                builder.add(document)

    def change(self, steps: Iterable[Step]) -> None:
        for replaced, deleted in steps:
            with self.engine.updater(self.index) as updater:
                for document in replaced:
                    updater.upsert(document)
                for id in deleted:
                    updater.delete(id)
        self.engine.close()

    def merge(self) -> None:
        """The engine has merged by itself: no segment holds deleted documents."""
        assert not self.engine.reader(self.index).manifest["statistics"]["removed"]

    def search(self, body: Body) -> Answer:
        return self.ask("search", self.index, body)

    def open_scroll(self, body: Body) -> Answer:
        return self.ask("search", self.index, body, scroll=KEEP)

    def scroll(self, scroll_id: str) -> Answer:
        return self.ask("scroll", scroll_id, KEEP)

    def msearch(self, bodies: list[Body]) -> Answer:
        status, answer = self.ask("msearch", self.index, bodies)
        return (status, [_plain(item["status"], item) for item in answer]) if status == 200 else (status, answer)

    def ask(self, call: str, *arguments: Any, **keywords: Any) -> Answer:
        try:
            return 200, getattr(self.engine, call)(*arguments, **keywords)
        except EngineError as error:
            return error.status, (Unsupported if error.reason.startswith("unsupported ") else str)(error.type)
        except Exception as error:
            return 500, f"{type(error).__name__}: {error}"


Side = Node | Embedded


def scrolled(side: Side, body: Body, by_first_id: bool = False) -> Answer:
    """One answer with the hits of all pages, each asked for by the id of the page before, or by the first."""
    status, first = side.open_scroll(body)
    if status != 200:
        return status, first
    hits, page = list(first["hits"]["hits"]), first
    while page["hits"]["hits"]:
        status, page = side.scroll((first if by_first_id else page)["_scroll_id"])
        if status != 200:
            return status, page
        hits += page["hits"]["hits"]
    return 200, {**first, "hits": {**first["hits"], "hits": hits}}


def _action(document: Body) -> Iterator[str]:
    yield json.dumps({"index": {"_id": document["_id"]}})
    yield json.dumps({key: value for key, value in document.items() if key != "_id"})


def _plain(status: int, answer: Any) -> Answer:
    """The status, and the answer or the type of the error."""
    if status == 200:
        return status, answer
    error = answer["error"]
    cause = error.get("caused_by", error)
    of_inner_hits = [failed["reason"] for failed in cause.get("failed_shards", ())]
    return status, (error["root_cause"] or of_inner_hits or [cause])[0]["type"]
