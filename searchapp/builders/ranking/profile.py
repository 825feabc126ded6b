"""The ranking profile of an item type: the fields with names, with other names and with descriptions of a document.

    {"names": {"symbol": 8, "name": 4}, "aliases": {"alias.symbol": 2}, "descriptions": {"definition": 1}}

It comes from the setting `ranking`, else from the notes that the loader wrote, else from the names of the fields.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...querystring.sub_fields import is_sub_field
from ..field_checks import Fields, is_searchable

KINDS = ("names", "aliases", "descriptions")
NOTES = "_guessed"
"""The key of `_meta` with the guesses of the loader."""

SUBFIELDS = ("sort", "keyword", "raw")
"""Sub-fields with the complete text as one term, the best for comparisons first."""

MAX_FIELDS = 8
"""The maximum number of fields of each kind, the ones with the largest weights. Each makes every query longer."""

MAX_ORDERING = 4
"""The maximum number of fields of each kind for databases without scores: each field costs three tests per hit."""

Weights = Mapping[str, float]

SYMBOLS = ("symbol",)
NAMES = ("name", "title", "label", "headline", "displayname", "preferredname", "preflabel", "fullname")
ALIAS = re.compile(r"alias|synonym|aka|alsoknownas|alt(ernat\w*)?(name|label|title|spelling)|othername|formername|prev")
DESCRIPTION = re.compile(r"desc(ription)?|definition|summary|abstract|overview|synopsis|comment")
SIGNS = re.compile(r"[^a-z0-9]+")
SYMBOL_WEIGHT, NAME_WEIGHT, PART_WEIGHT, ALIAS_WEIGHT = 8.0, 4.0, 2.0, 2.0
"""The weights of fields whose roles are guessed from their names."""


@dataclass(frozen=True)
class Field:
    """A field of a profile: the field with its complete values, the field with its words, and its weight."""

    path: str
    exact: str | None
    any_case: bool
    words: str | None
    share: float
    accented: str | None = None
    """The field with complete values that keep their accents, if `exact` is without them."""


@dataclass(frozen=True)
class Profile:
    """The fields by role, the heaviest first; `weights` are the configured or guessed weights."""

    names: tuple[Field, ...]
    aliases: tuple[Field, ...]
    descriptions: tuple[Field, ...]
    weights: Mapping[str, Weights]

    def fields(self) -> Iterator[Field]:
        """All fields: names, then aliases, then descriptions."""
        yield from (*self.names, *self.aliases, *self.descriptions)

    def roles(self) -> dict[str, str]:
        """The role of each field whose values name documents: `name`, `alias` or `id`."""
        aliases = {field.path: "alias" for field in self.aliases}
        return {**aliases, **{field.path: "name" for field in self.names}, "_id": "id"}


def profile_of(configured: Mapping[str, Weights] | None, notes: Mapping[str, Any], fields: Fields) -> Profile:
    """The profile of a collection with these notes and fields. Names of unknown fields are left out."""
    weights = configured or with_usual_names(weights_in(notes), guessed(fields))
    parts = {kind: ranked(weights.get(kind) or {}, fields) for kind in KINDS}
    return Profile(**parts, weights=weights)


def weights_in(notes: Mapping[str, Any]) -> Mapping[str, Weights] | None:
    """The weights that the loader wrote into the notes of the collection.

    Its fields are in the order of the documents, because the first of several fields with the same weight are used.
    Elasticsearch sorts the keys of notes by name.
    """
    guesses = notes.get(NOTES) or {}
    found = notes.get("ranking") or guesses.get("ranking")
    if not isinstance(found, Mapping) or not any(found.get(kind) for kind in KINDS):
        return None
    places = {path: place for place, path in enumerate(guesses.get("field_order") or ())}
    return {kind: in_order(found.get(kind) or {}, places) for kind in KINDS}


def in_order(weights: Weights, places: Mapping[str, int]) -> Weights:
    """The weights in the order of the positions of their fields."""
    return dict(sorted(weights.items(), key=lambda one: places.get(one[0], len(places))))


def with_usual_names(loaded: Mapping[str, Weights] | None, by_name: Mapping[str, Weights]) -> Mapping[str, Weights]:
    """The guesses of the loader, and the fields whose names are usual for names and aliases."""
    if loaded is None:
        return by_name
    names, aliases = loaded.get("names") or {}, loaded.get("aliases") or {}
    known = {**names, **aliases}
    more = {kind: {path: weight for path, weight in by_name[kind].items() if path not in known} for kind in KINDS}
    called = {**more["names"], **more["aliases"]}
    others = {path: weight for path, weight in (loaded.get("descriptions") or {}).items() if path not in called}
    return {"names": {**names, **more["names"]}, "aliases": {**aliases, **more["aliases"]}, "descriptions": others}


def ranked(weights: Weights, fields: Fields) -> tuple[Field, ...]:
    """The fields that the collection has, each with its share of the heaviest weight."""
    known = {path: float(weight) for path, weight in weights.items() if is_searched(path, fields) and weight > 0}
    heaviest = max(known.values(), default=1.0)
    made = (field(path, weight / heaviest, fields) for path, weight in known.items())
    return tuple(sorted(made, key=lambda each: -each.share)[:MAX_FIELDS])


def is_searched(path: str, fields: Fields) -> bool:
    """Whether a field of texts can be searched."""
    found = fields.get(path)
    return bool(found and found.get("type") in ("text", "keyword") and is_searchable(found))


def field(path: str, share: float, fields: Fields) -> Field:
    """The field of a profile, with the fields for its complete values and for its words."""
    is_keyword = fields[path]["type"] == "keyword"
    names = [*([path] if is_keyword else ()), *(f"{path}.{name}" for name in SUBFIELDS)]
    keywords = [name for name in names if fields.get(name, {}).get("type") == "keyword"]
    exact = next(iter(keywords), None)
    accented = next((name for name in keywords if not fields[name].get("normalizer")), None)
    any_case = bool(exact) and accented == exact
    return Field(path, exact, any_case, None if is_keyword else path, share, None if any_case else accented)


def heaviest(weights: Weights) -> dict[str, float]:
    """The MAX_ORDERING fields with the largest weights, each with its weight as a share of the largest."""
    found = sorted(((float(weight), path) for path, weight in weights.items()), key=lambda one: -one[0])
    found = found[:MAX_ORDERING]
    return {path: weight / found[0][0] for weight, path in found if weight > 0}


def guessed(fields: Fields) -> dict[str, dict[str, float]]:
    """The fields with usual names for names, aliases and descriptions, with weights."""
    found: dict[str, dict[str, float]] = {"names": {}, "aliases": {}, "descriptions": {}}
    for path in searched(fields):
        for kind, weight in roles(path):
            found[kind][path] = weight
            break
    return found


def searched(fields: Fields) -> Iterator[str]:
    """The fields of text that are not sub-fields of others."""
    return (
        path
        for path, field in fields.items()
        if field.get("type") in ("text", "keyword") and not is_sub_field(path, fields)
    )


def roles(path: str) -> Iterator[tuple[str, float]]:
    """The possible roles of a field with this name, the likeliest first."""
    parts = [SIGNS.sub("", part.lower()) for part in path.split(".")]
    last = parts[-1]
    if any(ALIAS.match(part) for part in parts):
        yield "aliases", ALIAS_WEIGHT
    if len(parts) == 1 and last in SYMBOLS:
        yield "names", SYMBOL_WEIGHT
    if len(parts) == 1 and last in NAMES:
        yield "names", NAME_WEIGHT
    if len(parts) == 1 and last.endswith(("name", "title")):
        yield "names", PART_WEIGHT
    if len(parts) == 2 and parts[0] in NAMES:
        yield "names", PART_WEIGHT
    if len(parts) == 1 and DESCRIPTION.fullmatch(last):
        yield "descriptions", 1.0
