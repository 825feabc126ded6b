"""One search body for many texts: it is read once, and texts in keyword fields need one search."""

import time
from collections.abc import Sequence
from typing import Any

from ...errors import EngineError, engine_error
from ...index.reader import Reader
from ...queries.context import Context
from ...queries.query_cache import search_shape
from ...work import work
from ..body import read_request
from ..collect import ScoredAddresses
from ..lookups import document_sections
from ..search import SearchResponse, check_window, head
from .keyword_terms import found_texts, keyword_scopes
from .msearch import Collected, Shared, body_of, may_have_inner_hits, of_hits, responses, searched, shared_parts


def search_texts(
    reader: Reader, body: dict[str, Any], texts: Sequence[str], **params: Any
) -> list[SearchResponse] | None:
    """Like `msearch`, for bodies that have one of the texts each in place of the text of `body`.

    None if the bodies share so little that each of them has to be read.
    """
    started = time.monotonic()
    sections = document_sections(reader, body, texts, params)
    if sections is not None:
        first = head(started)
        return [{**first, "hits": section} for section in sections]
    context, shape = Context(reader), search_shape(body)
    sample = shape[1] if shape else ()
    if len({*sample}) != 1 or may_have_inner_hits(body["query"]):
        return None
    shared = shared_parts(context, read_request(body, params), sample)
    if shared.make is None or shared.make_hit is None:
        return None
    found = _in_one_search(context, shared, texts)
    first, is_counted = head(started), shared.request.counted
    wanted = shared.request.start + shared.request.size if shared.request.size else 0

    def search(text: str) -> Collected | SearchResponse:
        hits = found.get(text)
        if hits is None:
            return searched(context, body_of(context, shared, body["query"], (text,) * len(sample)))
        return of_hits(first, shared, hits[:wanted], len(hits) if is_counted else 0)

    return responses(reader, [search(text) for text in texts])


def _in_one_search(context: Context, shared: Shared, texts: Sequence[str]) -> dict[str, ScoredAddresses]:
    """The hits of the texts that keyword fields find by one search; empty if one of the texts fails."""
    scopes = keyword_scopes(context, shared.request.clause)
    if not scopes:
        return {}
    try:
        work().begin(len(texts))
        check_window(context.reader, shared.request)
        return found_texts(context, scopes, texts)
    except BaseException as error:
        if not isinstance(error, EngineError) and engine_error(error) is None:
            raise
        return {}
