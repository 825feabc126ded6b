"""The terms aggregation.

tantivy counts; it breaks ties at random. Where a term that was cut off may be as frequent as the last one shown, the
terms are counted again, by the term list.
"""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tantivy import Query

from ..errors import EngineError
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, INTEGERS, Field
from ..queries.parsing import content_error, ignored, illegal, number_format, parsing_error, refused, whole
from ..queries.sorted_terms import sorted_terms
from ..regexp.patterns import matches_regexp, regex_of_regexp
from ..values.dates import date_bound
from ..values.java_numbers import java_integer, read_double
from .model import FIELD, Aggregation, Answer, Converters, Kind, min_doc_count, needs_field, order
from .scope import Scope
from .term_order import BY_COUNT, check_order, order_of, sorted_buckets

ALL_BUCKETS = 65_000
"""tantivy refuses more than 65,535 in one answer."""
SPARE = 20
MOST_FILTERS = 1000
WHOLE = re.compile(r"[+-]?\d+")


class Pattern(NamedTuple):
    """A regular expression that whole terms have to match."""

    text: str
    matches: Callable[[str], bool]


def request(scope: Scope, item: Aggregation) -> Answer | None:
    field = scope.field(item)
    if field is None:
        return None
    order, size = order_of(item), _size(item)
    check_order(item)
    _accepted(item, field, [])
    asked: Answer = {"field": field.column, "size": ALL_BUCKETS}
    is_whole = scope.reader.searcher.num_segments == 1
    if not _needs_all(item) and order == BY_COUNT:
        asked["size"] = min(size + SPARE, ALL_BUCKETS)
    elif not _needs_all(item) and order[0][0] == "_key" and is_whole:  # counts of several segments are not whole
        asked.update(size=min(size, ALL_BUCKETS), order={"_key": "desc" if order[0][1] else "asc"})
    asked["segment_size"] = asked["size"] if is_whole else ALL_BUCKETS
    return {"terms": asked}


def answer(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    field = scope.field(item)
    if field is None or raw is None:
        return _answer(_hidden_terms(scope, item), 0, 0)
    found, other = raw["buckets"], raw["sum_other_doc_count"]
    values = other + _documents(found)
    if other and field.is_keyword and "include" in item.options:
        found = _included_terms(scope, item, field)
    elif other and order_of(item) == BY_COUNT and _is_tied(found, _size(item)):
        found = _untied(scope, item, field, found)
    elif other and order_of(item)[0][0] != "_key":
        found = _all_terms(scope, item, field)
    if not _needs_all(item):
        shown = _first(scope, item, field, found, _size(item))
        return _answer(shown, values - _documents(shown), _error_bound(item, len(found)))
    found = _accepted(item, field, found + _unmatched(scope, item, field, found))
    collected = _first(scope, item, field, found, _shard_size(item))
    frequent = [bucket for bucket in collected if bucket["doc_count"] >= item.options.get("min_doc_count", 1)]
    shown, dropped = frequent[: _size(item)], _documents(collected) - _documents(frequent)
    return _answer(shown, _documents(found) - dropped - _documents(shown), _error_bound(item, len(found)))


def _first(scope: Scope, item: Aggregation, field: Field, found: list[Answer], size: int) -> list[Answer]:
    """The first buckets, in order, each with what is inside it."""
    found = [_with_key(field, bucket) for bucket in found]
    scope.make(min(size, len(found)))
    if all(key in ("_count", "_key") for key, _ in order_of(item)):
        return [_bucket(scope, item, field, bucket) for bucket in sorted_buckets(item, found)[:size]]
    made = [_bucket(scope, item, field, bucket) for bucket in found]
    if not _is_counted_by_filters(scope, field):
        made = sorted_buckets(item, made, is_choice=True)[: _shard_size(item)]
    return sorted_buckets(item, made)[:size]


def _is_counted_by_filters(scope: Scope, field: Field) -> bool:
    """Whether Elasticsearch counts each term by a query of its own, and so makes all buckets before it chooses."""
    few = scope.is_everything and field.is_keyword
    return few and len(sorted_terms(scope.reader, field.column)) <= MOST_FILTERS


def _bucket(scope: Scope, item: Aggregation, field: Field, found: Answer) -> Answer:
    def narrowed() -> Scope:
        return scope.narrowed(Query.term_query(scope.reader.schema, field.column, found["key"], index_option="basic"))

    shown, key = value_text(field, found["key"]), {"key": found["key"]}
    if shown is not None:
        key["key_as_string"] = shown
    return {**key, "doc_count": found["doc_count"], **scope.inside(item, found, narrowed)}


def _untied(scope: Scope, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
    """The most frequent terms, where others that were cut off are as frequent as the last one."""
    if not field.is_keyword:
        return _all_terms(scope, item, field)
    known = {bucket["key"]: bucket for bucket in found}
    exact = scope.reader.searcher.terms_with_prefix(field.column, "", scope.query, _size(item))
    return [known.get(key, {"key": key, "doc_count": count}) for key, count in exact]


def _all_terms(scope: Scope, item: Aggregation, field: Field) -> list[Answer]:
    terms = {"field": field.column, "size": ALL_BUCKETS, "segment_size": ALL_BUCKETS}
    raw = scope.aggregate({"0": {"terms": terms}})["0"]
    if raw["sum_other_doc_count"]:
        reason = (
            f"Trying to create too many buckets. [{item.name}] has more than {ALL_BUCKETS} terms: order it by _count"
        )
        raise EngineError(400, "too_many_buckets_exception", reason)
    return raw["buckets"]


def _included_terms(scope: Scope, item: Aggregation, field: Field) -> list[Answer]:
    """The terms of the documents that have one of those in `include`, where the field has too many to count all."""
    schema, include = scope.reader.schema, item.options["include"]
    if isinstance(include, Pattern):
        having = Query.regex_query(schema, field.column, regex_of_regexp(include.text))
    else:
        having = Query.term_set_query(schema, field.column, sorted(include))
    return _all_terms(scope.narrowed(having), item, field)


def _unmatched(scope: Scope, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
    """With `min_doc_count: 0`, the terms that only other documents have."""
    if scope.is_gap or item.options.get("min_doc_count", 1) > 0:
        return []
    known = {bucket["key"] for bucket in found}
    everything = _all_terms(Scope(scope.reader, Query.all_query()), item, field)
    return [{"key": bucket["key"], "doc_count": 0} for bucket in everything if bucket["key"] not in known]


def _hidden_terms(scope: Scope, item: Aggregation) -> list[Answer]:
    """With `min_doc_count: 0`, the terms of a nested field: no document itself has them."""
    field = scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not field.doc_values or item.options.get("min_doc_count", 1) > 0:
        return []
    found = _accepted(item, field, _unmatched(scope, item, field, []))
    return _first(scope, item, field, found, _size(item))


def _size(item: Aggregation) -> int:
    return item.options.get("size", 10)


def _shard_size(item: Aggregation) -> int:
    """How many buckets Elasticsearch looks at before it drops those below `min_doc_count`."""
    size = _size(item)
    usual = size if order_of(item)[0][0] == "_key" else int(size * 1.5 + 10)
    return max(size, item.options.get("shard_size", usual))


def _needs_all(item: Aggregation) -> bool:
    return item.options.get("min_doc_count", 1) != 1 or "include" in item.options or "exclude" in item.options


def _accepted(item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
    """The buckets that `include` and `exclude` leave."""
    include, exclude = (
        None if given is None else _test_of(item, field, given)
        for given in (item.options.get("include"), item.options.get("exclude"))
    )
    kept = [bucket for bucket in found if exclude is None or not exclude(bucket["key"])]
    return kept if include is None else [bucket for bucket in kept if include(bucket["key"])]


def _test_of(item: Aggregation, field: Field, given: Pattern | frozenset[str]) -> Callable[[Any], bool]:
    """Whether a key is one of the terms, or matches the pattern; a pattern is for texts only."""
    if not isinstance(given, Pattern):
        return frozenset(_key_of(field, text) for text in given).__contains__
    if not field.is_keyword:
        summary = "cannot support regular expression style include/exclude settings as they can only be applied to"
        raise illegal(f"Aggregation [{item.name}] {summary} string fields. Use an array of values for include/exclude")
    return given.matches


def _key_of(field: Field, text: str) -> Any:
    """The key that a text of `include` stands for."""
    if field.is_keyword:
        return text
    if field.type == "date" and text.startswith("now"):
        raise EngineError(400, "parse_exception", f"could not read the current timestamp: [{text}]")
    if field.type == "date":
        return date_bound(text, field.format, False)
    if field.type == "boolean":
        if text not in ("true", "false"):
            raise illegal(f"Cannot parse boolean [{text}], expected either [true] or [false]")
        return int(text == "true")
    try:
        if WHOLE.fullmatch(text) and field.type in INTEGERS:
            return int(text)
        number = read_double(text)
    except ValueError:
        raise number_format(text) from None
    if field.type in FLOATS:
        return number
    return java_integer(float(math.floor(number)) if math.isfinite(number) else number, 64)


def _is_tied(found: list[Answer], size: int) -> bool:
    """Whether a bucket that was cut off may be as frequent as the last one to show."""
    return len(found) < size or found[size - 1]["doc_count"] == found[-1]["doc_count"]


def _documents(buckets: list[Answer]) -> int:
    return sum(bucket["doc_count"] for bucket in buckets)


def _error_bound(item: Aggregation, found: int) -> int:
    """On one shard 0; -1 for "unknown" where terms are cut off in an order that says nothing about the counts."""
    is_known = order_of(item)[0] == ("_count", True) or order_of(item)[0][0] == "_key"
    return 0 if is_known or found < _shard_size(item) else -1


def _answer(shown: list[Answer], other: int, error: int) -> Answer:
    return {"doc_count_error_upper_bound": error, "sum_other_doc_count": other, "buckets": shown}


def _with_key(field: Field, bucket: Answer) -> Answer:
    """The bucket with its key as a number of the field's type."""
    if field.is_keyword:
        return bucket
    key = float(bucket["key"]) if field.type in FLOATS else int(bucket["key"])
    return {**bucket, "key": key}


def _positive(value: Any) -> int:
    result = whole(value)
    if result < 1:
        raise content_error(f"[size] must be greater than 0. Found [{result}]")
    return result


def _at_most_one(value: Any) -> int:
    result = min_doc_count(value)
    if result > 1:
        raise parsing_error("unsupported option: shard_min_doc_count")
    return result


def _listed(value: Any) -> Pattern | frozenset[str]:
    """The terms of `include` or `exclude`, or the pattern of them; parts of the terms are not supported."""
    if isinstance(value, str):
        return Pattern(value, matches_regexp(value))
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise parsing_error("unsupported option: include and exclude take a list of terms or a pattern")
    return frozenset(value)


OPTIONS: Converters = {
    **FIELD,
    "size": _positive,
    "order": order,
    "min_doc_count": min_doc_count,
    "include": _listed,
    "exclude": _listed,
    "shard_size": _positive,
    "shard_min_doc_count": _at_most_one,
    "show_term_doc_count_error": refused("show_term_doc_count_error"),
    "collect_mode": ignored,
    "execution_hint": ignored,
    "format": refused("format of terms"),
    "value_type": refused("value_type"),
}
KINDS = {"terms": Kind(OPTIONS, answer, request, check=needs_field)}
