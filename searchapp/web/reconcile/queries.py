"""What a client of the reconciliation API sends: queries for candidates, and documents to extend."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from ...errors import PipelineError

LIMIT = 10
MAX_LIMIT = 50
MAX_PROPERTIES = 50


class Query(NamedTuple):
    """One name to find; `types` is empty for any, `properties` has values by the name of their field."""

    text: str
    types: tuple[str, ...]
    limit: int
    properties: Mapping[str, list[Any]]


def read_queries(text: str, is_batch: bool, settings: Mapping[str, Any]) -> dict[str, Query]:
    """The queries by their keys; that of a single query is empty. Raises a 400 for another shape."""
    if not is_batch and not text.lstrip().startswith("{"):
        return {"": Query(text, (), LIMIT, {})}
    given = json_object(text, "queries" if is_batch else "query")
    queries = given if is_batch else {"": given}
    if len(queries) > settings["MAX_BATCH"]:
        raise wrong("queries", f"may hold at most {settings['MAX_BATCH']}, not {len(queries)}")
    return {key: read_query(query, settings["MAX_TEXT"]) for key, query in queries.items()}


def read_query(given: Any, max_text: int) -> Query:
    if not isinstance(given, dict) or not isinstance(given.get("query", ""), str | int | float):
        raise wrong("queries", 'must hold objects such as {"query": "text"}')
    text, limit, types = str(given.get("query", "")), given.get("limit", LIMIT), given.get("type") or []
    if len(text) > max_text:
        raise wrong("queries", f"may hold texts of at most {max_text} characters")
    if isinstance(limit, str) and limit.isdecimal():
        limit = int(limit)
    if not isinstance(limit, int) or limit < 1:
        raise wrong("queries", "must hold a limit of at least 1")
    named = types if isinstance(types, list) else [types]
    ids = tuple(str(one["id"] if isinstance(one, dict) and "id" in one else one) for one in named)
    return Query(text, ids, min(limit, MAX_LIMIT), read_properties(given.get("properties")))


def read_properties(given: Any) -> dict[str, list[Any]]:
    """The values of each property, where an object stands for its `name` or its `id`."""
    listed = given if isinstance(given, list) else []
    found: dict[str, list[Any]] = {}
    for one in listed[:MAX_PROPERTIES]:
        if isinstance(one, dict) and isinstance(one.get("pid"), str):
            value = one.get("v")
            values = value if isinstance(value, list) else [value]
            found.setdefault(one["pid"], []).extend(plain(value) for value in values if value not in (None, ""))
    return {pid: values for pid, values in found.items() if values}


def plain(value: Any) -> Any:
    return value.get("name") or value.get("id") if isinstance(value, dict) else value


def read_extension(text: str, settings: Mapping[str, Any]) -> tuple[list[str], dict[str, int]]:
    """The ids of the documents, and for each property the number of values, 0 for all."""
    given = json_object(text, "extend")
    ids, properties = given.get("ids"), given.get("properties")
    if not isinstance(ids, list) or not isinstance(properties, list):
        raise wrong("extend", 'must be {"ids": [...], "properties": [{"id": ...}]}')
    if len(ids) > settings["MAX_BATCH"]:
        raise wrong("extend", f"may hold at most {settings['MAX_BATCH']} ids, not {len(ids)}")
    limits = {}
    for one in properties[:MAX_PROPERTIES]:
        if not isinstance(one, dict) or not isinstance(one.get("id"), str):
            raise wrong("extend", 'must hold properties such as {"id": "name"}')
        limit = str((one.get("settings") or {}).get("limit") or 0)
        limits[one["id"]] = int(limit) if limit.isdecimal() else 0
    return list(dict.fromkeys(map(str, ids))), limits


def json_object(text: str, keyword: str) -> dict[str, Any]:
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise wrong(keyword, "must be JSON") from error
    if not isinstance(found, dict):
        raise wrong(keyword, "must be a JSON object")
    return found


def wrong(keyword: str, what: str) -> PipelineError:
    return PipelineError(400, f"{keyword} {what}", {"keyword": keyword})
