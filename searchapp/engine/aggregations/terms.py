"""The terms aggregation.

tantivy counts, but orders equal counts at random. If a term that was cut off may be as frequent as the last bucket,
the terms are counted again, in the order of the terms.
"""

import time

from tantivy import Query

from ..errors import EngineError
from ..index.doc_values import value_text
from ..index.reader import Reader
from ..mapping.mapping import FLOATS, Field
from ..queries.sorted_terms import sorted_terms
from ..regexp.patterns import regex_of_regexp
from ..work import work
from .absent import number_absent
from .inner_buckets import (
    MAX_INNER_BUCKETS,
    fill,
    inner_request,
    is_pruned,
    key_query,
    missing_key,
    sub_results,
    with_printed_keys,
)
from .options import check_format, needs_field
from .scope import Aggregation, Kind, Result, Scope
from .term_options import OPTIONS, Pattern, accepted, check_hint, key_of
from .term_order import BY_COUNT, check_order, order_of, sorted_buckets

SPARE_TERMS = 20
MAX_FILTERS = 1000
TERMS_PER_BUCKET = 4
"""The number of terms of a field that are read in the time in which one term is counted and returned."""


def request(scope: Scope, item: Aggregation) -> Result | None:
    """The request to tantivy for `terms`; None where tantivy does not count them."""
    field = scope.field(item)
    check_order(item)
    if field is None:
        return None
    if _needs_all(item) and field.is_exact:
        work().count_facet_terms(min(different(scope.reader, field), MAX_INNER_BUCKETS))
    order, size = order_of(item), size_of(item)
    check_hint(item, field)
    check_format(item, field)
    accepted(item, field, [])
    missing_key(item, field)
    asked: Result = {"field": field.column, "size": MAX_INNER_BUCKETS}
    one_segment = scope.reader.searcher.num_segments == 1
    if not _needs_all(item) and order == BY_COUNT:
        asked["size"] = min(size + SPARE_TERMS, MAX_INNER_BUCKETS)
    elif not _needs_all(item) and order[0][0] == "_key" and one_segment:  # else counts would be incomplete
        asked.update(size=min(size, MAX_INNER_BUCKETS), order={"_key": "desc" if order[0][1] else "asc"})
    asked["segment_size"] = asked["size"] if one_segment else MAX_INNER_BUCKETS
    return {"terms": asked}


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of `terms`: buckets in their order, and the number of documents in other ones."""
    field = scope.field(item)
    if field is None or raw is None:
        return _result(item, _hidden_terms(scope, item), 0, 0)
    every, other = raw["buckets"], raw["sum_other_doc_count"]
    values = other + _documents(every) + number_absent(scope, item, field)
    if other and field.is_exact and "include" in item.options:
        every = _included_terms(scope, item, field)
    elif other and order_of(item) == BY_COUNT and _is_tied(every, size_of(item)):
        every = _untied(scope, item, field, every, other)
    elif other and order_of(item)[0][0] != "_key":
        every = _all_terms(scope, item, field)
    every = _with_missing(scope, item, field, every)
    if not _needs_all(item):
        buckets = _first(scope, item, field, every, size_of(item))
        return _result(item, buckets, values - _documents(buckets), _error_bound(item, len(every)))
    every = accepted(item, field, every + _unmatched(scope, item, field, every))
    collected = _first(scope, item, field, every, _shard_size(item))
    frequent = [bucket for bucket in collected if bucket["doc_count"] >= item.options.get("min_doc_count", 1)]
    buckets, dropped = frequent[: size_of(item)], _documents(collected) - _documents(frequent)
    return _result(item, buckets, _documents(every) - dropped - _documents(buckets), _error_bound(item, len(every)))


def different(reader: Reader, field: Field) -> int:
    """The approximate number of different terms of the field, counted once per generation."""
    return reader.once(
        ("different", field.column), lambda: int(reader.searcher.cardinality(Query.all_query(), field.column))
    )


def _with_missing(scope: Scope, item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """The buckets; the one of the missing value also counts the documents without a value."""
    key = missing_key(item, field)
    if key is None:
        return found
    count = scope.narrowed(key_query(scope, item, field, key)).count()
    others = [bucket for bucket in found if _with_key(field, bucket)["key"] != key]
    return [*others, {"key": key, "doc_count": count}] if count else others


def _first(scope: Scope, item: Aggregation, field: Field, buckets: list[Result], size: int) -> list[Result]:
    """The first buckets in order, with their sub-aggregations."""
    buckets = [_with_key(field, bucket) for bucket in buckets]
    scope.make(min(size, len(buckets)))
    if is_pruned(item):
        buckets = [_with_text(item, field, bucket) for bucket in sorted_buckets(item, buckets)[:size]]
        return buckets if item.children else with_printed_keys(field, buckets)
    made = [{**_with_text(item, field, bucket), **sub_results(scope, item, field, bucket)} for bucket in buckets]
    if not _is_counted_by_filters(scope, field):
        made = sorted_buckets(item, made, is_choice=True)[: _shard_size(item)]
    return with_printed_keys(field, sorted_buckets(item, made)[:size])


def _is_counted_by_filters(scope: Scope, field: Field) -> bool:
    """Whether Elasticsearch counts each term by a separate query, and thus makes all buckets before it chooses some.

    It does not if the mapping has nested objects, because it then excludes them by a query.
    """
    is_nested = any(one.nested for one in scope.reader.mapping.objects.values())
    few = scope.is_everything and field.is_keyword and not is_nested
    return few and len(sorted_terms(scope.reader, field.column)) <= MAX_FILTERS


def _with_text(item: Aggregation, field: Field, raw: Result) -> Result:
    """A bucket of the answer, without its contents."""
    text = value_text(field, raw["key"], item.options.get("format"))
    named = {} if text is None else {"key_as_string": text}
    return {"key": raw["key"], **named, "doc_count": raw["doc_count"]}


def _untied(scope: Scope, item: Aggregation, field: Field, found: list[Result], other: int) -> list[Result]:
    """The most frequent terms with the right order of ties, if terms that were cut off may be as frequent.

    `other` is the number of values that were cut off.
    """
    if not field.is_exact or TERMS_PER_BUCKET * (other + len(found)) < different(scope.reader, field):
        return _all_terms(scope, item, field)
    known = {bucket["key"]: bucket for bucket in found}
    started = time.thread_time()
    exact = scope.reader.searcher.terms_with_prefix(field.column, "", scope.query, size_of(item))
    work().count_seconds(
        scope.reader.name, time.thread_time() - started
    )  # half a microsecond for each term of the field
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
        having = Query.term_set_query(schema, field.column, sorted(key_of(field, text, None) for text in include))
    return _all_terms(scope.narrowed(having), item, field)


def _unmatched(scope: Scope, item: Aggregation, field: Field, found: list[Result]) -> list[Result]:
    """With `min_doc_count: 0`, buckets for the terms that only other documents have."""
    if scope.is_gap or item.options.get("min_doc_count", 1) > 0:
        return []
    known = {bucket["key"] for bucket in found}
    all_documents = Scope(scope.reader, Query.all_query())
    everything = _with_missing(all_documents, item, field, _all_terms(all_documents, item, field))
    return [{"key": bucket["key"], "doc_count": 0} for bucket in everything if bucket["key"] not in known]


def _hidden_terms(scope: Scope, item: Aggregation) -> list[Result]:
    """With `min_doc_count: 0`, buckets for the terms of a nested field, which no document has itself."""
    field = scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not field.doc_values or item.options.get("min_doc_count", 1) > 0:
        return []
    found = accepted(item, field, _unmatched(scope, item, field, []))
    return _first(scope, item, field, found, size_of(item))


def size_of(item: Aggregation) -> int:
    """The maximum number of buckets, by default 10."""
    return int(item.options.get("size", 10))


def _shard_size(item: Aggregation) -> int:
    """The number of buckets that Elasticsearch collects before it drops buckets below `min_doc_count`."""
    size = size_of(item)
    usual = size if order_of(item)[0][0] == "_key" else int(size * 1.5 + 10)
    return max(size, int(item.options.get("shard_size", usual)))


def _needs_all(item: Aggregation) -> bool:
    return item.options.get("min_doc_count", 1) != 1 or "include" in item.options or "exclude" in item.options


def _is_tied(found: list[Result], size: int) -> bool:
    """Whether a bucket that was cut off may be as frequent as the last one in the response."""
    return len(found) < size or found[size - 1]["doc_count"] == found[-1]["doc_count"]


def _documents(buckets: list[Result]) -> int:
    return sum(bucket["doc_count"] for bucket in buckets)


def _error_bound(item: Aggregation, found: int) -> int:
    """`doc_count_error_upper_bound`: 0 on one shard; -1 for unknown, if terms are cut off by another order."""
    is_known = order_of(item)[0] == ("_count", True) or order_of(item)[0][0] == "_key"
    return 0 if is_known or found < _shard_size(item) else -1


def _result(item: Aggregation, buckets: list[Result], other: int, error: int) -> Result:
    if item.options.get("show_term_doc_count_error"):
        buckets = [{**bucket, "doc_count_error_upper_bound": error} for bucket in buckets]
    return {"doc_count_error_upper_bound": error, "sum_other_doc_count": other, "buckets": buckets}


def _with_key(field: Field, bucket: Result) -> Result:
    """The bucket with its key as a number of the field's type."""
    if field.is_exact:
        return bucket
    key = float(bucket["key"]) if field.type in FLOATS else int(bucket["key"])
    return {**bucket, "key": key}


KINDS = {
    "terms": Kind(
        OPTIONS, answer, request, check=needs_field, is_pruned=is_pruned, inner_request=inner_request, fill=fill
    )
}
