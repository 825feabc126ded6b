"""Converts text or JSON to the value of an option. Each function raises BadValue for a wrong value.

Text for a list is split; the elements of a JSON list are not.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from ..errors import ErrorKind
from .option import FlagOrList, NestedList, Option, ScopeList, SortList, Term, TermList
from .split import split, split_outside_parentheses

DIGITS = re.compile(r"[0-9]+")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
YES = frozenset(("", "true", "1", "yes", "on", "y", "t"))
NO = frozenset(("false", "0", "no", "off", "n", "f"))
MAX_NESTING = 2
MAX_DIGITS = 19  # a longer number exceeds every limit; int() takes 4300 digits at most
MAX_COUNTED = 1_000_000  # a longer text is split only up to the limit of its list


class BadValue(ValueError):
    """A wrong value. The text says what the value must be; `details` are further keys of the error body."""

    def __init__(self, text: str, kind: ErrorKind | None = None, **details: Any):
        super().__init__(text)
        self.kind = kind
        self.details = details


def to_bool(value: Any, option: Option) -> bool:
    """The boolean; an empty text is True, as in `?dotfield`."""
    if isinstance(value, bool):
        return value
    text = str(value).lower() if isinstance(value, str | int) else None
    if text in YES:
        return True
    if text in NO:
        return False
    raise BadValue("must be true or false")


def to_int(value: Any, option: Option) -> int:
    """The integer, written with digits only, within the limits of the option."""
    if isinstance(value, str) and DIGITS.fullmatch(value.strip()):
        value = int(value.strip()[:MAX_DIGITS])
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadValue(f"must be a whole number{limits_text(option)}", max=option.max)
    if value < option.min or (option.max is not None and value > option.max):
        raise BadValue(f"must be a whole number{limits_text(option)}", max=option.max, num=value)
    return value


def limits_text(option: Option) -> str:
    return f" from {option.min} to {option.max}" if option.max is not None else ""


def to_float(value: Any, option: Option) -> float:
    """The number; words such as `nan` and `inf` are refused."""
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        return float(value)
    if isinstance(value, str) and NUMBER.fullmatch(value.strip()):
        return to_float(float(value), option)
    raise BadValue("must be a number")


def to_text(value: Any, option: Option) -> str | None:
    """The text; None for an empty text, which counts as not given."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise BadValue("must be a text")
    if option.choices and value and value not in option.choices:
        raise BadValue(f"must be one of {', '.join(option.choices)}", allowed=list(option.choices))
    if option.pattern and value and not re.fullmatch(option.pattern, value):
        raise BadValue("has characters that are not allowed")
    if option.max is not None and len(value) > option.max:
        raise BadValue(f"must have at most {option.max} characters", max=option.max, num=len(value))
    return encodable(value) or None


def to_term(value: Any, option: Option) -> Any:
    """The text, number or boolean, unchanged; an empty text is a value."""
    if isinstance(value, str):
        return short(value, option)
    if isinstance(value, bool | int | float):
        return finite(value)
    raise BadValue("must be a text")


def to_list(value: Any, option: Option) -> list[Any]:
    """The list of texts."""
    if isinstance(value, str):
        return list_of_text(value, option, split)
    return [element_text(element, option) for element in bounded(as_list(value), option)]


def to_scope_list(value: Any, option: Option) -> list[Any]:
    """The list of texts and lists of texts."""
    if isinstance(value, str):
        return list_of_text(value, option, split)
    elements = bounded(as_list(value), option)
    return [
        to_list(element, option) if isinstance(element, list) else element_text(element, option) for element in elements
    ]


def to_nested_list(value: Any, option: Option) -> list[Any]:
    """The list of texts; text is split outside parentheses only."""
    if isinstance(value, str):
        return list_of_text(value, option, split_outside_parentheses)
    return to_list(value, option)


def to_sort_list(value: Any, option: Option) -> list[Any]:
    """The list of names; `name:desc` becomes `-name`, and `name:asc` becomes `name`."""
    return [sort_key(each) for each in to_list(value, option)]


def sort_key(text: str) -> str:
    """`name` or `-name` for `name:asc` or `name:desc`; other texts unchanged."""
    name, _, order = text.rpartition(":")
    match order.lower() if name else "":
        case "asc":
            return name
        case "desc":
            return f"-{name.removeprefix('-')}"
        case _:
            return text


def to_term_list(value: Any, option: Option) -> list[Any]:
    """The list of terms; each keeps its JSON type, and quoted empty terms are kept."""
    if isinstance(value, str):
        return list_of_text(value, option, split)
    elements = bounded(as_list(value), option)
    return elements if are_plain(elements, option) else list(checked_terms(elements, option))


def to_flag_or_list(value: Any, option: Option) -> bool | list[Any]:
    """The boolean if the text is one, else the list."""
    if isinstance(value, bool) or (isinstance(value, str) and value.lower() in YES | NO):
        return to_bool(value, option)
    return to_list(value, option)


CONVERTERS: dict[type, Callable[[Any, Option], Any]] = {
    bool: to_bool,
    int: to_int,
    float: to_float,
    str: to_text,
    list: to_list,
    ScopeList: to_scope_list,
    Term: to_term,
    TermList: to_term_list,
    NestedList: to_nested_list,
    SortList: to_sort_list,
    FlagOrList: to_flag_or_list,
}


def list_of_text(text: str, option: Option, splitter: Callable[[str, int | None], list[str]]) -> list[Any]:
    """The elements of the text: of a JSON array, or of the split text. A file may begin with a byte order mark."""
    text = text.removeprefix("\ufeff")
    if text[:1] == "[" and text[-1:] == "]":
        elements = json_list(text)
        if elements is not None:
            converted: list[Any] = CONVERTERS[option.type](elements, option)
            return converted
    limit = option.max if len(text) > MAX_COUNTED else None
    return [short(element, option) for element in bounded(splitter(encodable(text), limit), option)]


MAX_ELEMENTS = 100_000
"""The maximum number of lists and elements in a JSON text that is read as a list; a longer text is split at commas."""


def json_list(text: str) -> list[Any] | None:
    """The elements of a JSON list; None for other texts, and for lists that are too long."""
    if text.count("[") + text.count(",") > MAX_ELEMENTS:
        return None
    try:
        elements = orjson.loads(text)
    except (orjson.JSONDecodeError, RecursionError):
        return None
    return elements if isinstance(elements, list) else None


def as_list(value: Any) -> list[Any]:
    """The elements of a list, or the value as the only one. Raises BadValue for null and objects."""
    if isinstance(value, list | tuple):
        return list(value)
    if value is None or isinstance(value, dict):
        raise BadValue("must be a list")
    return [value]


def bounded(elements: list[Any], option: Option) -> list[Any]:
    """The elements. Raises BadValue for more than the option allows."""
    if option.max is not None and len(elements) > option.max:
        text = f"must have at most {option.max} entries"
        raise BadValue(text, ErrorKind.BATCH_TOO_LARGE, max=option.max, num=len(elements))
    return elements


def element_text(element: Any, option: Option) -> str:
    """The text of an element, which is a text or a number."""
    if isinstance(element, str):
        return short(element, option)
    if isinstance(element, int | float) and not isinstance(element, bool):
        return str(element)
    raise BadValue("must be a list of texts")


def are_plain(elements: list[Any], option: Option) -> bool:
    """Whether all elements are short texts in ASCII, as most terms are. One check of all is faster than one of each."""
    if set(map(type, elements)) != {str} or option.max_parts is not None:
        return False
    return max(map(len, elements)) <= option.max_length and all(map(str.isascii, elements))


def checked_terms(elements: list[Any], option: Option) -> Iterator[Any]:
    """The terms. Raises BadValue with the position of a wrong term."""
    for position, element in enumerate(elements):
        try:
            yield checked_term(element, option)
        except BadValue as error:
            raise BadValue(f"{error} (at position {position})", **error.details, position=position) from error


def checked_term(element: Any, option: Option, nesting: int = 1) -> Any:
    """A text, number or boolean, or a list of them."""
    if isinstance(element, str):
        return short(element, option)
    if isinstance(element, bool | int | float):
        return finite(element)
    if isinstance(element, list) and nesting < MAX_NESTING:
        return [checked_term(part, option, nesting + 1) for part in element]
    raise BadValue("must be a list of texts, numbers or booleans")


def finite(number: float) -> float:
    """The number. Raises BadValue if JSON cannot write it."""
    if -(2**63) <= number < 2**64:
        return number
    raise BadValue("must have numbers of at most 64 bits")


def short(text: str, option: Option) -> str:
    """The text. Raises BadValue if it is longer than the option allows."""
    if len(text) > option.max_length:
        what = f"must have texts of at most {option.max_length} characters, not {len(text)}"
        raise BadValue(what, max=option.max_length, num=len(text))
    parts = text.count(".") + 1
    if option.max_parts is not None and parts > option.max_parts:
        what = f"must have paths of at most {option.max_parts} names, not {parts}"
        raise BadValue(what, max=option.max_parts, num=parts)
    return text if text.isascii() else encodable(text)


def encodable(text: str) -> str:
    """The text. Raises BadValue for half of a surrogate pair, which no database can store."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadValue("must be valid Unicode text") from None
    return text
