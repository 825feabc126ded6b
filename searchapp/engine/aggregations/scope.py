"""Aggregations with their kinds, and `Scope`: the documents that they count, of the query or of a bucket.

A scope lets tantivy count its documents. The kind of each aggregation makes the result, with a scope for each bucket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any

import orjson
from tantivy import Query

from ..errors import EngineError, illegal, unsupported_error
from ..index.doc_values import column_field
from ..index.reader import Reader
from ..mapping.mapping import Field
from ..queries.combinators import all_of, filtered, nothing
from ..work import work

MAX_BUCKETS = 65_536
MISSING = "missing"
"""The option with the value for documents without a value (`absent.py`)."""
MAX_REQUESTS_AT_ONCE = 10
"""The maximum number of aggregations in one request to tantivy, which needs memory for every value of each."""


Result = dict[str, Any]
"""The result of an aggregation or a bucket in a response, or a request to tantivy and its result."""
Options = dict[str, Any]
Converters = Mapping[str, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of aggregation: its options, its request to tantivy, and the function that makes its result."""

    options: Converters
    answer: Callable[[Scope, Aggregation, Result | None], Result]
    """Makes the result; takes tantivy's result of `request`, or None."""
    request: Callable[[Scope, Aggregation], Result | None] | None = None
    """Makes the request to tantivy. None if tantivy does not support the kind: `answer` then counts by itself."""
    inner: bool = True
    """Whether it may have sub-aggregations."""
    is_pruned: Callable[[Aggregation], bool] = attribute(default=lambda item: False)
    """Whether `request` and `answer` leave out sub-aggregations. They are then counted only for the buckets of the
    answer, by the request of `inner_request`, and `fill` adds the results."""
    inner_request: Callable[[Scope, Aggregation, list[Result]], Result | None] | None = None
    fill: Callable[[Scope, Aggregation, list[Result], Result], list[Result]] | None = None
    scores: bool = False
    """Whether it needs the scores of the query."""
    fills: bool = False
    """Whether its empty buckets only fill gaps."""
    check: Callable[[Options], None] = attribute(default=lambda options: None)
    validate: Callable[[Scope, Aggregation], Any] | None = None
    """Raises the errors that counting would not detect in an empty bucket."""
    read: Callable[[Mapping[str, Any]], Options] | None = None
    """Reads the body, if it is not a mapping of options."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """A named aggregation with its sub-aggregations."""

    name: str
    kind_name: str
    kind: Kind
    options: Options
    children: list[Aggregation]
    meta: Result | None
    definition: list[Any]
    """Its name and body, as a key for the cache."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that a list of aggregations counts: all that match a query."""

    reader: Reader
    base: Query
    made: list[int] = attribute(default_factory=lambda: [0])
    """The number of buckets made so far in the response, in a list that all scopes share."""
    empty: dict[tuple[int, bool], tuple[int, bytes]] = attribute(default_factory=dict)
    """For each aggregation, the number of buckets and the JSON inside its empty buckets, which are all the same."""
    queries: dict[int, tuple[Query, int, int]] = attribute(default_factory=dict)
    """The compiled queries of filters, with the leaves and patterns that they count, by the `id` of their build."""
    is_gap: bool = False
    """Whether this is an empty bucket that fills a gap of a histogram. It has no buckets of terms."""

    is_everything: bool = False
    """Whether the query is match_all."""
    narrowing: tuple[Query, ...] = ()
    """Queries that the documents match besides `base`."""

    @property
    def query(self) -> Query:
        """The query for the documents. It is made when it is needed: most buckets are counted together with others."""
        return all_of([self.base, *self.narrowing])

    def results(self, aggregations: list[Aggregation]) -> Result:
        """The results of the aggregations over these documents, by name."""
        requests = {str(number): self.request(item) for number, item in enumerate(aggregations)}
        wanted = {name: request for name, request in requests.items() if request is not None}
        return self.read(aggregations, self.aggregate(wanted) if wanted else {})

    def read(self, aggregations: list[Aggregation], raw: Result) -> Result:
        """The results in Elasticsearch's form. `raw` holds tantivy's, by the number of the aggregation."""
        found = {item.name: self.answer(item, raw.get(str(number))) for number, item in enumerate(aggregations)}
        pruned = [item for item in aggregations if item.children and item.kind.is_pruned(item)]
        return self.filled(pruned, found) if pruned else found

    def filled(self, pruned: list[Aggregation], found: Result) -> Result:
        """The results; sub-aggregations are added to results that were counted without them."""
        requests: Result = {}
        for number, item in enumerate(pruned):
            request = item.kind.inner_request and item.kind.inner_request(self, item, found[item.name]["buckets"])
            if request:
                requests[str(number)] = request
        raw = self.aggregate(requests) if requests else {}
        for number, item in enumerate(pruned):
            if item.kind.fill:
                result = found[item.name]
                buckets = item.kind.fill(self, item, result["buckets"], raw.get(str(number), {}))
                found[item.name] = {**result, "buckets": buckets}
        return found

    def answer(self, item: Aggregation, raw: Result | None) -> Result:
        """The result of an aggregation with its `meta`; `raw` is tantivy's result of its request, or None."""
        meta = {} if item.meta is None else {"meta": item.meta}
        return {**meta, **item.kind.answer(self, item, raw)}

    def request(self, item: Aggregation) -> Result | None:
        """The request to tantivy, with the requests of sub-aggregations; None if tantivy cannot count it."""
        if item.kind.request is None:
            return None
        request = item.kind.request(self, item)
        if request is None:
            return None
        inner = {} if item.kind.is_pruned(item) else self.inner_requests(item)
        return {**request, "aggs": inner} if inner else request

    def inner_requests(self, item: Aggregation) -> Result:
        """The requests of the sub-aggregations to tantivy, by their number."""
        found = {str(number): self.request(child) for number, child in enumerate(item.children)}
        return {name: wanted for name, wanted in found.items() if wanted is not None}

    def inside(self, item: Aggregation, raw: Result, narrowed: Callable[[], Scope]) -> Result:
        """The results of the sub-aggregations in one bucket.

        `raw` is tantivy's bucket, which may hold their counts already; `narrowed` makes the scope of the bucket.
        """
        if not item.children:
            return {}
        if not raw["doc_count"]:
            return self._inside_empty(item)
        scope = narrowed()
        known = all(str(number) in raw or scope.request(child) is None for number, child in enumerate(item.children))
        return scope.read(item.children, raw) if known else scope.results(item.children)

    def _inside_empty(self, item: Aggregation) -> Result:
        """The results of the sub-aggregations in an empty bucket."""
        scope = self.of(nothing(), is_gap=item.kind.fills)
        known = id(item), scope.is_gap
        if known not in self.empty:
            before = self.made[0]
            text = orjson.dumps(scope.results(item.children))
            self.empty[known] = (self.made[0] - before, text)
            self.made[0] = before
        count, text = self.empty[known]
        self.make(count)
        results: Result = orjson.loads(text)
        return results

    def aggregate(self, requests: Result) -> Result:
        """tantivy's results of the requests, by name. Few requests are made at once, to bound tantivy's memory."""
        results: Result = {}
        names = [*requests]
        for start in range(0, len(names), MAX_REQUESTS_AT_ONCE):
            results |= self._aggregate({name: requests[name] for name in names[start : start + MAX_REQUESTS_AT_ONCE]})
        return results

    def _aggregate(self, requests: Result) -> Result:
        work().count_narrowed(len(self.narrowing))
        try:
            return self.reader.searcher.aggregate(self.query, requests)
        except ValueError as error:
            reason = f"Trying to create too many buckets: {error}"
            raise EngineError(400, "too_many_buckets_exception", reason) from error

    def count(self) -> int:
        """The number of documents of the scope. EngineError after the deadline."""
        work().check_deadline()
        return int(self.reader.searcher.search(self.query, 1).count)  # type: ignore[attr-defined]

    def counted(self, item: Aggregation) -> Result:
        """The bucket of these documents, with its sub-aggregations."""
        count = self.count()
        return {"doc_count": count, **self.inside(item, {"doc_count": count}, lambda: self)}

    def of(self, query: Query, is_gap: bool = False) -> Scope:
        """The scope of another query in the same request."""
        return Scope(self.reader, query, self.made, self.empty, self.queries, self.is_gap or is_gap)

    def narrowed(self, query: Query) -> Scope:
        """The scope of the documents that match this query too."""
        narrowing = (*self.narrowing, filtered(query))
        return Scope(self.reader, self.base, self.made, self.empty, self.queries, self.is_gap, narrowing=narrowing)

    def make(self, buckets: int) -> None:
        """Count new buckets. EngineError 400 if the response has more than Elasticsearch allows."""
        work().check_deadline()
        self.made[0] += buckets
        if self.made[0] > MAX_BUCKETS:
            raise too_many_buckets()

    def field(self, item: Aggregation) -> Field | None:
        """The field of an aggregation; None if it is unmapped, so that no document has a value."""
        field = column_field(self.reader, item.options["field"])
        if field is None and MISSING in item.options:
            raise unsupported_error(f"unsupported option: missing of {item.kind_name} of an unmapped or nested field")
        return field

    def number_field(self, item: Aggregation) -> Field | None:
        """Like `field`. EngineError 400 for a keyword or an address."""
        field, named = self.field(item), self.reader.mapping.fields.get(item.options["field"])
        if named is not None and named.is_exact:
            kind = item.kind_name
            raise illegal(f"Field [{named.path}] of type [{named.type}] is not supported for aggregation [{kind}]")
        return field

    def stats(self, field: Field) -> Any:
        """tantivy's `stats` of a field in these documents: `count`, `min`, `max` and so on."""
        return self.aggregate({"0": {"stats": {"field": field.column}}})["0"]


def too_many_buckets() -> EngineError:
    """The error for more than MAX_BUCKETS buckets, to be raised."""
    reason = f"Trying to create too many buckets. Must be less than or equal to: [{MAX_BUCKETS}]"
    return EngineError(400, "too_many_buckets_exception", reason)
