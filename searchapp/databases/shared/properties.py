"""The fields of a mapping: in alphabetical order, as search engines give them, or with the types of other databases."""

from collections.abc import Mapping
from typing import Any


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
