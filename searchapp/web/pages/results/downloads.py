"""Downloads of a page of results: its hits or all hits, in every format of the API."""

from collections.abc import Collection
from typing import NamedTuple

from ....options.catalog import TABLES
from ...addresses import NOT_FOR_LINES
from ...response.excel import MAX_ROWS
from ...response.links import Pairs
from .snippets import full

FORMATS = {
    "csv": "CSV",
    "tsv": "TSV",
    "xlsx": "Excel",
    "ndjson": "NDJSON",
    "json": "JSON",
    "yaml": "YAML",
    "msgpack": "MessagePack",
}
STREAMED = (*TABLES, "xlsx")
"""Formats in which all hits are one answer."""
SHEETS = ("csv", "tsv", "xlsx")
"""Formats with columns."""

OF_A_PAGE = ("from", "skip", "offset", "from_", "size", "limit", "generation", "search_after", "scroll_id", "fetch_all")
OF_A_BATCH = ("scroll_id", "fetch_all")


class Download(NamedTuple):
    """One format: its title, and the address that a browser saves as a file."""

    format: str
    title: str
    href: str


class Downloads(NamedTuple):
    """The hits of this page in every format, and all hits in the formats that allow it, also with the shown columns.

    The hits of a batch of a scroll are not offered, because a scroll can be read only once.
    """

    page: list[Download]
    all: list[Download]
    columns: list[Download]
    every: Pairs
    """The request for all hits, one per line, for a program."""


def downloads(
    path: str, pairs: Pairs, offered: Collection[str], total: int = 0, most: int = 0, columns: str = ""
) -> Downloads:
    """The downloads of a result; an answer that is not streamed holds at most `most` hits.

    `columns` are the fields of the shown table; empty if the request names them or no table is shown.
    """
    hits = without(pairs, NOT_FOR_LINES)
    free = without(hits, OF_A_PAGE)
    streamed = [*free, ("fetch_all", "true")]
    sized = [*free, ("size", str(total))]
    names = [name for name in FORMATS if name in offered]
    fits = {**dict.fromkeys(names, most), **dict.fromkeys(TABLES, total), "xlsx": MAX_ROWS}
    all_at_once = [name for name in names if total <= fits[name]]
    shown = [] if any(key in OF_A_BATCH for key, _ in pairs) else names
    return Downloads(
        page=[saved(path, hits if name in STREAMED else pairs, name) for name in shown],
        all=[saved(path, streamed if name in STREAMED else sized, name) for name in all_at_once],
        columns=[
            saved(path, [*streamed, ("fields", columns)], name) for name in all_at_once if columns and name in SHEETS
        ],
        every=[*streamed, ("format", "ndjson")] if "ndjson" in names else [],
    )


def without(pairs: Pairs, keys: Collection[str]) -> Pairs:
    return [(key, value) for key, value in pairs if key not in keys]


def saved(path: str, pairs: Pairs, format: str) -> Download:
    """The download of a request in a format."""
    return Download(format, FORMATS[format], full(path, [*pairs, ("format", format), ("download", "true")]))
