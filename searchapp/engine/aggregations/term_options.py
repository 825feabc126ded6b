"""The options of the terms aggregation: what may be given, and which terms `include` and `exclude` allow."""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import CreationError, EngineError, content_error, illegal, number_format, unsupported_error
from ..mapping.mapping import FLOATS, INTEGERS, Field
from ..parsing import address, boolean, integer_from, only_text, text, unsupported
from ..regexp.patterns import matches_regexp
from ..values.dates import date_bound
from ..values.java_numbers import java_integer, read_double
from .options import FIELD, min_doc_count, one_value, order
from .scope import MISSING, Aggregation, Converters, Result

HINTS = ("map", "global_ordinals")
INTEGER = re.compile(r"[+-]?\d+")


class Pattern(NamedTuple):
    """A regular expression that must match complete terms."""

    text: str
    matches: Callable[[str], bool]


CONTAINED = re.compile(r"\.\*((?:\w|\\\W|\[\w+\])+)\.\*")


def contains(pattern: str) -> Callable[[str], bool] | None:
    """A fast test for a pattern such as `.*[aA]b.*`, which texts match that contain `ab`; None for other patterns."""
    inner = CONTAINED.fullmatch(pattern)
    if inner is None:
        return None
    find = re.compile(inner[1]).search
    return lambda text: find(text) is not None


def accepted(item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """The buckets that `include` and `exclude` accept."""
    given = item.options
    if given.get("include") == frozenset() and not field.is_exact:  # excludes all texts, but no numbers
        given = {name: value for name, value in given.items() if name != "include"}
    include, exclude = (
        None if terms is None else _test_of(item, field, terms)
        for terms in (given.get("include"), given.get("exclude"))
    )
    kept = [bucket for bucket in found if exclude is None or not exclude(bucket["key"])]
    return kept if include is None else [bucket for bucket in kept if include(bucket["key"])]


def _test_of(item: Aggregation, field: Field, given: Pattern | frozenset[str]) -> Callable[[Any], bool]:
    """A test whether a key is one of the terms, or matches the pattern. EngineError for a pattern on numbers."""
    if not isinstance(given, Pattern):
        format = item.options.get("format")
        return frozenset(key_of(field, text, format) for text in given).__contains__
    if not field.is_keyword:
        summary = "cannot support regular expression style include/exclude settings as they can only be applied to"
        raise illegal(f"Aggregation [{item.name}] {summary} string fields. Use an array of values for include/exclude")
    return given.matches


def check_hint(item: Aggregation, field: Field) -> None:
    """Raise EngineError for an unknown `execution_hint`, which Elasticsearch reads for keywords and addresses alone."""
    hint = item.options.get("execution_hint", "map")
    if field.is_exact and hint not in HINTS:
        raise illegal(f"Unknown `execution_hint`: [{hint}], expected any of [map, global_ordinals]")


def key_of(field: Field, text: str, format: str | None) -> Any:
    """The key of a text in `include` or `exclude`, in the type of the field."""
    if field.is_keyword:
        return text
    if field.is_address:
        return address(text)
    if field.type == "date" and text.startswith("now"):
        raise EngineError(400, "parse_exception", f"could not read the current timestamp: [{text}]")
    if field.type == "date":
        return date_bound(text, field.format, False, format=format)
    if field.type == "boolean":
        if text not in ("true", "false"):
            raise illegal(f"Cannot parse boolean [{text}], expected either [true] or [false]")
        return int(text == "true")
    try:
        if INTEGER.fullmatch(text) and field.type in INTEGERS:
            return int(text)
        number = read_double(text)
    except ValueError:
        raise number_format(text) from None
    if field.type in FLOATS:
        return number
    return java_integer(float(math.floor(number)) if math.isfinite(number) else number, 64)


def _collect_mode(value: Any) -> None:
    if only_text(value) not in ("depth_first", "breadth_first"):
        raise EngineError(400, "parse_exception", f"no [collect_mode] found for value [{value}]")


def _at_most_one(value: Any) -> int:
    result: int = min_doc_count(value)
    if result > 1:
        raise unsupported_error("unsupported option: shard_min_doc_count")
    return result


def _pattern(value: str) -> Pattern:
    try:
        return Pattern(value, contains(value) or matches_regexp(value))
    except CreationError as error:
        raise content_error(f"[terms] failed to parse include or exclude: {error.problem}") from error


def _terms_or_pattern(value: Any) -> Pattern | frozenset[str]:
    """The terms or the pattern of `include` or `exclude`. EngineError for partitions, which are not supported."""
    if isinstance(value, str):
        return _pattern(value)
    if not isinstance(value, list) or not all(isinstance(item, str | int | float) for item in value):
        raise unsupported_error("unsupported option: include and exclude take a list of terms or a pattern")
    return frozenset(map(text, value))


_positive = integer_from(1, "[size] must be greater than 0. Found [{}]", content_error)

OPTIONS: Converters = {
    **FIELD,
    MISSING: one_value,
    "size": _positive,
    "order": order,
    "min_doc_count": min_doc_count,
    "include": _terms_or_pattern,
    "exclude": _terms_or_pattern,
    "shard_size": _positive,
    "shard_min_doc_count": _at_most_one,
    "show_term_doc_count_error": boolean,
    "collect_mode": _collect_mode,
    "execution_hint": only_text,
    "format": text,
    "value_type": unsupported("value_type"),
}
