"""A term on one field as a MongoDB filter: the text becomes the values that the field may hold, never an operator.

Values that only MongoDB has are written as Extended JSON (`{"$oid": ...}`, `{"$date": ...}`); the backend reads them.
Every filter is `{field: {operator: value}}` with a field name of `safe_name`.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

Filter = dict[str, Any]

NOTHING: Filter = {"_id": {"$in": []}}
NUMBERS = ("long", "integer", "short", "byte", "double", "float", "half_float")

OBJECT_ID = re.compile(r"[0-9a-fA-F]{24}")
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,18})")
NUMBER = re.compile(r"[-+]?([0-9]{1,400}(\.[0-9]{0,400})?|\.[0-9]{1,400})([eE][-+]?[0-9]{1,3})?")
CLOCK = r"(?P<hour>\d\d)(:(?P<minute>\d\d)(:(?P<second>\d\d)(\.(?P<fraction>\d{1,9}))?)?)?(?P<zone>Z|[-+]\d\d:?\d\d)?"
DATE = re.compile(rf"(?P<year>\d{{4}})(-(?P<month>\d\d)(-(?P<day>\d\d)([T ]{CLOCK})?)?)?")
SPACES = re.compile(r"\s+")
WORD = re.compile(r"\w+")
LARGEST = 2**63 - 1


def safe_name(name: str) -> bool:
    """Whether a name can stand as a field in a filter: no operator, no empty part, no zero byte."""
    return bool(name) and "\0" not in name and all(part and part[0] != "$" for part in name.split("."))


def equals(field: str, text: str, kind: str | None) -> Filter:
    """The documents whose field has this value; words of it where the field is prose."""
    if kind == "text":
        return words(field, text)
    if kind == "date":
        return dates(field, text, text, True, True)
    values = values_of(text, kind)
    if not values:
        return NOTHING
    return {field: {"$eq": values[0]}} if len(values) == 1 else {field: {"$in": values}}


def values_of(text: str, kind: str | None) -> list[Any]:
    """What the text may mean in a field of this kind, the text itself first."""
    if kind in NUMBERS:
        number = number_of(text)
        return [] if number is None else [number]
    if kind == "boolean":
        return [text.lower() == "true"] if text.lower() in ("true", "false") else []
    return [text, *other_values(text)]


def other_values(text: str) -> list[Any]:
    """The ObjectId and the whole number that are written like this."""
    ids: list[Any] = [{"$oid": text.lower()}] if OBJECT_ID.fullmatch(text) else []
    whole = WHOLE.fullmatch(text) and text != "-0" and -LARGEST <= int(text) <= LARGEST
    return ids + ([int(text)] if whole else [])


def number_of(text: str) -> int | float | None:
    """The number that a text is, None for others and for those that MongoDB cannot hold."""
    text = text.strip()
    if not text.isascii() or not NUMBER.fullmatch(text):
        return None
    if not set(text) & set(".eE"):
        whole = int(text)
        return whole if -LARGEST <= whole <= LARGEST else float(text)
    return float(text)


def between(
    field: str, low: str | None, high: str | None, include_low: bool, include_high: bool, kind: str | None
) -> Filter:
    """The documents with a value between two ends, of which None is open."""
    if low is None and high is None:
        return exists(field)
    if kind == "date":
        return dates(field, low, high, include_low, include_high)
    ends: Filter = {}
    for operator, text in ((">" + "=" * include_low, low), ("<" + "=" * include_high, high)):
        if text is None:
            continue
        value = number_of(text) if kind in NUMBERS else text
        if value is None:
            return NOTHING
        ends[OPERATORS[operator]] = value
    return {field: ends}


OPERATORS = {">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte"}


def dates(field: str, low: str | None, high: str | None, include_low: bool, include_high: bool) -> Filter:
    """A range of dates, kept as dates or as ISO texts; `2020` is the whole year."""
    first, last = (period(text) if text is not None else None for text in (low, high))
    if (low is not None and first is None) or (high is not None and last is None):
        return NOTHING
    moments: Filter = {}
    texts: Filter = {}
    if first:
        moments["$gte"] = {"$date": first[0 if include_low else 1]}
        texts["$gte"] = written(first[0 if include_low else 1])
    if last:
        moments["$lt"] = {"$date": last[1 if include_high else 0]}
        texts["$lt"] = written(last[1 if include_high else 0])
    return {"$or": [{field: moments}, {field: texts}]}


def period(text: str) -> tuple[str, str] | None:
    """The first moment of a date and the first after it, None for what is no date."""
    match = DATE.fullmatch(text.strip())
    if not match or not text.isascii():
        return None
    part = {name: int(found) for name, found in match.groupdict().items() if found and name not in ("zone", "fraction")}
    micro = int((match["fraction"] or "0").ljust(6, "0")[:6])
    try:
        start = datetime(
            part["year"], part.get("month", 1), part.get("day", 1), part.get("hour", 0), part.get("minute", 0),
            part.get("second", 0), micro, UTC,
        )  # fmt: skip
        start -= offset(match["zone"])
        return iso(start), iso(start + length(part, match["fraction"], start))
    except (ValueError, OverflowError):
        return None


def offset(zone: str | None) -> timedelta:
    if not zone or zone == "Z":
        return timedelta(0)
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return timedelta(minutes=-minutes if zone[0] == "-" else minutes)


def length(part: Mapping[str, int], fraction: str | None, start: datetime) -> timedelta:
    """How long the period is that was written: a year, a month, a day and so on."""
    if fraction:
        return timedelta(milliseconds=1)
    for name in ("second", "minute", "hour", "day"):
        if name in part:
            return timedelta(**{f"{name}s": 1})
    year, month = (start.year, start.month + 1) if "month" in part else (start.year + 1, start.month)
    return start.replace(year=year + (month > 12), month=(month - 1) % 12 + 1) - start


def iso(moment: datetime) -> str:
    return f"{moment.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def written(moment: str) -> str:
    """The shortest text of a moment, which comes before every longer one when texts are compared."""
    return moment.removesuffix("Z").removesuffix(".000").removesuffix("T00:00:00")


def exists(field: str) -> Filter:
    return {field: {"$exists": True, "$nin": [None, [], {}]}}


def words(field: str, text: str) -> Filter:
    """The documents whose field has every word of the text, in any case."""
    found = WORD.findall(text)
    return every([pattern(field, whole(word)) for word in found]) if found else NOTHING


def phrase(field: str, text: str) -> Filter:
    """The documents whose field has the words of the text one after the other, in any case."""
    found = WORD.findall(text)
    return pattern(field, r"\W+".join(whole(word) for word in found)) if found else NOTHING


def prefix(field: str, text: str, kind: str | None) -> Filter:
    """The documents with a value, in prose a word, that starts like this."""
    return like(field, [re.escape(text)], True, kind)


def like(field: str, parts: list[str], open_end: bool, kind: str | None) -> Filter:
    """The documents with a value, in prose a word, of these pieces of a pattern."""
    if kind in (*NUMBERS, "boolean", "date"):
        return NOTHING
    if kind == "text":
        return pattern(field, r"\b" + r"\w*".join(parts) + ("" if open_end else r"\b"))
    return {field: {"$regex": "^" + ".*".join(parts) + ("" if open_end else "$"), "$options": "s"}}


def pattern(field: str, regex: str) -> Filter:
    return {field: {"$regex": regex, "$options": "i"}}


def whole(word: str) -> str:
    """The pattern of a word that is not a part of a longer one; `\\b` knows only the letters of ASCII."""
    start, end = (r"\b" if letter.isascii() else "" for letter in (word[0], word[-1]))
    return f"{start}{re.escape(word)}{end}"


def every(filters: Iterable[Filter]) -> Filter:
    """What fulfils all filters; all documents when there are none."""
    found = [each for each in filters if each]
    return {"$and": found} if len(found) > 1 else found[0] if found else {}


def some(filters: Iterable[Filter]) -> Filter:
    """What fulfils one filter at least; no document when there are none."""
    found = list(filters)
    if {} in found:
        return {}
    return {"$or": found} if len(found) > 1 else found[0] if found else NOTHING
