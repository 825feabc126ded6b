"""Readable values: dates in words, numbers with commas, small tables. The page also keeps the raw value."""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from ....querystring.names import UNIT_NAMES
from ...field_values import values_at
from .durations import readable_duration
from .markup import without_markup

DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?")
BYTES = re.compile(r"(?:[0-9a-f]{2}){65,}")
CODES = re.compile(r"(?:^|_|\b)(?:ids?|code|zip|zipcode|postcode|year|phone|number|no|taxid|version)$", re.IGNORECASE)
"""Ends of names of fields whose numbers are not quantities and get no commas, for fields that were not analysed."""

MIN_NUMBER_WITH_COMMAS = 10_000
SIGNIFICANT_DIGITS = 6
"""Significant digits of a fraction in a cell of a table."""
MIN_PLAIN, MAX_PLAIN = 1e-9, 1e16
"""The smallest and the largest fraction that are written without an exponent."""
YEAR, MONTH = len("2020"), len("2020-01")
PER_SECOND = {"s": 1, "ms": 1000}
MAX_COLUMNS = 12
MAX_CELL = 80
FEW_COLUMNS, MAX_TEXT = 4, 600
"""Columns of a table whose cells may hold a paragraph, and its characters."""

MAX_INNER, MAX_INNER_COLUMNS = 12, 4
"""Elements of a list in a cell, and the values of one that is an object."""
MAX_BESIDE = 60
"""Characters of texts in a list, on average, that are written one after the other instead of one below the other."""
MAX_OPEN = 4
"""Values of an object inside an object that is shown without a fold."""

AMOUNTS = ("value", "amount")
"""The usual names of the field with the number of a quantity; UNIT_NAMES has the names of the field with its unit."""

MIN_ROWS, FILLED = 3, 0.6
"""Rows of a table with the keys of an object, and the share of its cells that hold a value, at least."""


def readable_date(value: Any) -> str | None:
    """The date in words, `10 January 2020, 08:00 UTC`; None for a text that is not an ISO date."""
    if not isinstance(value, str) or not DATE.fullmatch(value):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    day = f"{found.day} {found:%B} {found.year}"
    if is_midnight(found):
        return day
    return (
        f"{day}, {found:%H:%M}"
        + (f":{found:%S}" if found.second else "")
        + (f" {found.tzname()}" if found.tzinfo else "")
    )


def readable_month(value: str) -> str:
    """The month of a date in words, `January 2020`."""
    return f"{datetime.fromisoformat(value[:MONTH] + '-01'):%B %Y}"


def is_midnight(found: datetime) -> bool:
    """Whether a moment means a day: it has no time, or midnight in UTC or without a zone."""
    return (found.hour, found.minute, found.second, found.microsecond) == (0, 0, 0, 0) and not found.utcoffset()


def short_date(value: str) -> str:
    """The date as a cell holds it, `2020-01-10` or `2020-01-10 08:00`; any other text unchanged."""
    if len(value) < len("2020-01-10T00:00") or not readable_date(value):
        return value
    found = datetime.fromisoformat(value)
    return value[:10] if is_midnight(found) else f"{found:%Y-%m-%d %H:%M}"


def moment_text(value: str) -> str:
    """A moment that is an id as its name, `2020-01-10 08:00:05`; any other text unchanged."""
    if len(value) < len("2020-01-10T00:00") or not readable_date(value):
        return value
    found = datetime.fromisoformat(value)
    is_exact = found.second or found.microsecond
    return f"{found:%Y-%m-%d %H:%M}" + (f":{found:%S.%f}".rstrip("0").rstrip(".") if is_exact else "")


def coarse_date(value: str, unit: str | None) -> str | None:
    """The year or month whose first day a date is; None for other dates and without a unit."""
    end = {"year": YEAR, "month": MONTH}.get(unit or "")
    is_first = end is not None and value[end:10] == "-01-01"[end - 10 :] and readable_date(value) is not None
    return value[:end] if is_first and is_midnight(datetime.fromisoformat(value)) else None


def short_text(value: str) -> str:
    """The text of a cell: dates are short, durations in words, bytes are counted, tags are left out."""
    if bytes_in(value):
        return f"{bytes_in(value):,} bytes"
    return readable_duration(value) or without_markup(short_date(value))


def bytes_in(value: Any) -> int:
    """The number of bytes in a text of hexadecimal digits, as databases write them; 0 for other and short texts."""
    return len(value) // 2 if isinstance(value, str) and BYTES.fullmatch(value) else 0


def readable_number(value: Any, name: str, plain: Collection[str] | None = None) -> str:
    """The number, with commas if it is a quantity; `plain` names the fields without quantities, None for unknown."""
    if isinstance(value, float) and plain and name in plain and value.is_integer() and abs(value) < MAX_PLAIN:
        value = int(value)
    if isinstance(value, int):
        code = (abs(value) < MIN_NUMBER_WITH_COMMAS or CODES.search(name)) if plain is None else name in plain
        return str(value) if code else f"{value:,}"
    text = f"{value:,.10g}"
    return f"{Decimal(text):f}" if MIN_PLAIN < abs(value) < 1e-4 else text


@dataclass(frozen=True)
class ValueTexts:
    """Writes values for tables, cards and facets.

    plain     the fields whose numbers are not quantities; None if this is unknown
    booleans  the fields whose values are true and false, or 1 and 0
    titles    by field the titles of the documents that its values name
    decimals  by field the digits after the point that all its numbers have
    whole     the fields of whole numbers
    times     by field of moments the unit in which it counts from 1970, `s` or `ms`
    precision by field of dates what is known of them: `year`, `month`, or `part` where some are less than a day
    """

    plain: Collection[str] | None = None
    booleans: Collection[str] = frozenset()
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    decimals: Mapping[str, int] = field(default_factory=dict)
    whole: Collection[str] = frozenset()
    times: Mapping[str, str] = field(default_factory=dict)
    precision: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str, value: Any) -> str:
        """Yes or no, numbers with commas and few digits, dates without seconds, titles of other documents."""
        if name in self.titles and str(value) in self.titles[name]:
            return self.titles[name][str(value)]
        if isinstance(value, bool) or name in self.booleans:
            return yes_or_no(value)
        if isinstance(value, int | float) and (moment := moment_of(value, self.times.get(name))):
            return short_date(moment)
        if isinstance(value, int | float) and name in self.decimals:
            return f"{value:,.{self.decimals[name]}f}"
        if isinstance(value, float) and not (self.plain and name in self.plain):
            return short_fraction(value)
        if isinstance(value, int | float):
            return readable_number(value, name, self.plain)
        return coarse_date(str(value), self.precision.get(name)) or short_text(str(value))

    def number(self, name: str, value: Any) -> str:
        """A number on the page of its document, with all its digits."""
        if name in self.booleans:
            return yes_or_no(value)
        if isinstance(value, int | float) and (moment := moment_of(value, self.times.get(name))):
            return readable_date(moment) or moment
        if name in self.decimals:
            return f"{value:,.{self.decimals[name]}f}"
        return readable_number(value, name, self.plain)

    def date(self, name: str, value: Any) -> str | None:
        """A date on the page of its document, `March 2014` where only the month is known; None for other values."""
        known = readable_date(value)
        if self.precision.get(name) == "part" and readable_date(f"{value}-01"):
            return readable_month(str(value))
        coarse = coarse_date(value, self.precision.get(name)) if known else None
        if coarse is None or len(coarse) == YEAR:
            return coarse or known
        return readable_month(value)

    def span(self, name: str, start: Any, end: Any) -> str:
        """A range with its start and without its end; None means an open one.

        Whole numbers from 3 below 10 are `3 – 9`.
        """
        if name in self.whole and start is not None and end is not None:
            first, last = self.bound(name, start), self.bound(name, end - 1)
            return first if end - start == 1 else f"{first} – {last}"
        low, high = (None if one is None else self.bound(name, one) for one in (start, end))
        if low is None:
            return f"below {high}" if high is not None else "all"
        return f"{low} – {high}" if high is not None else f"{low} and more"

    def is_named(self, name: str) -> bool:
        """Whether numbers of a field are shown as words: yes and no, or titles."""
        return name in self.titles or name in self.booleans

    def bound(self, name: str, value: Any) -> str:
        """The text of an end of a range, without needless decimals."""
        whole = isinstance(value, int | float) and float(value).is_integer()
        return readable_number(int(value), name, self.plain) if whole else self.text(name, value)


def moment_of(number: float, unit: str | None) -> str | None:
    """The date of ISO 8601 of a number of seconds or milliseconds since 1970; None without a unit, or beyond years."""
    try:
        return datetime.fromtimestamp(int(number // PER_SECOND[unit]), UTC).isoformat() if unit in PER_SECOND else None
    except (ValueError, OverflowError, OSError):
        return None


def short_fraction(value: float) -> str:
    """A fraction with few digits, without an exponent unless it is very small or large."""
    if abs(value) >= MAX_PLAIN:
        return f"{value:.{SIGNIFICANT_DIGITS}g}"
    if MIN_PLAIN < abs(value) < 1e-4:
        return f"{value:.{SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(abs(value)))}f}".rstrip("0")
    return f"{value:,.{max(SIGNIFICANT_DIGITS, len(f'{abs(value):.0f}') + 2)}g}"


def yes_or_no(value: Any) -> str:
    return "yes" if str(value).lower() in ("true", "1") else "no"


def small_table(elements: Sequence[Any]) -> list[str]:
    """The columns of a list of objects that fits into a small table, with dots between objects; none for others."""
    if not elements or not all(isinstance(element, Mapping) for element in elements):
        return []
    rows = [flat(element) for element in elements]
    names = list(dict.fromkeys(name for row in rows for name in row if not name.startswith("_")))
    most = MAX_CELL if len(names) > FEW_COLUMNS else MAX_TEXT
    fits = len(names) <= MAX_COLUMNS and all(fits_cell(value, most) for row in rows for value in row.values())
    return names if fits else []


def keyed_table(value: Mapping[str, Any]) -> list[str]:
    """The columns of an object that holds several objects of the same kind, such as translations; none for others."""
    rows = [*value.values()]
    names = small_table(rows) if len(rows) >= MIN_ROWS and all(rows) else []
    filled = sum(len(flat(row)) for row in rows) if names else 0
    return names if filled >= FILLED * len(names) * len(rows) else []


def flat(element: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of an object and of the objects inside it by their dotted names."""
    found: dict[str, Any] = {}
    for name, value in element.items():
        if isinstance(value, Mapping) and value:
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def parts_last(document: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The fields of a document, with sections of its page after the other fields."""
    return sorted(document.items(), key=lambda pair: is_part(pair[1]))


def is_part(value: Any) -> bool:
    """Whether a value is a section: an object that is no quantity, or a list of objects."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and bool(first) and not quantity(value)


def quantity(value: Any) -> tuple[str, str] | None:
    """The names of the number and the unit in an object that holds nothing else; None for other values."""
    if not isinstance(value, Mapping) or len(value) != 2:
        return None
    amount = next((name for name in AMOUNTS if isinstance(value.get(name), int | float)), None)
    unit = next((name for name in UNIT_NAMES if isinstance(value.get(name), str) and is_short(value[name])), None)
    return (amount, unit) if amount and unit else None


def units_at(document: Any, name: str) -> list[str]:
    """The units of the numbers at a name, one for each number; empty if objects have no field with a unit."""
    parent, _, last = name.rpartition(".")
    if not parent or last not in AMOUNTS:
        return []
    return next((units for unit in UNIT_NAMES if (units := values_at(document, f"{parent}.{unit}"))), [])


def are_parts(value: Mapping[str, Any]) -> bool:
    """Whether an object has only objects in it, which are sections themselves."""
    return 2 * sum(map(is_part, value.values())) > len(value)


def is_small(value: Mapping[str, Any]) -> bool:
    """Whether an object has few short values, which need no fold."""
    found = flat(value)
    is_flat = all(name.count(".") <= 1 for name in found)
    return 0 < len(found) <= MAX_OPEN and is_flat and all(map(is_short, found.values()))


def is_short(value: Any, most: int = MAX_CELL) -> bool:
    """Whether a value is null, or has at most this number of characters."""
    return value is None or (isinstance(value, str | int | float) and len(str(value)) <= most)


def is_long_list(values: Sequence[Any]) -> bool:
    """Whether the values of a list are sentences, which each need a line."""
    return sum(len(str(value)) for value in values) > MAX_BESIDE * len(values)


def fits_cell(value: Any, most: int) -> bool:
    """Whether a cell can show a value: a text of at most `most` characters, or a short list of short values."""
    if isinstance(value, list):
        return len(value) <= MAX_INNER and all(map(is_line, value))
    return is_short(value, most)


def is_line(value: Any) -> bool:
    """Whether an element of a list is a line in a cell: a short value, or an object of few short values."""
    values = list(flat(value).values()) if isinstance(value, Mapping) else [value]
    return len(values) <= MAX_INNER_COLUMNS and all(map(is_short, values))
