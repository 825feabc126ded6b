"""The documents that a level of aggregations is about: it asks tantivy, and puts the answers together."""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any

import orjson
from tantivy import Query

from ..errors import EngineError
from ..index.doc_values import column_field
from ..index.reader import Reader
from ..mapping.mapping import Field
from ..queries.combinators import all_of, filtered, nothing
from ..queries.parsing import illegal
from ..work import work
from .model import Aggregation, Answer

MOST_BUCKETS = 65_536
COUNTED_AT_ONCE = 10
"""Aggregations that tantivy makes together, which takes memory for every value of each."""


@dataclass(frozen=True, slots=True)
class Scope:
    """All documents of a query."""

    reader: Reader
    query: Query
    made: list[int] = attribute(default_factory=lambda: [0])
    """How many buckets were made so far, of this level and those inside it."""
    empty: dict[tuple[int, bool], tuple[int, bytes]] = attribute(default_factory=dict)
    """What is inside a bucket without documents, the same for all of an aggregation, and how many buckets that is."""
    is_gap: bool = False
    """Whether this is the inside of a bucket that only stands between those of a histogram: no term is listed there."""

    is_everything: bool = False
    """Whether these are all documents of the index, by a query for all of them."""

    def answers(self, aggregations: list[Aggregation]) -> Answer:
        """The answers to aggregations over just these documents, by name."""
        requests = {str(place): self.request(item) for place, item in enumerate(aggregations)}
        wanted = {name: request for name, request in requests.items() if request is not None}
        return self.read(aggregations, self.aggregate(wanted) if wanted else {})

    def read(self, aggregations: list[Aggregation], raw: Answer) -> Answer:
        """The answers in the form of Elasticsearch; `raw` is tantivy's, by place."""
        return {item.name: self.answer(item, raw.get(str(place))) for place, item in enumerate(aggregations)}

    def answer(self, item: Aggregation, raw: Answer | None) -> Answer:
        meta = {} if item.meta is None else {"meta": item.meta}
        return {**meta, **item.kind.answer(self, item, raw)}

    def request(self, item: Aggregation) -> Answer | None:
        """What tantivy is asked, with what is inside; None where it need not or cannot be."""
        if item.kind.request is None:
            return None
        request = item.kind.request(self, item)
        if request is None:
            return None
        inner = {str(place): self.request(child) for place, child in enumerate(item.children)}
        inner = {name: wanted for name, wanted in inner.items() if wanted is not None}
        return {**request, "aggs": inner} if inner else request

    def inside(self, item: Aggregation, raw: Answer, narrowed: Callable[[], "Scope"]) -> Answer:
        """The answers inside one bucket; `raw` holds those that tantivy has counted already."""
        if not item.children:
            return {}
        if not raw["doc_count"]:
            return self._inside_nothing(item)
        scope = narrowed()
        known = all(str(place) in raw or scope.request(child) is None for place, child in enumerate(item.children))
        return scope.read(item.children, raw) if known else scope.answers(item.children)

    def _inside_nothing(self, item: Aggregation) -> Answer:
        scope = self.of(nothing(), is_gap=item.kind.fills)
        known = id(item), scope.is_gap
        if known not in self.empty:
            before = self.made[0]
            answers = orjson.dumps(scope.answers(item.children))
            self.empty[known] = (self.made[0] - before, answers)
            self.made[0] = before
        count, answers = self.empty[known]
        self.make(count)
        found: Answer = orjson.loads(answers)
        return found

    def aggregate(self, requests: Answer) -> Answer:
        """What tantivy counts, some requests at a time: it holds every value of a field until it is done."""
        found: Answer = {}
        names = [*requests]
        for start in range(0, len(names), COUNTED_AT_ONCE):
            found |= self._aggregate({name: requests[name] for name in names[start : start + COUNTED_AT_ONCE]})
        return found

    def _aggregate(self, requests: Answer) -> Answer:
        work().look()
        try:
            return self.reader.searcher.aggregate(self.query, requests)
        except ValueError as error:
            reason = f"Trying to create too many buckets: {error}"
            raise EngineError(400, "too_many_buckets_exception", reason) from error

    def count(self) -> int:
        work().look()
        return self.reader.searcher.search(self.query, 1).count  # type: ignore[attr-defined]

    def counted(self, item: Aggregation) -> Answer:
        """The bucket of just these documents."""
        count = self.count()
        return {"doc_count": count, **self.inside(item, {"doc_count": count}, lambda: self)}

    def of(self, query: Query, is_gap: bool = False) -> "Scope":
        """Other documents of the same request."""
        return Scope(self.reader, query, self.made, self.empty, self.is_gap or is_gap)

    def narrowed(self, query: Query) -> "Scope":
        """Those of the documents that match a query too."""
        return self.of(all_of([self.query, filtered(query)]))

    def make(self, buckets: int) -> None:
        """Refuses more buckets in one answer than Elasticsearch makes."""
        work().look()
        self.made[0] += buckets
        if self.made[0] > MOST_BUCKETS:
            raise too_many_buckets()

    def field(self, item: Aggregation) -> Field | None:
        """The field with its column; None where it is unmapped, and then nothing has a value."""
        return column_field(self.reader, item.options["field"])

    def number_field(self, item: Aggregation) -> Field | None:
        """As `field`; a keyword is refused."""
        field, named = self.field(item), self.reader.mapping.fields.get(item.options["field"])
        if named is not None and named.is_keyword:
            kind = item.kind_name
            raise illegal(f"Field [{named.path}] of type [keyword] is not supported for aggregation [{kind}]")
        return field

    def stats(self, field: Field) -> Any:
        """Smallest and largest value of all these documents."""
        return self.aggregate({"0": {"stats": {"field": field.column}}})["0"]


def too_many_buckets() -> EngineError:
    reason = f"Trying to create too many buckets. Must be less than or equal to: [{MOST_BUCKETS}]"
    return EngineError(400, "too_many_buckets_exception", reason)
