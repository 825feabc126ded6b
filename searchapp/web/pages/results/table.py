"""The table of results: its columns and rows, how headings sort, and the pages before and after."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from markupsafe import Markup, escape

from ....querystring.field_types import DATE_TYPES, NUMBER_TYPES
from ....querystring.sub_fields import TEXTS, sorted_field
from ...addresses import from_start, is_link, linkout, own_linkouts
from ...endpoint import Options
from ...response.columns import covers, expanded
from ...response.links import Links, Pairs, link
from ..field_names import in_list
from ..labels import hint, label
from ..values import highlighting
from ..values.readable import ValueTexts
from ..values.texts import MAX_VALUES, further, leaves, shortened, values_once

MIN_COLUMNS = 5
MAX_CELLS = 30_000
"""The maximum number of cells of a table, a second of CPU. With many hits, only the first columns are shown."""

MAX_WORD = 24
"""Characters of the longest word that a heading does not break."""

PAGES_AROUND = 2
"""Pages before and after the current one with a number in the pager."""

SORTABLE = frozenset(("keyword", "boolean", "date", "ip", *NUMBER_TYPES))


def wanted_fields(settings: Mapping[str, Any], options: Options) -> list[str]:
    """The fields of the columns: requested, configured or guessed; empty if there are none."""
    return list(options.get("_source") or settings["table_fields"] or settings["title_fields"])


def columns(
    hits: Sequence[Mapping[str, Any]], wanted: Sequence[str], first: Sequence[str], rows: int | None = None
) -> list[str]:
    """The dotted names of the columns: the wanted fields, else some that the hits have, with the `first` ahead.

    An object means the fields inside it; a wanted field that no hit has is an empty column. The table has
    as many rows as hits, unless `rows` is given.
    """
    names = [name for name in dict.fromkeys(chain.from_iterable(map(leaves, hits))) if not is_added(name)]
    asked = [name for name in wanted if not name.startswith("-") and name not in ("all", "_id")]
    found = list(dict.fromkeys(column for name in asked for column in expanded(name, names)))
    if found and (not names or set(found) & set(names)):
        return found[: max(MIN_COLUMNS, MAX_CELLS // max(rows or len(hits), 1))]
    excluded = [name[1:] for name in wanted if name.startswith("-")]
    ahead = [name for name in first if name in names]
    found = [name for name in dict.fromkeys([*ahead, *names]) if not any(covers(other, name) for other in excluded)]
    return found[: max(MIN_COLUMNS, len(ahead))]


def title_first(names: list[str], titles: Sequence[str], asked: Sequence[str] | None) -> list[str]:
    """The columns with the first field of the title first, unless the request names the columns."""
    title = next((name for name in titles if name in names), None)
    return names if asked or title is None else [title, *(name for name in names if name != title)]


def without_id(names: list[str], settings: Mapping[str, Any], wanted: Collection[str]) -> list[str]:
    """The columns without the field of the ids, which is the first column already."""
    kept = (*wanted, *settings["table_fields"])
    return [name for name in names if name != settings.get("id_field") or name in kept]


def is_added(name: str) -> bool:
    """Whether a dotted name is of a value that the service adds to documents."""
    return any(part.startswith("_") for part in name.split("."))


def sort_link(pairs: Pairs, name: str, kind: str | None, sort: Sequence[str]) -> dict[str, Any]:
    """The address that sorts by a column, None if it cannot be sorted by, and the current order of the column."""
    order = "ascending" if name in sort[:1] else "descending" if f"-{name}" in sort[:1] else None
    if kind not in SORTABLE:
        return {"href": None, "order": None}
    following = f"-{name}" if order == "ascending" else None if order == "descending" else name
    return {"href": from_start(pairs, sort=following and in_list(following)), "order": order}


def sort_choices(pairs: Pairs, names: list[str], fields: Mapping[str, Any], sort: list[str]) -> list[dict[str, Any]]:
    """The fields to sort by, each with the address, the words and the state of its two orders."""
    kinds = {name: kind_of_order(name, fields) for name in names}
    return [
        {
            "label": label(name, fields),
            "orders": [
                {"href": from_start(pairs, sort=in_list(key)), "text": text, "current": key in sort[:1]}
                for key, text in zip((name, f"-{name}"), order_words(kind), strict=True)
            ],
        }
        for name, kind in kinds.items()
        if kind in SORTABLE
    ]


def order_words(kind: str | None) -> tuple[str, str]:
    """The names of the two orders for a type of field."""
    if kind in DATE_TYPES:
        return "oldest first", "newest first"
    if kind in NUMBER_TYPES:
        return "lowest first", "highest first"
    return ("no first", "yes first") if kind == "boolean" else ("A to Z", "Z to A")


def pager(pairs: Pairs, total: int, start: int, size: int, window: int) -> dict[str, Any]:
    """The addresses of the previous and the next page; None for a page that does not exist."""
    end = min(start + size, total)
    further = size > 0 and end < total and end + size <= window
    return {
        "first": start + 1 if end > start else 0,
        "last": end,
        "previous": link(pairs, **{"from": max(start - size, 0) or None}) if start > 0 and size > 0 else None,
        "next": link(pairs, **{"from": end}) if further else None,
    }


def page_numbers(pairs: Pairs, total: int, start: int, size: int, window: int) -> list[dict[str, Any]]:
    """The first page, the pages around the current one, and the last reachable page; `gap` is an omission."""
    if size < 1 or start % size:
        return []
    last, here = (min(total, window - size + 1) + size - 1) // size, start // size + 1
    last = max(min(last, window // size), 1)
    near = sorted({1, last, *range(max(here - PAGES_AROUND, 1), min(here + PAGES_AROUND, last) + 1)})
    return [
        {
            "number": number,
            "gap": number - before > 1,
            "href": None if number == here else link(pairs, **{"from": (number - 1) * size or None}),
        }
        for before, number in pairwise([0, *near])
    ]


def cursor_pager(pairs: Pairs, data: Mapping[str, Any], options: Options, links: Links) -> dict[str, Any]:
    """Like `pager`, for a page from a cursor or a scroll id, whose position in the result is unknown."""
    around = {name: link(pairs, **changes) for name, changes in links.relations(data, options).items()}
    return {"first": None, "last": None, "previous": around.get("prev"), "next": around.get("next")}


def headings(
    pairs: Pairs, names: list[str], fields: Mapping[str, Any], sort: list[str], written: ValueTexts
) -> list[dict[str, Any]]:
    """The columns of the table with the addresses that sort. Numbers shown as words or moments are not aligned."""
    kinds = {name: kind_of_order(name, fields) for name in names}
    return [
        {
            "name": name,
            "label": label(name, fields),
            "hint": hint(name, fields),
            "long": any(len(word) > MAX_WORD for word in label(name, fields).split()),
            "figure": kinds[name] in NUMBER_TYPES and not written.is_named(name) and name not in written.times,
            "moment": kinds[name] == "date" or name in written.times,
            **sort_link(pairs, name, kinds[name], sort),
        }
        for name in names
    ]


def linked_cell(
    hit: Mapping[str, Any], name: str, hidden: frozenset[str], linkouts: Mapping[str, str], written: ValueTexts
) -> Markup:
    """The values at a name, with links for addresses and for values with a configured link."""
    values = values_once(hit, name)
    addresses = [value if is_link(value) else linkout(linkouts, name, value) for value in values[:MAX_VALUES]]
    if not any(addresses):
        return highlighting.cell(hit, name, hidden, written)
    texts = [shown_address(value) if is_link(value) else written.text(name, value) for value in values[:MAX_VALUES]]
    links = [
        LINK.format(address, "noopener" if is_link(address) else "", text) if address else escape(text)
        for text, address in zip(texts, addresses, strict=True)
    ]
    return Markup(", ").join(links) + further(len(values))


def shown_address(address: str) -> str:
    """The visible part of an address: host and path, cut if they are long."""
    return shortened(address.partition("//")[2].removeprefix("www.").rstrip("/"), MAX_ADDRESS)


LINK = Markup('<a href="{}" rel="{}">{}</a>')
MAX_ADDRESS = 40


def kind_of_order(name: str, fields: Mapping[str, Any]) -> str | None:
    """The type by which a column is sorted; for a text, the type of its sub-field or doc values."""
    field = fields.get(sorted_field(name, fields), {})
    kind: str | None = "keyword" if field.get("type") in TEXTS and field.get("doc_values") else field.get("type")
    return None if field.get("doc_values") is False else kind


def rows(
    hits: list[Mapping[str, Any]],
    names: list[str],
    hidden: frozenset[str],
    linkouts: Mapping[str, str] | None = None,
    written: ValueTexts | None = None,
) -> list[dict[str, Any]]:
    """One row per hit. A match in a field without a column is shown below the row."""
    return [
        {
            "id": hit.get("_id"),
            "cells": [
                linked_cell(
                    hit, name, hidden, own_linkouts(linkouts or {}, hit.get("_id", "")), written or ValueTexts()
                )
                for name in names
            ],
            "elsewhere": highlighting.other_matches(hit, names, hidden),
        }
        for hit in hits
    ]
