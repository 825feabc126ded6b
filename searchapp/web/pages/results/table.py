"""The table of results: its columns and rows, how headings sort, and the pages before and after."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...endpoint import Options
from ...response.columns import covers, expanded
from ...response.links import Links, Pairs, link
from .. import highlighting
from ..addresses import from_start
from ..field_names import in_list
from ..labels import hint, label
from ..values import leaves

COLUMNS = 5
NUMBERS = ("long", "integer", "short", "byte", "unsigned_long", "double", "float", "half_float")
SORTABLE = frozenset(("keyword", "boolean", "date", *NUMBERS))


def wanted_fields(settings: Mapping[str, Any], options: Options) -> list[str]:
    """The fields that columns are for: those asked for, else as configured or guessed; none where nobody says."""
    return list(options.get("_source") or settings["table_fields"] or settings["title_fields"])


def columns(hits: Sequence[Mapping[str, Any]], wanted: Sequence[str], first: Sequence[str]) -> list[str]:
    """The dotted names of the columns: the wanted fields, else some that the hits have, with the `first` ahead.

    An object stands for what the hits have inside it; a wanted field that no hit has is an empty column beside others.
    """
    names = list(dict.fromkeys(name for hit in hits for name in leaves(hit) if not is_added(name)))
    asked = [name for name in wanted if not name.startswith("-") and name not in ("all", "_id")]
    found = list(dict.fromkeys(column for name in asked for column in expanded(name, names)))
    if found and (not names or set(found) & set(names)):
        return found
    excluded = [name[1:] for name in wanted if name.startswith("-")]
    ahead = [name for name in first if name in names]
    found = [name for name in dict.fromkeys([*ahead, *names]) if not any(covers(other, name) for other in excluded)]
    return found[: max(COLUMNS, len(ahead))]


def is_added(name: str) -> bool:
    """Whether a dotted name is of something that the service adds to documents."""
    return any(part.startswith("_") for part in name.split("."))


def sort_link(pairs: Pairs, name: str, kind: str | None, sort: Sequence[str]) -> dict[str, Any]:
    """How a column heading sorts: its address, None for a field that cannot be sorted by, and the present order."""
    order = "ascending" if name in sort[:1] else "descending" if f"-{name}" in sort[:1] else None
    if kind not in SORTABLE:
        return {"href": None, "order": None}
    following = f"-{name}" if order == "ascending" else None if order == "descending" else name
    return {"href": from_start(pairs, sort=following and in_list(following)), "order": order}


def pager(pairs: Pairs, total: int, start: int, size: int, window: int) -> dict[str, Any]:
    """The addresses of the pages before and after this one, None where there is none."""
    end = min(start + size, total)
    further = size > 0 and end < total and end + size <= window
    return {
        "first": start + 1 if end > start else 0,
        "last": end,
        "previous": link(pairs, **{"from": max(start - size, 0) or None}) if start > 0 and size > 0 else None,
        "next": link(pairs, **{"from": end}) if further else None,
    }


def cursor_pager(pairs: Pairs, data: Mapping[str, Any], options: Options, links: Links) -> dict[str, Any]:
    """The same around a page that a cursor or a scroll id leads to: nobody knows where in the result it lies."""
    around = {name: link(pairs, **changes) for name, changes in links.relations(data, options).items()}
    return {"first": None, "last": None, "previous": around.get("prev"), "next": around.get("next")}


def headings(pairs: Pairs, names: list[str], fields: Mapping[str, Any], sort: list[str]) -> list[dict[str, Any]]:
    """The columns of the table, each with the address that sorts by it."""
    kinds = {name: kind_of_order(name, fields) for name in names}
    return [
        {
            "name": name,
            "label": label(name, fields),
            "hint": hint(name, fields),
            "figure": kinds[name] in NUMBERS,
            **sort_link(pairs, name, kinds[name], sort),
        }
        for name in names
    ]


def kind_of_order(name: str, fields: Mapping[str, Any]) -> str | None:
    """The type by whose order a column can be sorted; that of a text is its sub-field's, or of its kept values."""
    field = fields.get(name, {})
    kinds = [fields.get(f"{name}.{suffix}", {}).get("type") for suffix in ("sort", "keyword")]
    if field.get("type") == "text" and ("keyword" in kinds or field.get("doc_values")):
        return "keyword"
    kind: str | None = field.get("type")
    return None if field.get("doc_values") is False else kind


def rows(hits: list[Mapping[str, Any]], names: list[str], hidden: frozenset[str]) -> list[dict[str, Any]]:
    """One row per hit; where no column shows a match, what matched stands below."""
    return [
        {
            "id": hit.get("_id"),
            "cells": [highlighting.cell(hit, name, hidden) for name in names],
            "elsewhere": highlighting.elsewhere(hit, names, hidden),
        }
        for hit in hits
    ]
