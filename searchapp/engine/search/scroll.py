"""Scrolls and pages: an id holds the generation, the body and the place to go on from.

An id that is asked again goes on where the scroll has got to, as far as the machine remembers it.

Constant scores and index order go on behind a `_seq`; sorted hits behind their sort values; the order of the scores by
counting from the start. Pages never miss or repeat a document, since a generation does not change.
"""

import base64
import re
import secrets
import time
import zlib
from collections.abc import Iterator
from typing import Any

import orjson
from tantivy import Query

from ..errors import EngineError
from ..index.reader import Reader
from ..queries.parsing import illegal, text
from ..work import work
from .collect import Hit, behind, by_columns, by_score, scored
from .request import ACCURATE, TRACKED, Request, read_request
from .scroll_positions import ScrollPositions
from .search import check_window, compiled, facets_of, head, listed, post_filtered
from .search_after import can_follow
from .sort import DOC, Column, bind

Answer = dict[str, Any]

MAX_STATE = 16 * 1024 * 1024
AHEAD = 50_000
"""Hits whose order is looked up at a time when all are read: each sorted step orders all hits that are left. They take
about 20 MB.
"""

KEEP = re.compile(r"(\d+)(nanos|micros|ms|s|m|h|d)", re.ASCII)
SECONDS = {"nanos": 1e-9, "micros": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600, "d": 86_400}
LONGEST = 86_400
"""Seconds for which it is remembered how far a scroll has got."""
NAME = re.compile(r"[0-9a-f]{24}")
KEPT = ("name", "index", "generation", "body", "params", "place", "total", "best")
CONSTANT = frozenset(("match_all", "ids", "terms", "range", "exists", "prefix", "wildcard", "regexp", "constant_score"))


def first_page(reader: Reader, body: Any, keep: Any, params: dict[str, Any]) -> Answer:
    """The first page, with the `_scroll_id` of the next."""
    started = time.monotonic()
    request = read_request(body, params)
    _check(reader, request, keep)
    state = {"name": secrets.token_hex(12), "index": reader.name, "generation": reader.generation}
    answer, _ = _page(reader, request, {**state, "body": body, "params": params}, started)
    return answer


def next_page(reader: Reader, positions: ScrollPositions, state: Answer, keep: Any = None, **params: Any) -> Answer:
    """The next page of a scroll, whose state comes from `decoded`; an empty one at the end."""
    started = time.monotonic()
    seconds = LONGEST if keep is None else _seconds(keep)
    request = read_request(state["body"], {**state["params"], **params})

    def step(position: Any) -> tuple[Answer, Any]:
        return _page(reader, request, {**state, "place": position}, started)

    return positions.advance(state["name"], state["place"], seconds, step)


def page(reader: Reader, body: Any, place: Any, params: dict[str, Any]) -> tuple[Answer, str, Any]:
    """A page of a generation after a position, the generation's name, and the position after the page.

    None is the position before all hits; another one comes from the page before and can be written as JSON.
    """
    started = time.monotonic()
    request = read_request(body, params)
    work().begin()
    query = compiled(reader, request)
    narrowed = post_filtered(reader, request, query)
    state = _start(reader, request, narrowed) if place is None else place
    hits, after = _take(reader, request, narrowed, state)
    found = _listed(reader, request, narrowed, hits, state)
    answer = {**head(started), "hits": found, **facets_of(reader, request, query)}
    return answer, reader.generation, {**state, "place": after}


def pages(reader: Reader, body: Any, params: dict[str, Any]) -> Iterator[Answer]:
    """Every hit of a generation, a page at a time, at least one page; facets are not counted.

    The order is looked up further ahead than a page reaches, since a step costs more than its hits.
    """
    started = time.monotonic()
    request = read_request(body, params)
    _check_all(request)
    query = post_filtered(reader, request, compiled(reader, request))
    size, request.size = request.size, max(request.size, AHEAD)
    state = _start(reader, request, query)
    while True:
        hits, place = _take(reader, request, query, state)
        for start in range(0, len(hits) or 1, size):
            yield {**head(started), "hits": _listed(reader, request, query, hits[start : start + size], state)}
            started = time.monotonic()
        if len(hits) < request.size:
            return
        state = {**state, "place": place}


def encoded(state: Answer) -> str:
    """An opaque text that holds the state."""
    return base64.urlsafe_b64encode(zlib.compress(orjson.dumps(state))).decode()


def decoded(scroll_id: Any) -> Answer:
    """The state in an id; EngineError 400 where it is none."""
    try:
        packed = zlib.decompressobj().decompress(base64.urlsafe_b64decode(scroll_id), MAX_STATE)
        state = orjson.loads(packed)
        if NAME.fullmatch(state["name"]):
            return {key: state[key] for key in KEPT}
    except (ValueError, TypeError, KeyError, zlib.error):
        pass
    raise illegal(f"Cannot parse scroll id: [{scroll_id}]")


def _page(reader: Reader, request: Request, state: Answer, started: float) -> tuple[Answer, Any]:
    """The page at the state's place, with the id of the next one, and its place; facets stand on the first."""
    work().begin()
    whole = compiled(reader, request)
    query, is_first = post_filtered(reader, request, whole), "total" not in state
    if is_first:
        state = {**state, **_start(reader, request, query)}
    hits, place = _take(reader, request, query, state)
    answer = {"_scroll_id": encoded({**state, "place": place}), **head(started)}
    found = {**answer, "hits": _listed(reader, request, query, hits, state)}
    return ({**found, **facets_of(reader, request, whole)} if is_first else found), place


def _start(reader: Reader, request: Request, query: Query) -> Answer:
    """The place before all hits, the number of all and the highest score."""
    hits, count = by_score(reader, query, 0 if request.sort and not request.track_scores else 1)
    return {"place": None, "total": count, "best": hits[0].score if hits else None}


def _listed(reader: Reader, request: Request, query: Query, hits: list[Hit], state: Answer) -> Answer:
    request.counted, request.track_total = True, ACCURATE
    return listed(reader, request, query, hits, state["total"], state["best"])


def _take(reader: Reader, request: Request, query: Query, state: Answer) -> tuple[list[Hit], Any]:
    """The hits of a page, and the place behind them."""
    place, size = state["place"], request.size
    columns = bind(reader, request.sort)
    tied = [] if columns and columns[-1].kind == DOC else [Column(DOC, DOC, False)]
    columns = [*columns, *tied]
    if not request.sort and not _is_constant(request.clause):
        start = place or 0
        hits, _ = by_score(reader, query, start + size, False)
        return hits[start:], start + size
    if not can_follow(columns):
        start = place or 0
        hits = _scored(reader, request, query, by_columns(reader, query, columns, start + size)[start:])
        return _shown(hits, len(tied)), start + size
    hits = by_columns(reader, query, columns, size) if place is None else behind(reader, query, columns, place, size)
    after = [column.value(raw) for column, raw in zip(columns, hits[-1].raw, strict=True)] if hits else place
    if not request.sort:
        return [Hit(hit.seq, state["best"]) for hit in hits], after
    return _shown(_scored(reader, request, query, hits), len(tied)), after


def _scored(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> list[Hit]:
    return scored(reader, query, hits) if request.track_scores else hits


def _shown(hits: list[Hit], tied: int) -> list[Hit]:
    """The hits without the value of the tie breaker that nobody asked for."""
    return [hit._replace(sort=(hit.sort or [])[:-1]) for hit in hits] if tied else hits


def _is_constant(clause: Any) -> bool:
    """Whether all hits score the same."""
    if clause is None:
        return True
    name, body = next(iter(clause.items()))
    if name == "bool":
        return not any(body.get(key) for key in ("must", "should"))
    return name in CONSTANT


def _check(reader: Reader, request: Request, keep: Any) -> None:
    _seconds(keep)
    _check_all(request)
    if not request.counted or request.track_total not in (TRACKED, ACCURATE):
        raise _invalid("disabling [track_total_hits] is not allowed in a scroll context")
    check_window(reader, request)


def _check_all(request: Request) -> None:
    """Refuses what all hits cannot be asked for with."""
    if request.size == 0:
        raise _invalid("[size] cannot be [0] in a scroll context")
    if request.start > 0:
        raise _invalid("using [from] is not allowed in a scroll context")
    if request.collapse is not None:
        raise _invalid("cannot use `collapse` in a scroll context")
    if request.search_after is not None:
        raise _invalid("`search_after` cannot be used in a scroll context.")


def _seconds(keep: Any) -> float:
    found = KEEP.fullmatch(text(keep))
    if found is None:
        raise illegal(
            f"failed to parse setting [scroll] with value [{keep}] as a time value: unit is missing or unrecognized"
        )
    return min(int(found[1][:15]) * SECONDS[found[2]], LONGEST)


def _invalid(reason: str) -> EngineError:
    return EngineError(400, "action_request_validation_exception", f"Validation Failed: 1: {reason};")
