"""Values of a hit as HTML, with the matches of the query marked."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from .cells import LETTERS, VALUES, values_at

START, END = "<em>", "</em>"
OTHER_MATCHES = 3


def cell(hit: Mapping[str, Any], name: str, hidden: frozenset[str] = frozenset()) -> Markup:
    """The values at a dotted name as one short text, those that match first and marked, unless hidden."""
    texts = [] if name in hidden else (hit.get("_highlight") or {}).get(name, [])
    fragments = {plain(text): text for text in texts}
    values = [str(value) for value in values_at(hit, name) if value is not None]
    found = [(value, fragment_of(value, fragments)) for value in values]
    ordered = sorted(found, key=lambda pair: pair[1] is None)
    shown = [shortened(value) if mark is None else marked(mark) for value, mark in ordered[:VALUES]]
    more = f" (+{len(values) - VALUES:,})" if len(values) > VALUES else ""
    return Markup(", ").join(shown) + more


def fragment_of(value: str, fragments: Mapping[str, str]) -> str | None:
    """The marked form of a value, or of a part of it; None when nothing in it matches."""
    if value in fragments:
        return fragments[value] if len(value) <= LETTERS else clipped(fragments[value])
    return next((f"… {text} …" for text_plain, text in fragments.items() if text_plain in value), None)


def clipped(text: str) -> str:
    """A long marked text from shortly before its first mark on."""
    start = max(text.find(START) - LETTERS // 4, 0)
    end = text.rfind(END, 0, start + LETTERS + len(START)) + len(END)
    return ("… " if start else "") + text[start : max(end, start + LETTERS)] + " …"


def plain(text: str) -> str:
    return text.replace(START, "").replace(END, "")


def shortened(text: str) -> str:
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"


def marked(text: str) -> Markup:
    """The text with its matches marked, everything else escaped."""
    escaped = str(escape(text))
    return Markup(escaped.replace("&lt;em&gt;", "<mark>").replace("&lt;/em&gt;", "</mark>"))


def elsewhere(hit: Mapping[str, Any], shown: list[str], hidden: frozenset[str]) -> list[tuple[str, Markup]]:
    """Matches in fields that are no column: why this is a hit. None where a column shows a match."""
    matches = {name: texts for name, texts in (hit.get("_highlight") or {}).items() if name not in hidden}
    if not matches or matches.keys() & {*shown, "_id"}:
        return []
    return [
        (name, marked(clipped(texts[0]) if len(texts[0]) > LETTERS else texts[0])) for name, texts in matches.items()
    ][:OTHER_MATCHES]
