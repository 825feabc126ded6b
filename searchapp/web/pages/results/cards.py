"""Hits as cards with a title, some lines of text and a few values, for documents with long texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ...endpoint import Options
from ..defaults import heading_fields
from ..values import highlighting
from ..values.pictures import picture_of
from ..values.readable import ValueTexts
from ..values.texts import cell, texts_at

MIN_PROSE_LENGTH = 120
"""Hits are shown as cards if the median length of their descriptions or titles is at least this."""

MAX_LETTERS, MAX_VALUES = 400, 6
MIN_PICTURED_SHARE = 0.5
"""Hits are shown as cards if at least this share of them has a picture."""


def are_better(
    hits: Sequence[Mapping[str, Any]], settings: Mapping[str, Any], options: Options, hosts: Sequence[str] = ()
) -> bool:
    """Whether the hits have prose, long titles or pictures, and no columns are requested."""
    if not hits or options.get("_source"):
        return False
    pictured = sum(picture_of(hit, settings.get("image_field"), hosts) is not None for hit in hits)
    description = settings.get("description_field")
    if pictured and (pictured >= MIN_PICTURED_SHARE * len(hits) or not description):
        return True
    fields = filter(None, (description, *(settings.get("title_fields") or ())[:1]))
    return any(median_length(hits, field) >= MIN_PROSE_LENGTH for field in fields)


def median_length(hits: Sequence[Mapping[str, Any]], field: str) -> int:
    """The median of the characters of the hits at a field, at most as many as a card shows."""
    return sorted(len(cell(hit, field, MAX_LETTERS)) for hit in hits)[len(hits) // 2]


def of(
    hits: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    titles: Sequence[str],
    hidden: frozenset[str],
    written: ValueTexts | None = None,
    hosts: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """One card per hit: the title, the description with its matches marked, and the values of the usual columns.

    A match in another field is in `elsewhere`.
    """
    field, names = settings.get("description_field"), [name for name in settings["table_fields"] if name not in hidden]
    return [
        {
            "id": hit.get("_id"),
            "picture": picture_of(hit, settings.get("image_field"), hosts),
            "title": Markup(" ").join(
                filter(None, (highlighting.cell(hit, name, hidden, written) for name in heading))
            ),
            "description": description(hit, field, hidden) if field else "",
            "values": [(name, highlighting.cell(hit, name, hidden, written)) for name in shown],
            "elsewhere": highlighting.other_matches(hit, [*heading, field or "", *shown], hidden),
        }
        for hit in hits
        for heading in [heading_fields(settings, titles, hit)]
        for shown in [shown_fields(hit, [name for name in names if name not in (*heading, field)])]
    ]


def shown_fields(hit: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The fields of a hit below its description."""
    return [name for name in matched_first(hit, names)[:MAX_VALUES] if any(texts_at(hit, name))]


def matched_first(hit: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The fields in order; matched fields come first."""
    matched = hit.get("_highlight") or {}
    return sorted(names, key=lambda name: name not in matched)


def description(hit: Mapping[str, Any], field: str, hidden: frozenset[str]) -> Markup | str:
    """The part of the description around its first match, else its beginning."""
    marked = (hit.get("_highlight") or {}).get(field)
    return highlighting.cell(hit, field, hidden) if marked else cell(hit, field, MAX_LETTERS)
