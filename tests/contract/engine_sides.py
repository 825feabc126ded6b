"""The two sides of a comparison: an index on a real node, and the same index in the engine."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from searchapp.engine import Engine, EngineError
from tests.contract.engine_difference import Answer
from tests.contract.engine_documents import MAPPING, changes, documents

Body = dict[str, Any]
KEEP = "1m"


class Node:
    """An index on a real node."""

    def __init__(self, url: str, index: str):
        self.url, self.index = url, index

    def load(self, genes: int) -> None:
        settings = {"number_of_shards": 1, "number_of_replicas": 0}
        self.request("PUT", f"/{self.index}", json.dumps({"settings": settings, "mappings": MAPPING}))
        self.bulk(documents(genes), ())

    def change(self, genes: int) -> None:
        for replaced, deleted in changes(genes):
            self.bulk(replaced, deleted)

    def bulk(self, replaced: Iterable[dict[str, Any]], deleted: Iterable[str]) -> None:
        lines = []
        for document in replaced:
            source = {key: value for key, value in document.items() if key != "_id"}
            lines += [json.dumps({"index": {"_id": document["_id"]}}), json.dumps(source)]
        lines += [json.dumps({"delete": {"_id": id}}) for id in deleted]
        status, answer = self.request("POST", f"/{self.index}/_bulk?refresh=true", "\n".join(lines) + "\n")
        assert status == 200 and not any("error" in action for item in answer["items"] for action in item.values())

    def remove(self) -> None:
        self.request("DELETE", f"/{self.index}")

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
        request = urllib.request.Request(self.url + path, data and data.encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


class Embedded:
    """The same index in the engine."""

    def __init__(self, folder: str | Path, index: str):
        self.engine, self.index = Engine(folder), index

    def load(self, genes: int) -> None:
        with self.engine.builder(self.index, MAPPING) as builder:
            for document in documents(genes):
                builder.add(document)

    def change(self, genes: int) -> None:
        for replaced, deleted in changes(genes):
            with self.engine.updater(self.index) as updater:
                for document in replaced:
                    updater.upsert(document)
                for id in deleted:
                    updater.delete(id)
        self.engine.close()

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
            return error.status, error.type
        except Exception as error:
            return 500, f"{type(error).__name__}: {error}"


Side = Node | Embedded


def scrolled(side: Side, body: Body) -> Answer:
    """One answer with the hits of all pages."""
    status, first = side.open_scroll(body)
    if status != 200:
        return status, first
    hits, page = list(first["hits"]["hits"]), first
    while page["hits"]["hits"]:
        status, page = side.scroll(page["_scroll_id"])
        if status != 200:
            return status, page
        hits += page["hits"]["hits"]
    return 200, {**first, "hits": {**first["hits"], "hits": hits}}


def _plain(status: int, answer: Any) -> Answer:
    """The status, and the answer or the type of the error."""
    if status == 200:
        return status, answer
    error = answer["error"]
    return status, (error["root_cause"] or [error.get("caused_by", error)])[0]["type"]
