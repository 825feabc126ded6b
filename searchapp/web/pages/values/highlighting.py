"""Values of a hit as HTML, with the matches of the query marked."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from markupsafe import Markup, escape

from ...field_values import values_at
from .markup import without_markup
from .readable import ValueTexts, units_at
from .texts import MAX_LETTERS, MAX_VALUES, further, shortened, texts_at, values_once

START, END = "<em>", "</em>"
MAX_OTHER_MATCHES = 3
ASIDE = "\ue000", "\ue001"
"""Characters that replace the marks while the tags of a text are removed: no text contains them."""

COLOUR = re.compile(r"#?[0-9a-fA-F]{6}")
COLOURS = re.compile(r"(?:^|[._\s])(?:hex|rgb|colou?r|farbe|couleur)(?:[_\s]?(?:hex|code))?$", re.IGNORECASE)
"""The names of fields whose colours have no `#`."""

SWATCH = Markup(
    '<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">'
    '<rect width="1" height="1" fill="{}" stroke="currentColor" stroke-width=".1"/></svg>{}'
)

TAGS = re.compile(f"({START}|{END})")


def cell(
    hit: Mapping[str, Any], name: str, hidden: frozenset[str] = frozenset(), written: ValueTexts | None = None
) -> Markup:
    """The values at a dotted name as one short text; matches come first and are marked, unless the field is hidden."""
    texts = [] if name in hidden else (hit.get("_highlight") or {}).get(name, [])
    if not texts:
        return plain_texts(hit, name, written or ValueTexts())
    fragments = {without_marks(text): text for text in texts}
    found = [(value, fragment_of(value, fragments)) for value in dict.fromkeys(texts_at(hit, name))]
    ordered = sorted(found, key=lambda pair: pair[1] is None)
    first = ordered[:MAX_VALUES]
    texts = [shortened(without_markup(value)) if mark is None else marked(mark) for value, mark in first]
    return joined_texts(texts, len(ordered))


def plain_texts(hit: Mapping[str, Any], name: str, written: ValueTexts) -> Markup:
    """The texts of the first values at a name: with a square for a colour, with its unit for a number that has one."""
    units = units_at(hit, name)
    values = [value for value in values_at(hit, name) if value is not None] if units else values_once(hit, name)
    first = values[:MAX_VALUES]
    texts: list[Any] = [colour_of(value, name) or shortened(written.text(name, value)) for value in first]
    if len(units) == len(values):
        texts = [f"{text}\u00a0{unit}" for text, unit in zip(texts, units[:MAX_VALUES], strict=True)]
    return joined_texts(texts, len(values))


def colour_of(value: Any, name: str = "") -> Markup | None:
    """A colour such as `#ff8800`, or `ff8800` in a field of colours, after a square of this colour; None for others."""
    if not isinstance(value, str) or not COLOUR.fullmatch(value):
        return None
    is_colour = value.startswith("#") or COLOURS.search(name)
    return SWATCH.format(f"#{value.removeprefix('#')}", value) if is_colour else None


def joined_texts(texts: list[Any], count: int) -> Markup:
    """The texts of the first of `count` values, and the number of further ones."""
    return Markup(", ").join(texts) + further(count)


def fragment_of(value: str, fragments: Mapping[str, str]) -> str | None:
    """A value with the marks of its fragments, cut if it is long; None without a match."""
    whole = next((found for text in fragments.values() if (found := recased(value, text))), None)
    if whole is None:
        parts = "|".join(map(re.escape, sorted(filter(None, fragments), key=len, reverse=True)))
        whole = re.sub(parts, lambda found: fragments[found[0]], value) if parts else value
    if whole == value:
        return None
    return plain_marks(whole) if len(value) <= MAX_LETTERS else clipped(plain_marks(whole))


def recased(value: str, text: str) -> str | None:
    """The marks of a text on a value that differs from it only in case; None for other values."""
    if len(without_marks(text)) != len(value) or without_marks(text).lower() != value.lower():
        return None
    letters = iter(value)
    return "".join(part if part in (START, END) else "".join(islice(letters, len(part))) for part in TAGS.split(text))


def clipped(text: str) -> str:
    """The part of a long marked text around its first mark, cut at blanks outside the marks."""
    first = text.find(START)
    start = max(first - MAX_LETTERS // 4, 0)
    start = start and max(text.find(" ", start, first) + 1, start)
    end = start + MAX_LETTERS
    if end < len(text):
        last = text.rfind(START, first, max(end, first + len(START)))
        end = max(text.find(END, last) + len(END), text.rfind(" ", last, end))
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def plain_marks(text: str) -> str:
    """A marked text without the tags of its own."""
    aside = without_markup(text.replace(START, ASIDE[0]).replace(END, ASIDE[1]))
    return aside.replace(ASIDE[0], START).replace(ASIDE[1], END)


def without_marks(text: str) -> str:
    return text.replace(START, "").replace(END, "")


def marked(text: str) -> Markup:
    """The text with its matches marked, everything else escaped."""
    escaped = str(escape(text))
    return Markup(escaped.replace("&lt;em&gt;", "<mark>").replace("&lt;/em&gt;", "</mark>"))


def other_matches(hit: Mapping[str, Any], shown: list[str], hidden: frozenset[str]) -> list[tuple[str, Markup]]:
    """The matches in fields without a column, which explain the hit. None if a column shows a match."""
    matches = {name: texts for name, texts in (hit.get("_highlight") or {}).items() if name not in hidden}
    if not matches or matches.keys() & {*shown, "_id"}:
        return []
    first = list(matches.items())[:MAX_OTHER_MATCHES]
    plain = [(name, plain_marks(as_written(hit, name, texts[0]))) for name, texts in first]
    return [(name, marked(clipped(text) if len(text) > MAX_LETTERS else text)) for name, text in plain]


def as_written(hit: Mapping[str, Any], name: str, text: str) -> str:
    """A marked text with the upper and lower case of the hit, since the database may return lower case."""
    values = (value for value in values_at(hit, name) if isinstance(value, str))
    return next((found for value in values if (found := recased(value, text))), text)
