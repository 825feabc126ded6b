"""The rows of the field browser."""

from collections.abc import Mapping
from typing import Any

from .labels import sub_field_parent


def field_rows(fields: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row per field: its definition, its depth, the last part of its name, and its sub-fields.

    A sub-field, such as `title.keyword`, is in the row of its text.
    """
    parents = {name: parent for name in fields if (parent := sub_field_parent(name, fields))}
    forms: dict[str, list[dict[str, str]]] = {}
    for name, parent in parents.items():
        forms.setdefault(parent, []).append({"name": name, "short": short(name, fields)})
    return [
        {
            "name": name,
            "depth": depth(name, fields),
            "short": short(name, fields),
            **field,
            **covered(field),
            "forms": forms.get(name, []),
        }
        for name, field in fields.items()
        if name not in parents
    ]


def depth(name: str, fields: Mapping[str, Any]) -> int:
    """The number of objects around the field that are in the table."""
    parts = name.split(".")
    return min(sum(".".join(parts[:end]) in fields for end in range(1, len(parts))), 6)


def short(name: str, fields: Mapping[str, Any]) -> str:
    """The name without the object above it in the table."""
    parent = name.rpartition(".")[0]
    return name.removeprefix(f"{parent}.") if parent in fields else name


def covered(field: Mapping[str, Any]) -> dict[str, Any]:
    """The key `percent` of a row: the per cent of the documents with the field, None if they were not counted."""
    coverage = field.get("coverage")
    if not isinstance(coverage, int | float) or isinstance(coverage, bool):
        return {"percent": None}
    return {"percent": round(100 * coverage, 1)}
