"""Questions about the evidence of a field of numbers or dates: is it a year, a grade, a coordinate, a key?"""

import re
from collections import Counter
from datetime import datetime
from itertools import pairwise

from ...querystring.field_types import POINT_TEXT
from .. import meanings
from ..identity import IDENTIFIERS, MIN_CODES, is_id_name, last_word
from ..values.forms import NUMBERS
from .field_evidence import FieldEvidence, remembered
from .traits import is_called_code, is_called_id, is_code, is_date_parts, is_number, is_only, name_words, share

MIN_UNIQUE_SHARE = 0.95
"""The share of different values above which a field is unique for each document."""

MAX_DECIMALS, FEW_DECIMALS = 2, 0.2
"""Digits after the point that are written in full, and the share of numbers that have some, at least."""

MAX_FEW = 12
"""Different values of codes and of whole numbers that are counted one by one."""

EXACT = re.compile(r"\.\d{6}")
ROW_NUMBERS = ("index", "unnamed: 0", "row", "rownames")
"""Names of columns in which programs write the number of each row; an empty header is `row`."""

MIN_LISTED = 1.25
"""The minimum average length of a list of keys; shorter lists of whole numbers may be amounts."""

MIN_REGISTERED = 10_000_000
"""The smallest number of a register that is known by its values alone."""

YEARS_BEFORE_ERA = 10_000
"""The years before our era that a date may have."""

MOMENTS = {"s": (631_152_000, 2_524_608_000), "ms": (631_152_000_000, 2_524_608_000_000)}
"""The numbers of 1990 and of 2050, by the unit in which a field counts from 1970."""

MIN_STEPS = 0.5
"""The share of equal steps in a series: of the days of a stock exchange 3 in 4 follow the day before."""

MIN_DATES = 4
"""The minimum number of different dates that proves all of them to be the first day of a year or month."""

DAY = re.compile(r"\d{4}-(\d\d-\d\d)([T ]00:00(:00(\.0+)?)?(Z|\+00:?00)?)?")

FRACTION, FIXED = re.compile(r"\d[.,](\d+)\D*$"), {1, 2, 3, 4}
"""The digits after the point of a number with or without a unit, and the numbers of digits that a field may share."""


def decimals(field: FieldEvidence) -> int | None:
    """The common number of digits after the point of a field's numbers; None if the numbers differ too much."""
    if not is_number(field) or not field.kinds["double"]:
        return None
    if fixed := fixed_decimals(field):
        return fixed
    found = [len(f"{number:.10f}".rstrip("0").partition(".")[2]) for number in numbers(field)]
    several = sum(digits > 0 for digits in found) > FEW_DECIMALS * len(found)
    if not several or max(found) > MAX_DECIMALS:
        return None
    return MAX_DECIMALS if meanings.MONEY & set(name_words(field.path)) else max(found)


def fixed_decimals(field: FieldEvidence) -> int | None:
    """The digits after the point if all texts of a table have as many, as in `4.210` and `4.101`."""
    texts = field.written or field.sample
    found = {match and len(match[1]) for text in texts for match in [FRACTION.search(str(text))]}
    are_whole = found == {1} and all(match[1] == "0" for text in texts if (match := FRACTION.search(str(text))))
    is_fixed = not are_whole and len(texts) > 1 and all(isinstance(text, str) for text in texts) and len(found) == 1
    return next(iter(found)) if is_fixed and found <= FIXED else None


def is_plain_number(field: FieldEvidence) -> bool:
    """Whether the values are whole numbers without a useful sum: keys, codes, years, one number in all documents."""
    is_amount = is_spread(field) and not (is_key(field) or is_year(field) or is_code(field) or is_date_parts(field))
    is_mixed = field.kinds["text"] > 0 and any(field.kinds[kind] for kind in NUMBERS)
    return is_mixed or (is_whole(field) and not is_amount)


def is_whole(field: FieldEvidence) -> bool:
    """Whether the values are whole numbers, even if they are written with a fraction: `1950.0`."""
    return is_only(field, "long") or (is_number(field) and all(number.is_integer() for number in numbers(field)))


def has_numbers_of_a_register(field: FieldEvidence) -> bool:
    """Whether many long whole numbers are alike, the largest less than twice the smallest: `50001234`, `30075445`."""
    found, named = numbers(field), set(name_words(field.path))
    is_narrow = bool(found) and found[0] >= MIN_REGISTERED and found[-1] < 2 * found[0]
    return is_narrow and len(field.distinct) >= MIN_CODES and not (meanings.MONEY | meanings.TIME) & named


@remembered
def numbers(field: FieldEvidence) -> list[float]:
    """The numbers of the sample in order."""
    found = []
    for value in field.sample:
        try:
            found.append(float(value))
        except (TypeError, ValueError, OverflowError):
            continue
    return sorted(found)


def quantiles(field: FieldEvidence, *parts: float) -> list[float]:
    """The numbers of the sample at these shares of its order."""
    found = numbers(field)
    return [found[min(int(len(found) * part), len(found) - 1)] for part in parts] if found else []


def is_grade(field: FieldEvidence) -> bool:
    """Whether a few whole numbers come again and again: stars, sizes, classes."""
    if not is_only(field, "long") or len(field.distinct) > MAX_FEW:
        return False
    return not (is_key(field) or is_year(field) or is_code(field))


def is_spread(field: FieldEvidence) -> bool:
    """Whether the numbers differ, without the lowest and the highest 2 %."""
    found = quantiles(field, 0.02, 0.98)
    return bool(found) and found[0] < found[1]


def is_year(field: FieldEvidence) -> bool:
    """Whether the values are years: whole numbers of four digits, mostly of recent centuries, or with such a name.

    Years of a date, such as `Object Begin Date` and `date.begin`, may be before our era.
    """
    if not is_whole(field):
        return False
    found = numbers(field)
    if not found or found[-1] > 2200:
        return False
    around = field.path.rpartition(".")[0]
    if (
        (meanings.DATE | meanings.YEAR) & {*name_words(around), *name_words(field.path)}
        and found[0] >= -YEARS_BEFORE_ERA
        and found[-1] > 1000
    ):
        return True
    if found[0] < 1:
        return False
    named, is_recent = set(name_words(field.path)), found[-1] <= 2100
    is_life = bool(meanings.LIFE & named) and found[0] >= 1000 and is_recent
    return bool(meanings.YEAR & named) or is_life or (found[len(found) // 20] >= 1800 and is_recent)


def time_unit(field: FieldEvidence) -> str | None:
    """The unit, `s` or `ms`, of a field that counts the time since 1970; None for other fields."""
    found = numbers(field)
    if not found or not is_number(field) or not meanings.TIME & set(name_words(field.path)):
        return None
    return next((unit for unit, (first, last) in MOMENTS.items() if first <= found[0] <= found[-1] <= last), None)


def differs_by_accident(field: FieldEvidence) -> bool:
    """Whether values are decimals, or moments without regular steps: not ids, even if all differ."""
    if is_number(field) and field.kinds["double"] and not is_id_name(field.path):
        return True
    return time_unit(field) is not None or (is_only(field, "date") and not is_series(field))


def is_series(field: FieldEvidence) -> bool:
    """Whether most dates follow the previous date by the same step, such as a day or a month."""
    try:
        dates = [datetime.fromisoformat(text) for text in field.texts()]
        steps = Counter(abs(later - date) for date, later in pairwise(dates))
    except (ValueError, TypeError):
        return False
    return len(steps) > 0 and steps.most_common(1)[0][1] >= MIN_STEPS * steps.total()


def date_precision(field: FieldEvidence) -> str | None:
    """`year` or `month` for dates that are all the first day of one, because the day is unknown.

    `part` for dates of which some are a month or a year only; None for others.
    """
    if is_only(field, "date") and any(len(text) < len("2020-01-01") for text in field.texts()):
        return "part"
    found = [DAY.fullmatch(text) for text in field.texts()]
    if not is_only(field, "date") or len(field.distinct) < MIN_DATES or not all(found):
        return None
    days = {match[1] for match in found if match}
    return "year" if days == {"01-01"} else "month" if {day[3:] for day in days} == {"01"} else None


def is_coordinate(field: FieldEvidence) -> bool:
    """Whether the name and the range fit a latitude or a longitude."""
    named = bool(meanings.COORDINATES & set(name_words(field.path)))
    return is_latitude(field) or is_longitude(field) or (named and is_between(field, -180, 360))


def is_latitude(field: FieldEvidence) -> bool:
    return is_axis(field, meanings.LATITUDE, "latitude", "y") and is_between(field, -90, 90)


def is_longitude(field: FieldEvidence) -> bool:
    return is_axis(field, meanings.LONGITUDE, "longitude", "x") and is_between(field, -180, 360)


def is_axis(field: FieldEvidence, names: frozenset[str], ending: str, letter: str) -> bool:
    """Whether a field is called an axis, such as `GPSLatitude`, or is one of a first X and Y with places of a town."""
    words = name_words(field.path)
    if words != [letter]:
        return any(word in names or word.endswith(ending) for word in words)
    low, high = quantiles(field, 0, 1) or (0, 0)
    is_near = high - low <= 1 and 2 * (high - low) <= min(abs(low), abs(high))
    return field.position < 2 and is_near and share(field, EXACT.search) > 0.5


def is_between(field: FieldEvidence, low: float, high: float) -> bool:
    """Whether all values are numbers in this range."""
    found = numbers(field)
    return is_number(field) and bool(found) and low <= found[0] <= found[-1] <= high


def is_geometry(field: FieldEvidence) -> bool:
    """Whether a field is a part of a shape in GeoJSON, its type or its coordinates, or a point."""
    return field.path.split(".")[-2:] in (["geometry", "type"], ["geometry", "coordinates"]) or is_point(field)


def is_point(field: FieldEvidence) -> bool:
    """Whether the values are texts with a longitude and a latitude, such as `POINT (8.5 47.4)`."""
    found = [POINT_TEXT.fullmatch(text) for text in field.texts()]
    return bool(found) and all(point and abs(float(point[1])) <= 180 and abs(float(point[2])) <= 90 for point in found)


def is_row_number(field: FieldEvidence) -> bool:
    """Whether the whole numbers of a field with such a name increase by one from row to row."""
    steps = pairwise(map(int, field.sample)) if field.path.lower() in ROW_NUMBERS and is_only(field, "long") else ()
    return {high - low for low, high in steps} == {field.stride}


def is_key(field: FieldEvidence) -> bool:
    """Whether the whole numbers of a field are keys.

    They are if the name of the field says so, if it is one of the first fields and its numbers increase, or if
    documents have lists of different numbers, as in `pubmed`.
    """
    if not is_only(field, "long"):
        return False
    is_list = field.values > MIN_LISTED * field.documents and not field.of_objects
    if is_list and field.uniqueness > 0.5 and field.longest > 3:
        return True
    if has_numbers_of_a_register(field):
        return True
    values = [int(value) for value in field.sample]
    runs = field.position < 2 and len(values) > 10 and all(low < high for low, high in pairwise(values))
    named = is_called_code(field) or last_word(field.path.rpartition(".")[0]) in IDENTIFIERS
    return (field.uniqueness > MIN_UNIQUE_SHARE and (runs or named or is_called_id(field))) or (
        named and field.uniqueness > 0.5
    )
