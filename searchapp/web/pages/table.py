"""The table of results: its columns and rows, how headings sort, and the pages before and after."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..links import Pairs, link
from . import marks
from .cells import leaves

COLUMNS = 5
NUMBERS = ("long", "integer", "short", "byte", "unsigned_long", "double", "float", "half_float")
SORTABLE = frozenset(("keyword", "boolean", "date", *NUMBERS))


def columns(hits: Sequence[Mapping[str, Any]], wanted: Iterable[str], configured: Iterable[str]) -> list[str]:
    """The dotted names of the columns: those asked for, else those configured, else the first that the hits have."""
    asked = [name for name in wanted if not name.startswith("-") and "*" not in name and name not in ("all", "_id")]
    if asked:
        return asked
    found = list(dict.fromkeys(configured))
    for hit in hits:
        for name in leaves(hit):
            if len(found) >= COLUMNS:
                return found
            if name not in found and not name.rpartition(".")[2].startswith("_"):
                found.append(name)
    return found


def sort_link(pairs: Pairs, name: str, kind: str | None, sort: Sequence[str]) -> dict[str, Any]:
    """How a column heading sorts: its address, None for a field that cannot be sorted by, and the present order."""
    order = "ascending" if name in sort[:1] else "descending" if f"-{name}" in sort[:1] else None
    if kind not in SORTABLE:
        return {"href": None, "order": None}
    following = f"-{name}" if order == "ascending" else None if order == "descending" else name
    return {"href": link(pairs, sort=following, **{"from": None}), "order": order}


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


def headings(pairs: Pairs, names: list[str], fields: Mapping[str, Any], sort: list[str]) -> list[dict[str, Any]]:
    """The columns of the table, each with the address that sorts by it."""
    kinds = {name: fields.get(name, {}).get("type") for name in names}
    return [
        {
            "name": name,
            "notes": fields.get(name, {}).get("notes"),
            "figure": kinds[name] in NUMBERS,
            **sort_link(pairs, name, kinds[name], sort),
        }
        for name in names
    ]


def rows(hits: list[Mapping[str, Any]], names: list[str], hidden: frozenset[str]) -> list[dict[str, Any]]:
    """One row per hit; where no column shows a match, what matched stands below."""
    return [
        {
            "id": hit["_id"],
            "cells": [marks.cell(hit, name, hidden) for name in names],
            "elsewhere": marks.elsewhere(hit, names, hidden),
        }
        for hit in hits
    ]
