"""What can be taken away from a page of results: the same hits, or all of them, in every format of the API."""

from collections.abc import Collection
from typing import Any

from ..links import Pairs
from .snippets import full

FORMATS = {
    "csv": "CSV",
    "tsv": "TSV",
    "ndjson": "NDJSON",
    "json": "JSON",
    "yaml": "YAML",
    "msgpack": "MessagePack",
}
STREAMED = ("csv", "tsv", "ndjson")
"""The formats that give a whole result in one answer."""

OF_A_PAGE = ("from", "skip", "offset", "from_", "size", "limit")
BESIDE_HITS = ("facets", "aggs", "facet", "facet_size", "highlight")


def downloads(address: str, pairs: Pairs, offered: Collection[str]) -> list[dict[str, Any]]:
    """For each format that is offered: its name, the address of this page, and that of all hits or None."""
    hits = without(pairs, BESIDE_HITS)
    every = [*without(hits, OF_A_PAGE), ("fetch_all", "true")]
    return [
        {
            "format": name,
            "title": title,
            "page": saved(address, hits if name in STREAMED else pairs, name),
            "all": saved(address, every, name) if name in STREAMED else None,
        }
        for name, title in FORMATS.items()
        if name in offered
    ]


def without(pairs: Pairs, keys: Collection[str]) -> Pairs:
    return [(key, value) for key, value in pairs if key not in keys]


def saved(address: str, pairs: Pairs, format: str) -> str:
    """The address that a browser saves as a file."""
    return full(address, [*pairs, ("format", format), ("download", "true")])
