"""Normal forms of a mapping's definition: dotted names expanded for reading, names sorted for printing."""

from collections.abc import Mapping
from typing import Any


def expanded(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A deep copy in which a property `a.b` is `b` inside `a`."""
    copy = dict(definition)
    properties = definition.get("properties")
    if properties == []:  # an empty object of PHP
        copy["properties"] = {}
    if not isinstance(properties, dict):
        return copy
    result: dict[str, Any] = {}
    for name, inner in properties.items():
        inner = expanded(inner) if isinstance(inner, dict) else inner
        name = name.rstrip(".") or name  # as Java, which splits `a.` to `a`
        first, dot, rest = name.partition(".")
        if dot and first and rest:
            inner = expanded({"properties": {rest: inner}})
            name = first
        result[name] = _merged(result[name], inner) if name in result else inner
    copy["properties"] = result
    return copy


def _merged(one: Any, other: Any) -> Any:
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return other
    return {**one, **{key: _merged(one[key], value) if key in one else value for key, value in other.items()}}


def sorted_properties(definition: dict[str, Any]) -> dict[str, Any]:
    """A copy with properties and sub-fields sorted by name, as Elasticsearch prints a mapping."""
    copy = dict(definition)
    for key in ("properties", "fields"):
        if isinstance(copy.get(key), dict):
            copy[key] = {name: sorted_properties(inner) for name, inner in sorted(copy[key].items())}
    return copy
