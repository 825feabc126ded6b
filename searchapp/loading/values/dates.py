"""Dates in common forms: 31.12.2020, 12/31/2020, 31 Dec 2020, Dec 31, 2020 and more, with a time or without."""

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier enero gennaio januari janeiro января stycznia",
            "feb february februar février fevrier febrero febbraio februari fevereiro fév февраля lutego",
            "mar march märz mars marzo maart março mär mrz марта marca",
            "apr april avril abril aprile avr апреля kwietnia",
            "may mai mayo maggio mei maio мая maja",
            "jun june juni juin junio giugno junho июня czerwca",
            "jul july juli juillet julio luglio julho июля lipca",
            "aug august août aout agosto augustus августа sierpnia",
            "sep sept september septembre septiembre settembre setembro сентября września",
            "oct october oktober octobre octubre ottobre outubro okt октября października",
            "nov november novembre noviembre ноября listopada",
            "dec december dezember décembre decembre diciembre dicembre dezembro dez déc декабря grudnia",
        ),
        1,
    )
    for name in names.split()
}
YEAR, SHORT_YEAR, DAY, MONTH = r"(?P<y>\d{4})", r"(?P<y>\d{2})", r"(?P<d>\d{1,2})", r"(?P<m>\d{1,2})"
NAME = r"(?P<n>[^\W\d_]{3,12})\.?"
WEEKDAY = r"(?:[^\W\d_]{2,12}\.?,? )?"
CLOCK = r"(?P<H>\d{1,2}):(?P<M>\d\d)(?::(?P<S>\d\d)(?:[.,](?P<f>\d{1,9}))?)?\s?(?P<p>[AaPp]\.?[Mm]\.?)?"
ZONE = r"(?: ?(?P<z>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?: \([A-Z]{2,5}\))?)?"
TIME = rf"(?:(?:,? (?:at )?|[T:]){CLOCK}{ZONE})?"
"""A time after a date, with its offset from UTC or without: `10 Mar 2024 09:30:00 +0100 (CET)` has one."""

PATTERNS = {
    "%Y-%m-%d": rf"{YEAR}-{MONTH}-{DAY}",
    "%Y%m%d": r"(?P<y>1[89]\d\d|20\d\d)(?P<m>\d\d)(?P<d>\d\d)",
    "%Y/%m/%d": rf"{YEAR}/{MONTH}/{DAY}",
    "%Y.%m.%d": rf"{YEAR}\.{MONTH}\.{DAY}\.?",
    "%d.%m.%Y": rf"{DAY}\.\s?{MONTH}\.\s?{YEAR}",
    "%m/%d/%Y": rf"{MONTH}/{DAY}/{YEAR}",
    "%d/%m/%Y": rf"{DAY}/{MONTH}/{YEAR}",
    "%d-%m-%Y": rf"{DAY}-{MONTH}-{YEAR}",
    "%m-%d-%Y": rf"{MONTH}-{DAY}-{YEAR}",
    "%d/%b/%Y": rf"{DAY}/{NAME}/{YEAR}",
    "%d/%b/%y": rf"{DAY}/{NAME}/{SHORT_YEAR}",
    "%a %b %d %H:%M:%S %Y": rf"{WEEKDAY}{NAME} +{DAY} {CLOCK}{ZONE} {YEAR}",
    "%d %B %Y": rf"{WEEKDAY}{DAY}\.?[ -](?:de )?{NAME}[ -](?:de )?{YEAR}(?: ?г\.)?",
    "%B %d, %Y": rf"{WEEKDAY}{NAME} {DAY}(?:st|nd|rd|th)?,? {YEAR}",
    "%Y年%m月%d日": rf"{YEAR}年\s?{MONTH}月\s?{DAY}日",
    "%Y년 %m월 %d일": rf"{YEAR}년\s?{MONTH}월\s?{DAY}일",
    "%d-%b-%y": rf"{DAY}-{NAME}-{SHORT_YEAR}",
    "%d.%m.%y": rf"{DAY}\.{MONTH}\.{SHORT_YEAR}",
    "%m/%d/%y": rf"{MONTH}/{DAY}/{SHORT_YEAR}",
    "%d/%m/%y": rf"{DAY}/{MONTH}/{SHORT_YEAR}",
    "%y/%m/%d": rf"{SHORT_YEAR}/{MONTH}/{DAY}",
}
DIGITS, YEAR_FIRST = "%Y%m%d", "%y/%m/%d"
"""The format of dates that may be whole numbers as well, and the one with two digits of the year before the month."""

AMBIGUOUS = {"%m/%d/%Y": "%d/%m/%Y", "%m/%d/%y": "%d/%m/%y", "%d-%m-%Y": "%m-%d-%Y"}
AMBIGUOUS |= {f"%Y-%m-%d or {name}": f"%Y-%m-%d or {other}" for name, other in AMBIGUOUS.items() if "/%Y" in name}
AMBIGUOUS |= {other: name for name, other in AMBIGUOUS.items()}
"""Formats that may fit the same texts: each with the other one."""

IN_MIXED = ("%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%Y/%m/%d")
MIXED = {f"%Y-%m-%d or {name}": name for name in IN_MIXED}
"""Names for ISO dates and dates of another format in one column, as spreadsheets have them."""

PARTIAL = "%Y-%m-%d, %Y-%m or %Y"
"""The name for ISO dates, months and years in one column, where the rest of some dates is unknown."""

PART = re.compile(rf"{YEAR}(?:-(?P<m>\d\d))?\Z")
MIN_YEAR_OF_1900S = 69

MAX_REMEMBERED = 10_000
"""The texts of one format whose dates are remembered, because the same days come again and again."""


def reader(format: str) -> Callable[[str], str]:
    """The function from a text of this format to an ISO date; it raises ValueError for another text."""
    own = PATTERNS[format]
    match = re.compile(own + ("" if CLOCK in own else TIME) + r"\Z").match

    @lru_cache(MAX_REMEMBERED)
    def read(text: str) -> str:
        found = match(text)
        if not found:
            raise ValueError(text)
        parts = found.groupdict()
        month = MONTHS.get(parts["n"].lower(), 0) if parts.get("n") else int(parts["m"])
        day = date(full_year(parts["y"]), month, int(parts["d"]))
        return day.isoformat() + clock(parts)

    return read


def mixed_reader(format: str) -> Callable[[str], str]:
    """Like `reader`, for texts of this format and ISO dates in one column."""
    other = reader(format)

    @lru_cache(MAX_REMEMBERED)
    def read(text: str) -> str:
        try:
            return ISO(text)
        except ValueError:
            return other(text)

    return read


def partial_reader(text: str) -> str:
    """A month or a year as it is written, or an ISO date; it raises ValueError for another text."""
    match = PART.match(text)
    return date(int(match["y"]), int(match["m"] or 1), 1).isoformat()[: len(text)] if match else ISO(text)


def given_reader(format: str) -> Callable[[str], str]:
    """Like `reader`, for a format from the user, in the syntax of Python's `strptime`."""
    has_time = any(part in format for part in ("%H", "%I", "%M", "%X", "%c"))

    def read(text: str) -> str:
        found = datetime.strptime(text, format)
        return found.isoformat() if has_time else found.date().isoformat()

    return read


def full_year(digits: str) -> int:
    """The year that two or four digits mean."""
    year = int(digits)
    if len(digits) == 4:
        return year
    return year + (1900 if year >= MIN_YEAR_OF_1900S else 2000)


def clock(parts: dict[str, str | None]) -> str:
    """The time as ISO writes it after a date, with its offset; empty without one."""
    if parts.get("H") is None:
        return ""
    hour = int(parts["H"] or 0)
    if parts.get("p"):
        hour = hour % 12 + (12 if str(parts["p"]).lower().startswith("p") else 0)
    minute, second = int(parts["M"] or 0), int(parts["S"] or 0)
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("no time")
    fraction = (parts.get("f") or "").rstrip("0")
    return f"T{hour:02}:{minute:02}:{second:02}{'.' if fraction else ''}{fraction}{offset(parts.get('z'))}"


def offset(zone: str | None) -> str:
    """The offset from UTC as ISO writes it, empty without one. Raises ValueError for more than a day."""
    if not zone:
        return ""
    if not zone[-1].isdecimal():
        return "Z"
    digits = f"{zone[1:].replace(':', ''):0<4}"
    if int(digits[:2]) > 23 or int(digits[2:]) > 59:
        raise ValueError("no time zone")
    return f"{zone[0]}{digits[:2]}:{digits[2:]}"


ISO = reader("%Y-%m-%d")
