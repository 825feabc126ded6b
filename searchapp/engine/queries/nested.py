"""The nested query: a single object of a list must match all of it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from tantivy import Query

from ..errors import CreationError, illegal, parsing_error, unsupported_error
from ..parsing import NAME, Converters, an_object, as_list, boolean, boost, options, text
from .combinators import boosted, nothing, scored
from .compound import Inner
from .context import Build, Context
from .nested_index import nested_index

Combine = Callable[[list[float]], float]

MODES: dict[str, Combine] = {
    "avg": lambda scores: sum(scores) / len(scores),
    "sum": sum,
    "max": max,
    "min": min,
    "none": lambda scores: 0.0,
}


INSIDE = {
    "bool": ("must", "must_not", "mustNot", "should", "filter"), "dis_max": ("queries",), "constant_score": ("filter",),
    "boosting": ("positive", "negative"), "function_score": ("query",),
}  # fmt: skip
"""The keys of compound queries that have clauses."""


def has_nested(clause: Mapping[str, Any]) -> bool:
    """Whether a valid clause is or contains a nested query."""
    ((name, body),) = clause.items()
    parts = [part for key in INSIDE.get(name, ()) for part in as_list(body.get(key))]
    functions = as_list(body.get("functions")) if name == "function_score" else ()
    parts += [function["filter"] for function in functions if function.get("filter")]
    return name == "nested" or any(map(has_nested, parts))


def score_mode(value: Any) -> Combine:
    """The function that combines the scores of objects. EngineError for an unknown name."""
    mode = text(value)
    if mode not in MODES:
        raise illegal(f"No score mode for child query [{mode}] found")
    return MODES[mode]


def nested(body: Any, inner: Inner) -> Build:
    """Parse a nested query. `inner` parses its query. EngineError for a wrong form."""
    known = {**OPTIONS, "query": lambda value: inner(value) if isinstance(value, dict) else None}
    given = options("nested", an_object("nested", body), known)
    wanted, path = given.get("query"), given.get("path")
    if path is None or wanted is None:
        raise illegal(f"[nested] requires '{'path' if path is None else 'query'}' field")

    def build(context: Context) -> Query:
        found = context.reader.mapping.objects.get(path)
        if found is None or not found.nested:
            if _is_outer(context, path):
                raise unsupported_error(f"unsupported query: nested [{path}] inside objects that do not hold it")
            if given.get("ignore_unmapped"):
                return nothing()
            raise CreationError(f"[nested] failed to find nested object under path [{path}]")
        scores = _scores(context, path, wanted, given.get("score_mode", MODES["avg"]))
        return boosted(scored(context.reader.schema, scores), given.get("boost", 1.0))

    return build


def _scores(context: Context, path: str, query: Build, combine: Combine) -> dict[int, float]:
    """The scores of the documents with an object that matches, by `_seq`."""
    index = nested_index(context.reader, path)
    objects = defaultdict[int, list[float]](list)
    for score, parent in index.matches(query(Context(index.reader, outer=context, parents=index.parents))):
        objects[parent].append(score)
    return {parent: combine(scores) for parent, scores in objects.items()}


def _is_outer(context: Context, path: str) -> bool:
    """Whether the path is of nested objects outside of the objects of this query, which Elasticsearch allows."""
    outer = context.outer
    while outer is not None:
        found = outer.reader.mapping.objects.get(path)
        if found is not None and found.nested:
            return True
        outer = outer.outer
    return False


def _path(value: Any) -> str:
    if value is None:
        raise illegal("[nested] requires 'path' field")
    return text(value)


def _inner_hits(value: Any) -> None:
    """Check the option, which `compat/search/inner_hits.py` reads from the clauses again."""
    if not isinstance(value, dict | list | None):
        raise parsing_error("[nested] query does not support [inner_hits]")
    if isinstance(value, list) and value:
        raise unsupported_error("unsupported option: inner_hits in a list")


OPTIONS: Converters = {
    "path": _path,
    "score_mode": score_mode,
    "ignore_unmapped": boolean,
    "inner_hits": _inner_hits,
    "boost": boost,
    "_name": NAME,
}
PARSERS = {"nested": nested}
