"""Scrolls and pages: a scroll id holds the generation, the body and the position of the next page.

If an id is used again, it returns the page after the last one, as scroll_positions.py remembers it.

The position is a `_seq` for constant scores and index order, the sort values for sorted hits, and a number of hits for
the order of scores. Pages never miss or repeat a document, because a generation does not change.
"""

import base64
import json
import re
import secrets
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from tantivy import Query

from ...errors import illegal, invalid_request
from ...index.reader import Reader
from ...parsing import text
from ...work import work
from ..body import read_request
from ..collect import Hit, after_values, by_columns, by_score, scored
from ..index_order import BEFORE_ALL, in_load_order
from ..request import ACCURATE, DEFAULT_TRACKED, Request
from ..request_queries import explained, queries
from ..search import SearchResponse, facets_of, fetched_section, head
from ..sort import DOC, Column, bind
from .scroll_positions import MAX_SECONDS, ScrollPositions
from .search_after import can_follow

State = dict[str, Any]
"""The state of a scroll, with the keys in `KEPT`."""
PositionAfter = Callable[[int], Any]
"""A function that takes a number of hits, and returns the position after them."""

MAX_STATE = 16 * 1024 * 1024
HITS_AT_ONCE = 50_000
"""Hits that `pages` sorts at a time, about 20 MB: each step sorts all remaining hits."""

KEEP = re.compile(r"(\d+)(nanos|micros|ms|s|m|h|d)", re.ASCII)
SECONDS = {"nanos": 1e-9, "micros": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600, "d": 86_400}
NAME = re.compile(r"[0-9a-f]{24}")
KEPT = ("name", "index", "generation", "body", "params", "position", "total", "best")
CONSTANT = frozenset(("match_all", "ids", "terms", "range", "exists", "prefix", "wildcard", "regexp", "constant_score"))


def first_page(reader: Reader, body: Any, keep: Any, params: dict[str, Any]) -> SearchResponse:
    """The first page of a scroll, with a `_scroll_id`; `keep` is the time to keep it, such as `1m`."""
    started = time.monotonic()
    request = read_request(body, params)
    _check(reader, request, keep)
    state = {"name": secrets.token_hex(12), "index": reader.name, "generation": reader.generation}
    response, _ = _page(reader, request, {**state, "body": body, "params": params}, started)
    return response


def next_page(
    reader: Reader, positions: ScrollPositions, state: State, keep: Any = None, **params: Any
) -> SearchResponse:
    """The next page of a scroll, whose state comes from `decoded`. After the last hit, pages are empty."""
    started = time.monotonic()
    seconds = MAX_SECONDS if keep is None else _seconds(keep)
    request = read_request(state["body"], {**state["params"], **params})

    def step(position: Any) -> tuple[SearchResponse, Any]:
        return _page(reader, request, {**state, "position": position}, started)

    return positions.advance(state["name"], state["position"], seconds, step)


def page(reader: Reader, body: Any, position: Any, params: dict[str, Any]) -> tuple[SearchResponse, str, Any]:
    """A page of a generation after a position, the generation's name, and the position after the page.

    The position None is before all hits. Other positions come from an earlier page, and can be written as JSON.
    """
    started = time.monotonic()
    request = read_request(body, params)
    work().begin()
    query, matching, _ = queries(reader, request, is_paged=True)
    state = _start(reader, request, query) if position is None else position
    hits, after = _take(reader, request, query, state)
    section = _hits_section(reader, request, query, hits, state)
    response = {**head(started), "hits": section, **facets_of(reader, request, matching)}
    return response, reader.generation, {**state, "position": after(len(hits))}


def pages(reader: Reader, body: Any, params: dict[str, Any]) -> Iterator[SearchResponse]:
    """Every hit of a generation, one page after another, at least one page; without facets.

    Hits are collected for many pages at once, because a step of collecting costs more than its hits.
    """
    started = time.monotonic()
    request = read_request(body, params)
    _check_all(request)
    query, _, _ = queries(reader, request, is_paged=True)
    size, request.size = request.size, max(request.size, HITS_AT_ONCE)
    state = _start(reader, request, query)
    while True:
        hits, after = _take(reader, request, query, state)
        start = 0
        while start < (len(hits) or 1):
            section = _hits_section(reader, request, query, hits[start : start + size], state)
            yield {**head(started), "hits": section}
            started = time.monotonic()
            start += len(section["hits"]) or 1
        if len(hits) < request.size:
            return
        state = {**state, "position": after(len(hits))}


def encoded(state: State) -> str:
    """The scroll id of a state, an opaque text."""
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(state).encode())).decode()


def decoded(scroll_id: Any) -> State:
    """The state in a scroll id. EngineError 400 for an invalid id."""
    try:
        packed = zlib.decompressobj().decompress(base64.urlsafe_b64decode(scroll_id), MAX_STATE)
        state = json.loads(packed)
        if NAME.fullmatch(state["name"]):
            return {key: state[key] for key in KEPT}
    except (ValueError, TypeError, KeyError, zlib.error):
        pass
    raise illegal(f"Cannot parse scroll id: [{scroll_id}]")


def _page(reader: Reader, request: Request, state: State, started: float) -> tuple[SearchResponse, Any]:
    """The page after the state's position, with the next scroll id, and the position after it.

    The first page has facets too.
    """
    work().begin()
    query, matching, _ = queries(reader, request, is_paged=True)
    is_first = "total" not in state
    if is_first:
        state = {**state, **_start(reader, request, query)}
    hits, after = _take(reader, request, query, state)
    section = _hits_section(reader, request, query, hits, state)
    position = after(len(section["hits"]))
    is_last = request.max_bytes is not None and len(section["hits"]) == len(hits) < request.size
    start = {} if is_last else {"_scroll_id": encoded({**state, "position": position})}
    response = {**start, **head(started), "hits": section}
    return ({**response, **facets_of(reader, request, matching)} if is_first else response), position


def _start(reader: Reader, request: Request, query: Query) -> State:
    """The position before all hits, the number of hits and the highest score."""
    hits, count = by_score(reader, query, 0 if request.sort and not request.track_scores else 1)
    return {"position": None, "total": count, "best": hits[0].score if hits else None}


def _hits_section(reader: Reader, request: Request, query: Query, hits: list[Hit], state: State) -> dict[str, Any]:
    request.track_total = ACCURATE
    return fetched_section(
        reader, request, explained(reader, request, query, hits), hits, state["total"], state["best"]
    )


def _take(reader: Reader, request: Request, query: Query, state: State) -> tuple[list[Hit], PositionAfter]:
    """The hits of a page, and a function for the position after some of them."""
    position = state["position"]
    if not request.sort and _is_constant(request.clause):
        last = BEFORE_ALL if position is None else position[0]
        seqs = in_load_order(reader, query, min(request.size, reader.stats.docs), last)
        return [Hit(seq, state["best"]) for seq in seqs], lambda count: seqs[:count][-1:] or position
    if request.sort:
        columns = bind(reader, request.sort)
        tied = [] if columns[-1].kind == DOC else [Column(DOC, DOC, False)]
        hits, after = _sorted(reader, query, [*columns, *tied], request.size, position)
        hits = scored(reader, query, hits) if request.track_scores else hits
        return [hit._replace(sort=(hit.sort or [])[:-1]) for hit in hits] if tied else hits, after
    start = position or 0
    hits, _ = by_score(reader, query, start + request.size, False)
    return hits[start:], lambda count: start + count


def _sorted(
    reader: Reader, query: Query, columns: list[Column], size: int, position: Any
) -> tuple[list[Hit], PositionAfter]:
    """Like `_take`, in the order of columns that no two hits share."""
    if not can_follow(columns):
        start = position or 0
        return by_columns(reader, query, columns, start + size)[start:], lambda count: start + count
    if position is None:
        hits = by_columns(reader, query, columns, size)
    else:
        hits = after_values(reader, query, columns, position, size)

    def after(count: int) -> Any:
        if not count:
            return position
        return [column.value(raw) for column, raw in zip(columns, hits[count - 1].raw, strict=True)]

    return hits, after


def _is_constant(clause: Any) -> bool:
    """Whether all hits have the same score."""
    if clause is None:
        return True
    name, body = next(iter(clause.items()))
    if name == "bool":
        return not any(body.get(key) for key in ("must", "should"))
    return name in CONSTANT


def _check(reader: Reader, request: Request, keep: Any) -> None:
    _seconds(keep)
    _check_all(request)
    if not request.counted or request.track_total not in (DEFAULT_TRACKED, ACCURATE):
        raise invalid_request("disabling [track_total_hits] is not allowed in a scroll context")
    most = reader.mapping.index_settings.max_result_window
    if request.size > most:
        raise illegal(
            f"Batch size is too large, size must be less than or equal to: [{most}] but was [{request.size}]. Scroll"
            " batch sizes cost as much memory as result windows so they are controlled by the"
            " [index.max_result_window] index level setting."
        )


def _check_all(request: Request) -> None:
    """Raise EngineError for options that a scroll cannot have."""
    if request.size == 0:
        raise invalid_request("[size] cannot be [0] in a scroll context")
    if request.start > 0:
        raise invalid_request("using [from] is not allowed in a scroll context")
    if request.collapse is not None:
        raise invalid_request("cannot use `collapse` in a scroll context")
    if request.search_after is not None:
        raise invalid_request("`search_after` cannot be used in a scroll context.")


def _seconds(keep: Any) -> float:
    match = KEEP.fullmatch(text(keep))
    if match is None:
        raise illegal(
            f"failed to parse setting [scroll] with value [{keep}] as a time value: unit is missing or unrecognized"
        )
    return min(int(match[1][:15]) * SECONDS[match[2]], MAX_SECONDS)
