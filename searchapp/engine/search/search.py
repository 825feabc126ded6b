"""Makes the response to a search body, as Elasticsearch does.

read the request -> compile its query -> collect the hits -> fetch their sources -> count the facets -> respond
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from tantivy import Query

from ..aggregations import answer_facets, number_of
from ..errors import EngineError
from ..index.reader import Reader
from ..mapping.tantivy_schema import SEQ
from ..queries.combinators import all_of, everything, filtered
from ..queries.context import Context
from ..queries.listed import COSTLY, Listed, listed
from ..queries.parsing import illegal
from ..queries.side_queries import side_query
from ..values.floats import shortest
from ..work import work
from .collapse import first_of_groups, group_field, group_query
from .collect import Hit, after_values, by_columns, by_score, count_of, scored
from .fetch import JsonHit, fetched
from .index_order import in_load_order
from .known_requests import known_request
from .random_score import may_be_random, random_function, random_scores
from .request import Request, check_collapse
from .search_after import read_after
from .sort import NUMBER_MODES, SCORE, bind

SearchResponse = dict[str, Any]
"""A response as Elasticsearch gives it, with `took`, `hits`, `aggregations` and so on."""

SURROGATE_ERRORS = "Expected Str type", "surrogates not allowed"
"""Parts of the errors of tantivy, Python and orjson for a text that cannot be UTF-8."""
SHARDS = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
"""The key `_shards` of all responses."""

PANIC = (500, "engine_exception", "the search engine failed")


def search(reader: Reader, body: Any, **params: Any) -> SearchResponse:
    """The response to a search body. EngineError if Elasticsearch would refuse it."""
    started = time.monotonic()
    return respond(reader, known_request(body, params), started)


def respond(reader: Reader, request: Request, started: float) -> SearchResponse:
    """The response to a parsed request. Failures inside tantivy become EngineErrors."""
    try:
        return _respond(reader, request, started)
    except BaseException as error:
        known = engine_error(error)
        if known is None:
            raise
        raise known from error


def engine_error(error: BaseException) -> EngineError | None:
    """The EngineError for a panic of tantivy or a text that is not valid Unicode; None for other errors."""
    if type(error).__name__ == "PanicException":
        return EngineError(*PANIC)
    if isinstance(error, ValueError | TypeError) and any(words in str(error) for words in SURROGATE_ERRORS):
        return illegal("a text holds half a character")
    return None


def _respond(reader: Reader, request: Request, started: float) -> SearchResponse:
    work().begin()
    check_collapse(request)
    if request.start + request.size > reader.mapping.index_settings.max_result_window:
        _check_large_window(reader, request)
    id = only_id(request)
    if id:
        section = fetched_section(reader, request, everything(), *looked_up(reader, request, id))
        return {**head(started), "hits": section}
    query, matching, ranked = queries(reader, request)
    hits, count, best = collected(reader, request, query, ranked)
    keys = len(request.sort) + number_of(request.aggregations)
    work().looked_at(reader.name, keys, count if request.counted else reader.stats.docs)
    section = fetched_section(reader, request, explained(reader, request, query, hits), hits, count, best)
    return {**head(started), "hits": section, **facets_of(reader, request, matching)}


def only_id(request: Request) -> str | None:
    """The id of a request that only looks up one document, which needs no search; else None."""
    clause, more = request.clause, (request.post_filter, request.min_score, request.search_after)
    if not isinstance(clause, dict) or "ids" not in clause or any(each is not None for each in more):
        return None
    values = clause["ids"].get("values")
    if len(clause["ids"]) != 1 or not isinstance(values, list) or len(values) != 1:
        return None
    beside = (request.collapse, request.sort, request.explain, request.aggregations, request.highlight_queries)
    alone = not any(beside)
    return values[0] if alone and isinstance(values[0], str) else None


def looked_up(reader: Reader, request: Request, id: str) -> tuple[list[Hit], int, float | None]:
    """As `collected`, for one id."""
    seq = reader.store.find(id)
    matches = [] if seq is None else [Hit(seq, 1.0)]
    hits = matches[request.start : request.start + request.size]
    return hits, len(matches) if request.counted else 0, 1.0 if matches and request.size else None


def facets_of(reader: Reader, request: Request, query: Query) -> SearchResponse:
    """The key `aggregations` of a response; empty if the request has none."""
    if not request.aggregations:
        return {}
    return {"aggregations": answer_facets(reader, query, request.aggregations, cache=_is_match_all(request))}


class Queries(NamedTuple):
    """The queries of a request: for its hits, and for its facets, which a post filter does not narrow."""

    hits: Query
    facets: Query
    ranked: dict[int, float] | None = None
    """The scores of all hits by `_seq`, the best first, if they are known already."""


def queries(reader: Reader, request: Request, is_paged: bool = False) -> Queries:
    """The queries of a request. Where they run more than once, costly ones become lists of their documents."""
    if not (is_paged or _is_run_again(request)):
        query = compiled(reader, request)
        return Queries(post_filtered(reader, request, query), query)
    found = listed(reader, compiled(reader, request), work().seconds)
    query = found.scored if is_paged or _needs_scores(request) else found.filter
    if request.post_filter is None:
        return Queries(query, found.filter, found.scores)
    before = work().seconds
    post_filter = request.post_filter(Context(reader))
    kept = listed(reader, post_filter, work().seconds - before).filter
    return Queries(all_of([query, filtered(kept)]), found.filter)


def _is_run_again(request: Request) -> bool:
    """Whether collecting the hits and counting the facets runs the query more than once."""
    collapse = request.collapse
    if collapse is not None:  # explanations need the query itself
        return not any(one.explain for one in (request, *collapse.inner.values()))
    keys = len(request.sort)
    return bool(request.aggregations) or keys > 1 or (keys == 1 and (request.counted or request.track_scores))


def _needs_scores(request: Request) -> bool:
    """Whether the hits have scores, or are sorted by them."""
    by_score = not request.sort or request.track_scores or any(key.name == SCORE for key in request.sort)
    return bool(request.size) and by_score


def explained(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> Query:
    """The query that explains the scores of the hits: a costly one is compiled again, for these documents alone."""
    if not request.explain or request.collapse is not None:
        return query
    work().check_explained(len(hits))
    if work().pattern_seconds < COSTLY or not hits:
        return query
    few = reader.narrowed([hit.seq for hit in hits])
    return post_filtered(few, request, compiled(few, request))


def compiled(reader: Reader, request: Request) -> Query:
    """The tantivy query of a request; all documents if the body has no query."""
    context = Context(reader, rescored=is_random(request))
    query = everything() if request.query is None else request.query(context)
    for build in request.highlight_queries:
        side_query(context, build)
    if request.explain and reader.few is None:
        work().check_explained()
    if request.min_score is None:
        return query
    return _scoring(reader, listed(reader, query, work().seconds), request.min_score)


def collected(
    reader: Reader, request: Request, query: Query, ranked: Mapping[int, float] | None = None
) -> tuple[list[Hit], int, float | None]:
    """The hits of the page, the number of all hits (0 if not counted), and the highest score.

    `ranked` may hold the scores of all hits, the best first.
    """
    wanted = request.start + request.size if request.size else 0
    if request.collapse is not None:
        return _collapsed(reader, request, query, wanted)
    if not request.sort:
        if request.search_after is not None:
            raise illegal("Sort must contain at least one field.")
        function = random_function(request.clause) if is_random(request) else None
        if function is not None:
            hits, count = random_scores(reader, query, function, wanted)
            return hits[request.start :], count, hits[0].score if hits else None
        if ranked is not None:
            hits, count = [Hit(*one) for one in islice(ranked.items(), wanted)], len(ranked) if request.counted else 0
        else:
            hits, count = _by_score(reader, request, query, wanted)
        return hits[request.start :], count, hits[0].score if hits else None
    columns = bind(reader, request.sort)
    if request.search_after is None:
        hits = by_columns(reader, query, columns, wanted)[request.start :]
    else:
        hits = after_values(reader, query, columns, read_after(columns, request.search_after), wanted)
    best = None
    if request.track_scores:
        hits = scored(reader, query, hits)
        top, _ = by_score(reader, query, 1, False)
        best = top[0].score if top and request.size else None
    return hits, _count(reader, request, query) if request.counted else 0, best


def _collapsed(reader: Reader, request: Request, query: Query, wanted: int) -> tuple[list[Hit], int, float | None]:
    """As `collected`, with the first hit of each group."""
    assert request.collapse is not None
    field = group_field(reader, request.collapse)
    ungrouped = replace(request, collapse=None, start=0)
    hits, count, best = collected(reader, replace(ungrouped, size=min(wanted, 1)), query)

    def take(limit: int) -> list[Hit]:
        return collected(reader, replace(ungrouped, size=limit, counted=False), query)[0]

    firsts = first_of_groups(reader, query, field, take, wanted)[request.start :] if hits else []
    if [key.name for key in request.sort] == [SCORE]:  # by the score alone: Elasticsearch gives no sort values
        firsts = [hit._replace(sort=None) for hit in firsts]
    return firsts, count, best


def _with_groups(
    reader: Reader, request: Request, query: Query, hits: list[Hit], fetched_hits: list[JsonHit]
) -> list[JsonHit]:
    """The fetched hits with the value of their group, and with the inner hits that the request asks for."""
    assert request.collapse is not None
    field, context = group_field(reader, request.collapse), Context(reader)
    for hit, json_hit in zip(hits, fetched_hits, strict=True):
        if hit.group is not None:
            json_hit["fields"] = {request.collapse.path: [hit.group]}
        for name, inner in request.collapse.inner.items():
            group = group_query(context, query, field, hit.group, request.clause is not None)
            asked = replace(
                inner, clause=request.clause, total_as_int=request.total_as_int, raw_source=False, in_group=True
            )
            section = fetched_section(reader, asked, group, *collected(reader, asked, group))
            json_hit.setdefault("inner_hits", {})[name] = {"hits": section}
    return fetched_hits


def _by_score(reader: Reader, request: Request, query: Query, wanted: int) -> tuple[list[Hit], int]:
    if not _takes_all(request):
        return by_score(reader, query, wanted, request.counted)
    score = float((request.clause or {"match_all": {}})["match_all"].get("boost", 1.0))
    return [Hit(seq, score) for seq in in_load_order(reader, query, wanted)], reader.stats.docs


def _count(reader: Reader, request: Request, query: Query) -> int:
    return reader.stats.docs if _takes_all(request) else count_of(reader, query)


def _takes_all(request: Request) -> bool:
    """Whether all documents are hits, so that counting is not needed."""
    return _is_match_all(request) and request.post_filter is None and not request.in_group


def fetched_section(
    reader: Reader, request: Request, query: Query, hits: list[Hit], count: int, best: float | None
) -> dict[str, Any]:
    """The section `hits` of a response, for collected hits."""
    fetched_hits = fetched(reader, request, query, hits)
    if request.collapse is not None:
        fetched_hits = _with_groups(reader, request, query, hits, fetched_hits)
    return hits_section(request, count, best, fetched_hits)


def hits_section(request: Request, count: int, best: float | None, hits: list[JsonHit]) -> dict[str, Any]:
    """The section `hits` of a response, for fetched hits."""
    if request.total_as_int:
        return {"total": count if request.counted else -1, "max_score": shortest(best), "hits": hits}
    section = {"max_score": shortest(best), "hits": hits}
    if not request.counted:
        return section
    limited = count > request.track_total
    total = {"value": request.track_total if limited else count, "relation": "gte" if limited else "eq"}
    return {"total": total, **section}


def is_random(request: Request) -> bool:
    """Whether a random score decides the order of the hits."""
    if not may_be_random(request.clause) or request.min_score is not None or request.track_scores:
        return False
    ordered = any(key.name == SCORE for key in request.sort)
    return not ordered and random_function(request.clause) is not None


def head(started: float) -> SearchResponse:
    """The first keys of a response; `started` is a `time.monotonic()`."""
    took = int((time.monotonic() - started) * 1000)
    return {"took": took, "timed_out": False, "_shards": SHARDS}


def _check_large_window(reader: Reader, request: Request) -> None:
    """Raise EngineError for a window that is too large, but first for other errors, as Elasticsearch.

    With the modes of numbers the value for documents without one is read later.
    """
    post_filtered(reader, request, compiled(reader, request))
    keys = [replace(key, missing="_last") if key.mode in NUMBER_MODES else key for key in request.sort]
    columns = bind(reader, keys)
    if request.search_after is not None:
        read_after(columns, request.search_after)
    check_window(reader, request)


def check_window(reader: Reader, request: Request) -> None:
    window, most = request.start + request.size, reader.mapping.index_settings.max_result_window
    if window > most:
        raise illegal(
            f"Result window is too large, from + size must be less than or equal to: [{most}] but was"
            f" [{window}]. See the scroll api for a more efficient way to request large data sets. This limit"
            " can be set by changing the [index.max_result_window] index level setting."
        )


def post_filtered(reader: Reader, request: Request, query: Query) -> Query:
    if request.post_filter is None:
        return query
    return all_of([query, filtered(request.post_filter(Context(reader)))])


def _scoring(reader: Reader, found: Listed, least: float) -> Query:
    """The query without the documents that score less than `least`."""
    scores = found.scores
    if scores is None:
        hits, _ = by_score(reader, found.scored, reader.stats.docs, False)
        scores = {hit.seq: hit.score for hit in hits if hit.score is not None}
    seqs = [seq for seq, score in scores.items() if score >= least]
    if not seqs:
        return Query.empty_query()
    return all_of([found.scored, filtered(Query.term_set_query(reader.schema, SEQ, seqs))])


def _is_match_all(request: Request) -> bool:
    return request.min_score is None and (request.clause is None or list(request.clause) == ["match_all"])


def analyze(reader: Reader, path: str, text: str) -> list[dict[str, Any]]:
    """The tokens of a text by the analyzer of the field at `path`, as Elasticsearch's `_analyze` lists them."""
    context = Context(reader)
    field = reader.mapping.fields.get(path)
    if field is not None and field.is_keyword:
        text = context.normalize(field, text)
    name = field.analyzer if field is not None and field.is_text else "keyword" if field is not None else "standard"
    return [
        {"token": token.text, "start_offset": token.start, "end_offset": token.end, "position": token.position}
        for token in context.analyzer(name or "standard")(text)
    ]
