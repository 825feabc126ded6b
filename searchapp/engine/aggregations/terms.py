"""The terms aggregation.

tantivy counts, but breaks ties at random. If a term that was cut off may be as frequent as the last bucket, the terms
are counted again, in the order of the terms.
"""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tantivy import Query

from ..errors import EngineError
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, INTEGERS, Field
from ..queries.parsing import content_error, ignored, illegal, integer, number_format, parsing_error, unsupported
from ..queries.sorted_terms import sorted_terms
from ..regexp.patterns import matches_regexp, regex_of_regexp
from ..values.dates import date_bound
from ..values.java_numbers import java_integer, read_double
from ..work import work
from .inner_buckets import MAX_INNER_BUCKETS, fill, inner_request, inside, is_pruned
from .options import FIELD, min_doc_count, needs_field, order
from .scope import Aggregation, Converters, Kind, Result, Scope
from .term_order import BY_COUNT, check_order, order_of, sorted_buckets

SPARE = 20
MAX_FILTERS = 1000
INTEGER = re.compile(r"[+-]?\d+")


class Pattern(NamedTuple):
    """A regular expression that must match complete terms."""

    text: str
    matches: Callable[[str], bool]


CONTAINED = re.compile(r"\.\*((?:\w|\\\W|\[\w+\])+)\.\*")


def contains(pattern: str) -> Callable[[str], bool] | None:
    """A fast test for a pattern of texts that contain some characters, as `.*[aA]b.*`; None for another pattern."""
    inner = CONTAINED.fullmatch(pattern)
    return None if inner is None else as_bool(re.compile(inner[1]).search)


def as_bool(find: Callable[[str], Any]) -> Callable[[str], bool]:
    return lambda text: find(text) is not None


def request(scope: Scope, item: Aggregation) -> Result | None:
    field = scope.field(item)
    if field is None:
        return None
    if _needs_all(item) and (field.is_keyword or field.is_text):
        work().counted(min(scope.reader.stats.terms(field), MAX_INNER_BUCKETS))
    order, size = order_of(item), _size(item)
    check_order(item)
    _accepted(item, field, [])
    asked: Result = {"field": field.column, "size": MAX_INNER_BUCKETS}
    one_segment = scope.reader.searcher.num_segments == 1
    if not _needs_all(item) and order == BY_COUNT:
        asked["size"] = min(size + SPARE, MAX_INNER_BUCKETS)
    elif not _needs_all(item) and order[0][0] == "_key" and one_segment:  # else counts would be incomplete
        asked.update(size=min(size, MAX_INNER_BUCKETS), order={"_key": "desc" if order[0][1] else "asc"})
    asked["segment_size"] = asked["size"] if one_segment else MAX_INNER_BUCKETS
    return {"terms": asked}


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    field = scope.field(item)
    if field is None or raw is None:
        return _result(_hidden_terms(scope, item), 0, 0)
    every, other = raw["buckets"], raw["sum_other_doc_count"]
    values = other + _documents(every)
    if other and field.is_keyword and "include" in item.options:
        every = _included_terms(scope, item, field)
    elif other and order_of(item) == BY_COUNT and _is_tied(every, _size(item)):
        every = _untied(scope, item, field, every)
    elif other and order_of(item)[0][0] != "_key":
        every = _all_terms(scope, item, field)
    if not _needs_all(item):
        buckets = _first(scope, item, field, every, _size(item))
        return _result(buckets, values - _documents(buckets), _error_bound(item, len(every)))
    every = _accepted(item, field, every + _unmatched(scope, item, field, every))
    collected = _first(scope, item, field, every, _shard_size(item))
    frequent = [bucket for bucket in collected if bucket["doc_count"] >= item.options.get("min_doc_count", 1)]
    buckets, dropped = frequent[: _size(item)], _documents(collected) - _documents(frequent)
    return _result(buckets, _documents(every) - dropped - _documents(buckets), _error_bound(item, len(every)))


def _first(scope: Scope, item: Aggregation, field: Field, buckets: list[Result], size: int) -> list[Result]:
    """The first buckets in order, with their sub-aggregations."""
    buckets = [_with_key(field, bucket) for bucket in buckets]
    scope.make(min(size, len(buckets)))
    if is_pruned(item):
        return [_with_text(field, bucket) for bucket in sorted_buckets(item, buckets)[:size]]
    made = [_bucket(scope, item, field, bucket) for bucket in buckets]
    if not _is_counted_by_filters(scope, field):
        made = sorted_buckets(item, made, is_choice=True)[: _shard_size(item)]
    return sorted_buckets(item, made)[:size]


def _is_counted_by_filters(scope: Scope, field: Field) -> bool:
    """Whether Elasticsearch counts each term by a query of its own, and so makes all buckets before it chooses.

    It does not where the mapping has nested objects, since it then leaves them out by a query.
    """
    is_nested = any(one.nested for one in scope.reader.mapping.objects.values())
    few = scope.is_everything and field.is_keyword and not is_nested
    return few and len(sorted_terms(scope.reader, field.column)) <= MAX_FILTERS


def _bucket(scope: Scope, item: Aggregation, field: Field, raw: Result) -> Result:
    return {**_with_text(field, raw), **inside(scope, item, field, raw)}


def _with_text(field: Field, raw: Result) -> Result:
    """A bucket of the answer, without its contents."""
    text = value_text(field, raw["key"])
    named = {} if text is None else {"key_as_string": text}
    return {"key": raw["key"], **named, "doc_count": raw["doc_count"]}


def _untied(scope: Scope, item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """The most frequent terms with the right order of ties, if terms that were cut off may be as frequent."""
    if not field.is_keyword:
        return _all_terms(scope, item, field)
    known = {bucket["key"]: bucket for bucket in found}
    exact = scope.reader.searcher.terms_with_prefix(field.column, "", scope.query, _size(item))
    return [known.get(key, {"key": key, "doc_count": count}) for key, count in exact]


def _all_terms(scope: Scope, item: Aggregation, field: Field) -> list[Result]:
    terms = {"field": field.column, "size": MAX_INNER_BUCKETS, "segment_size": MAX_INNER_BUCKETS}
    raw = scope.aggregate({"0": {"terms": terms}})["0"]
    if raw["sum_other_doc_count"]:
        reason = (
            f"Trying to create too many buckets. [{item.name}] has more than {MAX_INNER_BUCKETS} terms: "
            "order it by _count"
        )
        raise EngineError(400, "too_many_buckets_exception", reason)
    return list(raw["buckets"])


def _included_terms(scope: Scope, item: Aggregation, field: Field) -> list[Result]:
    """The terms of the documents that have a term of `include`, if the field has too many terms to count all."""
    schema, include = scope.reader.schema, item.options["include"]
    if isinstance(include, Pattern):
        regex = regex_of_regexp(include.text, width=scope.reader.stats.width(field.path))
        having = Query.empty_query() if regex is None else Query.regex_query(schema, field.column, regex)
    else:
        having = Query.term_set_query(schema, field.column, sorted(include))
    return _all_terms(scope.narrowed(having), item, field)


def _unmatched(scope: Scope, item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """With `min_doc_count: 0`, buckets for the terms that only other documents have."""
    if scope.is_gap or item.options.get("min_doc_count", 1) > 0:
        return []
    known = {bucket["key"] for bucket in found}
    everything = _all_terms(Scope(scope.reader, Query.all_query()), item, field)
    return [{"key": bucket["key"], "doc_count": 0} for bucket in everything if bucket["key"] not in known]


def _hidden_terms(scope: Scope, item: Aggregation) -> list[Result]:
    """With `min_doc_count: 0`, buckets for the terms of a nested field, which no document has itself."""
    field = scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not field.doc_values or item.options.get("min_doc_count", 1) > 0:
        return []
    found = _accepted(item, field, _unmatched(scope, item, field, []))
    return _first(scope, item, field, found, _size(item))


def _size(item: Aggregation) -> int:
    return int(item.options.get("size", 10))


def _shard_size(item: Aggregation) -> int:
    """The number of buckets that Elasticsearch collects before it drops those below `min_doc_count`."""
    size = _size(item)
    usual = size if order_of(item)[0][0] == "_key" else int(size * 1.5 + 10)
    return max(size, int(item.options.get("shard_size", usual)))


def _needs_all(item: Aggregation) -> bool:
    return item.options.get("min_doc_count", 1) != 1 or "include" in item.options or "exclude" in item.options


def _accepted(item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """The buckets that `include` and `exclude` accept."""
    include, exclude = (
        None if given is None else _test_of(item, field, given)
        for given in (item.options.get("include"), item.options.get("exclude"))
    )
    kept = [bucket for bucket in found if exclude is None or not exclude(bucket["key"])]
    return kept if include is None else [bucket for bucket in kept if include(bucket["key"])]


def _test_of(item: Aggregation, field: Field, given: Pattern | frozenset[str]) -> Callable[[Any], bool]:
    """A test whether a key is one of the terms, or matches the pattern. EngineError for a pattern on numbers."""
    if not isinstance(given, Pattern):
        return frozenset(_key_of(field, text) for text in given).__contains__
    if not field.is_keyword:
        summary = "cannot support regular expression style include/exclude settings as they can only be applied to"
        raise illegal(f"Aggregation [{item.name}] {summary} string fields. Use an array of values for include/exclude")
    return given.matches


def _key_of(field: Field, text: str) -> Any:
    """The key of a text in `include` or `exclude`, in the type of the field."""
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
        if INTEGER.fullmatch(text) and field.type in INTEGERS:
            return int(text)
        number = read_double(text)
    except ValueError:
        raise number_format(text) from None
    if field.type in FLOATS:
        return number
    return java_integer(float(math.floor(number)) if math.isfinite(number) else number, 64)


def _is_tied(found: list[Result], size: int) -> bool:
    """Whether a bucket that was cut off may be as frequent as the last one in the response."""
    return len(found) < size or found[size - 1]["doc_count"] == found[-1]["doc_count"]


def _documents(buckets: list[Result]) -> int:
    return sum(bucket["doc_count"] for bucket in buckets)


def _error_bound(item: Aggregation, found: int) -> int:
    """`doc_count_error_upper_bound`: 0 on one shard; -1 for unknown, if terms are cut off by another order."""
    is_known = order_of(item)[0] == ("_count", True) or order_of(item)[0][0] == "_key"
    return 0 if is_known or found < _shard_size(item) else -1


def _result(buckets: list[Result], other: int, error: int) -> Result:
    return {"doc_count_error_upper_bound": error, "sum_other_doc_count": other, "buckets": buckets}


def _with_key(field: Field, bucket: Result) -> Result:
    """The bucket with its key as a number of the field's type."""
    if field.is_keyword:
        return bucket
    key = float(bucket["key"]) if field.type in FLOATS else int(bucket["key"])
    return {**bucket, "key": key}


def _positive(value: Any) -> int:
    result = integer(value)
    if result < 1:
        raise content_error(f"[size] must be greater than 0. Found [{result}]")
    return result


def _at_most_one(value: Any) -> int:
    result = min_doc_count(value)
    if result > 1:
        raise parsing_error("unsupported option: shard_min_doc_count")
    return result


def _terms_or_pattern(value: Any) -> Pattern | frozenset[str]:
    """The terms or the pattern of `include` or `exclude`. EngineError for partitions, which are not supported."""
    if isinstance(value, str):
        return Pattern(value, contains(value) or matches_regexp(value))
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise parsing_error("unsupported option: include and exclude take a list of terms or a pattern")
    return frozenset(value)


OPTIONS: Converters = {
    **FIELD,
    "size": _positive,
    "order": order,
    "min_doc_count": min_doc_count,
    "include": _terms_or_pattern,
    "exclude": _terms_or_pattern,
    "shard_size": _positive,
    "shard_min_doc_count": _at_most_one,
    "show_term_doc_count_error": unsupported("show_term_doc_count_error"),
    "collect_mode": ignored,
    "execution_hint": ignored,
    "format": unsupported("format of terms"),
    "value_type": unsupported("value_type"),
}
KINDS = {
    "terms": Kind(
        OPTIONS, answer, request, check=needs_field, is_pruned=is_pruned, inner_request=inner_request, fill=fill
    )
}
