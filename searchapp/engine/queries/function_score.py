"""The function_score query with the functions weight and random_score.

Weights with filters become one query for each combination of filters that a document may match. Random scores are drawn
while hits are collected (search/random_score.py), and are supported only if they are the score of the complete query.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from tantivy import Query

from ..errors import EngineError, illegal, parsing_error, unsupported_error
from ..parsing import MAX_FLOAT, NAME, an_object, boost, number, text, token
from .combinators import all_of, any_of, best_of, boosted, constant, everything, filtered, without
from .compound import Inner
from .context import Build, Context

PREFIX = "failed to parse [function_score] query."
FUNCTIONS = ("random_score", "weight")
UNSUPPORTED = ("script_score", "field_value_factor", "gauss", "linear", "exp")
SCORE_MODES = ("multiply", "sum", "avg", "first", "max", "min")
BOOST_MODES = ("multiply", "replace", "sum", "avg", "max", "min")
MAX_FILTERS = 6


@dataclass(frozen=True, slots=True)
class Function:
    """A weight, or a random number times a weight, for the documents of a filter."""

    weight: float = 1.0
    random: dict[str, Any] | None = None
    filter: Build | None = None


@dataclass(frozen=True, slots=True)
class FunctionScore:
    """A parsed function_score query."""

    query: Build
    functions: Sequence[Function]
    score_mode: str = "multiply"
    boost_mode: str = "multiply"
    max_boost: float = MAX_FLOAT
    boost: float = 1.0

    @property
    def random(self) -> Function | None:
        """The only function if it is a random score for all documents, else None."""
        alone = self.functions[0] if len(self.functions) == 1 else None
        return alone if alone is not None and alone.random is not None and alone.filter is None else None


def function_score(body: Any, inner: Inner) -> Build:
    """Parse a function_score query with random scores or weights. EngineError for a wrong form."""
    read = read_function_score(body, inner)

    def build(context: Context) -> Query:
        if read.random is not None and context.rescored:
            return read.query(context)
        if any(function.random is not None for function in read.functions):
            raise unsupported_error("unsupported query: random_score together with other scores")
        return boosted(_weighted(read, context), 0.0 if read.boost == 0 else 1.0)

    return build


def read_function_score(body: Any, inner: Inner) -> FunctionScore:
    """The parts of a function_score query. EngineError for a wrong form."""
    query, functions, given, single = None, [], {}, None
    for key, value in an_object("function_score", body).items():
        if key == "query":
            query = None if value is None else inner(value, _copies(body))
        elif key in OPTIONS:
            given[key] = OPTIONS[key](value)
        elif single is not None:
            raise parsing_error(f"{PREFIX} already found [{single}], now encountering [{key}]")
        elif key == "functions" and isinstance(value, list):
            functions, single = [_listed(item, inner) for item in value], key
        else:
            functions, single = [_function(key, value)], key
    return FunctionScore(query or (lambda context: everything()), functions, **given)


def _copies(body: dict[str, Any]) -> int:
    """The number of copies of the inner query: one for each combination of filters."""
    functions = body.get("functions")
    return 2 ** min(len(functions), MAX_FILTERS) if isinstance(functions, list) else 1


def _weighted(read: FunctionScore, context: Context) -> Query:
    """The query with a factor for each combination of filters. The boost applies to the inner query."""
    query = boosted(read.query(context), read.boost)
    filters = [function.filter(context) for function in read.functions if function.filter is not None]
    if len(filters) > MAX_FILTERS:
        raise unsupported_error(f"unsupported query: function_score with more than {MAX_FILTERS} filters")
    cases = []
    for matched in product((True, False), repeat=len(filters)):
        inside = [filtered(one) for one, hit in zip(filters, matched, strict=True) if hit]
        outside = [one for one, hit in zip(filters, matched, strict=True) if not hit]
        factor = _factor(read, matched)
        cases.append(without(all_of([_combined(read.boost_mode, query, factor), *inside]), outside))
    return any_of(cases)


def _factor(read: FunctionScore, matched: tuple[bool, ...]) -> float | None:
    """The factor of documents that match exactly these filters; None if no function applies."""
    hits = iter(matched)
    weights = [function.weight for function in read.functions if function.filter is None or next(hits)]
    if not weights:
        return min(1.0, read.max_boost) if read.functions else None
    result = weights[0]
    if len(read.functions) == 1 and read.functions[0].filter is None:
        return min(result, read.max_boost)
    if read.score_mode == "multiply":
        for weight in weights[1:]:
            result *= weight
    elif read.score_mode == "avg":
        result = 1.0
    elif read.score_mode == "sum":
        result = sum(weights)
    elif read.score_mode in ("max", "min"):
        result = max(weights) if read.score_mode == "max" else min(weights)
    return min(result, read.max_boost)


def _combined(mode: str, query: Query, factor: float | None) -> Query:
    if factor is None:
        return query
    if mode == "multiply":
        return boosted(query, factor)
    if mode == "replace":
        return constant(query, factor)
    if mode == "max":
        return best_of([query, all_of([filtered(query), everything(factor)])])
    if mode == "min":
        raise unsupported_error("unsupported option: boost_mode min")
    both = all_of([query, everything(factor)])
    return both if mode == "sum" else boosted(both, 0.5)


def _listed(item: Any, inner: Inner) -> Function:
    if not isinstance(item, dict):
        raise parsing_error(f"{PREFIX} malformed query, expected a [START_OBJECT] but got a [{token(item)}] instead.")
    condition = inner(item["filter"]) if item.get("filter") is not None else None
    found = {key: value for key, value in item.items() if key != "filter"}
    if not found:
        raise parsing_error(f"{PREFIX} an entry in functions list is missing a function.")
    if isinstance(item.get("filter"), dict) and "match_all" in item["filter"]:
        condition = None
    weight = _weight(found.pop("weight")) if "weight" in found else 1.0
    random = None
    for key, value in found.items():
        random = _function(key, value).random
    return Function(weight, random, condition)


def _function(key: str, value: Any) -> Function:
    if key in UNSUPPORTED:
        raise unsupported_error(f"unsupported function: {key}")
    if key not in FUNCTIONS:
        raise parsing_error(f"{PREFIX} field [{key}] is not supported")
    if key == "weight":
        return Function(weight=_weight(value))
    if not isinstance(value, dict):
        raise parsing_error(f"{PREFIX} [{key}] is not supported as {token(value)}")
    for option, setting in value.items():
        if option not in ("seed", "field"):
            raise parsing_error(f"random_score query does not support [{option}]")
        if option == "seed" and (isinstance(setting, bool | float) or not isinstance(setting, int | str)):
            raise parsing_error(f"random_score seed must be an int, long or string, not '{token(setting)}'")
    return Function(random=value)


def _weight(value: Any) -> float:
    weight = number(value)
    if math.copysign(1.0, weight) < 0:
        raise illegal("[weight] cannot be negative for a filtering function")
    return weight


def _mode(name: str, allowed: tuple[str, ...]) -> Any:
    def read(value: Any) -> str:
        mode = text(value).lower()
        if mode not in allowed:
            raise illegal(f"No enum constant {name}.{mode.upper()}")
        return mode

    return read


def _no_min_score(value: Any) -> EngineError:
    raise unsupported_error("unsupported option: min_score of function_score")


OPTIONS = {
    "score_mode": _mode("ScoreMode", SCORE_MODES),
    "boost_mode": _mode("CombineFunction", BOOST_MODES),
    "max_boost": number,
    "min_score": _no_min_score,
    "boost": boost,
    "_name": NAME,
}
PARSERS = {"function_score": function_score}
