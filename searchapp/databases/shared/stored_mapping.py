"""The mapping of a collection in a database, as the loader stored it; it is checked before it is used."""

import json
from collections.abc import Mapping
from typing import Any

from ...errors import ErrorKind, PipelineError
from ...options.nesting import MAX_DEPTH

TEXTS = ("type", "normalizer", "analyzer")


def stored_mapping(text: Any, name: str) -> dict[str, Any]:
    """The mapping in the registry entry of a collection. Raises a 503 if the entry is damaged."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise damaged(name, "its mapping is not JSON") from error
    if not isinstance(found, dict) or not are_fields(found.get("properties")):
        raise damaged(name, "its mapping has no fields that can be read")
    if not isinstance(found.get("_meta") or {}, dict):
        raise damaged(name, "_meta is not an object")
    return {**found, "_meta": found.get("_meta") or {}}


def damaged(name: str, reason: str) -> PipelineError:
    """The error of a registry entry that cannot be read."""
    text = f"the entry of {name} in the registry is damaged: {reason}; load the collection again"
    return PipelineError.of(ErrorKind.NOT_LOADED).with_problem(text)


def are_fields(value: Any, levels: int = MAX_DEPTH) -> bool:
    """Whether a value is an object of field definitions by name, at most this many levels deep."""
    if not isinstance(value, dict) or not levels:
        return False
    return all(is_name(name) and is_field(entry, levels - 1) for name, entry in value.items())


def is_name(name: str) -> bool:
    """Whether a name can be written in UTF-8."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def is_field(entry: Any, levels: int) -> bool:
    """Whether a value is the definition of a field, with this many levels below it."""
    if not isinstance(entry, dict) or not all(isinstance(entry.get(key, ""), str) for key in TEXTS):
        return False
    inner = (entry[key] for key in ("properties", "fields") if entry.get(key))
    return isinstance(entry.get("copy_to", []), str | list) and all(are_fields(each, levels) for each in inner)


def ordered(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in this order, also inside objects."""
    return {
        name: {**entry, "properties": ordered(entry["properties"])} if "properties" in entry else entry
        for name, entry in sorted(properties.items())
    }


def with_numbers(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, with numbers instead of dates that are numbers since 1970, which these databases count as numbers."""
    return {
        name: {**entry, "properties": with_numbers(entry["properties"])}
        if "properties" in entry
        else {"type": "long"}
        if entry.get("type") == "date" and "epoch_" in str(entry.get("format", ""))
        else entry
        for name, entry in properties.items()
    }
