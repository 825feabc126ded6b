"""The fields that are searched for words without a field name."""

from collections.abc import Iterable, Mapping
from typing import Any

from .field_types import CONTAINERS, leaf_fields
from .names import scope_name
from .sub_fields import TEXTS

ALL = "all"
"""The field with the texts of all other fields, in collections made by `searchapp load`."""
MAX_DEFAULT_FIELDS = 400
"""The maximum number of fields that are searched without configuration; each costs a search per word."""
WORDS = ("text", "keyword", "match_only_text", "wildcard", "constant_keyword", "search_as_you_type")


def default_fields(configured: Iterable[str] | None, fields: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The configured fields with their weights; else the field `all`; else up to MAX_DEFAULT_FIELDS fields with words.

    `fields` has the definitions by name; if it is empty, the result is `all`.
    """
    if configured:
        return list(configured)
    if not fields or has_all(fields):
        return [ALL]
    return fields_with_words(fields)[:MAX_DEFAULT_FIELDS] or [ALL]


def has_all(fields: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether the field `all` has the texts of the other fields: a number or an object of this name is of documents."""
    return fields.get(ALL, {}).get("type") in TEXTS


def copied_to(entry: Mapping[str, Any]) -> list[str]:
    """The fields that a field is copied to, by its entry in a mapping."""
    copy_to = entry.get("copy_to") or []
    return [copy_to] if isinstance(copy_to, str) else list(copy_to)


def copied_fields(mapping: Mapping[str, Any]) -> set[str]:
    """The fields of a mapping that other fields are copied to."""
    return {target for _, entry in leaf_fields(mapping.get("properties") or {}) for target in copied_to(entry)}


def are_apart(searched: Iterable[str]) -> bool:
    """Whether the words of a query may be in different searched fields: no field has the words of all others."""
    names = [scope_name(name) for name in searched]
    return len(names) > 1 and ALL not in names


def fields_with_words(fields: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The fields with words, text fields first; sub-fields are excluded, because they have the same words."""
    found = [name for name in fields if holds_words(name, fields)]
    return sorted(found, key=lambda name: WORDS.index(fields[name]["type"]) > 0)


def holds_words(name: str, fields: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a field is indexed, has words, and is not a sub-field."""
    field, outer = fields[name], fields.get(name.rpartition(".")[0])
    is_sub_field = outer is not None and outer.get("type", "object") not in CONTAINERS
    return field.get("type") in WORDS and field.get("index") is not False and not is_sub_field
