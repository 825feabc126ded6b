"""A ranking profile by the names of fields alone, for collections without a configuration or notes of our loader."""

import re
from collections.abc import Iterator

from ...querystring.sub_fields import is_sub_field
from ..field_checks import Fields

SYMBOLS = ("symbol",)
NAMES = ("name", "title", "label", "headline", "displayname", "preferredname", "preflabel", "fullname")
ALIAS = re.compile(r"alias|synonym|aka|alsoknownas|alt(ernat\w*)?(name|label|title|spelling)|othername|formername|prev")
DESCRIPTION = re.compile(r"desc(ription)?|definition|summary|abstract|overview|synopsis|comment")
SIGNS = re.compile(r"[^a-z0-9]+")

SYMBOL_WEIGHT, NAME_WEIGHT, PART_WEIGHT, ALIAS_WEIGHT = 8.0, 4.0, 2.0, 2.0


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
