"""One search body for many texts: it is read once, and terms of one keyword field need one search."""

import time
from collections.abc import Sequence
from typing import Any

from ...errors import EngineError
from ...index.reader import Reader
from ...queries.context import Context
from ...queries.query_cache import search_shape
from ...work import work
from ..body import read_request
from ..hits.matched_queries import has_names
from ..paging.inner_hits import nested_bodies
from ..search import SearchResponse, check_window, engine_error
from .keyword_terms import found_terms, keyword_field
from .msearch import Collected, Shared, TextBody, of_hits, responses, searched, shared_parts


def search_texts(
    reader: Reader, body: dict[str, Any], texts: Sequence[str], **params: Any
) -> list[SearchResponse] | None:
    """Like `msearch`, for bodies that have one of the texts each in place of the text of `body`.

    None if they share so little that each of them has to be read.
    """
    context, sample = Context(reader), search_shape(body)[1]
    if len({*sample}) != 1 or has_names(body["query"]) or any(True for _ in nested_bodies(body["query"])):
        return None
    shared = shared_parts(context, read_request(body, params), sample)
    if shared.make is None:
        return None
    found = _keywords(context, shared, texts)
    bodies = (TextBody(shared, shared.make, (text,) * len(sample)) for text in texts)
    return responses(reader, found or [searched(context, body) for body in bodies])


def _keywords(context: Context, shared: Shared, texts: Sequence[str]) -> list[Collected | SearchResponse] | None:
    """The collected hits of each text if it is looked for in one keyword field.

    None for another query, and if a text fails: the others may not.
    """
    request, started = shared.request, time.monotonic()
    field = keyword_field(context, request.clause)
    if field is None:
        return None
    wanted = request.start + request.size if request.size else 0
    try:
        work().begin(len(texts))
        check_window(context.reader, request)
        terms = [context.normalize(field, text) for text in texts]
        found = found_terms(context.reader, field, terms, wanted, request.counted)
    except BaseException as error:
        if not isinstance(error, EngineError) and engine_error(error) is None:
            raise
        return None
    return [of_hits(shared, *found[term], started) for term in terms]
