"""Reads the files that describe a collection: its mapping, its metadata, and notes about its fields."""

import json
from pathlib import Path
from typing import Any

import click

from ..collection_notes import problems_of
from ..options.nesting import MAX_DEPTH, is_too_deep
from .bad import LoadError, not_readable
from .inference.guesses import GUESSED
from .input import FIELD_NOTES, LOADED

OF_MAPPINGS = ("properties", "dynamic", "dynamic_templates", "date_detection", "numeric_detection", "_source", "_meta")
"""The keys by which a file is recognised as a mapping; one is enough."""
OF_LOADS = ("_coverage", "_searchapp", "_sorted_keys", GUESSED, LOADED)
"""Keys of `_meta` that each load writes. In a mapping file they come from an earlier load, and are removed."""
MAX_MAPPING_DEPTH = 2 * MAX_DEPTH + 4
"""The levels of a mapping whose fields are nested MAX_DEPTH deep: `properties` is one in each, `fields` may follow."""


def fields_of(mapping: dict[str, Any]) -> dict[str, Any]:
    return dict(mapping.get("mappings", mapping))


def usable_notes(mapping: dict[str, Any]) -> tuple[dict[str, Any], dict[str, None]]:
    """The mapping without unusable notes, and null for each unusable note, with which an update overwrites it."""
    notes = mapping.get("_meta") or {}
    dropped = dict.fromkeys(problems_of(notes))
    return {**mapping, "_meta": {key: value for key, value in notes.items() if key not in dropped}}, dropped


def json_file(path: str, what: str) -> dict[str, Any]:
    """The object in a JSON file. Raises LoadError if the file has no object."""
    try:
        value = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise not_readable(path, error) from error
    except (ValueError, RecursionError) as error:
        raise LoadError(f"{path}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise LoadError(f"{path}: {what} must be an object")
    return value


def mapping_file(path: str) -> dict[str, Any]:
    """The mapping in a JSON file. Raises LoadError if it is not a mapping."""
    mapping = json_file(path, "a mapping")
    fields = mapping.get("mappings", mapping)
    if not isinstance(fields, dict) or not isinstance(fields.get("_meta") or {}, dict) or not are_fields(fields):
        raise LoadError(f"{path}: a mapping must have properties, an object with an object for each field")
    if fields and fields.keys().isdisjoint(OF_MAPPINGS):
        raise LoadError(f"{path}: not a mapping, it has no properties; notes on fields are for --fields")
    if is_too_deep(fields, MAX_MAPPING_DEPTH):
        raise LoadError(f"{path}: fields are nested deeper than {MAX_DEPTH} levels")
    return mapping


def are_fields(fields: dict[str, Any]) -> bool:
    """Whether all properties are objects, whose types are texts. It does not use recursion."""
    left = [fields]
    for entry in left:
        inner = entry.get("properties", {})
        if not isinstance(inner, dict):
            return False
        for field in inner.values():
            if not isinstance(field, dict) or not isinstance(field.get("type", ""), str):
                return False
            left.append(field)
    return True


def check_notes(notes: dict[str, Any]) -> None:
    """Raises LoadError for notes about a collection that the service cannot use."""
    problems = problems_of(notes)
    if problems:
        raise LoadError(f"metadata: {'; '.join(problems.values())}; nothing was changed")


def meta_of(mapping: dict[str, Any] | None) -> dict[str, Any]:
    """The `_meta` of a mapping file, without the keys that an earlier load wrote."""
    meta = (mapping or {}).get("mappings", mapping or {}).get("_meta") or {}
    return {key: value for key, value in meta.items() if key not in OF_LOADS} if isinstance(meta, dict) else {}


def about_collection(metadata: str | None, notes: str | None) -> dict[str, Any]:
    """The `_meta` of a collection from its metadata file and its file of field notes."""
    about = json_file(metadata, "metadata") if metadata else {}
    fields = json_file(notes, "field notes") if notes else {}
    found = {name: text for name, note in fields.items() if (text := note_of(note))}
    if fields and not found:
        click.echo(f"{notes}: no field has a note, which is a text or the text `notes` of an object", err=True)
    return {**about, FIELD_NOTES: found} if fields else about


def note_of(note: Any) -> str | None:
    """The text of a note; a note may be an object with other facts."""
    if isinstance(note, dict):
        note = note.get("notes") or note.get("note") or note.get("description")
    return note if isinstance(note, str) else None
