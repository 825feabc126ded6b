"""Reads the requests of the reconciliation API: parameters, queries for candidates, and documents to extend."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Request

from ...errors import PipelineError, quoted
from ...options.option import MAX_NAME
from ..request.body import json_body, read_body
from ..request.body_limits import BadBody
from ..request.options import query_pairs

DEFAULT_LIMIT = 10
MAX_LIMIT = 50
MAX_QUERIES = 100
"""Names of one request: they are relaxed, and their candidates fill the memory."""
MAX_PROPERTIES = 50
MAX_DIGITS = 9

MAX_VALUES = 20_000
"""Values of properties that one request may name."""

MAX_COMPARISONS = 20_000
"""Comparisons of one request: each name and each property of its queries, times the largest limit of a query."""

LESS = "lower the limit, or send fewer queries at once"


class Query(NamedTuple):
    """One name to find; `types` is empty for any, `properties` has values by the name of their field."""

    text: str
    types: tuple[str, ...]
    limit: int
    properties: Mapping[str, list[str]]


def read_parameters(request: Request) -> dict[str, str]:
    """The texts of the query string and the form, by name; the first of a name counts, the query string first."""
    body = read_body(request) if request.method == "POST" else ()
    given = [*query_pairs(request.environ), *((name, value) for name, value in body if isinstance(value, str))]
    return dict(reversed(given))


def most_queries(settings: Mapping[str, Any]) -> int:
    """The maximum number of names in one request."""
    return min(int(settings["MAX_BATCH"]), MAX_QUERIES)


def read_queries(text: str, is_batch: bool, settings: Mapping[str, Any]) -> dict[str, Query]:
    """The queries by their keys; the key of a single query is empty. Raises a 400 for another shape."""
    if not is_batch and not text.lstrip().startswith("{"):
        return {"": Query(text, (), DEFAULT_LIMIT, {})}
    given = json_object(text, "queries" if is_batch else "query")
    queries = given if is_batch else {"": given}
    if len(queries) > (most := most_queries(settings)):
        raise wrong("queries", f"may hold at most {most}, not {len(queries)}")
    read = {key: read_query(query, settings["MAX_TEXT"]) for key, query in queries.items()}
    values = sum(len(values) for query in read.values() for values in query.properties.values())
    if values > MAX_VALUES:
        raise wrong("queries", f"may hold at most {MAX_VALUES} values of properties, not {values}")
    largest = max((query.limit for query in read.values()), default=0)
    compared = largest * sum(1 + len(query.properties) for query in read.values())
    if compared > MAX_COMPARISONS:
        raise wrong("queries", f"may compare at most {MAX_COMPARISONS} names and properties, not {compared}: {LESS}")
    return read


def read_query(given: Any, max_text: int) -> Query:
    if not isinstance(given, dict) or not isinstance(given.get("query", ""), str | int | float):
        raise wrong("queries", 'must hold objects such as {"query": "text"}')
    text, limit, types = (
        str(given.get("query", "")),
        positive_integer(given.get("limit", DEFAULT_LIMIT)),
        given.get("type") or [],
    )
    if len(text) > max_text:
        raise wrong("queries", f"may hold texts of at most {max_text} characters")
    if not limit:
        raise wrong("queries", "must hold a limit of at least 1")
    named = types if isinstance(types, list) else [types]
    ids = tuple(str(one["id"] if isinstance(one, dict) and "id" in one else one) for one in named)
    return Query(text, ids, min(limit, MAX_LIMIT), read_properties(given.get("properties"), max_text))


def read_properties(given: Any, max_text: int) -> dict[str, list[str]]:
    """The values of each property, where an object means its `name` or its `id`."""
    listed = given if isinstance(given, list) else []
    found: dict[str, list[str]] = {}
    for one in listed[:MAX_PROPERTIES]:
        if isinstance(one, dict) and isinstance(one.get("pid"), str):
            value = one.get("v")
            values = value if isinstance(value, list) else [value]
            texts = [value_text(value) for value in values if value not in (None, "")]
            if any(len(text) > max_text for text in texts):
                raise wrong("queries", f"may hold texts of at most {max_text} characters")
            found.setdefault(name_of(one["pid"], "queries"), []).extend(texts)
    return {pid: values for pid, values in found.items() if values}


def name_of(pid: str, keyword: str) -> str:
    """The name of a property. Raises a 400 for a name that is longer than a field name may be."""
    if len(pid) > MAX_NAME:
        raise wrong(keyword, f"may hold properties of at most {MAX_NAME} characters: {quoted(pid)}...")
    return pid


def value_text(value: Any) -> str:
    return str(value.get("name") or value.get("id") if isinstance(value, dict) else value)


def positive_integer(value: Any) -> int:
    """A positive integer, which may be written as a text; 0 for other values."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value[:MAX_DIGITS])
    return max(value, 0) if isinstance(value, int) else 0


def read_extension(text: str, settings: Mapping[str, Any]) -> tuple[list[str], dict[str, int]]:
    """The ids of the documents, and for each property the number of values, 0 for all."""
    given = json_object(text, "extend")
    ids, properties = given.get("ids"), given.get("properties")
    if not isinstance(ids, list) or not isinstance(properties, list):
        raise wrong("extend", 'must be {"ids": [...], "properties": [{"id": ...}]}')
    if len(ids) > settings["MAX_BATCH"]:
        raise wrong("extend", f"may hold at most {settings['MAX_BATCH']} ids, not {len(ids)}")
    named = list(dict.fromkeys(map(str, ids)))
    if any(len(id) > settings["MAX_TEXT"] for id in named):
        raise wrong("extend", f"may hold ids of at most {settings['MAX_TEXT']} characters")
    limits = {}
    for one in properties[:MAX_PROPERTIES]:
        if not isinstance(one, dict) or not isinstance(one.get("id"), str):
            raise wrong("extend", 'must hold properties such as {"id": "name"}')
        own = one.get("settings")
        limits[name_of(one["id"], "extend")] = positive_integer(own.get("limit")) if isinstance(own, dict) else 0
    return named, limits


def json_object(text: str, keyword: str) -> dict[str, Any]:
    try:
        found = json_body(text.encode())
    except BadBody as bad:
        raise wrong(keyword, f"must be JSON: {bad}") from None
    if not isinstance(found, dict):
        raise wrong(keyword, "must be a JSON object")
    return found


def wrong(keyword: str, what: str) -> PipelineError:
    return PipelineError(400, f"{keyword} {what}", {"keyword": keyword})
