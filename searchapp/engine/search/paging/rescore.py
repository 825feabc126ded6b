"""`rescore`: the first hits get scores that a second, often costlier, query changes, and are sorted again."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import EngineError, content_error, illegal, parsing_error
from ...index.reader import Reader
from ...parsing import as_list, field_of_object, integer, number, text, token
from ...queries import parse
from ...queries.context import Build, Context
from ...values.floats import as_float32
from ..collect import Hit, scored_among

MODES: dict[str, Callable[[float, float], float]] = {
    "total": lambda first, second: first + second,
    "multiply": lambda first, second: first * second,
    "avg": lambda first, second: (first + second) / 2,
    "max": max,
    "min": min,
}
DEFAULT_WINDOW = 10


@dataclass(frozen=True, slots=True)
class Rescorer:
    """One pass: the second query, the number of hits that it scores, and how the two scores are combined."""

    clause: Any
    query: Build
    window: int = DEFAULT_WINDOW
    weight: float = 1.0
    second_weight: float = 1.0
    mode: str = "total"


def read_rescorers(value: Any) -> list[Rescorer]:
    """The passes of a body's `rescore`, in order. EngineError 400 for invalid ones."""
    return [_read(given) for given in as_list(value)]


def widest(rescorers: Iterable[Rescorer]) -> int:
    """The number of hits that the passes need."""
    return max((one.window for one in rescorers), default=0)


def check_rescorers(reader: Reader, rescorers: Sequence[Rescorer], is_sorted: bool) -> None:
    """Raise EngineError for a window that is too large, and for hits that are sorted by other keys than the score."""
    if rescorers and is_sorted:
        raise illegal("Cannot use [sort] option in conjunction with [rescore].")
    settings, window = reader.mapping.index_settings, widest(rescorers)
    most = settings.max_rescore_window or settings.max_result_window
    if window > most:
        raise illegal(
            f"Rescore window [{window}] is too large. It must be less than [{most}]. This prevents allocating massive"
            " heaps for storing the results to be rescored. This limit can be set by changing the"
            " [index.max_rescore_window] index level setting."
        )


def rescored(reader: Reader, rescorers: Iterable[Rescorer], hits: list[Hit]) -> list[Hit]:
    """The hits with their scores of all passes, in order. Hits after the window only get the first weight."""
    for one in rescorers:
        second = scored_among(reader, one.query(Context(reader)), hits[: one.window])
        hits = [hit._replace(score=_combined(one, hit.score or 0.0, second.get(hit.seq))) for hit in hits]
        hits.sort(key=lambda hit: (-(hit.score or 0.0), hit.seq))
    return hits


def _combined(rescorer: Rescorer, first: float, second: float | None) -> float:
    weighted = first * rescorer.weight
    if second is None:
        return as_float32(weighted)
    return as_float32(MODES[rescorer.mode](weighted, second * rescorer.second_weight))


def _read(given: Any) -> Rescorer:
    if not isinstance(given, dict):
        raise parsing_error(f"Unknown key for a {token(given)} in [rescore].")
    window, passed = DEFAULT_WINDOW, None
    for key, value in given.items():
        if key == "window_size":
            window = integer(value)
        elif not isinstance(value, dict):
            raise parsing_error(f"rescore doesn't support [{key}]")
        elif key == "query":
            passed = _pass(value)
        else:
            raise EngineError(400, "named_object_not_found_exception", f"unknown field [{key}]")
    if passed is None:
        raise parsing_error("missing rescore type")
    if window < 0:
        raise illegal(f"[window_size] cannot be negative, found [{window}]")
    return Rescorer(window=window, **passed)


def _pass(given: dict[str, Any]) -> dict[str, Any]:
    for key in given:
        if key not in OPTIONS and key != "rescore_query":
            raise content_error(f"[query] unknown field [{key}]")
    if given.get("rescore_query") is None:
        raise illegal("rescore_query cannot be null")
    others = {name: (key, convert) for key, (name, convert) in OPTIONS.items() if key in given}
    read = {name: field_of_object("query", key, convert, given[key]) for name, (key, convert) in others.items()}
    return {"clause": given["rescore_query"], "query": _query(given["rescore_query"]), **read}


def _query(clause: Any) -> Build:
    try:
        return parse(clause)
    except EngineError as error:
        if error.type != "illegal_argument_exception":
            raise
        raise content_error(f"[query] failed to parse field [rescore_query]: {error.reason}") from error


def _mode(value: Any) -> str:
    name = text(value).lower()
    if name not in MODES:
        raise illegal(f"illegal score_mode [{value}]")
    return name


OPTIONS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "query_weight": ("weight", number),
    "rescore_query_weight": ("second_weight", number),
    "score_mode": ("mode", _mode),
}
