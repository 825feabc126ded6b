"""Estimates the work of a search in addition to its query: highlights, sort keys and facets."""

from collections.abc import Iterable

from .. import costs
from ..aggregations.scope import Aggregation
from ..aggregations.terms import different, size_of
from ..highlight.options import requested
from ..index.doc_values import doc_values_field
from ..index.reader import Reader
from ..queries.listed import MIN_LISTED_SECONDS
from ..work import work
from .request import Request


def check_before(reader: Reader, request: Request) -> None:
    """Raise LimitReached for a search that would take too long, before its query runs."""
    is_costly = work().seconds >= MIN_LISTED_SECONDS
    check_rest(reader, request, reader.stats.docs if is_costly else 0)


def check_rest(reader: Reader, request: Request, count: int) -> None:
    """Raise LimitReached for a search that would take too long. `count` is the number of its hits."""
    window = min(request.start + request.size, reader.stats.docs)
    others = len(request.sort) * window * costs.VALUE_SECONDS + facet_seconds(reader, request.aggregations, count)
    work().check_rest(highlight_seconds(reader, request, min(request.size, count)), others)


def highlight_seconds(reader: Reader, request: Request, hits: int) -> float:
    """Seconds of CPU to highlight matches in this number of hits, if they are as long as most."""
    if not hits or request.highlight is None:
        return 0.0
    names = {field.path for name, _ in requested(request.highlight) for field in reader.mapping.resolve(name)}
    words = sum(reader.stats.field(path)[1] for path in names)
    return hits * words / max(reader.stats.docs, 1) * costs.WORD_SECONDS


def facet_seconds(reader: Reader, facets: Iterable[Aggregation], count: int) -> float:
    """Seconds of CPU to count facets in this number of documents."""
    return sum(_seconds(reader, facet, count) for facet in facets) if count else 0.0


def _seconds(reader: Reader, facet: Aggregation, count: int) -> float:
    field = doc_values_field(reader, facet.options["field"]) if facet.kind_name == "terms" else None
    if field is None or not field.is_exact:
        return facet_seconds(reader, facet.children, count)
    terms = min(different(reader, field), costs.MAX_FIELD)
    values = min(terms, size_of(facet), count)
    each = costs.BUCKET_SECONDS + len(facet.children) * costs.INNER_SECONDS
    return min(terms, 10 * count) * costs.FACET_TERM_SECONDS + values * each
