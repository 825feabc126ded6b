"""Scrolls without state: an id holds the generation, the body and the place to go on from.

Constant scores and index order go on behind a `_seq`; sorted hits behind their sort values; the order of the scores by
counting from the start. Pages never miss or repeat a document, since a generation does not change.
"""

import base64
import re
import time
import zlib
from typing import Any

import orjson
from tantivy import Query

from .after import can_follow
from .collect import Hit, behind, by_columns, by_score
from .errors import EngineError
from .queries.shape import illegal, text
from .reader import Reader
from .request import ACCURATE, TRACKED, Request, read_request
from .search import check_window, compiled, head, listed, post_filtered
from .sort import DOC, Column, bind

Answer = dict[str, Any]

MAX_STATE = 16 * 1024 * 1024
KEEP = re.compile(r"\d+(nanos|micros|ms|s|m|h|d)", re.ASCII)
CONSTANT = frozenset(("match_all", "ids", "terms", "range", "exists", "prefix", "wildcard", "regexp", "constant_score"))


def first_page(reader: Reader, body: Any, keep: Any, params: dict[str, Any]) -> Answer:
    """The first page, with the `_scroll_id` of the next."""
    started = time.monotonic()
    request = read_request(body, params)
    _check(request, keep)
    state = {"index": reader.name, "generation": reader.generation, "body": body, "params": params}
    return _page(reader, request, state, started)


def scroll(engine: Any, scroll_id: str, keep: Any = None, **params: Any) -> Answer:
    """The next page; an empty one at the end. EngineError 404 where its generation is gone."""
    started = time.monotonic()
    state = decoded(scroll_id)
    if keep is not None:
        _check_keep(keep)
    try:
        reader = engine.reader_for(state["index"], state["generation"])
    except EngineError as error:
        reason = f"No search context found for id [{state['generation']}]"
        raise EngineError(404, "search_context_missing_exception", reason) from error
    request = read_request(state["body"], {**state["params"], **params})
    return _page(reader, request, state, started)


def encoded(state: Answer) -> str:
    """An opaque text that holds the state."""
    return base64.urlsafe_b64encode(zlib.compress(orjson.dumps(state))).decode()


def decoded(scroll_id: Any) -> Answer:
    """The state in an id; EngineError 400 where it is none."""
    try:
        packed = zlib.decompressobj().decompress(base64.urlsafe_b64decode(scroll_id), MAX_STATE)
        state = orjson.loads(packed)
        return {key: state[key] for key in ("index", "generation", "body", "params", "place", "total", "best")}
    except (ValueError, TypeError, KeyError, zlib.error):
        raise illegal(f"Cannot parse scroll id: [{scroll_id}]") from None


def _page(reader: Reader, request: Request, state: Answer, started: float) -> Answer:
    """The page at the state's place, with the id of the next one."""
    query = post_filtered(reader, request, compiled(reader, request))
    if "total" not in state:
        state = {**state, "place": None, **_whole(reader, request, query)}
    hits, place = _take(reader, request, query, state)
    request.counted, request.track_total = True, ACCURATE
    answer = {"_scroll_id": encoded({**state, "place": place}), **head(started)}
    answer["hits"] = listed(reader, request, query, hits, state["total"], state["best"])
    return answer


def _whole(reader: Reader, request: Request, query: Query) -> Answer:
    """The number of all hits and the highest score."""
    hits, count = by_score(reader, query, 0 if request.sort else 1)
    return {"total": count, "best": hits[0].score if hits else None}


def _take(reader: Reader, request: Request, query: Query, state: Answer) -> tuple[list[Hit], Any]:
    """The hits of a page, and the place behind them."""
    place, size = state["place"], request.size
    columns = [*bind(reader, request.sort), Column(DOC, DOC, False)]
    if not request.sort and not _is_constant(request.clause):
        start = place or 0
        hits, _ = by_score(reader, query, start + size, False)
        return hits[start:], start + size
    if not can_follow(columns):
        start = place or 0
        return _shown(request, by_columns(reader, query, columns, start + size)[start:]), start + size
    hits = by_columns(reader, query, columns, size) if place is None else behind(reader, query, columns, place, size)
    after = [column.value(raw) for column, raw in zip(columns, hits[-1].raw, strict=True)] if hits else place
    if not request.sort:
        return [Hit(hit.seq, state["best"]) for hit in hits], after
    return _shown(request, hits), after


def _shown(request: Request, hits: list[Hit]) -> list[Hit]:
    """The hits without the value of the tie breaker."""
    return [hit._replace(sort=(hit.sort or [])[:-1]) for hit in hits]


def _is_constant(clause: Any) -> bool:
    """Whether all hits score the same."""
    if clause is None:
        return True
    name, body = next(iter(clause.items()))
    if name == "bool":
        return not any(body.get(key) for key in ("must", "should"))
    return name in CONSTANT


def _check(request: Request, keep: Any) -> None:
    _check_keep(keep)
    if request.size == 0:
        raise _invalid("[size] cannot be [0] in a scroll context")
    if request.start > 0:
        raise _invalid("using [from] is not allowed in a scroll context")
    if not request.counted or request.track_total not in (TRACKED, ACCURATE):
        raise _invalid("disabling [track_total_hits] is not allowed in a scroll context")
    if request.search_after is not None:
        raise _invalid("`search_after` cannot be used in a scroll context.")
    check_window(request)


def _check_keep(keep: Any) -> None:
    if not KEEP.fullmatch(text(keep)):
        raise illegal(
            f"failed to parse setting [scroll] with value [{keep}] as a time value: unit is missing or unrecognized"
        )


def _invalid(reason: str) -> EngineError:
    return EngineError(400, "action_request_validation_exception", f"Validation Failed: 1: {reason};")
