"""Named queries on MongoDB: written as its own filters, or as plain queries of a search engine."""

from collections.abc import Callable, Mapping
from typing import Any

from ....builders.field_checks import as_list, scope_name
from ....errors import PipelineError
from . import filters as values
from .filters import Filter
from .query_strings import StringQuery

Clause = Mapping[str, Any]


def named_filter(named: Any, name: str, strings: StringQuery) -> Filter:
    """The filter of a configured query; what neither MongoDB nor this page can read is a 400."""
    if isinstance(named, str):
        return strings.filter(named, "userquery")
    if isinstance(named, Mapping) and all(key.startswith("$") or strings.is_field(key) for key in named):
        return dict(named)
    try:
        return read(named, strings)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        summary = f"userquery: {name} is not written for MongoDB"
        raise PipelineError(400, summary, {"keyword": "userquery"}) from error


def read(clause: Clause, strings: StringQuery) -> Filter:
    """The filter for a query of a search engine; KeyError for a kind that is not known here."""
    ((kind, body),) = clause.items()
    return READERS[kind](body, strings)


def equals(body: Clause, strings: StringQuery) -> Filter:
    ((field, value),) = body.items()
    value = value.get("value", value.get("query")) if isinstance(value, Mapping) else value
    return in_fields([field], value, strings)


def one_of(body: Clause, strings: StringQuery) -> Filter:
    ((field, found),) = body.items()
    return values.some(in_fields([field], value, strings) for value in found)


def in_fields(fields: list[str], value: Any, strings: StringQuery) -> Filter:
    """The documents in which one of the fields has this value."""
    text = value if isinstance(value, str) else str(value).lower()
    names = [name for field in fields for name in strings.named(scope_name(field))]
    return values.some(values.equals(name, text, strings.kind(name)) for name in names)


def prefix(body: Clause, strings: StringQuery) -> Filter:
    ((field, value),) = body.items()
    text = value["value"] if isinstance(value, Mapping) else value
    return values.prefix(field, str(text), strings.kind(field))


def joined(body: Clause, strings: StringQuery) -> Filter:
    """What fulfils `must` and `filter`, none of `must_not`, and where these two are missing one of `should`."""
    parts = {part: [read(each, strings) for each in as_list(body.get(part) or [])] for part in PARTS}
    needed = [*parts["must"], *parts["filter"]]
    if parts["should"] and (not needed or body.get("minimum_should_match")):
        needed.append(values.some(parts["should"]))
    return values.every([*needed, *({"$nor": [each]} if each else values.NOTHING for each in parts["must_not"])])


PARTS = ("must", "filter", "should", "must_not")
READERS: dict[str, Callable[[Any, StringQuery], Filter]] = {
    "term": equals,
    "match": equals,
    "terms": one_of,
    "multi_match": lambda body, strings: in_fields(list(body["fields"]), body["query"], strings),
    "query_string": lambda body, strings: strings.filter(body["query"], "userquery"),
    "prefix": prefix,
    "exists": lambda body, strings: values.exists(body["field"]),
    "bool": joined,
    "constant_score": lambda body, strings: read(body["filter"], strings),
    "match_all": lambda *_: {},
    "match_none": lambda *_: values.NOTHING,
}
