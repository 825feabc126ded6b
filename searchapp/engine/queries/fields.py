"""Which fields a list such as `["name^2", "alias.*"]` stands for, and their weights."""

from functools import partial
from typing import Any

from ..mapping.mapping import METADATA, Field
from .context import Context
from .parsing import boost, parsing_error, text, token

ALL = "*"


def weights(value: Any) -> dict[str, float]:
    """Names or patterns with their weights: `name^2` is weighted 2, the others 1."""
    if isinstance(value, dict) or value is None:
        raise parsing_error(f"query does not support [fields] of type {token(value)}")
    result: dict[str, float] = {}
    for item in value if isinstance(value, list) else [value]:
        name, caret, weight = text(item).partition("^")
        result[name] = boost(weight) if caret else 1.0
    return result


def resolve(context: Context, given: dict[str, float]) -> tuple[dict[str, float], bool]:
    """The mapped fields by path with their weights, and whether all fields were asked for."""
    result: dict[str, float] = {}
    for name, weight in given.items():
        for path in filter(partial(_is_mapped, context), matching(context, name)):
            result[path] = result.get(path, 1.0) * weight
    return result, ALL in given


def matching(context: Context, name: str) -> list[str]:
    """The paths of the fields that a pattern matches; a name without `*` is itself, mapped or not."""
    if ALL not in name:
        return [name]
    return [field.path for field in context.reader.mapping.resolve(name) if _searchable(field)]


def default_fields(context: Context) -> dict[str, float]:
    """Every field, as a query without fields means it."""
    return dict.fromkeys(matching(context, ALL), 1.0)


def _is_mapped(context: Context, path: str) -> bool:
    return path in context.reader.mapping.fields or path in METADATA


def _searchable(field: Field) -> bool:
    return field.searchable
