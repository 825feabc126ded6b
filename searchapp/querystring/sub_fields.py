"""Sub-fields: other forms of the values of a text or keyword, for example for sorting and counting."""

from collections.abc import Mapping
from typing import Any

Fields = Mapping[str, Mapping[str, Any]]

TEXTS = ("text", "match_only_text", "search_as_you_type")
NAMES = ("keyword", "sort", "raw", "stem", "ip", "number")
"""The usual names of sub-fields."""


def is_sub_field(name: str, fields: Fields) -> bool:
    """Whether a field is a sub-field of another, by its name."""
    above, _, last = name.rpartition(".")
    return last in NAMES and fields.get(above, {}).get("type") in ("text", "keyword")


def exact_field(name: str, fields: Fields) -> str:
    """The field with the exact values of a text or folded keyword: its sub-field `keyword`, else one that is a keyword.

    Fields without such a sub-field, and other fields, are returned unchanged.
    """
    kind = fields.get(name, {}).get("type")
    if kind not in (*TEXTS, "keyword"):
        return name
    if fields.get(f"{name}.keyword", {}).get("type") == "keyword":
        return f"{name}.keyword"
    if kind == "keyword":
        return name
    inner = (other for other, field in fields.items() if other.startswith(f"{name}.") and is_exact(field))
    return next(inner, name)


def is_exact(field: Mapping[str, Any]) -> bool:
    """Whether a field keeps its values unchanged."""
    return field.get("type") == "keyword" and "normalizer" not in field and field.get("doc_values") is not False


def sorted_field(name: str, fields: Fields) -> str:
    """The field that sorts hits for this name: the sub-field `sort`, `ip` or `number`, else the exact field."""
    kind = fields.get(name, {}).get("type")
    if kind not in (*TEXTS, "keyword"):
        return name
    if fields.get(f"{name}.sort", {}).get("type") == "keyword":
        return f"{name}.sort"
    if fields.get(f"{name}.ip", {}).get("type") == "ip":
        return f"{name}.ip"
    if fields.get(f"{name}.number", {}).get("type") == "double":
        return f"{name}.number"
    return name if kind == "keyword" else exact_field(name, fields)
