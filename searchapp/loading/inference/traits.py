"""Questions about the evidence of one field: is it prose, a category, a link, a year, a coordinate?"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

from ..meanings import (
    AMOUNT,
    CODE,
    COORDINATES,
    DATE,
    FAMILY,
    GIVEN,
    LATITUDE,
    LONGITUDE,
    MONEY,
    NUMBER_OF,
    TIME,
    TITLE,
    YEAR,
)
from ..values.kinds import text_kind
from .evidence import WITHOUT_BLANKS, FieldEvidence

MAX_SHORT_MEAN, MAX_SHORT = 120, 1000
"""Characters on average, and at most, of texts that are not prose."""

MAX_CATEGORIES = 1000
CATEGORY_REPEATS = 2
MIN_SHARE = 0.8
UNIQUE = 0.95
"""The share of different values above which a field is unique for each document."""
MAX_DECIMALS, FEW_DECIMALS = 2, 0.2
"""Digits after the point that are written in full, and the share of numbers that have some, at least."""

MAX_FEW = 12
"""Different values of codes and of whole numbers that are counted one by one."""

MAX_NAME_WORDS = 5
"""Words of a name; a longer one is a sentence, whose single words say little about the values."""

CODE_ENDINGS = ("code", "numeric")
"""Ends of names of codes that are written as one word, such as `countrycode` and `isonumeric`."""

MIN_LISTED = 1.25
"""A list of whole numbers may be one of keys if documents have more of them than this on average."""

FIRST_YEAR = 10_000
"""The years before our era that a date may have."""

NUMBERS = ("long", "double")
MOMENTS = {"s": (631_152_000, 2_524_608_000), "ms": (631_152_000_000, 2_524_608_000_000)}
"""The numbers of 1990 and of 2050, by the unit in which a field counts from 1970."""

MIN_DATES = 4
"""If at least this many different dates are all the first day of a year or month, the days say nothing."""

DAY = re.compile(r"\d{4}-(\d\d-\d\d)([T ]00:00(:00(\.0+)?)?(Z|\+00:?00)?)?")
FRACTION, FIXED = re.compile(r"\d[.,](\d+)\D*$"), {1, 2, 3, 4}
"""The digits after the point of a number with or without a unit, and the numbers of digits that a field may share."""

LIMIT = re.compile(r"[<>≤≥~]=?\s?[-+]?\d[\d.,]*\Z")
"""A value beyond the limits of a measurement, such as `<0.01`."""
MAX_MARKS, MAX_MARK, MEASURED = 5, 12, 0.2
"""Different words that stand for no number, such as `Tr` and `n.d.`, their letters, and the share of numbers."""

LARGE_PART = re.compile(r"\d{3}|:")
"""In an IP address a number of three digits, or the colon of version 6. Versions and EC numbers seldom have either."""

LINK = re.compile(r"(https?://|www\.)\S+\Z", re.IGNORECASE)
EMAIL = re.compile(r"([^<>@]*<)?[^\s@/:<>]+@[^\s@/:<>]+\.\w{2,}>?")
IMAGE = re.compile(r"\S+\.(jpe?g|png|gif|webp|svg|avif|tiff?)(\?\S*)?\Z", re.IGNORECASE)
BINARY = re.compile(r"(?:[0-9a-f]{2}){65}")
OPAQUE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\D*\d)[0-9a-f]{24,128}", re.IGNORECASE)
COMPOUND = re.compile(r"(?<![^\W_])[^\W\d_]{2,}[-/][^\W\d_]{2,}(?![^\W_])")
DIGIT = re.compile(r"\d")
WORD = re.compile(r"[^\W\d_]+")


def name_words(path: str) -> list[str]:
    """The lower-case words of the last part of a path; `Release Date`, `releaseDate` and `release_date` are equal."""
    last = path.rpartition(".")[2]
    return [word.lower() for word in WORD.findall(re.sub(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])", " ", last))]


def is_textual(field: FieldEvidence) -> bool:
    """Whether the values are texts."""
    return field.kinds["text"] > 0


def is_number(field: FieldEvidence) -> bool:
    return bool(field.kinds) and set(field.kinds) <= set(NUMBERS)


def is_date_parts(field: FieldEvidence) -> bool:
    """Whether the values are year, month and day of bibliographies, `[[2022, 4]]`, which are not amounts."""
    return is_only(field, "long") and name_words(field.path) == ["date", "parts"]


def is_only(field: FieldEvidence, kind: str) -> bool:
    return set(field.kinds) == {kind}


def mean_length(field: FieldEvidence) -> float:
    """Letters of a value on average; a sign of a script without blanks counts as two, and is as wide."""
    return fmean(len(text) + len(signs(text)) for text in field.texts()) if field.sample else 0.0


def signs(text: str) -> Sequence[str]:
    """The signs of scripts without blanks in a text."""
    return () if text.isascii() else WITHOUT_BLANKS.findall(text)


def is_prose(field: FieldEvidence) -> bool:
    """Whether the values are sentences rather than names."""
    return is_textual(field) and (field.longest > MAX_SHORT or mean_length(field) > MAX_SHORT_MEAN)


def is_category(field: FieldEvidence) -> bool:
    """Whether a few values occur again and again."""
    return len(field.distinct) <= MAX_CATEGORIES and field.values >= CATEGORY_REPEATS * len(field.distinct)


def is_binary(field: FieldEvidence) -> bool:
    """Whether the values are bytes, as databases give them: long texts of hexadecimal digits."""
    return field.one_word == field.values and share(field, BINARY.match) >= MIN_SHARE


def share(field: FieldEvidence, fits: Callable[[str], object]) -> float:
    """The share of the sample that fits."""
    texts = field.texts()
    return sum(bool(fits(text)) for text in texts) / len(texts) if texts else 0.0


def dominance(field: FieldEvidence) -> float:
    """The share of the sample that its most common value has."""
    texts = field.texts()
    return Counter(texts).most_common(1)[0][1] / len(texts) if texts else 0.0


def is_link(field: FieldEvidence) -> bool:
    return is_textual(field) and share(field, LINK.match) >= MIN_SHARE


def is_email(field: FieldEvidence) -> bool:
    """Whether the values are addresses of mail, also with a name before them: `Ada <ada@example.org>`."""
    return is_textual(field) and share(field, EMAIL.fullmatch) >= MIN_SHARE


def is_measured(field: FieldEvidence) -> bool:
    """Whether the values are numbers, limits such as `<0.01`, and a few words for no number, such as `Tr`."""
    has_numbers = sum(field.kinds[kind] for kind in NUMBERS) >= MEASURED * field.values
    if not has_numbers or not {"text"} < set(field.kinds) <= {"text", *NUMBERS}:
        return False
    words = {text for text in field.texts() if text_kind(text, True) not in NUMBERS and not LIMIT.match(text)}
    return len(words) <= MAX_MARKS and all(len(word) <= MAX_MARK and not DIGIT.search(word) for word in words)


def is_address(field: FieldEvidence) -> bool:
    """Whether all values are IP addresses, and not versions or numbers of enzymes such as 1.14.13.39."""
    return field.addresses == field.values and share(field, lambda text: bool(LARGE_PART.search(text))) >= 0.5


def is_image(field: FieldEvidence) -> bool:
    """Whether the values are addresses or names of pictures."""
    return is_textual(field) and share(field, IMAGE.match) >= MIN_SHARE


def is_entry(field: FieldEvidence) -> bool:
    """Whether a field is an entry of a map, such as a version or a number, rather than a part of each document."""
    return field.depth > 0 and not name_words(field.path)


def is_called_code(field: FieldEvidence) -> bool:
    """Whether the name of a field says that it holds codes. Sentences such as questions of a survey do not say it, and
    a `number of` things is an amount."""
    words = name_words(field.path)
    if len(words) > MAX_NAME_WORDS:
        return False
    if words and words[-1].endswith(CODE_ENDINGS):
        return True
    return any(word in CODE and not (word in NUMBER_OF and after == "of") for word, after in pairwise([*words, ""]))


def is_code(field: FieldEvidence) -> bool:
    """Whether the values are codes: by the name of the field, or as single words with digits or signs."""
    if is_called_code(field) or not is_textual(field):
        return is_called_code(field)
    return field.one_word >= 0.9 * field.values and share(field, lambda text: not text.isalpha()) >= MIN_SHARE


def is_compound(field: FieldEvidence) -> bool:
    """Whether the values are mostly words with hyphens or slashes between, such as `arrow-left` and `image/png`."""
    return is_textual(field) and not is_link(field) and share(field, lambda text: bool(COMPOUND.search(text))) >= 0.5


def is_opaque(field: FieldEvidence) -> bool:
    """Whether the values are long codes that only programs tell apart, such as UUIDs and checksums."""
    return is_textual(field) and share(field, lambda text: OPAQUE.fullmatch(text) is not None) >= MIN_SHARE


def is_flag(field: FieldEvidence) -> bool:
    """Whether the values are 0 and 1 for no and yes, as databases write them."""
    if not is_only(field, "long") or {str(value) for value in field.sample} != {"0", "1"}:
        return False
    words = name_words(field.path)
    is_amount = len(words) <= MAX_NAME_WORDS and not AMOUNT.isdisjoint(words)
    return len(field.distinct) == 2 and not is_amount and not is_called_code(field)


def is_given_name(field: FieldEvidence) -> bool:
    """Whether the name of a field says that it holds the given names of persons."""
    return is_part_of_name(field, GIVEN)


def is_family_name(field: FieldEvidence) -> bool:
    """Whether the name of a field says that it holds the family names of persons."""
    return is_part_of_name(field, FAMILY)


def is_part_of_name(field: FieldEvidence, part: frozenset[str]) -> bool:
    words = set(name_words(field.path))
    return is_textual(field) and bool(words & part) and words <= part | TITLE


def decimals(field: FieldEvidence) -> int | None:
    """The digits after the point of a field's numbers, None where they are too different to be written alike."""
    if not is_number(field) or not field.kinds["double"]:
        return None
    if fixed := fixed_decimals(field):
        return fixed
    found = [len(f"{number:.10f}".rstrip("0").partition(".")[2]) for number in numbers(field)]
    several = sum(digits > 0 for digits in found) > FEW_DECIMALS * len(found)
    if not several or max(found) > MAX_DECIMALS:
        return None
    return MAX_DECIMALS if MONEY & set(name_words(field.path)) else max(found)


def fixed_decimals(field: FieldEvidence) -> int | None:
    """The digits after the point if all texts of a table have as many, as in `4.210` and `4.101`."""
    texts = field.written or field.sample
    found = {match and len(match[1]) for text in texts for match in [FRACTION.search(str(text))]}
    is_fixed = len(texts) > 1 and all(isinstance(text, str) for text in texts) and len(found) == 1
    return next(iter(found)) if is_fixed and found <= FIXED else None


def is_plain_number(field: FieldEvidence) -> bool:
    """Whether the values are whole numbers that nobody adds up: keys, codes, years, one number in all documents."""
    is_amount = is_spread(field) and not (is_key(field) or is_year(field) or is_code(field) or is_date_parts(field))
    is_mixed = field.kinds["text"] > 0 and any(field.kinds[kind] for kind in NUMBERS)
    return is_mixed or (is_whole(field) and not is_amount)


def is_whole(field: FieldEvidence) -> bool:
    """Whether the values are whole numbers, also where they are written with a fraction: `1950.0`."""
    return is_only(field, "long") or (is_number(field) and all(number.is_integer() for number in numbers(field)))


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

    Years of a date, such as `Object Begin Date`, may be before our era.
    """
    if not is_whole(field):
        return False
    found = numbers(field)
    if not found or found[-1] > 2200:
        return False
    if DATE & set(name_words(field.path)) and found[0] >= -FIRST_YEAR and found[-1] > 1000:
        return True
    if found[0] < 1:
        return False
    return bool(YEAR & set(name_words(field.path))) or (found[len(found) // 20] >= 1800 and found[-1] <= 2100)


def time_unit(field: FieldEvidence) -> str | None:
    """The unit, `s` or `ms`, of a field that counts the time since 1970; None for other fields."""
    found = numbers(field)
    if not found or not is_number(field) or not TIME & set(name_words(field.path)):
        return None
    return next((unit for unit, (first, last) in MOMENTS.items() if first <= found[0] <= found[-1] <= last), None)


def date_precision(field: FieldEvidence) -> str | None:
    """`year` or `month` for dates that all are the first day of one, since nobody knew the day.

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
    """Whether the name and the range are those of a latitude or a longitude."""
    named = bool(COORDINATES & set(name_words(field.path)))
    return is_latitude(field) or is_longitude(field) or (named and is_between(field, -180, 360))


def is_latitude(field: FieldEvidence) -> bool:
    return bool(LATITUDE & set(name_words(field.path))) and is_between(field, -90, 90)


def is_longitude(field: FieldEvidence) -> bool:
    return bool(LONGITUDE & set(name_words(field.path))) and is_between(field, -180, 360)


def is_between(field: FieldEvidence, low: float, high: float) -> bool:
    """Whether all values are numbers in this range."""
    found = numbers(field)
    return is_number(field) and bool(found) and low <= found[0] <= found[-1] <= high


def is_geometry(field: FieldEvidence) -> bool:
    """Whether a field is a part of a shape in GeoJSON: its type or its coordinates."""
    return field.path.split(".")[-2:] in (["geometry", "type"], ["geometry", "coordinates"])


def is_key(field: FieldEvidence) -> bool:
    """Whether a number is a key: by its name, as one of the first fields with increasing whole numbers, or in lists
    of different ones, which name other things as `pubmed` does."""
    if not is_only(field, "long"):
        return False
    if field.values > MIN_LISTED * field.documents and field.uniqueness > 0.5 and field.longest > 3:
        return True
    values = [int(value) for value in field.sample]
    runs = field.position < 2 and len(values) > 10 and all(low < high for low, high in pairwise(values))
    named = is_called_code(field)
    return (field.uniqueness > UNIQUE and (runs or named or is_called_id(field))) or (named and field.uniqueness > 0.5)


def is_called_id(field: FieldEvidence) -> bool:
    """Whether the name of a field ends with `id`, also where it is one word: `geonameid`."""
    words = name_words(field.path)
    return bool(words) and words[-1].endswith("id")
