"""Questions about the evidence of one field: is it prose, a category, a link, a code? For numbers: number_traits.py."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from ..meanings import AMOUNT, CODE, FAMILY, GIVEN, NUMBER_OF, TITLE
from ..values.forms import MAX_MARKS, NUMBERS, is_mark, limit_and_number
from ..values.kinds import text_kind
from .field_evidence import WITHOUT_BLANKS, FieldEvidence, remembered

MAX_SHORT_MEAN, MAX_SHORT = 120, 1000
"""The maximum average length, and the maximum length, of texts that are not prose."""

MIN_LONG_SHARE = 0.02
"""The minimum share of longer texts among prose: one long text among names is an outlier."""

MAX_WORD = 40
"""The maximum average length of words; longer ones are codes."""

CATEGORY_REPEATS = 2
MIN_SHARE = 0.8

MAX_NAME_WORDS = 5
"""The maximum number of words of a field name; a longer name is a sentence, whose words say little about the values."""

WITH_IDS = """artist company constituent customer driver employee event game group image item movie node object order
parent person player product race record route session station stop store student task team trip user"""
CODE_ENDINGS = ("code", "numeric", *(f"{name}id" for name in WITH_IDS.split()))
"""Ends of names of codes that are written as one word, such as `countrycode`, `isonumeric` and `objectid`."""

NUMBERED = re.compile(r"\w\w ?#|\w #")
"""The sign of a number after a name, as in `Order #`; before one an amount, as in `# of pages`. C# is a name."""

MIN_SHARE_OF_NUMBERS = 0.2
"""The minimum share of numbers among limits such as `<0.01` and words for no number, such as `Tr`."""

LARGE_PART = re.compile(r"\d{3}|:")
"""In an IP address a number of three digits, or the colon of version 6. Versions and EC numbers seldom have either."""

LINK = re.compile(r"(https?://|www\.)\S+\Z", re.IGNORECASE)
EMAIL = re.compile(r"([^<>@]*<)?[^\s@/:<>]+@[^\s@/:<>]+\.\w{2,}>?")
IMAGE = re.compile(r"\S+\.(jpe?g|png|gif|webp|svg|avif|tiff?)(\?\S*)?\Z", re.IGNORECASE)
UUID, CHECKSUM = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", r"(?=\D*\d)[0-9a-f]{24,128}"
BASE64 = r"(?-i:(?=\D*\d)(?=(\w*?[a-z][A-Z]){2})\w{16,}+)={0,2}"
OPAQUE = re.compile(f"{UUID}|{CHECKSUM}|{BASE64}", re.IGNORECASE)
PATH = re.compile(r"[\w~@+-]{0,40}([/\\.:][\w~@+-]{0,40})+")
"""The path of a file, or another name of short parts, such as that of a package."""
COMPOUND = re.compile(r"(?<![^\W_])[^\W\d_]{2,}[-/][^\W\d_]{2,}(?![^\W_])")
WORD = re.compile(r"[^\W\d_]+")


def name_words(path: str) -> list[str]:
    """The lower-case words of the last part of a path; `Release Date`, `releaseDate` and `release_date` are equal."""
    last = path.rpartition(".")[2]
    return [word.lower() for word in WORD.findall(re.sub(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])", " ", last))]


def is_textual(field: FieldEvidence) -> bool:
    """Whether the values are texts."""
    return field.kinds["text"] > 0


def is_number(field: FieldEvidence) -> bool:
    return bool(field.kinds) and set(field.kinds) <= NUMBERS


def is_date_parts(field: FieldEvidence) -> bool:
    """Whether the values are year, month and day of bibliographies, `[[2022, 4]]`, which are not amounts."""
    return is_only(field, "long") and name_words(field.path) == ["date", "parts"]


def is_only(field: FieldEvidence, kind: str) -> bool:
    return set(field.kinds) == {kind}


@remembered
def mean_length(field: FieldEvidence) -> float:
    """The average length of a value in letters; a character of a script without blanks counts twice, as it is wide.

    Of a long text only the start counts, so that one of them among names changes little.
    """
    texts = [text[:MAX_SHORT] for text in field.texts()]
    return (sum(map(len, texts)) + sum(map(len, map(signs, texts)))) / len(texts) if texts else 0.0


def signs(text: str) -> Sequence[str]:
    """The signs of scripts without blanks in a text."""
    return () if text.isascii() else WITHOUT_BLANKS.findall(text)


def is_prose(field: FieldEvidence) -> bool:
    """Whether the values are sentences rather than names."""
    return is_textual(field) and (has_long_texts(field) or mean_length(field) > MAX_SHORT_MEAN)


def has_long_texts(field: FieldEvidence) -> bool:
    """Whether some values are longer than names, and not only one among many."""
    return field.longest > MAX_SHORT and share(field, is_long) >= MIN_LONG_SHARE


def is_long(text: str) -> bool:
    return len(text) > MAX_SHORT_MEAN


def is_category(field: FieldEvidence) -> bool:
    """Whether the values occur again and again, so that they are counted."""
    return field.values >= CATEGORY_REPEATS * len(field.distinct)


@remembered
def share(field: FieldEvidence, fits: Callable[[str], object]) -> float:
    """The share of the sample that fits."""
    texts = field.texts()
    return sum(map(bool, map(fits, texts))) / len(texts) if texts else 0.0


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
    has_numbers = sum(field.kinds[kind] for kind in NUMBERS) >= MIN_SHARE_OF_NUMBERS * field.values
    if not has_numbers or not {"text"} < set(field.kinds) <= {"text", *NUMBERS}:
        return False
    numbers = (limit_and_number(text) for text in field.texts())
    words = {f"{sign}{number}" for sign, number in numbers if text_kind(number, True) not in NUMBERS}
    return len(words) <= MAX_MARKS and all(map(is_mark, words))


def is_address(field: FieldEvidence) -> bool:
    """Whether all values are IP addresses, and not versions or numbers of enzymes such as 1.14.13.39."""
    return field.addresses == field.values and share(field, LARGE_PART.search) >= 0.5


def is_image(field: FieldEvidence) -> bool:
    """Whether the values are addresses or names of pictures."""
    return is_textual(field) and share(field, IMAGE.match) >= MIN_SHARE


def is_internal(field: FieldEvidence) -> bool:
    """Whether a name begins with an underscore, as programs call their own fields: `__v`, `_links.self.href`."""
    return any(name.startswith("_") for name in field.path.split("."))


def is_entry(field: FieldEvidence) -> bool:
    """Whether a field is an entry of a map, such as a version or a number, rather than a part of each document."""
    return field.depth > 0 and not name_words(field.path)


def is_called_code(field: FieldEvidence) -> bool:
    """Whether the name of a field says that it holds codes. Sentences, such as questions of a survey, do not say it;
    `number of` is an amount."""
    words = name_words(field.path)
    if len(words) > MAX_NAME_WORDS:
        return False
    if NUMBERED.search(field.path) or (words and words[-1].endswith(CODE_ENDINGS)):
        return True
    return any(word in CODE and not (word in NUMBER_OF and after == "of") for word, after in pairwise([*words, ""]))


def is_code(field: FieldEvidence) -> bool:
    """Whether the values are codes: by the name of the field, or as single words with digits or signs."""
    if is_called_code(field) or not is_textual(field):
        return is_called_code(field)
    return field.one_word >= 0.9 * field.values and share(field, lambda text: not text.isalpha()) >= MIN_SHARE


def is_compound(field: FieldEvidence) -> bool:
    """Whether the values are mostly words with hyphens or slashes between, such as `arrow-left` and `image/png`."""
    return is_textual(field) and not is_link(field) and share(field, COMPOUND.search) >= 0.5


def is_opaque(field: FieldEvidence) -> bool:
    """Whether the values are long codes for programs, such as UUIDs and checksums."""
    return is_textual(field) and share(field, OPAQUE.fullmatch) >= MIN_SHARE


def is_unbroken(field: FieldEvidence) -> bool:
    """Whether the values are mostly words that are too long for a column, such as the structures of compounds."""
    is_one_word = field.one_word >= MIN_SHARE * field.values and mean_length(field) > MAX_WORD
    return is_one_word and share(field, PATH.fullmatch) < MIN_SHARE


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


def is_called_id(field: FieldEvidence) -> bool:
    """Whether the name of a field ends with `id`, even if it is one word: `geonameid`."""
    words = name_words(field.path)
    return bool(words) and words[-1].endswith("id")
