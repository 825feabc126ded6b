"""The request that body.py reads from a search body with its URL parameters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Protocol

from tantivy import Query

from ..aggregations.scope import Aggregation
from ..index.reader import Reader
from ..queries.context import Build
from .batch.batch_filter import BatchFilter
from .collect import Hit
from .sort import Key

JsonHit = dict[str, Any]
"""A hit of a response: `_index`, `_id`, `_score`, `_source` and so on."""
Page = tuple[list[Hit], int, float | None]
"""The hits of the page, the number of all hits (0 if not counted), and the highest score."""

DEFAULT_SIZE = 10
ACCURATE = 2**31 - 1
DEFAULT_TRACKED = 10_000


class Addition(Protocol):
    """A part of a request that adds to the fetched hits. The classes with this method are in engine/compat."""

    def add(
        self, reader: Reader, request: "Request", query: Query, hits: Sequence[Hit], made: Sequence[JsonHit]
    ) -> None: ...


class Collapse(Addition, Protocol):
    """The `collapse` of a request: of each group of hits, only the first one is a hit of the page."""

    @property
    def is_explained(self) -> bool:
        """Whether the scores of the hits in the groups are explained."""

    def check(self, request: "Request") -> None:
        """Raise EngineError for a request that cannot be collapsed."""

    def page(self, reader: Reader, request: "Request", query: Query, wanted: int) -> Page:
        """The page of the first hit of each group."""


class HitFields(Protocol):
    """The keys `fields` and `docvalue_fields` of a request."""

    def reads_fields(self, reader: Reader) -> bool:
        """Whether the index has one of the `fields`."""

    def values(self, reader: Reader) -> Callable[[Any], JsonHit]:
        """A function from a source to the keys of a hit with the values of fields."""


@dataclass(slots=True)
class Request:
    """A parsed search body with its URL parameters."""

    clause: Any = None
    query: Build | None = None
    filter: BatchFilter | None = None
    """A costly filter of a batch, which is part of the clause, but not of `query`."""
    post_filter: Build | None = None
    start: int = 0
    size: int = DEFAULT_SIZE
    sort: list[Key] = field(default_factory=list)
    source: Any = True
    fields: HitFields | None = None
    aggregations: list[Aggregation] = field(default_factory=list)
    track_total: int = DEFAULT_TRACKED
    """Up to this number, hits are counted exactly."""
    counted: bool = True
    """Whether the response has a total."""
    track_scores: bool = False
    version: bool = False
    seq_no: bool = False
    explain: bool = False
    min_score: float | None = None
    search_after: list[Any] | None = None
    terminate_after: int = 0
    highlight: Any = None
    highlight_queries: list[Build] = field(default_factory=list)
    """Queries that are highlighted instead of the request's own."""
    collapse: Collapse | None = None
    inner_hits: Addition | None = None
    """The inner hits of the nested queries."""
    post_clause: Any = None
    in_group: bool = False
    """Whether the hits are one group of a collapse."""
    total_as_int: bool = False
    raw_source: bool = False
    """Whether complete sources are returned as the bytes of their JSON."""
    max_bytes: int | None = None
    """A page of a scroll ends before its sources have more bytes."""

    def of(self, clause: Any, query: Build, filter: BatchFilter | None = None) -> "Request":
        """The request with another query; a third of the time of `dataclasses.replace`."""
        return Request(clause, query, filter, *REST(self))


REST = attrgetter(*[field.name for field in fields(Request)][3:])
"""The values of a request except its query."""


def is_explained(request: Request) -> bool:
    """Whether the scores of the hits are explained, or of the hits in their groups."""
    return request.explain or (request.collapse is not None and request.collapse.is_explained)


def is_match_all(request: Request) -> bool:
    """Whether the query of a request finds all documents, each with the same score."""
    return request.min_score is None and (request.clause is None or list(request.clause) == ["match_all"])
