"""Filters on one field: the text of a term becomes values that the field may have, never an operator.

Values that only MongoDB has are written as Extended JSON (`{"$oid": ...}`, `{"$date": ...}`); the backend reads them.
Every filter is `{field: {operator: value}}` with a field name of `safe_name`.
"""

import re
from collections.abc import Iterable
from typing import Any

from ....builders import field_checks
from ....errors import PipelineError, quoted
from ....querystring.field_types import CONTAINERS, NUMBER_TYPES
from ...shared.date_periods import period
from .stored_dates import FORMS, MOMENT, as_date
from .word_index import WORD

Filter = dict[str, Any]

NOTHING: Filter = {"_id": {"$in": []}}

OBJECT_ID = re.compile(r"[0-9a-fA-F]{24}")
INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,18})")
FRACTION = re.compile(r"-?(0|[1-9][0-9]{0,18})\.[0-9]{1,20}")
NUMBER = re.compile(r"[-+]?([0-9]{1,400}(\.[0-9]{0,400})?|\.[0-9]{1,400})([eE][-+]?[0-9]{1,3})?")
SPACES = re.compile(r"\s+")
MAX_LONG = 2**63 - 1

MAX_WORDS = 200
"""The maximum number of different words of a text in a query. Every document is compared with the pattern of each."""
MAX_STARS = 10
ESCAPED = re.compile(r"\\(.)|([*?])|([^\\*?]+)", re.DOTALL)


def safe_name(name: str) -> bool:
    """Whether a filter may use the name as a field: no operator, no empty part, no zero byte."""
    return bool(name) and "\0" not in name and all(part and part[0] != "$" for part in name.split("."))


def check_names(keyword: str, names: Iterable[str]) -> None:
    """Refuses names that MongoDB does not accept for a field, or reads as an operator."""
    for name in names:
        if not safe_name(name):
            raise field_checks.refused(keyword, name, f"{keyword}: {quoted(name)!r} is not the name of a field")


def inner_fields(name: str, fields: field_checks.Fields) -> list[str]:
    """The field, or the fields inside it if it is an object."""
    inside = [
        field
        for field in fields
        if field.startswith(f"{name}.") and field_checks.type_of(field, fields) not in CONTAINERS
    ]
    own = [] if inside and field_checks.type_of(name, fields) in CONTAINERS else [name]
    return own + inside


def equals(field: str, text: str, kind: str | None) -> Filter:
    """The documents whose field has this value, or in prose its words."""
    if kind == "text":
        return words(field, text)
    if kind == "date":
        return dates(field, text, text, True, True)
    values = values_of(text, kind)
    if not values:
        return NOTHING
    return {field: {"$eq": values[0]}} if len(values) == 1 else {field: {"$in": values}}


def in_any_case(field: str, text: str, kind: str | None) -> Filter:
    """The documents whose field has this value in upper or lower case; the case of an id counts."""
    if field == "_id":
        return {"_id": {"$eq": text}}
    if kind not in ("keyword", None):
        return equals(field, text, kind)
    return equal(field, text)


def values_of(text: str, kind: str | None) -> list[Any]:
    """The values that the text may mean in a field of this type, the text itself first."""
    if kind in NUMBER_TYPES:
        number = number_of(text)
        return [] if number is None else [number]
    if kind == "boolean":
        return [text.lower() == "true"] if text.lower() in ("true", "false") else []
    return [text, *other_values(text)]


def other_values(text: str) -> list[Any]:
    """The ObjectId, the number, the boolean and the date that are written like this text."""
    if INTEGER.fullmatch(text):
        return ids_of(text) + ([int(text)] if text != "-0" and -MAX_LONG <= int(text) <= MAX_LONG else [])
    if FRACTION.fullmatch(text):
        return [float(text)]
    if text in ("true", "false"):
        return [text == "true"]
    if MOMENT.fullmatch(text):
        found = period(text)
        return [as_date(found[0])] if found else []
    return ids_of(text)


def ids_of(text: str) -> list[Any]:
    return [{"$oid": text.lower()}] if OBJECT_ID.fullmatch(text) else []


def number_of(text: str) -> int | float | None:
    """The number in a text; None for another text, and for a number that MongoDB cannot store."""
    text = text.strip()
    if not text.isascii() or not NUMBER.fullmatch(text):
        return None
    if not set(text) & set(".eE"):
        integer = int(text)
        return integer if -MAX_LONG <= integer <= MAX_LONG else float(text)
    return float(text)


def between(
    field: str, low: str | None, high: str | None, include_low: bool, include_high: bool, kind: str | None
) -> Filter:
    """The documents with a value in a range; None is an open end. A field may mix numbers and texts."""
    if low is None and high is None:
        return exists(field)
    if kind == "date":
        return dates(field, low, high, include_low, include_high)
    texts = {OPERATORS[">" + "=" * include_low]: low, OPERATORS["<" + "=" * include_high]: high}
    ends = {operator: text for operator, text in texts.items() if text is not None}
    numbers = {operator: number_of(text) for operator, text in ends.items()}
    found = [] if kind in NUMBER_TYPES else [in_range(field, ends)]
    return any_of([*found, *([] if None in numbers.values() else [in_range(field, numbers)])])


def in_range(field: str, ends: Filter) -> Filter:
    """The documents with a value in the range. Two values of a list that each pass one end do not count."""
    if len(ends) == 1:
        return {field: ends}
    return {"$or": [{field: {**ends, "$not": {"$type": "array"}}}, {field: {"$elemMatch": ends}}]}


OPERATORS = {">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte"}


def dates(field: str, low: str | None, high: str | None, include_low: bool, include_high: bool) -> Filter:
    """A range of dates, stored as dates, as ISO texts or as milliseconds since 1970. `2020` is the complete year."""
    first, last = (period(text) if text is not None else None for text in (low, high))
    if (low is not None and first is None) or (high is not None and last is None):
        return NOTHING
    ends = [("$gte", first[0 if include_low else 1])] if first else []
    ends += [("$lt", last[1 if include_high else 0])] if last else []
    return any_of(in_range(field, {operator: kept(end) for operator, end in ends}) for kept in FORMS)


def exists(field: str) -> Filter:
    return {field: {"$exists": True, "$nin": [None, [], {}]}}


def words(field: str, text: str) -> Filter:
    """The documents whose field has every word of the text, in any case."""
    found = dict.fromkeys(WORD.findall(text))
    if len(found) > MAX_WORDS:
        summary = f"q has a text of {len(found)} words for {quoted(field)}, at most {MAX_WORDS} are allowed"
        raise PipelineError(400, summary, {"keyword": "q", "max": MAX_WORDS, "num": len(found)})
    return all_of([pattern(field, word_pattern(word)) for word in found]) if found else NOTHING


def phrase(field: str, text: str) -> Filter:
    """The documents whose field has the words of the text one after the other, in any case."""
    found = WORD.findall(text)
    return pattern(field, r"\W+".join(word_pattern(word) for word in found)) if found else NOTHING


def prefix(field: str, text: str, kind: str | None) -> Filter:
    """The documents with a value, in prose a word, that starts like this."""
    return like(field, [re.escape(text)], True, kind)


def equal(field: str, text: str) -> Filter:
    """The documents with this value, in any case."""
    return pattern(field, f"^{re.escape(text)}$")


def begins_with(field: str, text: str) -> Filter:
    """The documents with a value that begins with the text, in any case."""
    return pattern(field, f"^{re.escape(text)}")


def pieces(pattern: str) -> tuple[list[str], bool]:
    """The regular expressions between the stars of a wildcard pattern, and whether it ends in a star."""
    parts, open_end = [""], False
    for escaped, sign, plain in ESCAPED.findall(pattern):
        if sign == "*":
            parts += [""] if parts[-1] or len(parts) == 1 else []
        else:
            parts[-1] += "." if sign else re.escape(escaped or plain)
    if len(parts) > MAX_STARS + 1:
        summary = f"q has a pattern of more than {MAX_STARS} stars: write fewer stars"
        raise PipelineError(400, summary, {"keyword": "q", "max": MAX_STARS})
    if len(parts) > 1 and not parts[-1]:
        parts, open_end = parts[:-1], True
    return parts, open_end


def like(field: str, parts: list[str], open_end: bool, kind: str | None) -> Filter:
    """The documents with a value, in prose a word, that consists of these pieces of a pattern."""
    if kind in (*NUMBER_TYPES, "boolean", "date"):
        return NOTHING
    if kind == "text":
        return pattern(field, r"\b" + pieces_in_order(parts, r"\w*") + ("" if open_end else r"\b"))
    text = "^" + pieces_in_order(parts, ".*") + ("" if open_end else "$")
    return {field: {"$regex": text, "$options": "s"}}


def pieces_in_order(parts: list[str], between: str) -> str:
    """The pattern for pieces with any text between them. Each middle piece matches at its first position only."""
    first, *middle = parts[:-1] if len(parts) > 1 else parts
    last = between + parts[-1] if len(parts) > 1 else ""
    return first + "".join(f"(?>{between}?{part})" for part in middle) + last


def regexp(field: str, text: str, kind: str | None) -> Filter:
    """The documents with a value, in prose a word, that fits a regular expression of Lucene; the backend writes it."""
    if kind in (*NUMBER_TYPES, "boolean", "date"):
        return NOTHING
    return {field: {"$regexp": text, "kind": kind or "keyword"}}


def pattern(field: str, regex: str) -> Filter:
    return {field: {"$regex": regex, "$options": "i"}}


def word_pattern(word: str) -> str:
    """The pattern of a word that is not part of a longer word; `\\b` only knows ASCII letters."""
    start, end = (r"\b" if letter.isascii() else "" for letter in (word[0], word[-1]))
    return f"{start}{re.escape(word)}{end}"


def all_of(filters: Iterable[Filter]) -> Filter:
    """The filter that matches if all filters match; without filters it matches all documents."""
    found = [each for each in filters if each]
    return {"$and": found} if len(found) > 1 else found[0] if found else {}


def any_of(filters: Iterable[Filter]) -> Filter:
    """The filter that matches if one of the filters matches; without filters it matches nothing."""
    ways = (part for each in filters for part in (each["$or"] if each.keys() == {"$or"} else [each]))
    found = [way for way in ways if way != NOTHING]  # MongoDB uses no index for an $or that has it
    if {} in found:
        return {}
    return {"$or": found} if len(found) > 1 else found[0] if found else NOTHING
