"""The fields of a mapping in alphabetical order, as search engines give them."""

from collections.abc import Mapping
from typing import Any


def ordered(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in this order, also inside objects."""
    return {
        name: {**entry, "properties": ordered(entry["properties"])} if "properties" in entry else entry
        for name, entry in sorted(properties.items())
    }
