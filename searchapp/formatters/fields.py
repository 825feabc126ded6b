"""The mapping of the database as field metadata: one flat entry per field."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

Definition = dict[str, Any]

FIELD_NOTES = "_field_notes"
"""The key of `_meta` that holds the notes which were loaded with the documents; configured ones win over them."""


def field_definitions(
    mapping: Mapping[str, Any], notes: Mapping[str, str] | None = None, default_fields: Iterable[str] | None = None
) -> dict[str, Definition]:
    """The definition of every field of the mapping, by its dotted name, in the order of the mapping."""
    searched = [field.partition("^")[0] for field in default_fields or ["all"]]
    all_notes = {**((mapping.get("_meta") or {}).get(FIELD_NOTES) or {}), **(notes or {})}
    return {
        name: definition(name, entry, all_notes, searched)
        for name, entry in flattened(mapping.get("properties") or {}, "")
    }


def flattened(properties: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The name and the mapping entry of each field, those inside it after it."""
    for key, entry in properties.items():
        name = prefix + key
        yield name, entry
        yield from flattened(entry.get("properties") or {}, f"{name}.")
        yield from flattened(entry.get("fields") or {}, f"{name}.")


def definition(name: str, entry: Mapping[str, Any], notes: Mapping[str, str], searched: list[str]) -> Definition:
    found: Definition = {"type": entry.get("type", "object"), "index": entry.get("index", entry.get("enabled", True))}
    if entry.get("doc_values") is False:
        found["doc_values"] = False
    if any(fnmatchcase(field, pattern) for field in (name, *copies(entry)) for pattern in searched):
        found["searched_by_default"] = True
    if name in notes:
        found["notes"] = notes[name]
    return found


def copies(entry: Mapping[str, Any]) -> list[str]:
    """The fields that this one is copied to."""
    copy_to = entry.get("copy_to") or []
    return [copy_to] if isinstance(copy_to, str) else list(copy_to)


def chosen(
    definitions: Mapping[str, Definition],
    prefix: str | None = None,
    search: str | None = None,
    excluded: Collection[str] = (),
) -> dict[str, Definition]:
    """The fields whose name starts with the prefix and contains the search text, without those excluded."""
    return {
        name: found
        for name, found in definitions.items()
        if name.startswith(prefix or "") and (search or "") in name and name not in excluded
    }
