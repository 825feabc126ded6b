"""The contracts of the three stages of the pipeline, and the types of the data between them.

    options -> Builder -> Query -> Backend -> Response -> Formatter -> answer

A class that derives from a contract inherits methods for everything that its database does not support.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Required, TypedDict

from msgspec import Raw

from .errors import PipelineError

Query = Any
"""The query that a builder makes and its backend runs: an Elasticsearch search body, or one of another database."""

Response = Any
"""The response that a backend returns and its formatter reads: a SearchResponse."""


class Bodies(Sequence[dict[str, Any]]):
    """The search bodies of texts, which differ only in the text. Each body is made when it is read.

    With `are_ids`, each body looks up one id.
    """

    def __init__(self, make: Callable[[str], dict[str, Any]], texts: list[str], are_ids: bool = False):
        self.make, self.texts, self.are_ids = make, texts, are_ids

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, at: Any) -> Any:
        return self.of(self.texts[at]) if isinstance(at, slice) else self.make(self.texts[at])

    def of(self, texts: list[str]) -> "Bodies":
        """The bodies of other texts."""
        return Bodies(self.make, texts, self.are_ids)


JSON_TEXT = bytes, Raw
"""The types of a document that is JSON. A Raw keeps the complete answer of the database in memory."""


class SearchHit(TypedDict, total=False):
    """A hit of a response. `_source` is the document, or a JSON_TEXT if the context allows it."""

    _id: Required[str]
    _score: float | None
    _version: int
    _source: Any
    _explanation: Any
    highlight: Mapping[str, list[str]]


class SearchHits(TypedDict, total=False):
    """The section `hits` of a response. `total` is a number, -1 or missing if it is not counted, or `{value}`."""

    total: Any
    max_score: float | None
    hits: Required[list[SearchHit]]


class Neighbours(TypedDict, total=False):
    """The cursors of the next and the previous page, if they exist."""

    _search_after: str
    _search_before: str


class SearchResponse(Neighbours, total=False):
    """The response of a search engine to one query, as formatters read it.

    Facets are in `aggregations`, or in their final form in `facets`. All other keys are passed on to the caller.
    """

    took: int
    hits: Required[SearchHits]
    aggregations: Mapping[str, Any]
    facets: Mapping[str, Any]
    partial: bool
    """True if some shards did not answer."""
    _scroll_id: str
    _generation: str
    _further: str
    """Keys for the links to other pages; see the methods of `Backend`."""


class Facet(TypedDict):
    """A facet of an answer: its kind, the values with their counts, and the counts of other and missing values."""

    _type: str
    terms: list[dict[str, Any]]
    other: int
    missing: int
    total: int


def value_counts(response: Response) -> Iterator[tuple[str, int]]:
    """The values of one field with their numbers of documents, from the response to `Builder.build_values`."""
    facets = response.get("facets")
    if facets is None:
        buckets = response["aggregations"]["values"]["buckets"]
        yield from ((str(bucket["key"]), bucket["doc_count"]) for bucket in buckets)
    else:
        yield from ((str(term["term"]), term["count"]) for facet in facets.values() for term in facet["terms"])


Options = Mapping[str, Any]
"""The options of a request by the names of the catalog."""


NO_OPTIONS: Options = MappingProxyType({})


trace_headers: ContextVar[Mapping[str, str]] = ContextVar("trace_headers", default=NO_OPTIONS)
"""The headers of the trace that the current request belongs to: `traceparent` and `tracestate`, or none."""


OBJECT_BYTES_PER_JSON_BYTE = 4
"""The minimum memory of a parsed document, in bytes per byte of its JSON."""


class Context(NamedTuple):
    """The facts about a request that a backend gets in addition to the query.

    `item_type` None means the default item type. `deadline` is the `time.monotonic()` at which the request ends. With
    `json_parts`, documents may be a JSON_TEXT. `options` has all options, for a backend that chooses an
    index by them.
    """

    item_type: str | None = None
    deadline: float | None = None
    json_parts: bool = False
    options: Options = NO_OPTIONS


class Completed(NamedTuple):
    """The completed fields, with weights such as `symbol^8`, and the names of the text fields among them.

    With `is_ranked`, suggestions keep the order of the hits, which are sorted by a weight of the documents.
    """

    fields: Sequence[str] = ()
    texts: Collection[str] = ()
    is_ranked: bool = False


class Builder(Protocol):
    """Turns a term and options into a database query; does no I/O."""

    default_size: int = 10
    """The number of hits if a caller names none."""

    def build(self, q: Any = None, **options: Any) -> Query:
        """The query for `q`. None matches everything, "" matches nothing, a list gives a list of queries."""

    def build_fetch(self, id: Any, **options: Any) -> Query:
        """The query for one id, or a list of queries for a list of ids; patterns choose the scopes."""

    def build_suggest(self, q: Any = "", **options: Any) -> list[Query]:
        """The queries for a typed text: for values equal to it, and for values that begin with it."""
        raise PipelineError(404, "no fields are configured for suggestions")

    def build_values(self, q: Any = "", **options: Any) -> Query | None:
        """The query that counts the values of the field in a typed text; None if the text has no field."""
        return None

    def build_word_values(self, q: Any = "", **options: Any) -> Mapping[str, Query]:
        """The queries that count the values with the typed words, by field; empty if the database cannot."""
        return {}

    def with_known_name(self, q: Any, item_type: str | None) -> str:
        """The typed text `field:value` with the field as the collection writes it."""
        return str(q)

    def completed(self, item_type: str | None) -> Completed:
        """The fields that are completed."""
        return Completed()

    def field_suggestions(self, q: Any, item_type: str | None) -> list[dict[str, Any]]:
        """The names of fields that begin with the typed text."""
        return []

    def kinds_of_fields(self, item_type: str | None) -> dict[str, str]:
        """The role of each field: its values are names, aliases or ids of documents (`name`, `alias`, `id`)."""
        return {}

    def names_in(self, text: str, item_type: str | None) -> list[str]:
        """The names of fields that a query text names, whether the collection has them or not."""
        return []

    def ranking_weights(self, item_type: str | None) -> dict[str, dict[str, float]]:
        """The weights of fields that order hits, by their role: `names`, `aliases` or `descriptions`."""
        return {}


class Backend(Protocol):
    """Runs queries against a database. Every failure of the database is a PipelineError.

    A response has at most `size` hits. A database must implement `search` and the methods that
    describe collections.
    """

    takes_trace_headers: bool = False
    """Whether the requests to the database carry `trace_headers`."""
    takes_bodies: bool = False
    """Whether `multi_search` also takes Bodies, not only a list."""

    def search(self, query: Query, context: Context) -> Response:
        """The response to a query."""

    def multi_search(self, queries: list[Query], context: Context) -> list[Response]:
        """The responses to several queries, in order."""
        return [self.search(query, context) for query in queries]

    def linked_page(self, query: Query, state: str | None, window: int, context: Context) -> Response:
        """The page by `from` and `size`, read from the state of the collection that `state` names.

        `_generation` of the response is the name of the state for the neighbouring pages. `_further` is the cursor that
        continues after `window`, the largest `from + size`.
        """
        return self.search(query, context)

    def page_after(self, query: Query, cursor: str, context: Context) -> Response:
        """The page after a cursor, `*` for the first; `_search_after` and `_search_before` lead to its neighbours."""
        raise no_pages("search_after")

    def scroll(self, query: Query, context: Context) -> Response:
        """The first batch of all hits; `_scroll_id` leads to the next one."""
        raise no_pages("fetch_all")

    def next_batch(self, scroll_id: str, context: Context) -> Response:
        """The batch after the one with this scroll id. Raises EndScrollInterrupt after the last batch."""
        raise no_pages("scroll_id")

    def stream(self, query: Query, context: Context) -> Iterator[Response]:
        """Responses that together have every hit once, in order."""
        raise no_pages("fetch_all")

    @property
    def can_stream(self) -> bool:
        """Whether the database has a `stream`."""
        return type(self).stream is not Backend.stream

    def shown_query(self, query: Query, context: Context) -> Any:
        """The query in the language of the database, for the option `rawquery`."""
        return query

    def near_words(
        self, field: str, words: list[str], size: int, item_type: str | None = None, deadline: float | None = None
    ) -> list[Any]:
        """The number of documents with each word, and the terms similar to it.

        If a word is in no document, the other words may have no similar terms.
        """
        return [(0, []) for _ in words]

    def mapping(self, item_type: str, deadline: float | None = None) -> dict[str, Any]:
        """The fields (`properties`) and the notes about the collection (`_meta`)."""

    def generation(self, item_type: str, deadline: float | None = None) -> str:
        """A text that changes whenever the collection changes."""

    def generations(self, item_type: str) -> list[dict[str, Any]]:
        """The generations that a request may name, the newest first: `name`, `documents`, `created`, `current`."""
        return []

    def item_types(self) -> list[str]:
        """The item types that this database holds."""

    def health(self) -> dict[str, Any]:
        """The data of the status page. Raises PipelineError if the database does not answer."""


class Formatter(Protocol):
    """Turns a response into the answer; does no I/O."""

    reads_json: bool = False
    """Whether documents in a response may be the bytes of their JSON."""
    own_options: frozenset[str] = frozenset()
    """The options that only this formatter reads, which no database gets."""

    def transform(self, response: Response, **options: Any) -> Any:
        """The hits container, the document, or the list of documents, as `options` request."""

    def with_documents(self, response: Response, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Response:
        """The response with changed documents, for the option `matched`."""
        raise PipelineError(400, "matched cannot be used with this database", {"keyword": "matched"})

    def transform_suggestions(
        self, responses: list[Response], typed: str, completed: Completed, size: int
    ) -> dict[str, Any]:
        """The suggestions for a typed text, from the responses to the queries of `build_suggest`."""

    def transform_values(self, response: Response, typed: str, size: int) -> dict[str, Any]:
        """The values of the typed field, from the response to `build_values`."""

    def transform_word_values(self, responses: Mapping[str, Response], typed: str, size: int) -> list[dict[str, Any]]:
        """The values with the typed words, from the responses to the queries of `build_word_values`."""
        return []


def no_pages(keyword: str) -> PipelineError:
    """The 400 for an option that reads pages from one state of the collection, if the database cannot do this."""
    summary = f"{keyword} cannot be used with this database: read page by page with size and from"
    return PipelineError(400, summary, {"keyword": keyword})
