"""Asks for documents as people do, and counts how often the one that is meant stands first.

`make bench-finding`, or `python -m bench.finding genes films --items 100 --misses`; the results go to bench/finding.md.
"""

import argparse
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.finding.collections import COLLECTIONS, Collection, Document, install
from bench.finding.kinds import KINDS, Item, queries
from bench.finding.report import Tallies, Tally, summed, table, whole
from bench.finding.systems import Answer, MultiMatch, System, minisearch, service
from tests.services.elasticsearch import Node

RESULTS = Path(__file__).parents[1] / "finding.md"
SEED = 2026


def main() -> None:
    arguments = parsed()
    install()
    chosen = [each for each in COLLECTIONS if each.name in arguments.collections or not arguments.collections]
    found: dict[str, Tallies] = {}
    with node(arguments.systems) as url:
        for collection in chosen:
            found[collection.name] = run(collection, url, arguments)
            print("\n".join([f"\n{collection.name}\n", *table(found[collection.name], arguments.systems)]), flush=True)
    text = document(found, arguments)
    print(text)
    if arguments.output:
        Path(arguments.output).write_text(text)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collections", nargs="*")
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    every = ["embedded", "Elasticsearch", "MiniSearch", "ES multi_match"]
    parser.add_argument("--systems", type=lambda text: text.split(","), default=every)
    parser.add_argument("--kinds", default="", help="Only kinds whose name holds this.")
    parser.add_argument("--copies", type=int, default=1, help="Load each document so often, with names of its own.")
    parser.add_argument("--misses", action="store_true", help="Show what our first system does not find first.")
    parser.add_argument("--output", nargs="?", const=str(RESULTS))
    return parser.parse_args()


@contextmanager
def node(systems: list[str]) -> Iterator[str | None]:
    """The address of an Elasticsearch, if one is asked for."""
    given = os.environ.get("SEARCHAPP_TEST_ES_URL")
    if given or not {"Elasticsearch", "ES multi_match"}.intersection(systems):
        yield given
        return
    started = Node(optimized=True)
    try:
        yield started.url
    finally:
        started.stop()


def run(collection: Collection, url: str | None, arguments: argparse.Namespace) -> Tallies:
    """Asks every system everything."""
    documents = [collection.copy(each, number) for number in range(arguments.copies) for each in collection.read()]
    by_id = {str(each["_id"]): collection.item(each) for each in documents}
    items = collection.items(documents, arguments.items, arguments.seed)
    tallies: Tallies = defaultdict(Tally)
    with ExitStack() as stack:
        systems = [*opened(stack, collection, documents, url, arguments.systems)]
        for system in systems:
            for text in ("warm", "up", *(item.title for item in items[:20])):
                system.ask(text)
        for kind, item, q in queries(items, by_id.values(), arguments.seed):
            if arguments.kinds not in kind.name:
                continue
            for system in systems:
                answer = system.ask(q)
                rank = rank_of(answer, item, q, kind.name, by_id)
                count(tallies[kind.name, system.name], answer, rank)
                if arguments.misses and rank != 1 and system is systems[0]:
                    show(kind.name, q, item, rank, answer, by_id)
    return tallies


def opened(
    stack: ExitStack, collection: Collection, documents: list[Document], url: str | None, wanted: list[str]
) -> Iterator[System]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    if "embedded" in wanted:
        yield stack.enter_context(service(collection, documents, folder, None))
    if url and {"Elasticsearch", "ES multi_match"}.intersection(wanted):
        elastic = stack.enter_context(service(collection, documents, folder, url))
        if "Elasticsearch" in wanted:
            yield elastic
        if "ES multi_match" in wanted:
            yield MultiMatch(collection, url)
    if "MiniSearch" in wanted:
        yield stack.enter_context(minisearch(collection, documents, folder))


def rank_of(answer: Answer, item: Item, q: str, kind: str, by_id: dict[str, Item]) -> int | None:
    """The rank of the document that is meant, or of one that is called the same."""
    for rank, id in enumerate(answer.ids[:10], 1):
        if id == item.id or is_same(by_id[id], item, q if kind == "a synonym" else None):
            return rank
    return None


def is_same(found: Item, item: Item, synonym: str | None) -> bool:
    if found.title.casefold() == item.title.casefold():
        return True
    if item.symbol and (found.symbol or "").casefold() == item.symbol.casefold():
        return True
    names = (found.title, found.symbol or "", *found.synonyms)
    return synonym is not None and synonym.casefold() in map(str.casefold, names)


def count(tally: Tally, answer: Answer, rank: int | None) -> None:
    tally.ranks.append(rank)
    tally.refused += answer.error is not None
    tally.times.append(answer.milliseconds)


def show(kind: str, q: str, item: Item, rank: int | None, answer: Answer, by_id: dict[str, Item]) -> None:
    first = [by_id[id].title for id in answer.ids[:2]]
    print(f"{kind}: {q!r} means {item.title!r} {item.id}, rank {rank}, {answer.step or answer.error}; first {first}")


def document(found: dict[str, Tallies], arguments: argparse.Namespace) -> str:
    """The report."""
    systems, total = arguments.systems, summed(found.values())
    load = os.getloadavg()[2]
    lines = [
        "# Finding what people mean",
        "",
        "Known-item search, by `make bench-finding`: a document is drawn, what a person types is made from its id,",
        "names and title, and the share of answers counts in which it stands first, and among the first ten. Every",
        "collection is loaded from its file alone.",
        "",
        f"At most {arguments.items} documents of each collection, drawn with the seed {arguments.seed}.",
        f"The load of the machine was {load:.0f} on {os.cpu_count()} processors: above one each, times say little.",
        "",
        "## All collections: first / in ten, in percent",
        "",
        *table(total, systems),
        "",
        *whole(total, systems),
        "",
    ]
    for name, tallies in found.items():
        lines += [f"## {name}", "", *table(tallies, systems), "", *whole(tallies, systems), ""]
    missing = [kind.name for kind in KINDS if not any(key[0] == kind.name for key in total)]
    return "\n".join([*lines, *(f"Not asked: {', '.join(missing)}" for _ in missing[:1])]).rstrip() + "\n"


if __name__ == "__main__":
    main()
