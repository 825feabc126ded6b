"""Queries for a text as a value of keyword fields, of name fields or of numeric fields."""

import re
from collections.abc import Mapping
from typing import Any

from ...builders.collection_fields import State
from ...builders.field_checks import Fields, type_of
from ...builders.ranking.profile import field, is_searched
from ...querystring.field_types import NUMBER_TYPES
from ...querystring.writing import escaped, escaped_name, regexp_text
from ..words import MIN_CODE, YEAR, Phrase

MAX_BEGUN_FIELDS = 2
"""The maximum number of name fields in which a prefix of a value is searched."""
MAX_VALUES = 8
"""The maximum number of fields in which a text without words, or a single number, is searched."""
MIN_INSIDE = 5
"""The minimum length of a text that is searched inside names."""
MAX_ZEROS = 3
NUMBER_LENGTHS = range(6, 21)
"""The lengths of a number that is searched with signs between its digits."""

SIGNED = re.compile(r"\W*\d+(?:[\W_]+\d+)+")
"""A number with signs between its digits, such as an ISBN or a phone number."""

NUMBER_SIGN = re.compile(r"\A(?:[#№]|n[or]\b\.?)\s*(?=\d)", re.IGNORECASE)
SHORT_NUMBER = re.compile(r"[1-9]\d{0,5}")
NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,15})?")


def as_values(text: str, state: State) -> list[str]:
    """The queries for a text without words, such as `:)`, in fields that keep complete values."""
    exact = [field.exact for field in state.profile.fields() if field.exact]
    fields = dict.fromkeys([*exact, *(name for name in state.searched if type_of(name, state.fields) == "keyword")])
    return [f"{escaped_name(name)}:{text}" for name in fields][:MAX_VALUES] if text else []


def prefix_value_queries(phrase: Phrase, state: State) -> list[str]:
    """The queries for names that begin with a text of several words without blanks: `IGHD5-1`."""
    if len(phrase.units) != 1 or len(phrase.words) < 2:
        return []
    fields = [field.exact for field in state.profile.names if field.exact]
    return [f"{escaped_name(name)}:{escaped(phrase.text)}*" for name in fields[:MAX_BEGUN_FIELDS]]


def inside_values(phrase: Phrase, state: State) -> list[str]:
    """The queries for names that have the words inside, with one sign between them: `ms-excel` in vnd.ms-excel."""
    if len(phrase.words) < 2 or sum(map(len, phrase.words)) < MIN_INSIDE:
        return []
    fields = [field.exact for field in state.profile.names if field.exact]
    inside = ".".join(map(regexp_text, phrase.words))
    return [f"{escaped_name(name)}:/(.*[^a-z0-9])?{inside}.*/" for name in fields[:MAX_BEGUN_FIELDS]]


def without_number_sign(text: str) -> str:
    """The number in `#25` or `no. 25`."""
    return NUMBER_SIGN.sub("", text)


def filled(text: str) -> list[str]:
    """A short whole number with the leading zeros that spreadsheets drop: `36` is the code 036."""
    return [text.zfill(len(text) + more) for more in range(1, MAX_ZEROS + 1)] if SHORT_NUMBER.fullmatch(text) else []


def as_numbers(text: str, fields: Fields) -> list[str]:
    """The queries for a number in fields of numbers, and of dates for a year: `cityCode:1101`, `japan 1974`.

    Other words may be next to a number of MIN_CODE digits and more. Words without a field name search no such fields.
    """
    units = text.split()
    long = [unit for unit in units if unit.isdecimal() and len(unit) >= MIN_CODE] if "".join(units).isalnum() else []
    number = next(iter(units if NUMBER.fullmatch(text) else long), "")
    dates_first = sorted(fields.items() if number else (), key=lambda field: field[1].get("type") != "date")
    values = [value for name, about in dates_first if (value := in_field(name, about, number))]
    place = units.index(number) if values else 0
    return [" ".join([*units[:place], value, *units[place + 1 :]]) for value in values[:MAX_VALUES]]


def in_field(name: str, about: Mapping[str, Any], number: str) -> str | None:
    """The query for a number in a field of numbers, or for a year in a field of dates; None for other fields."""
    if about.get("type") == "date":
        return f"{escaped_name(name)}:[{number}-01-01 TO {number}-12-31]" if re.fullmatch(YEAR, number) else None
    return f"{escaped_name(name)}:{number}" if about.get("type") in NUMBER_TYPES else None


def with_signs(number: str, fields: Fields) -> list[str]:
    """The queries for a long number with signs between its digits: `9780306406157` is 978-0-306-40615-7.

    Only fields whose example is such a number are searched.
    """
    is_long = number.isdecimal() and len(number) in NUMBER_LENGTHS
    signed = [name for name, about in fields.items() if is_long and SIGNED.fullmatch(str(about.get("example")))]
    exact = [field(name, 1.0, fields).exact for name in signed if is_searched(name, fields)]
    pattern = "[^0-9]?".join(["", *number])
    return [f"{escaped_name(name)}:/{pattern}/" for name in exact if name][:MAX_VALUES]
