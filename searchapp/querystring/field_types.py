"""The fields of a mapping, and groups of their types, by the names of Elasticsearch."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

CONTAINERS = ("object", "nested")
INTEGER_TYPES = ("long", "integer", "short", "byte", "unsigned_long")
NUMBER_TYPES = (*INTEGER_TYPES, "double", "float", "half_float", "scaled_float")
DATE_TYPES = ("date", "date_nanos")
TEXT_TYPES = ("keyword", "text")
"""The types of texts in collections made by `searchapp load`."""

POINT_TEXT = re.compile(r"(?:SRID=4326; ?)?POINT ?\( ?(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) ?\)", re.IGNORECASE)
"""A text with a longitude and a latitude, as databases write points."""


def leaf_fields(properties: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The name and the entry of each field of a mapping, except objects with fields inside and sub-fields."""
    for name, entry in properties.items():
        if entry.get("properties"):
            yield from leaf_fields(entry["properties"], f"{prefix}{name}.")
        else:
            yield prefix + name, entry
