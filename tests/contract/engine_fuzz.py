"""Compares the engine with a real Elasticsearch node on random search bodies.

    make fuzz-engine N=5000 SEED=7

A node is started, unless SEARCHAPP_TEST_ES_URL or --es says where one is.
Sorted bodies are asked for their next page too, some are scrolled to the end, and all run in an msearch as well. Prints
each difference as small as it can be made, and ends with 1 if there is any.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tests.contract.engine_bodies import body
from tests.contract.engine_difference import difference
from tests.contract.engine_sides import Body, Embedded, Node, scrolled
from tests.services import elasticsearch

Differs = Callable[[Body], str | None]

TRIES = 300
BATCH = 10
SCROLLED = 0.05


class Comparison:
    """Both sides, and the ways in which they are compared; each way gives what differs, or None."""

    def __init__(self, node: Node, engine: Embedded):
        self.node, self.engine = node, engine

    def searched(self, body: Body) -> str | None:
        return difference(body, self.node.search(body), self.engine.search(body))

    def scrolled(self, body: Body) -> str | None:
        return difference(body, scrolled(self.node, body), scrolled(self.engine, body))

    def searched_together(self, bodies: list[Body]) -> str | None:
        (status, one), (other_status, other) = self.node.msearch(bodies), self.engine.msearch(bodies)
        if status != other_status or status != 200:
            return None if status == other_status else f"msearch {status} {one} != {other_status} {other}"
        return next((found for found in map(difference, bodies, one, other) if found), None)

    def next_page(self, body: Body) -> Body | None:
        """The body for what comes after the first page; None where there is none, or where it depends on a score."""
        if "sort" not in body or "_score" in str(body["sort"]) or body.get("from"):
            return None
        answer = self.node.search(body)
        hits = answer[1]["hits"]["hits"] if answer[0] == 200 else []
        return {**body, "search_after": hits[-1]["sort"]} if hits and "sort" in hits[-1] else None


def bodies(seed: Any, number: int) -> Iterator[tuple[str, Body]]:
    """Random bodies, each with the seed that makes just this one."""
    for place in range(number):
        name = f"{seed}:{place}"
        yield name, body(random.Random(name))


def differences(comparison: Comparison, found: Iterator[tuple[str, Body]]) -> Iterator[tuple[str, Body, str]]:
    """Name, smallest body and difference of each body that differs."""
    while batch := list(islice(found, BATCH)):
        apart = [one for name, given in batch for one in _different(comparison, name, given)]
        yield from apart
        together = [given for _, given in batch]
        if not apart and (found_together := comparison.searched_together(together)):
            yield batch[0][0], {"msearch": together}, found_together


def _different(comparison: Comparison, name: str, given: Body) -> Iterator[tuple[str, Body, str]]:
    """The first way in which a body differs, if there is one."""
    for way, asked in _ways(comparison, name, given):
        if way(asked):
            small = shrunk(asked, way)
            yield name, small, way(small) or ""
            return


def _ways(comparison: Comparison, name: str, given: Body) -> Iterator[tuple[Differs, Body]]:
    yield comparison.searched, given
    next_page = comparison.next_page(given)
    if next_page is not None:
        yield comparison.searched, next_page
    if random.Random(name).random() < SCROLLED:
        yield comparison.scrolled, given


def shrunk(given: Body, differs: Differs, tries: int = TRIES) -> Body:
    """A smaller body that differs too."""
    smaller = True
    while smaller and tries > 0:
        smaller = False
        for candidate in _smaller(given):
            tries -= 1
            if tries > 0 and differs(candidate):
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


@contextmanager
def started_node(url: str | None) -> Iterator[str]:
    """The address of a node: the given one, or that of a new one that is stopped afterwards."""
    if url:
        yield url
        return
    node = elasticsearch.Node()
    try:
        yield node.url
    finally:
        node.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000, help="number of bodies")
    parser.add_argument("--seed", default=str(random.randrange(10**6)))
    parser.add_argument("--es", default=os.environ.get("SEARCHAPP_TEST_ES_URL"), help="address of a node")
    parser.add_argument("--genes", type=int, default=3000)
    parser.add_argument("--updates", action="store_true", help="add, replace and delete documents before")
    parser.add_argument("--most", type=int, default=20, help="differences after which to stop")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, started_node(given.es) as url:
        node = Node(url, f"searchapp_fuzz_{uuid.uuid4().hex[:8]}")
        engine = Embedded(folder, node.index)
        try:
            for side in (node, engine):
                side.load(given.genes)
                if given.updates:
                    side.change(given.genes)
            found = differences(Comparison(node, engine), bodies(given.seed, given.n))
            count = 0
            for name, small, what in islice(found, given.most):
                count += 1
                print(f"{name}\n  {json.dumps(small)}\n  {what}", flush=True)
        finally:
            node.remove()
    print(f"{given.n} bodies, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
