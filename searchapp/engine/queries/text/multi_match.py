"""The query multi_match: a text in several fields, of which the best one counts, or all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tantivy import Query

from ....querystring.byte_cache import ByteCache
from ...errors import EngineError, parsing_error, unsupported_error
from ...parsing import Converter, an_object, number, options, text
from ..combinators import best_of, boosted, nothing
from ..context import Build, Context
from ..fields import default_fields, resolve, weights
from ..query_cache import Make, TextBuild, cached, shape_cache, shape_of
from .text import SHARED, SLOP, analysed_options, check_analyzer, check_text
from .text_queries import Analysed, across_maker, leniently


@dataclass(frozen=True, slots=True)
class MatchType:
    """A type of multi_match."""

    is_phrase: bool = False
    is_summed: bool = False
    """Whether the scores of all fields are added."""
    check: Callable[[Mapping[str, Any]], None] = lambda given: None
    """Raises EngineError for options that the type does not have."""
    in_field: Callable[[Context, str, Mapping[str, Any]], Query] | None = None
    """Makes the query of one field, if it differs from a match query."""


TYPES = {
    "best_fields": MatchType(),
    "most_fields": MatchType(is_summed=True),
    "phrase": MatchType(is_phrase=True),
}
UNSUPPORTED_TYPES = ("cross_fields",)


def match_type(value: Any) -> str:
    """The type of a multi_match. EngineError for an unknown one."""
    kind = text(value)
    if kind not in (*TYPES, *UNSUPPORTED_TYPES):
        raise EngineError(400, "parse_exception", f"failed to parse [multi_match] query type [{kind}]. unknown type.")
    return kind


OPTIONS: dict[str, Converter] = SHARED | {
    "fields": weights,
    "type": match_type,
    "tie_breaker": number,
    "slop": SLOP,
}
READ: ByteCache[str, dict[str, Any]] = shape_cache()
"""The options of the last shapes of the query."""


def multi_match(body: Any) -> Build:
    """Parse a multi_match query. EngineError for a wrong form."""
    body = an_object("multi_match", body)
    shape = shape_of(body)
    given = cached(READ, shape, lambda: _read(body))

    def maker(context: Context) -> Make:
        cache = context.cache("multi_match", shape_cache)
        fields, analysed = cached(cache, shape, lambda: _fields_and_options(context, given))
        make, factor = _maker(context, fields, analysed, given), given.get("boost", 1.0)
        return lambda texts: boosted(make(texts[0]) or nothing(), factor)

    return TextBuild(maker, (text(body["query"]),))


def _read(body: dict[str, Any]) -> dict[str, Any]:
    given = options("multi_match", body, OPTIONS)
    check_text("multi_match", given)
    kind = given.get("type", "best_fields")
    if kind in UNSUPPORTED_TYPES:
        raise unsupported_error(f"unsupported query: multi_match of type {kind}")
    if TYPES[kind].is_phrase and "fuzziness" in given:
        raise parsing_error(f"Fuzziness not allowed for type [{kind}]")
    TYPES[kind].check(given)
    return {"type": kind, "tie_breaker": 1.0 if TYPES[kind].is_summed else 0.0, **given}


def _fields_and_options(context: Context, given: Mapping[str, Any]) -> tuple[dict[str, float], Analysed]:
    check_analyzer(context, "multi_match", given)
    listed = given.get("fields")
    fields, all_fields = resolve(context, listed) if listed else default_fields(context)
    analysed = analysed_options(given, given["type"] == "phrase")
    return fields, replace(analysed, lenient=given.get("lenient", all_fields))


def _maker(
    context: Context, fields: Mapping[str, float], analysed: Analysed, given: Mapping[str, Any]
) -> Callable[[Any], Query | None]:
    """A function from a text to its query in all fields."""
    make = TYPES[given["type"]].in_field
    if make is None:
        return across_maker(context, fields, analysed, given["tie_breaker"])

    def in_field(path: str, text: Any) -> Query:
        query = leniently(analysed.lenient, lambda: make(context, path, {**given, "query": text}))
        return boosted(query or nothing(), fields[path])

    return lambda text: best_of([in_field(path, text) for path in fields], given["tie_breaker"])


PARSERS = {"multi_match": multi_match}
