"""The documents and the search bodies of the engine's benchmark, the same for the engine and for Elasticsearch."""

import gzip
import json
import random
from collections.abc import Iterator
from itertools import count as counting
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

PROJECT = Path(__file__).parents[1]
MAPPING = json.loads((PROJECT / "examples" / "genes-mapping.json").read_text())
BATCH = 1000

Body = dict[str, Any]


def genes() -> Iterator[Body]:
    """The sample genes."""
    with gzip.open(PROJECT / "examples" / "genes.ndjson.gz", "rb") as lines:
        yield from map(orjson.loads, lines)


def documents(count: int) -> Iterator[Body]:
    """So many genes: the samples again and again, each time with ids and symbols of their own.

    They are read anew each time: the memory of who takes them is its own.
    """
    return islice((renamed(gene, turn) for turn in counting() for gene in genes()), count)


def renamed(gene: Body, turn: int) -> Body:
    return gene | {name: gene[name] + f"-{turn}" for name in ("_id", "symbol")} if turn else gene


def works(samples: list[Body], count: int) -> dict[str, tuple[list[Any], int]]:
    """For each work what is asked, and how many times a turn."""
    draw = random.Random(7)
    known = samples[: min(count, len(samples))]
    many = min(BATCH, len(known))
    some = draw.sample(known, 300)
    names = [words for gene in some if len(words := gene["name"].split()) > 2]
    symbols = [gene["symbol"].lower() for gene in some]
    facet = {"terms": {"field": "locus_type", "size": 10}}
    return {
        "id lookup": ([ids([gene["_id"]]) for gene in some], 400),
        "term": ([{"query": {"term": {"symbol": symbol}}} for symbol in symbols], 400),
        "three words of text": ([{"query": text(draw.sample(words, 3))} for words in names], 300),
        "prefix": ([{"query": {"prefix": {"symbol": symbol[:3]}}} for symbol in symbols], 300),
        "terms facet over all": ([{"size": 0, "aggs": {"locus_type": facet}}], 200),
        "1,000 ids": (
            [ids([gene["_id"] for gene in draw.sample(known, many)]) for _ in range(3)],
            12,
        ),
        "1,000 terms": (
            [[scoped(gene["symbol"]) for gene in draw.sample(known, many)] for _ in range(3)],
            12,
        ),
    }


def ids(values: list[str]) -> Body:
    return {"query": {"ids": {"values": values}}, "size": len(values)}


def scoped(term: str) -> Body:
    """What the service asks for a term of a batch in one field."""
    match = {"query": term, "fields": ["symbol"], "operator": "and", "lenient": True}
    return {"query": {"multi_match": match}, "size": 10}


def text(words: list[str]) -> Body:
    return {"match": {"all": {"query": " ".join(words), "operator": "and"}}}


PAGE = {"query": {"match_all": {}}, "size": BATCH, "sort": ["_doc"]}
"""The body of a scroll over everything."""
