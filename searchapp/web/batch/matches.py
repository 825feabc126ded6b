"""Finds the field of a document that a term matches, and chooses the documents of a term."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...querystring.folding import folded
from ...querystring.names import scope_name
from ..pages.labels import Fields, sub_field_parent
from ..pages.values.texts import texts_at

WORD = re.compile(r"\w+")
MATCHED = "_matched"


def matched_field(term: Any, document: Mapping[str, Any], scopes: Sequence[tuple[str, str]]) -> str | None:
    """The first field with a value that equals the term except for case and accents, else the first with its words.

    `scopes` are pairs: the name of the field, and the name under which a document holds its values.
    """
    wanted, values = folded(str(term)), []
    for name, held in scopes:
        texts = [folded(text) for text in texts_at(document, held)]
        if wanted in texts:
            return name
        values.append((name, texts))
    words = set(WORD.findall(wanted))
    return next((name for name, texts in values if any(words <= set(WORD.findall(text)) for text in texts)), None)


def held_names(scopes: Sequence[str], fields: Fields) -> list[tuple[str, str]]:
    """The fields without weights, each with the name of the text whose sub-field it is."""
    names = [scope_name(scope) for scope in scopes]
    return [(name, sub_field_parent(name, fields) or name) for name in names]


def of_first_field(
    term: Any, entries: list[dict[str, Any]], scopes: Sequence[tuple[str, str]], in_order: bool
) -> list[dict[str, Any]]:
    """The entries with the field that matched. If fields are tried in order, only the entries of the first match."""
    order = {name: position for position, (name, _) in enumerate(scopes)}
    for entry in entries:
        if "_id" in entry:
            entry[MATCHED] = matched_field(term, entry, scopes)
    if not in_order or len(entries) < 2:
        return entries
    ranks = [order.get(entry.get(MATCHED) or "", len(order)) for entry in entries]
    return [entry for entry, rank in zip(entries, ranks, strict=True) if rank == min(ranks)]
