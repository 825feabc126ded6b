"""Resolves the `fields` of a query, such as `["name^2", "alias.*"]`, to fields with weights."""

from collections.abc import Iterable
from functools import lru_cache
from struct import iter_unpack
from typing import Any

from ..errors import illegal, parsing_error
from ..index.reader import Reader
from ..mapping.mapping import METADATA
from ..mapping.tantivy_schema import PATHS
from ..parsing import boost, text, token
from .context import Context
from .sorted_terms import sorted_terms

ALL = "*"


def weights(value: Any, keep: bool = False) -> dict[str, float]:
    """The names or patterns with their weights: 2 for `name^2`, 1 without a weight.

    Of a name that is given twice the last weight counts. With `keep` a name without one keeps the weight given before,
    as in Elasticsearch's query_string and combined_fields.
    """
    if isinstance(value, dict) or value is None:
        raise parsing_error(f"query does not support [fields] of type {token(value)}")
    result: dict[str, float] = {}
    for item in value if isinstance(value, list) else [value]:
        if item is None or isinstance(item, list | dict):
            raise illegal(f"[fields] has a {token(item)} where a text is expected")
        name, caret, weight = text(item).partition("^")
        result[name] = boost(weight) if caret else result.get(name, 1.0) if keep else 1.0
    return result


def resolve(context: Context, given: dict[str, float]) -> tuple[dict[str, float], bool]:
    """The weights of the mapped fields by path, and whether the query is for all fields."""
    result: dict[str, float] = {}
    for name, weight in given.items():
        for path in matching(context, name):
            if path in context.reader.mapping.fields or path in METADATA:
                result[path] = result.get(path, 1.0) * weight
    return {path: result[path] for path in _in_order(result)}, ALL in given


def matching(context: Context, name: str) -> list[str]:
    """The paths of the searchable fields that a pattern matches; a name without `*` is returned as it is."""
    return [path for path in paths_of(context, name) if ALL not in name or _searchable(context, path)]


def paths_of(context: Context, name: str) -> list[str]:
    """The paths of the fields that a pattern matches; a name without `*` is returned as it is, mapped or not."""
    return _in_order(field.path for field in context.reader.mapping.resolve(name)) if ALL in name else [name]


def default_fields(context: Context) -> tuple[dict[str, float], bool]:
    """Like `resolve`, for a query without fields."""
    return resolve(context, weights(list(context.settings.default_fields), keep=True))


def _searchable(context: Context, path: str) -> bool:
    """Whether the field is indexed and any document has it."""
    return context.reader.mapping.fields[path].searchable and path in _present(context.reader)


def _present(reader: Reader) -> frozenset[str]:
    """The paths with a value in some document. Deleted documents count until their segment is merged."""
    return reader.once("present", lambda: frozenset(sorted_terms(reader, PATHS)))


def _in_order(paths: Iterable[str]) -> list[str]:
    """The paths as Java's HashMap orders them: of errors of several fields, a search answers that of the first."""
    listed, size = list(paths), 16
    while len(listed) > size * 0.75:
        size *= 2
    return sorted(listed, key=lambda path: _spread_hash(path) & (size - 1))


@lru_cache(4096)
def _spread_hash(path: str) -> int:
    """The hash of a text in Java's HashMap."""
    value = 0
    for (unit,) in iter_unpack("<H", path.encode("utf-16-le")):
        value = value * 31 + unit & 0xFFFFFFFF
    return value ^ value >> 16
