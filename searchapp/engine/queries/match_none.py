"""Clauses that match nothing by their form and the mapping. Elasticsearch ignores errors in clauses next to them."""

from collections.abc import Mapping
from typing import Any

from ..errors import EngineError
from ..mapping.mapping import METADATA, Field
from ..parsing import as_list
from ..values.dates import date_bound
from .context import Context
from .field.ranges import column_range, has_no_dates
from .term import BOUNDS, range_

INSIDE = {  # in the order in which Elasticsearch builds them
    "bool": ("must", "must_not", "mustNot", "should", "filter"), "dis_max": ("queries",), "constant_score": ("filter",),
    "boosting": ("positive", "negative"), "nested": ("query",),
}  # fmt: skip
FIRST = {"function_score": "query", "boosting": "positive"}
FIELD_QUERIES = ("term", "terms", "prefix", "wildcard", "fuzzy", "range")


def matches_nothing(context: Context | None, clause: dict[str, Any]) -> bool:
    """Whether a parsed clause matches nothing by its form and the mapping; by its form only if `context` is None."""
    ((name, body),) = clause.items()
    if name == "match_none":
        return True
    if name == "ids":
        return bool(body.get("values", []) == [])
    if name == "exists":
        return context is not None and (
            str(body["field"]) not in METADATA
            and not context.reader.mapping.resolve(str(body["field"]))
            and not any(context.reader.mapping.below(str(body["field"])))
        )
    if name in FIELD_QUERIES:
        return _is_field_query_none(context, name, body)
    if name == "match":
        return context is not None and _is_match_none(context, body)
    if name in ("constant_score", "boosting", "function_score"):
        inner = body.get({"constant_score": "filter", "boosting": "positive"}.get(name, "query"))
        return inner is not None and matches_nothing(context, inner)
    return name == "bool" and _is_bool_none(context, body)


def has_dates(context: Context, clause: dict[str, Any]) -> bool:
    """Whether all date ranges in the clause have valid dates, which Elasticsearch checks first."""
    ((name, body),) = clause.items()
    if matches_nothing(None, clause):
        return True
    first = body.get(FIRST[name]) if name in FIRST else None
    if first and matches_nothing(context, first):
        return has_dates(context, first)
    if name != "range":
        return all(has_dates(context, inner) for inner in inner_clauses(name, body))
    try:
        range_(body)(context)
    except EngineError as error:
        return error.type != "parse_exception"
    return True


def has_nested(clause: Mapping[str, Any]) -> bool:
    """Whether a parsed clause is or contains a nested query."""
    ((name, body),) = clause.items()
    return name == "nested" or any(map(has_nested, inner_clauses(name, body)))


def inner_clauses(name: str, body: dict[str, Any]) -> list[Any]:
    """The clauses of a compound query, which may be invalid."""
    parts = [part for key in INSIDE.get(name, ()) for part in as_list(body.get(key))]
    if name == "function_score":
        filters = [part.get("filter") for part in as_list(body.get("functions")) if isinstance(part, dict)]
        some = [one for one in filters if isinstance(one, dict) and "match_all" not in one]  # Elasticsearch drops it
        parts = [*as_list(body.get("query")), *some]
    return parts


def _is_match_none(context: Context, body: dict[str, Any]) -> bool:
    """Whether a match query matches nothing. With the analyzer `keyword` it is like a term query."""
    ((path, given),) = body.items()
    if not isinstance(given, dict) or given.get("analyzer") != "keyword":
        return False
    if given.get("lenient") or "fuzziness" in given:
        return False
    return path not in METADATA and path not in context.reader.mapping.fields and context.nested_scope(path) is None


def _is_bool_none(context: Context | None, body: dict[str, Any]) -> bool:
    required = as_list(body.get("must")) + as_list(body.get("filter"))
    should = as_list(body.get("should"))
    excluded = as_list(body.get("must_not")) + as_list(body.get("mustNot"))
    if any(matches_nothing(context, clause) for clause in required) or any(map(_is_all, excluded)):
        return True
    return bool(should) and not (required or excluded) and all(matches_nothing(context, clause) for clause in should)


def _is_field_query_none(context: Context | None, name: str, body: dict[str, Any]) -> bool:
    fields = [key for key in body if key != "boost"]
    path = fields[0] if fields else ""
    value: Any = body.get(path)
    if name == "terms" and value == []:
        return True
    if context is None or path in METADATA:
        return False
    field = context.reader.mapping.fields.get(path)
    if field is None:
        return context.nested_scope(path) is None
    try:
        is_date = name == "range" and field.type == "date"
        return is_date and (has_no_dates(context, path) or _is_outside(context, field, value))
    except EngineError:
        return False


def _is_outside(context: Context, field: Field, limits: dict[str, Any]) -> bool:
    """Whether all dates of the index are outside of a range. Of several lower or upper ends, the last one counts."""
    if not field.index:
        return False
    zone = {key: limits[key] for key in ("format", "time_zone") if key in limits}
    ends = {BOUNDS[key]: (key, value) for key, value in limits.items() if key in BOUNDS}
    for side, (key, value) in ends.items():
        if value is None:
            continue
        end = date_bound(value, field.format, key in ("gt", "lte", "to"), **zone) + (key == "gt") - (key == "lt")
        query = column_range(context, field, *((end, None) if side == "low" else (None, end)))
        if not context.reader.searcher.search(query, 1, count=False).hits:
            return True
    return False


def _is_all(clause: dict[str, Any]) -> bool:
    return clause == {"bool": {}} or "match_all" in clause
