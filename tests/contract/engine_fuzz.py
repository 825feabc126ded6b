"""Compares the engine with a real Elasticsearch node on random search bodies.

    python -m tests.contract.engine_fuzz --n 5000 --seed 7 --es http://127.0.0.1:9200

Prints each difference as small as it can be made, and ends with 1 if there is any.
"""

import argparse
import json
import random
import sys
import tempfile
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from searchapp.engine import Engine, EngineError
from tests.contract.engine_bodies import body
from tests.contract.engine_difference import Answer, difference
from tests.contract.engine_documents import MAPPING, documents

Ask = Callable[[dict[str, Any]], Answer]


class Node:
    """An index on a real node."""

    def __init__(self, url: str, index: str):
        self.url, self.index = url, index

    def load(self, genes: int) -> None:
        settings = {"number_of_shards": 1, "number_of_replicas": 0}
        self.request("PUT", f"/{self.index}", json.dumps({"settings": settings, "mappings": MAPPING}))
        lines = []
        for document in documents(genes):
            source = {key: value for key, value in document.items() if key != "_id"}
            lines += [json.dumps({"index": {"_id": document["_id"]}}), json.dumps(source)]
        status, answer = self.request("POST", f"/{self.index}/_bulk?refresh=true", "\n".join(lines) + "\n")
        assert status == 200 and not answer["errors"], answer

    def remove(self) -> None:
        self.request("DELETE", f"/{self.index}")

    def search(self, body: dict[str, Any]) -> Answer:
        status, answer = self.request("POST", f"/{self.index}/_search", json.dumps(body))
        return (status, answer) if status == 200 else (status, answer["error"]["root_cause"][0]["type"])

    def request(self, method: str, path: str, data: str | None = None) -> Answer:
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

    def search(self, body: dict[str, Any]) -> Answer:
        try:
            return 200, self.engine.search(self.index, body)
        except EngineError as error:
            return error.status, error.type
        except Exception as error:
            return 500, f"{type(error).__name__}: {error}"


def bodies(seed: int, number: int, features: frozenset[str] = frozenset()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Random bodies, each with the seed that makes just this one."""
    for place in range(number):
        name = f"{seed}:{place}"
        yield name, body(random.Random(name), features)


def shrunk(given: dict[str, Any], one: Ask, other: Ask, tries: int = 300) -> dict[str, Any]:
    """A smaller body whose answers differ too."""
    smaller = True
    while smaller and tries > 0:
        smaller = False
        for candidate in _smaller(given):
            tries -= 1
            if tries > 0 and difference(candidate, one(candidate), other(candidate)):
                given, smaller = candidate, True
                break
    return given


def _smaller(value: Any) -> Iterator[Any]:
    """The value with one part left out or replaced by what is inside it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            if key in ("query", "post_filter"):
                yield from ({**value, key: clause} for clause in _clauses(inner))
            yield from ({**value, key: smaller} for smaller in _smaller(inner))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            if len(value) > 1:
                yield value[:place] + value[place + 1 :]
            yield from ([*value[:place], smaller, *value[place + 1 :]] for smaller in _smaller(inner))
    elif isinstance(value, str) and " " in value:
        parts = value.split(" ")
        yield from (" ".join(parts[:place] + parts[place + 1 :]) for place in range(len(parts)))


def _clauses(query: Any) -> Iterator[Any]:
    """The queries inside a compound one."""
    if not isinstance(query, dict):
        return
    for name, inner in query.items():
        if name not in ("bool", "dis_max", "constant_score", "boosting", "nested") or not isinstance(inner, dict):
            continue
        for part in inner.values():
            for clause in part if isinstance(part, list) else [part]:
                if isinstance(clause, dict):
                    yield clause
                    yield from _clauses(clause)


def compare(node: Node, engine: Embedded, found: Iterator[tuple[str, dict[str, Any]]], most: int = 20) -> int:
    """The number of bodies that differ, each printed."""
    differing = 0
    for name, given in found:
        if not difference(given, node.search(given), engine.search(given)):
            continue
        differing += 1
        small = shrunk(given, node.search, engine.search)
        found_there = difference(small, node.search(small), engine.search(small))
        print(f"{name}\n  {json.dumps(small)}\n  {found_there}", flush=True)
        if differing >= most:
            break
    return differing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000, help="number of bodies")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--es", default="http://127.0.0.1:9200", help="address of a node")
    parser.add_argument("--genes", type=int, default=3000)
    parser.add_argument("--most", type=int, default=20, help="differences after which to stop")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    index = f"searchapp_fuzz_{uuid.uuid4().hex[:8]}"
    node = Node(given.es, index)
    with tempfile.TemporaryDirectory() as folder:
        engine = Embedded(folder, index)
        try:
            node.load(given.genes)
            engine.load(given.genes)
            differing = compare(node, engine, bodies(given.seed, given.n), given.most)
        finally:
            node.remove()
    print(f"{given.n} bodies, {differing} differences")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
