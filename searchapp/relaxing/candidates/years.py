"""Queries that search the year of a text in a field of dates or years: `spielberg 1993`, `horror 1990s`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...querystring.writing import escaped_name

YEAR = r"1\d{3}|20\d{2}"
YEARS = re.compile(rf"(?P<first>{YEAR})(?:[-–](?P<last>{YEAR}))?|(?P<decade>(?:1\d|20)\d0|[2-9]0)['’]?s")
NAMED_YEAR = re.compile(r"year|jahr|ann[ée]e|год|年|(?<![a-z])(a[nñ]o|anno|år)(?![a-z])", re.IGNORECASE)
MIN_CODE = 4
"""The minimum number of digits of a code."""
INTEGERS = ("long", "integer", "short")
MAX_FIELDS = 8

Fields = Mapping[str, Mapping[str, Any]]


def is_code(word: str) -> bool:
    """Whether a word is a number that may be a code, not a year."""
    return word.isdigit() and len(word) >= MIN_CODE and not YEARS.fullmatch(word)


def year_in(words: Sequence[str]) -> int | None:
    """The position of the first year, decade or range of years among words, or None."""
    return next((place for place, word in enumerate(words) if YEARS.fullmatch(word)), None)


def with_years(words: Sequence[str], fields: Fields) -> list[str]:
    """The words without the first year, and the year in a field of dates or years; one query per field."""
    place = year_in(words)
    if place is None:
        return []
    span = span_of(words[place])
    years = [year for name, field in fields.items() if (year := in_years(name, field, span))][:MAX_FIELDS]
    return [" ".join([*words[:place], year, *words[place + 1 :]]) for year in years]


def span_of(word: str) -> tuple[str, str]:
    """The first and the last year of `1993`, `1990-1995`, `1990s` or `90s`."""
    found = YEARS.fullmatch(word)
    assert found
    if found["decade"]:
        first = found["decade"] if len(found["decade"]) == 4 else f"19{found['decade']}"
        return first, str(int(first) + 9)
    return found["first"], found["last"] or found["first"]


def in_years(name: str, field: Mapping[str, Any], span: tuple[str, str]) -> str | None:
    """The query for a span of years in a date field, or in an integer field named for years; None for other fields."""
    first, last = span
    if field.get("type") == "date":
        return f"{escaped_name(name)}:[{first}-01-01 TO {last}-12-31]"
    if field.get("type") not in INTEGERS or not NAMED_YEAR.search(name):
        return None
    return f"{escaped_name(name)}:{first}" if first == last else f"{escaped_name(name)}:[{first} TO {last}]"
