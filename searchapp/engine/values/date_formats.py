"""Date formats by name, such as `strict_date`, and by pattern, such as `yyyy/MM/dd HH:mm:ss`.

`formats` turns the `format` of a mapping or a query into `Format` objects, which read and write dates.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .time_zones import DAY, offset_seconds

DEFAULT_FORMAT = "strict_date_optional_time||epoch_millis"
MAX_LONG = 2**63 - 1


class Moment(NamedTuple):
    """A date that was read: milliseconds since 1970 in local time, and the name of its time zone, if it has one."""

    millis: int
    zone: str | None = None
    is_epoch: bool = False
    """Whether the text was a number of seconds or milliseconds."""


@dataclass(frozen=True)
class Format:
    """`read(text, round_up)` returns a Moment, or None for another format; `write(millis, offset)` returns a text.

    The text is in a zone with this offset, in milliseconds; without one, in UTC.
    """

    read: Callable[[str, bool], Moment | None]
    write: Callable[[int, int], str]


@lru_cache
def formats(names: str) -> tuple[Format, ...]:
    """The formats named in a text, separated by `||`. ValueError for an unknown one."""
    return tuple(_format(name.strip()) for name in names.removeprefix("8").split("||"))


def days(year: int, month: int, day: int, is_smart: bool = False) -> int:
    """Days since 1970 of a date in the proleptic Gregorian calendar. ValueError for a date that does not exist.

    With `is_smart`, a day up to the 31st that the month lacks is the last day of the month.
    """
    if is_smart and day <= 31:
        day = min(day, days_in_month(year, month))
    if not 1 <= month <= 12 or not 1 <= day <= days_in_month(year, month):
        raise ValueError(f"no such day: {year}-{month}-{day}")
    year -= month <= 2
    era_day = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + era_day - 719468


def civil(day: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970."""
    day += 719468
    era, of_era = divmod(day, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + (3 if shifted < 10 else -9)
    return era * 400 + year_of_era + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def days_in_month(year: int, month: int) -> int:
    """The number of days of a month, 1 to 12."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _format(name: str) -> Format:
    if name == "epoch_millis":
        return Format(lambda text, round_up: _epoch(text, 1, 0), lambda millis, offset: str(millis))
    if name == "epoch_second":
        return Format(lambda text, round_up: _epoch(text, 1000, 999 if round_up else 0), _seconds_text)
    if name in OPTIONAL_TIME:
        return _calendar(name, OPTIONAL_TIME[name], _iso_text)
    if name == "date":
        return _calendar(name, LENIENT_DATE, lambda millis, offset: _printed(millis, "uuuu-MM-dd", offset))
    if name in DATE_TIME:
        return _calendar(name, DATE_TIME[name], _iso_text)
    return _pattern_format(name)


def _epoch(text: str, unit: int, rounded: int) -> Moment | None:
    match = EPOCH_TEXT.fullmatch(text)
    if match is None:
        return None
    sign, digits, fraction = match.groups()
    if len(fraction or "") > FRACTION[unit]:
        return None
    number = int(digits + (fraction or "").ljust(9, "0"))
    millis = (-number if sign else number) * unit // 1_000_000_000
    least = -MAX_LONG - (unit > 1)  # in seconds, also the smallest long, which a page has for a missing date
    return Moment(millis + (0 if fraction else rounded), is_epoch=True) if least <= millis <= MAX_LONG else None


EPOCH_TEXT = re.compile(r"(-?)(\d+)(?:\.(\d{0,9}))?", re.ASCII)
FRACTION = {1: 6, 1000: 9}
"""Digits after the point at most, by the milliseconds of the unit: down to nanoseconds."""


def _seconds_text(millis: int, offset: int) -> str:
    seconds, rest = divmod(abs(millis), 1000)
    text = f"{seconds}.{rest:03}".rstrip("0") if rest else str(seconds)
    return f"-{text}" if millis < 0 else text


_ANY_ZONE = r"Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?|[A-Z][A-Za-z_/+\-0-9:]+"
_ZONE = rf"(?P<zone>{_ANY_ZONE})"


def _optional_time(year: str, two: str, clock: bool = True) -> re.Pattern[str]:
    second = rf"(?::(?P<second>{two})(?:[.,](?P<fraction>\d{{1,9}}))?)?"
    time = rf"(?:T(?:(?P<hour>{two})(?::(?P<minute>{two}){second})?{_ZONE}?)?)?"
    date = rf"(?P<year>-?{year})(?:-(?P<month>{two})(?:-(?P<day>{two}))?)?"
    return re.compile(date + time * clock, re.ASCII)


OPTIONAL_TIME = {
    "strict_date_optional_time": _optional_time(r"\d{4}", r"\d\d"),
    "iso8601": _optional_time(r"\d{4}", r"\d\d"),
    "date_optional_time": _optional_time(r"\d{1,9}", r"\d{1,2}"),
}
LENIENT_DATE = _optional_time(r"\d{1,9}", r"\d{1,2}", clock=False)
_OFFSET = r"(?P<zone>Z|[+-]\d\d(?::?\d\d)?)"


def _date_time(year: str, two: str, end: str) -> re.Pattern[str]:
    date = rf"(?P<year>{year})-(?P<month>{two})-(?P<day>{two})"
    return re.compile(rf"{date}T(?P<hour>{two}):(?P<minute>{two}):(?P<second>{two}){end}", re.ASCII)


DATE_TIME = {
    "strict_date_time": _date_time(r"\d{4}", r"\d\d", rf"(?:\.(?P<fraction>\d{{1,9}}))?{_ZONE}"),
    "date_time": _date_time(r"-?\d{1,9}", r"\d{1,2}", rf"\.(?P<fraction>\d{{1,9}}){_OFFSET}"),
}
PATTERNS = {
    "basic_date": "uuuuMMdd",
    "basic_date_time": "uuuuMMdd'T'HHmmss.SSSVV",
    "basic_date_time_no_millis": "uuuuMMdd'T'HHmmssVV",
    "strict_date": "uuuu-MM-dd",
    "strict_date_hour": "uuuu-MM-dd'T'HH",
    "strict_date_hour_minute": "uuuu-MM-dd'T'HH:mm",
    "strict_date_hour_minute_second": "uuuu-MM-dd'T'HH:mm:ss",
    "strict_date_time_no_millis": "uuuu-MM-dd'T'HH:mm:ssVV",
    "strict_year": "uuuu",
    "strict_year_month": "uuuu-MM",
    "strict_year_month_day": "uuuu-MM-dd",
}


EXACT = (
    "strict_date_optional_time", "iso8601", "strict_date_time", "strict_date_time_no_millis",
    "strict_date_hour_minute_second",
)  # fmt: skip
"""Formats that refuse the 30th of February. Others read it as the last day of the month if the date is rounded up."""
SMART = ("strict_date_hour", "strict_date_hour_minute")
"""Formats that always read the 30th of February as the last day of the month."""


def _calendar(name: str, pattern: re.Pattern[str], write: Callable[[int, int], str]) -> Format:
    def read(text: str, round_up: bool) -> Moment | None:
        match = pattern.fullmatch(text)
        return _moment(name, match.groupdict(), round_up) if match else None

    return Format(read, write)


def _moment(name: str, parts: dict[str, str | None], round_up: bool) -> Moment | None:
    hour, minute, second = parts.get("hour"), parts.get("minute"), parts.get("second")
    date = (int(parts["year"] or 0), int(parts.get("month") or 1), int(parts.get("day") or 1))
    if hour and not parts.get("month") and not round_up:
        date = (1970, 1, 1)  # as Elasticsearch reads 2020T10
    clock = [int(hour or 0), int(minute or 0), int(second or 0)]
    fraction = parts.get("fraction")
    millis = int(fraction[:3].ljust(3, "0")) if fraction else 0
    if round_up:
        clock = [clock[0] if hour else 23, clock[1] if minute else 59, clock[2] if second else 59]
        millis = millis if fraction else 999
    is_midnight = clock == [24, 0, 0] and not int(fraction or millis)
    if is_midnight and not round_up and not name.startswith("strict_date_hour"):
        return None
    if (clock[0] > 23 and not is_midnight) or clock[1] > 59 or clock[2] > 59:
        return None
    is_smart = is_midnight or name in SMART or (round_up and name not in EXACT)
    try:
        day = days_beyond(*date) if name == "strict_date" and not round_up else days(*date, is_smart)
        offset_seconds(parts.get("zone") or "Z", 0)
    except ValueError:
        return None
    return Moment(((day * 24 + clock[0]) * 60 + clock[1]) * 60_000 + clock[2] * 1000 + millis, parts.get("zone"))


def days_beyond(year: int, month: int, day: int) -> int:
    """As `days`, but a month after the 12th is in the next year, and a day after the last one in the next month."""
    later, month = divmod(month - 1, 12)
    return days(year + later, month + 1, 1) + day - 1


def _iso_text(millis: int, offset: int) -> str:
    return _printed(millis, "uuuu-MM-dd'T'HH:mm:ss.SSSVV", offset)


LETTERS = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z'\[\]{}#]")
FIELDS = {"y": "year", "u": "year", "M": "month", "d": "day", "H": "hour", "m": "minute", "s": "second"}
YEARS = {
    "y": r"\d{1,9}", "yyyy": r"(?!0000)\d{4}|\+\d{5,9}",
    "u": r"-?\d{1,9}", "uuuu": r"-?\d{4}|[+-]\d{5,9}",
}  # fmt: skip
ZONES = {
    "X": (r"Z|[+-]\d\d(?:\d\d)?", "Z"), "XX": (r"Z|[+-]\d{4}", "Z"), "XXX": (r"Z|[+-]\d\d:\d\d", "Z"),
    "x": (r"[+-]\d\d(?:\d\d)?", "+00"), "xx": (r"[+-]\d{4}", "+0000"), "xxx": (r"[+-]\d\d:\d\d", "+00:00"),
    **dict.fromkeys(("Z", "ZZ", "ZZZ"), (r"[+-]\d{4}", "+0000")), "VV": (_ANY_ZONE, "Z"),
}  # fmt: skip
"""For each zone pattern: the regular expression that reads it, and the text for UTC."""


@lru_cache
def _pattern_format(name: str) -> Format:
    pattern = PATTERNS.get(name, name)
    items = list(LETTERS.finditer(pattern))
    if sum(len(match[0]) for match in items) < len(pattern) or re.fullmatch("[a-z_]{5,}", pattern):
        raise ValueError(f"Invalid format: [{pattern}]: unsupported date format")
    parts = []
    named = set()
    for match in items:
        item, letter = match[0], match[2]
        if not letter:
            parts.append(re.escape(match[1] or "'" if item[0] == "'" else item))
            continue
        part, expression = _part(item)
        if expression is None or part in named:
            raise ValueError(f"Invalid format: [{pattern}]: unsupported pattern letters: {item}")
        named.add(part)
        parts.append(f"(?P<{part}>{expression})")
    if "year" not in named:
        raise ValueError(f"Invalid format: [{pattern}]: unsupported pattern without a year")
    read = re.compile("".join(parts), re.ASCII)
    return _calendar(name, read, lambda millis, offset: _printed(millis, pattern, offset))


def _part(item: str) -> tuple[str, str | None]:
    """The date part that pattern letters stand for, and its regular expression; None for unknown letters."""
    letter, width = item[0], len(item)
    if letter in "yu":
        return "year", YEARS.get(item)
    if letter == "S":
        return "fraction", rf"\d{{{width}}}" if width <= 9 else None
    if letter in FIELDS:
        return FIELDS[letter], {1: r"\d{1,2}", 2: r"\d\d"}.get(width)
    return "zone", ZONES[item][0] if item in ZONES else None


def _printed(millis: int, pattern: str, offset: int) -> str:
    """The time in a zone with this offset, printed by a pattern."""
    day, of_day = divmod(millis + offset, DAY)
    year, month, day_of_month = civil(day)
    values = {
        "y": year, "u": year, "M": month, "d": day_of_month, "H": of_day // 3_600_000, "m": of_day // 60_000 % 60,
        "s": of_day // 1000 % 60,
    }  # fmt: skip

    def text(match: re.Match[str]) -> str:
        item, letter = match[0], match[2]
        if not letter:
            return (match[1] or "'") if item[0] == "'" else item
        if item in ZONES:
            return _offset_text(item, offset) if offset else ZONES[item][1]
        if letter == "S":
            return f"{of_day % 1000:03}".ljust(len(item), "0")[: len(item)]
        if letter in "yu":
            number = 1 - year if letter == "y" and year < 1 else year
            return _year_text(number) if len(item) == 4 else str(number)
        return str(values[letter]).zfill(len(item))

    return LETTERS.sub(text, pattern)


def _offset_text(item: str, offset: int) -> str:
    """The offset of a zone, printed by a zone pattern."""
    minutes = abs(offset) // 60_000
    hour, minute = f"{'-' if offset < 0 else '+'}{minutes // 60:02}", f"{minutes % 60:02}"
    if item in ("X", "x"):
        return hour if minute == "00" else hour + minute
    return f"{hour}:{minute}" if item in ("XXX", "xxx", "VV") else hour + minute


def _year_text(year: int) -> str:
    if year < 0:
        return f"-{-year:04}"
    return f"+{year}" if year > 9999 else f"{year:04}"
