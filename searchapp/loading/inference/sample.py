"""Guesses about a collection that our loader did not make, from a sample of documents and the types of the database."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ..values.kinds import is_date
from .evidence import Evidence
from .guesses import GUESSED, guesses_of

KINDS = {
    **dict.fromkeys(("long", "integer", "short", "byte", "unsigned_long"), "long"),
    **dict.fromkeys(("double", "float", "half_float"), "double"),
    "date": "date",
    "boolean": "boolean",
}
"""The kind of values for each type of field. The kind of other values is detected, but they are never dates."""


def guesses_from_sample(
    documents: Iterable[dict[str, Any]],
    properties: Mapping[str, Any],
    id_field: str | None = None,
    links: Collection[str] = (),
) -> dict[str, Any]:
    """The part of `_meta` with the guesses; `properties` come from the mapping, `links` are the foreign keys."""
    evidence = Evidence()
    for document in documents:
        with suppress(RecursionError):  # documents from other programs may be nested to any depth
            evidence.observe(document)
    types = dict(types_in(properties))
    for path, field in evidence.fields.items():
        if kind := KINDS.get(types.get(path, "")):
            field.kinds = Counter({kind: field.values})
            field.sample = [value for value in field.sample if is_of_kind(value, kind)]
        elif "date" in field.kinds:
            field.kinds["text"] += field.kinds.pop("date")
    return {GUESSED: guesses_of(evidence, id_field, links=links)} if evidence.documents else {}


def is_of_kind(value: Any, kind: str) -> bool:
    """Whether a value has the type of its column; some databases also store other values."""
    if kind == "date":
        return isinstance(value, str) and is_date(value[:10])
    if kind == "boolean":
        return isinstance(value, bool)
    return isinstance(value, int if kind == "long" else (int, float)) and not isinstance(value, bool)


def types_in(properties: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The type of each field by its path."""
    for name, entry in properties.items():
        if "type" in entry:
            yield prefix + name, str(entry["type"])
        yield from types_in(entry.get("properties") or {}, f"{prefix}{name}.")
