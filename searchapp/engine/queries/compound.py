"""Compound queries: bool, dis_max, constant_score; also match_all and match_none."""

from collections.abc import Callable, Mapping
from typing import Any

from tantivy import Query

from .. import parsing
from ..errors import UNWRAPPED, CreationError, EngineError, content_error, parsing_error
from .combinators import all_of, at_least, best_of, boosted, constant, everything, filtered, nothing, without
from .context import Build
from .query_cache import INSIDE, TextBuild, combined
from .shared_terms import with_shared_terms

Inner = Callable[..., Build]
"""A function that parses an inner clause; its second argument is the number of copies of it."""
OCCURS = {"must": "must", "filter": "filter", "should": "should", "must_not": "must_not", "mustNot": "must_not"}
BOOL_OPTIONS = {
    "boost": parsing.boost,
    "minimum_should_match": parsing.spec,
    "adjust_pure_negative": parsing.boolean,
    "_name": parsing.NAME,
}


def match_all(body: Any, inner: Inner) -> Build:
    """Parse a match_all query."""
    factor = _only_boost("match_all", body)
    return lambda context: everything(factor)


def match_none(body: Any, inner: Inner) -> Build:
    """Parse a match_none query."""
    _only_boost("match_none", body)
    return lambda context: nothing()


def boolean_query(body: Any, inner: Inner) -> Build:
    """Parse a bool query. `inner` parses its clauses. EngineError for a wrong form."""
    clauses: dict[str, list[Build]] = {"must": [], "must_not": [], "should": [], "filter": []}
    given: dict[str, Any] = {}
    for key, value in parsing.an_object("bool", body).items():
        if key in OCCURS:
            clauses[OCCURS[key]] += _clauses(key, value, inner)
        elif key in BOOL_OPTIONS:
            given[key] = parsing.field_of_object("bool", key, BOOL_OPTIONS[key], value)
        else:
            raise content_error(f"[bool] unknown field [{key}]")

    optional = len(clauses["should"])
    if given.get("minimum_should_match") in (None, "0", "1"):
        clauses["should"] = with_shared_terms(clauses["should"])

    def combine_all(queries: list[Query]) -> Query:
        in_order = iter(queries)
        by_occur = {occur: [next(in_order) for _ in builds] for occur, builds in clauses.items()}
        required = parsing.minimum(given.get("minimum_should_match"), optional)
        query = combine(by_occur, required, given.get("adjust_pure_negative", True))
        return boosted(query, given.get("boost", 1.0))

    asked = INSIDE["bool"]
    builds = [build if occur in asked else unscored(build) for occur, of in clauses.items() for build in of]
    return combined(builds, combine_all)


def unscored(build: Build) -> Build:
    """The build of a clause without a score, whose text counts as part of the shape."""
    return (lambda context: build(context)) if isinstance(build, TextBuild) else build


def combine(queries: Mapping[str, list[Query]], required: int = 0, pure_negative: bool = True) -> Query:
    """A bool query. `required` is its `minimum_should_match`, if it has other clauses."""
    must, filters, should = (queries.get(occur, []) for occur in ("must", "filter", "should"))
    if not any(queries.values()):
        return everything()
    positive = must + [filtered(query) for query in filters]
    if not positive and not should:
        positive, required = [everything(0.0) if pure_negative else nothing()], 0
    if required > len(should):
        return nothing()
    query = at_least(required, should, positive) if should else all_of(positive)
    return without(query, queries.get("must_not", []))


def dis_max(body: Any, inner: Inner) -> Build:
    """Parse a dis_max query. `inner` parses its queries. EngineError for a wrong form."""

    def queries(value: Any) -> list[Build]:
        return [inner(clause) for clause in (value if isinstance(value, list) and value else [value])]

    known = {"queries": queries, "tie_breaker": parsing.number, "boost": parsing.boost, "_name": parsing.NAME}
    given = parsing.options("dis_max", parsing.an_object("dis_max", body), known)
    if "queries" not in given:
        raise parsing_error("[dis_max] requires 'queries' field with at least one clause")
    tie_breaker = given.get("tie_breaker", 0.0)

    def best(queries: list[Query]) -> Query:
        if not 0 <= tie_breaker <= 1:
            raise CreationError("tieBreakerMultiplier must be in [0, 1]")
        return boosted(best_of(queries, tie_breaker), given.get("boost", 1.0))

    return combined(given["queries"], best)


def constant_score(body: Any, inner: Inner) -> Build:
    """Parse a constant_score query. `inner` parses its filter. EngineError for a wrong form."""

    def one_filter(value: Any) -> Build:
        if isinstance(value, list):
            raise parsing_error("unexpected token [START_ARRAY]")
        return inner(value)

    known = {"filter": one_filter, "boost": parsing.boost, "_name": parsing.NAME}
    given = parsing.options("constant_score", parsing.an_object("constant_score", body), known)
    if "filter" not in given:
        raise parsing_error("[constant_score] requires a 'filter' element")
    return combined([given["filter"]], lambda queries: constant(queries[0], given.get("boost", 1.0)))


def _only_boost(name: str, body: Any) -> float:
    read = _boost_of_all if name == "match_all" else parsing.boost
    given = parsing.options(name, parsing.an_object(name, body), {"boost": read, "_name": parsing.NAME})
    return float(given.get("boost", 1.0))


def _boost_of_all(value: Any) -> float:
    try:
        return parsing.boost(value)
    except CreationError:
        raise
    except EngineError as error:
        raise parsing_error(f"[match_all] failed to parse field [boost]: {error.reason}") from error


def _clauses(occur: str, value: Any, inner: Inner) -> list[Build]:
    """The clauses of `must`, `should` and so on. Their errors are wrapped as in Elasticsearch."""
    if value is None:
        return []
    if not isinstance(value, dict | list):
        raise parsing.wrong_type(f"[bool] {occur}", value)
    if isinstance(value, list) and any(isinstance(clause, list) for clause in value):
        raise content_error(f"[bool] failed to parse field [{occur}]: expected value but got [START_ARRAY]")
    try:
        return [inner(clause) for clause in (value if isinstance(value, list) else [value])]
    except EngineError as error:
        if error.type in UNWRAPPED:
            raise
        raise content_error(f"[bool] failed to parse field [{occur}]: {error.reason}") from error


PARSERS = {
    "match_all": match_all,
    "match_none": match_none,
    "bool": boolean_query,
    "dis_max": dis_max,
    "constant_score": constant_score,
}
