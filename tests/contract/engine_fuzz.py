"""Compares the engine with a real Elasticsearch node on random requests.

    make fuzz-engine N=5000 SEED=7

A node is started, unless SEARCHAPP_TEST_ES_URL or --es says where one is. The sample collections are loaded into both,
and the larger ones where SEARCHAPP_TEST_DATA names their folder; each is asked as it was loaded, after small changes
were merged, with documents replaced and deleted in several segments, and after changes at random. Sorted bodies are
asked for their next pages too, some are scrolled to the end, most run in an msearch. Prints each difference, as small
as it can be made, as a case for engine_cases.yaml, and ends with 1 if there is any.
"""

import argparse
import os
import random
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml

from tests.contract.engine_collections import collection, names
from tests.contract.engine_comparison import STAGES, bodies, differences, staged
from tests.contract.engine_sides import RefusedIndex
from tests.services import elasticsearch


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


def case(name: str, body: dict[str, Any], what: str) -> str:
    """A difference as a case of engine_cases.yaml, under the heading that the name ends with, or any."""
    line = yaml.safe_dump(
        body.get("msearch", body), default_flow_style=True, width=float("inf"), sort_keys=False, allow_unicode=True
    )
    return f"# {name}: {what}\n- {line.strip()}"


def fuzzed(url: str, name: str, given: argparse.Namespace, number: int) -> tuple[int, int]:
    """Requests and differences of one collection."""
    found = collection(name, given.documents)
    requests = count = 0
    index = f"searchapp_fuzz_{uuid.uuid4().hex[:8]}"
    with tempfile.TemporaryDirectory() as folder, staged(url, index, folder, found, given.stages, given.seed) as stages:
        for stage, comparison in stages:
            start, before = time.monotonic(), comparison.requests
            made = bodies(f"{given.seed}:{name}:{stage}", number, found.vocabulary)
            for difference in differences(comparison, made):
                count += 1
                print(case(*difference), flush=True)
                if count >= given.most:
                    return comparison.requests, count
            requests = comparison.requests
            seconds = time.monotonic() - start
            print(f"# {name} {stage}: {requests - before} requests, {seconds:.0f} s", flush=True)
    return requests, count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000, help="number of bodies over all collections")
    parser.add_argument("--seed", default=str(random.randrange(10**6)))
    parser.add_argument("--es", default=os.environ.get("SEARCHAPP_TEST_ES_URL"), help="address of a node")
    parser.add_argument("--collections", nargs="+", choices=names(), default=names())
    parser.add_argument("--documents", type=int, help="first documents of each collection; all when left out")
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=STAGES)
    parser.add_argument("--most", type=int, default=20, help="differences of a collection after which to go on")
    given = parser.parse_args()
    print(f"# seed {given.seed}", flush=True)
    requests, count, refused = 0, 0, False
    with started_node(given.es) as url:
        for name in given.collections:
            number = -(-given.n // (len(given.collections) * len(given.stages)))
            try:
                asked, differing = fuzzed(url, name, given, number)
            except RefusedIndex as error:
                print(f"# {name} is left out: {error}", file=sys.stderr)
                refused = True
                continue
            requests, count = requests + asked, count + differing
    print(f"# {requests} requests, {count} differences")
    return 1 if count or refused else 0


if __name__ == "__main__":
    sys.exit(main())
