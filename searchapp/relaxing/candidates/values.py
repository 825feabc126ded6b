"""Corrects the values of fields in a query, and its other words: `type:Programing`, `name:asthmaa kidny`."""

import difflib
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...builders.completion.typed_names import counted_field
from ...builders.field_checks import Fields, type_of
from ...protocols import value_counts
from ...querystring.folding import folded
from ...querystring.sub_fields import TEXTS
from ...querystring.tokens import tokens, unescape
from ...querystring.writing import escaped, is_word, phrase_text
from ..query_runner import QueryRunner
from ..words import Phrase, phrase_of
from .spelling import corrected

MAX_VALUES = 12
"""The maximum number of values in a query; each costs a query that counts it."""

MAX_WRONG = 3
"""The maximum number of values of a query that are corrected."""

MAX_NEAR = 3
MIN_SIMILARITY = 0.6
"""The minimum similarity of a value, from 0 to 1."""

MAX_LENGTH = 100
YEAR_OR_MONTH = re.compile(r"([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?")


class Typed(NamedTuple):
    """A word or phrase of a query text: its field, or None, and its place in the text."""

    field: str | None
    text: str
    start: int
    end: int


def with_known_values(q: str, runner: QueryRunner, fields: Fields) -> list[str]:
    """The queries with similar values of the collection instead of values that no document has."""
    typed = typed_values(q)
    if len(typed) > MAX_VALUES:
        return []
    alone = [q[each.start : each.end] for each in typed]
    asked = [f"{escaped(each.field)}:{text}" if each.field else text for each, text in zip(typed, alone, strict=True)]
    existing = {found.q for found in runner.found_in_time([*dict.fromkeys(asked)]) if found.total}
    wrong = [each for each, text in zip(typed, asked, strict=True) if text not in existing]
    if not 0 < len(wrong) <= MAX_WRONG:
        return []
    choices = [other_values(each, runner, fields) for each in wrong]
    most = min(map(len, choices)) if len(wrong) == 1 else min(1, *map(len, choices))
    return [replaced(q, wrong, [choice[number] for choice in choices]) for number in range(most)]


def typed_values(q: str) -> list[Typed]:
    """The words and phrases of a query text, also in `name:(brest cancer)`, without ranges and patterns."""
    found: list[Typed] = []
    around: list[str | None] = [None]
    field: str | None = None
    every = tokens(q)
    for (kind, image, start), (following, _, _) in pairwise(every):
        if kind == "LPAREN":
            around.append(field or around[-1])
        elif kind == "RPAREN":
            around.pop()
        elif kind == "TERM" and following == "COLON":
            field = unescape(image, start)
            continue
        elif kind in ("TERM", "QUOTED") and not ((field or "").startswith("_") or image[0] in "<>"):
            found.append(Typed(field or around[-1], unescape(image.strip('"'), start), start, start + len(image)))
        field = field if kind == "COLON" else None
    return found


def replaced(q: str, wrong: Sequence[Typed], others: Sequence[str]) -> str:
    """The query text with the values at `wrong` replaced; `others` must be escaped already."""
    for each, other in reversed([*zip(wrong, others, strict=True)]):
        q = q[: each.start] + other + q[each.end :]
    return q


def other_values(typed: Typed, runner: QueryRunner, fields: Fields) -> list[str]:
    """The values that a typed value may mean, escaped for a query, the most similar first."""
    if type_of(typed.field or "", fields) == "date":
        return days_of(typed.text)
    return [value_in_query(value) for value in similar_values(typed, runner, fields)]


def days_of(text: str) -> list[str]:
    """The range of all days of a year or month; empty for other texts. A year alone would mean its first day."""
    found = YEAR_OR_MONTH.fullmatch(text)
    if not found:
        return []
    year, first = found[1], found[2] or "01"
    last = found[2] or "12"
    return [f"[{year}-{first}-01 TO {year}-{last}-{monthrange(int(year), int(last))[1]}]"]


def value_in_query(value: str) -> str:
    """The value as a word of a query, or in quotes."""
    return escaped(value) if is_word(escaped(value)) else phrase_text(value)


def similar_values(typed: Typed, runner: QueryRunner, fields: Fields) -> list[str]:
    """The values of the collection that a value may mean, the most similar first."""
    if not any(map(str.isalpha, typed.text)) or len(typed.text) > MAX_LENGTH:
        return []
    is_text = typed.field is None or type_of(typed.field, fields) in TEXTS
    found = [*similar_words(typed, runner)] if is_text else []
    field = counted_field(typed.field or "", fields)
    return (found or nearest_values(typed.text, counted(field, typed.text, runner)))[:MAX_NEAR] if field else found


def similar_words(typed: Typed, runner: QueryRunner) -> Iterator[str]:
    """The text with each unknown word replaced by a similar one of its field."""
    phrase = phrase_of(typed.text)
    stats = runner.word_stats(phrase.words) if typed.field is None else runner.word_stats_in(typed.field, phrase.words)
    yield from corrected(Phrase(phrase.units), stats, runner.language()) if stats else ()


def counted(field: str, text: str, runner: QueryRunner) -> dict[str, int]:
    """The most frequent values of a field, and the values that begin like the text, with their numbers of documents."""
    begun = dict.fromkeys((text[: (len(text) + 1) // 2], ""))
    bodies = [runner.builder.values_of(field, each, {"item_type": runner.item_type}) for each in begun]
    responses = runner.responses_in_time(bodies)
    return {value: count for response in responses for value, count in value_counts(response)}


def nearest_values(text: str, counts: Mapping[str, int]) -> list[str]:
    """The values most similar to a text, ignoring case and accents; values that begin with it come first."""
    by_folded = {folded(value): value for value in sorted(counts, key=lambda value: counts[value])}
    typed = folded(text)
    begun = sorted((each for each in by_folded if each.startswith(typed)), key=len)
    close = difflib.get_close_matches(typed, by_folded, n=MAX_NEAR, cutoff=MIN_SIMILARITY)
    return [by_folded[each] for each in dict.fromkeys((*begun[:1], *close))]
