"""The page of the search builder, and the address of the results for its form."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from ....components import Components, ItemType
from ...addresses import PAGE_POSITION, search_url, type_url
from ...guessed_settings import known_fields
from ..defaults import Fields
from ..labels import label, sub_field_parent
from ..results.filter_parts import filter_text, own_parts
from .rows import OF_KINDS, OPERATORS, Row, kind_of, query_text, row_text, rows_of

EMPTY, MAX_ROWS = 2, 20
"""The number of empty rows at first, and the largest number of rows."""

OWN = ("into", "in", "is", "value", "to", "match", "more", "values_of", "facet_query", "format", *PAGE_POSITION)
"""Parameters of the form alone."""

Given = Mapping[str, Any]


def rows_given(given: "MultiDict[str, str]") -> list[Row]:
    """The rows of the form that was sent."""
    columns = [given.getlist(name)[:MAX_ROWS] for name in ("in", "is", "value", "to")]
    longest = max(map(len, columns))
    padded = [[*column, *[""] * (longest - len(column))] for column in columns]
    return [Row(*row) for row in zip(*padded, strict=True)]


def target(item_type: ItemType) -> str | None:
    """The address of the results that the form asks for; None if it asks for its own page."""
    given = request.args
    if given.get("into") not in ("q", "filter") or "more" in given:
        return None
    kept = {name: given.getlist(name) for name in given if name not in (*OWN, "type")}
    rows = rows_given(given)
    if given["into"] == "q":
        return search_url(item_type, **{**kept, "q": query_text(rows, given.get("match") == "any")})
    text = narrowed(given.get("filter", ""), rows[0] if rows else Row())
    return search_url(item_type, **{**kept, "filter": text or None})


def narrowed(text: str, row: Row) -> str:
    """A filter with the range of a row instead of its earlier range; an empty row removes the range."""
    own = row_text(row)
    parts = own_parts(text)
    if text and not parts:
        return f"({text}) AND {own}" if own else text
    others = filter_text(part for part in parts if part.field != row.field or part.negated)
    return " AND ".join(filter(None, (others, own)))


def builder_values(components: Components, item_type: ItemType) -> dict[str, Any]:
    """The values of the page of the builder."""
    given, fields = request.args, known_fields(components, item_type)
    rows = rows_given(given) if "more" in given else rows_of(given.get("q", ""))
    shown = [*(row for row in rows if row.value or row.to or row.field), *[Row()] * EMPTY][:MAX_ROWS]
    return {
        "item_type": item_type,
        "rows": shown,
        "any_of": given.get("match") == "any",
        "fields": choices(fields),
        "operators": OPERATORS,
        "of_kinds": OF_KINDS,
        "kinds": {name: kind_of(name, fields) for name in ("", *fields)},
        "text": query_text(rows, given.get("match") == "any") or given.get("q", ""),
        "kept": [("filter", text) for text in given.getlist("filter") if text],
        "query_address": type_url(item_type, "query.query"),
        "examples": examples(fields),
    }


def choices(fields: Fields) -> Sequence[tuple[str, str]]:
    """The fields that a row can name, with their labels."""
    own = [name for name, field in fields.items() if field.get("type") not in ("object", "nested")]
    return [(name, label(name, fields)) for name in own if not sub_field_parent(name, fields)]


def examples(fields: Fields) -> dict[str, str]:
    """One example of the values of each field, if the loader kept one."""
    return {name: str(field["example"])[:60] for name, field in fields.items() if field.get("example") is not None}
