"""Answers aggregations: tantivy counts, and what it cuts off or has no word for is made exact here."""

import json
import math
from dataclasses import dataclass
from typing import Any

from tantivy import Query

from .dates import date_text
from .errors import EngineError
from .facets import BY_COUNT, Aggregation, Order
from .mapping import FLOATS, Field
from .queries.ops import all_of, filtered, without
from .queries.shape import illegal
from .reader import Reader
from .schema import ID, PATHS

Answer = dict[str, Any]

ALL_BUCKETS = 65_000
"""tantivy refuses more than 65,535 in one answer."""
SPARE = 20
NO_ID_VALUES = (
    "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting:"
    " indices.id_field_data.enabled"
)
EMPTY: Answer = {"doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": []}


def answer_facets(reader: Reader, query: Query, aggregations: list[Aggregation], cache: bool = False) -> Answer:
    """The `aggregations` of a response; with `cache`, kept for as long as the generation is open."""
    if not cache:
        return Scope(reader, query).answers(aggregations)
    key = ("facets", json.dumps([_plain(aggregation) for aggregation in aggregations]))
    if key not in reader.cache:
        reader.cache[key] = json.dumps(Scope(reader, query).answers(aggregations))
    return json.loads(reader.cache[key])


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that a level of aggregations is about."""

    reader: Reader
    query: Query

    def answers(self, aggregations: list[Aggregation]) -> Answer:
        requests = {str(place): self.request(item) for place, item in enumerate(aggregations)}
        wanted = {name: request for name, request in requests.items() if request is not None}
        return self.read(aggregations, self.aggregate(wanted) if wanted else {})

    def read(self, aggregations: list[Aggregation], raw: Answer) -> Answer:
        """The answers in the form of Elasticsearch; `raw` is tantivy's, by place."""
        return {item.name: self.answer(item, raw.get(str(place))) for place, item in enumerate(aggregations)}

    def aggregate(self, requests: Answer) -> Answer:
        try:
            return self.reader.searcher.aggregate(self.query, requests)
        except ValueError as error:
            reason = f"Trying to create too many buckets: {error}"
            raise EngineError(400, "too_many_buckets_exception", reason) from error

    def request(self, item: Aggregation) -> Answer | None:
        """What tantivy is asked; None where nothing has to be counted."""
        field = self.field(item)
        inner = {str(place): self.request(child) for place, child in enumerate(item.children)}
        inner = {name: request for name, request in inner.items() if request is not None}
        if item.kind == "missing":
            request: Answer = {"filter": "*" if field is None else f"* -{PATHS}:{json.dumps(field.path)}"}
        elif field is None:
            return None
        else:
            request = {"terms": self.terms_request(item, field)}
        return {**request, "aggs": inner} if inner else request

    def terms_request(self, item: Aggregation, field: Field) -> Answer:
        order, size = _order(item), _size(item)
        request: Answer = {"field": field.column, "size": ALL_BUCKETS}
        if not _needs_all(item) and order == BY_COUNT:
            request["size"] = min(size + SPARE, ALL_BUCKETS)
        elif not _needs_all(item) and order[0][0] == "_key":
            request.update(size=min(size, ALL_BUCKETS), order={"_key": "desc" if order[0][1] else "asc"})
        request["segment_size"] = request["size"] if self.reader.searcher.num_segments == 1 else ALL_BUCKETS
        return request

    def answer(self, item: Aggregation, raw: Answer | None) -> Answer:
        meta = {} if item.meta is None else {"meta": item.meta}
        if item.kind == "missing":
            assert raw is not None
            return {**meta, "doc_count": raw["doc_count"], **self.missing(item).read(item.children, raw)}
        return {**meta, **(EMPTY if raw is None else self.terms(item, raw))}

    def terms(self, item: Aggregation, raw: Answer) -> Answer:
        field = self.field(item)
        assert field is not None
        found, other = raw["buckets"], raw["sum_other_doc_count"]
        values = other + sum(bucket["doc_count"] for bucket in found)
        if other and _order(item) == BY_COUNT and _is_tied(found, _size(item)):
            found = self.untied(item, field, found)
        elif other and _order(item)[0][0] != "_key":
            found = self.all_terms(item, field)
        if not _needs_all(item):
            shown = self.first(item, field, found)
            return _terms_answer(shown, values - _documents(shown), _error_bound(item, len(found)))
        found = _accepted(item, found + self.unmatched(item, field, found))
        error = _error_bound(item, len(found))
        collected = self.first(item, field, found, _shard_size(item))
        frequent = [bucket for bucket in collected if bucket["doc_count"] >= item.options.get("min_doc_count", 1)]
        shown, dropped = frequent[: _size(item)], _documents(collected) - _documents(frequent)
        return _terms_answer(shown, _documents(found) - dropped - _documents(shown), error)

    def first(self, item: Aggregation, field: Field, found: list[Answer], size: int = 0) -> list[Answer]:
        """The first buckets, in order, each with what is inside it; as many as the request asks for, or `size`."""
        order, size = _order(item), size or _size(item)
        if all(key in ("_count", "_key") for key, _ in order):
            found = _sorted([_with_key(field, bucket) for bucket in found], order)[:size]
            return [self.bucket(item, field, bucket) for bucket in found]
        return _sorted([self.bucket(item, field, _with_key(field, bucket)) for bucket in found], order)[:size]

    def bucket(self, item: Aggregation, field: Field, found: Answer) -> Answer:
        shown = {"key": found["key"], **_key_as_string(field, found["key"]), "doc_count": found["doc_count"]}
        if not item.children:
            return shown
        scope = self.narrowed(field, found["key"])
        known = all(str(place) in found or scope.request(child) is None for place, child in enumerate(item.children))
        return {**shown, **(scope.read(item.children, found) if known else scope.answers(item.children))}

    def untied(self, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
        """The most frequent terms, where others that were cut off are as frequent as the last one."""
        if not field.is_keyword:
            return self.all_terms(item, field)
        known = {bucket["key"]: bucket for bucket in found}
        exact = self.reader.searcher.terms_with_prefix(field.column, "", self.query, _size(item))
        return [known.get(key, {"key": key, "doc_count": count}) for key, count in exact]

    def all_terms(self, item: Aggregation, field: Field) -> list[Answer]:
        terms = {"field": field.column, "size": ALL_BUCKETS, "segment_size": ALL_BUCKETS}
        raw = self.aggregate({"0": {"terms": terms}})
        if raw["0"]["sum_other_doc_count"]:
            raise EngineError(
                400,
                "too_many_buckets_exception",
                f"Trying to create too many buckets. [{item.name}]"
                f" has more than {ALL_BUCKETS} terms: order it by _count or _key",
            )
        return raw["0"]["buckets"]

    def unmatched(self, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
        """With `min_doc_count: 0`, the terms that only other documents have."""
        if item.options.get("min_doc_count", 1) > 0:
            return []
        known = {bucket["key"] for bucket in found}
        everything = Scope(self.reader, Query.all_query()).all_terms(item, field)
        return [{"key": bucket["key"], "doc_count": 0} for bucket in everything if bucket["key"] not in known]

    def narrowed(self, field: Field, key: Any) -> "Scope":
        """The documents of one bucket."""
        term = Query.term_query(self.reader.schema, field.column, key, index_option="basic")
        return Scope(self.reader, all_of([self.query, filtered(term)]))

    def missing(self, item: Aggregation) -> "Scope":
        field = self.field(item)
        if field is None:
            return self
        has = Query.term_query(self.reader.schema, PATHS, field.path, index_option="basic")
        return Scope(self.reader, without(self.query, [has]))

    def field(self, item: Aggregation) -> Field | None:
        """The field with its column; None where it is unmapped, and then nothing has a value."""
        return column_field(self.reader, item.options["field"])


def column_field(reader: Reader, path: str) -> Field | None:
    """The field that values are read from, for facets; EngineError where its type has no values to read."""
    if path == ID:
        raise illegal(NO_ID_VALUES)
    field = reader.mapping.fields.get(path)
    if field is None or field.nested is not None:
        return None
    if field.is_text:
        raise illegal(
            f"Fielddata is disabled on [{path}] in [{reader.name}]. Text fields are not optimised for"
            " operations that require per-document field data like aggregations and sorting, so these"
            " operations are disabled by default. Please use a keyword field instead."
        )
    if not field.doc_values:
        raise illegal(
            f"Can't load fielddata on [{path}] because fielddata is unsupported on fields of type"
            f" [{field.type}]. Use doc values instead."
        )
    return field


def _plain(item: Aggregation) -> list[Any]:
    options = {key: sorted(value) if isinstance(value, frozenset) else value for key, value in item.options.items()}
    return [item.name, item.kind, options, [_plain(child) for child in item.children], item.meta]


def _order(item: Aggregation) -> Order:
    return item.options.get("order", BY_COUNT)


def _size(item: Aggregation) -> int:
    return item.options.get("size", 10)


def _needs_all(item: Aggregation) -> bool:
    return item.options.get("min_doc_count", 1) != 1 or "include" in item.options or "exclude" in item.options


def _shard_size(item: Aggregation) -> int:
    """How many buckets Elasticsearch looks at before it drops those below `min_doc_count`."""
    size = _size(item)
    return size if _order(item)[0][0] == "_key" else int(size * 1.5 + 10)


def _accepted(item: Aggregation, found: list[Answer]) -> list[Answer]:
    kept = [bucket for bucket in found if bucket["key"] not in item.options.get("exclude", ())]
    include = item.options.get("include")
    return kept if include is None else [bucket for bucket in kept if bucket["key"] in include]


def _documents(buckets: list[Answer]) -> int:
    return sum(bucket["doc_count"] for bucket in buckets)


def _error_bound(item: Aggregation, found: int) -> int:
    """On one shard 0; -1 for "unknown" where terms are cut off in an order that says nothing about the counts."""
    is_known = _order(item)[0] == ("_count", True) or _order(item)[0][0] == "_key"
    return 0 if is_known or found < _shard_size(item) else -1


def _terms_answer(shown: list[Answer], other: int, error: int) -> Answer:
    return {"doc_count_error_upper_bound": error, "sum_other_doc_count": other, "buckets": shown}


def _is_tied(found: list[Answer], size: int) -> bool:
    """Whether a bucket that was cut off may be as frequent as the last one to show."""
    return len(found) < size or found[size - 1]["doc_count"] == found[-1]["doc_count"]


def _sorted(buckets: list[Answer], order: Order) -> list[Answer]:
    for key, descending in reversed(order):
        buckets = sorted(buckets, key=lambda bucket: _sort_value(bucket, key), reverse=descending)
    return buckets


def _sort_value(bucket: Answer, key: str) -> Any:
    if key in ("_count", "_key"):
        return bucket["doc_count" if key == "_count" else "key"]
    name, _, metric = key.partition(".")
    value = bucket.get(name, {}).get(metric or "value")
    if name not in bucket:
        raise EngineError(
            400,
            "invalid_path",
            f"Invalid aggregation order path [{key}]. The provided aggregation"
            f" [{name}] either does not exist, or is a pipeline aggregation and cannot be used to sort"
            " the buckets.",
        )
    return math.inf if value is None else value


def _with_key(field: Field, bucket: Answer) -> Answer:
    """The bucket with its key as a number of the field's type."""
    if field.is_keyword:
        return bucket
    key = float(bucket["key"]) if field.type in FLOATS else int(bucket["key"])
    return {**bucket, "key": key}


def _key_as_string(field: Field, key: Any) -> Answer:
    if field.type == "boolean":
        return {"key_as_string": "true" if key else "false"}
    return {"key_as_string": date_text(key, field.format)} if field.type == "date" else {}
