"""Years in a typed text: `spielberg 1993` is asked for with the year in a field of dates or years."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..querystring.parser import escaped_name

YEAR = re.compile(r"1\d{3}|20\d{2}")
NAMED_YEAR = re.compile(r"year|jahr|ann[ée]e|год|年|(?<![a-z])(a[nñ]o|anno|år)(?![a-z])", re.IGNORECASE)
INTEGERS = ("long", "integer", "short")
MAX_FIELDS = 8

Fields = Mapping[str, Mapping[str, Any]]


def year_in(words: Sequence[str]) -> int | None:
    """The position of the first year among words, None without one."""
    return next((place for place, word in enumerate(words) if YEAR.fullmatch(word)), None)


def with_years(words: Sequence[str], fields: Fields) -> list[str]:
    """The queries in which the first year among the words is looked for in a field of dates or years, one a field."""
    place = year_in(words)
    if place is None:
        return []
    found = (in_year(name, field, words[place]) for name, field in fields.items())
    years = [year for year in found if year][:MAX_FIELDS]
    return [" ".join([*words[:place], year, *words[place + 1 :]]) for year in years]


def in_year(name: str, field: Mapping[str, Any], year: str) -> str | None:
    """The query for a year in a field of dates, or of integers that are years by its name; None for other fields."""
    if field.get("type") == "date":
        return f"{escaped_name(name)}:[{year}-01-01 TO {year}-12-31]"
    is_year = field.get("type") in INTEGERS and NAMED_YEAR.search(name)
    return f"{escaped_name(name)}:{year}" if is_year else None
