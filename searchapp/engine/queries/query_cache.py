"""Caches the common part of queries that differ only in their texts.

The shape of a query is the query without its texts. `TextBuild` separates the build of a query into the part that
depends on the shape, which is cached, and the part that depends on the texts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Any, TypeVar

import orjson
from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..errors import EngineError
from .context import Build, Context

MAX_SHAPE = 2000
"""Characters of the longest shape that is cached. Requests may hold queries of any length."""
MAX_CACHE, ENTRY_SIZE = 4 * 2**20, 30_000
"""Bytes of a cache, and estimated bytes of an entry, which may have weights of hundreds of fields."""

INSIDE = {"dis_max": ("queries",), "constant_score": ("filter",), "bool": ("must", "should")}
"""The compound queries in which `search_shape` looks for the text, with the keys of their clauses."""
WITH_TEXT = ("multi_match", "query_string")
"""Queries of a text whose clauses are alike."""

Made = TypeVar("Made")
Make = Callable[[Sequence[Any]], Query]
"""A function from texts to their query, in the order of the query's clauses."""


@dataclass(frozen=True, slots=True)
class TextBuild:
    """Builds a query with texts; `maker` is the same for all texts of a shape."""

    maker: Callable[[Context], Make]
    texts: tuple[Any, ...]

    def __call__(self, context: Context) -> Query:
        return self.maker(context)(self.texts)


def shape_of(body: dict[str, Any]) -> str | None:
    """The shape of a query's body: its options without the text. None if it cannot be cached."""
    if type(body.get("query")) is not str:
        return None
    shape = repr({**body, "query": None})  # to Python, bodies with 1 and with true are equal
    return shape if len(shape) <= MAX_SHAPE else None


def combined(builds: Sequence[Build], combine: Callable[[list[Query]], Query]) -> Build:
    """The build of a compound query; a TextBuild if its parts have texts."""
    parts = [build.texts if isinstance(build, TextBuild) else () for build in builds]
    texts = tuple(chain.from_iterable(parts))
    if not texts or any(type(text) is not str for text in texts):
        return lambda context: combine([build(context) for build in builds])
    slices = [slice(*ends) for ends in pairwise(accumulate(map(len, parts), initial=0))]

    def maker(context: Context) -> Make:
        makers = [(_maker(context, build), part) for build, part in zip(builds, slices, strict=True)]
        return lambda texts: combine([make(texts[part]) for make, part in makers])

    return TextBuild(maker, texts)


def _maker(context: Context, build: Build) -> Make:
    """The maker of a part, which raises the error of a wrong one when it is called: the first part's error counts."""
    try:
        return build.maker(context) if isinstance(build, TextBuild) else same(build(context))
    except EngineError as error:
        return _raising(error)


def _raising(error: EngineError) -> Make:
    def make(texts: Sequence[Any]) -> Query:
        raise error

    return make


def same(query: Query) -> Make:
    """A function that returns this query for all texts."""
    return lambda texts: query


def search_shape(body: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The shape of a search body, and the texts of its query. Without a text, the shape has no query."""
    texts: list[str] = []
    clause = without_texts(body["query"], texts)
    return repr({**body, "query": clause if texts else None}), tuple(texts)


def json_shape(body: dict[str, Any]) -> tuple[bytes, str] | None:
    """The JSON of a search body with a NUL for each time that its first text stands in it, and the text.

    Bodies with the same JSON have the same shape if it has as many NULs as the query has texts. None without a text.
    It takes less than half of the time of `search_shape`, for several fields a sixth.
    """
    text = first_text(body["query"])
    if text is None:
        return None
    try:
        return orjson.dumps(body).replace(orjson.dumps(text), b"\0"), text
    except TypeError:  # half a character, or a number of more than 64 bits
        return None


def first_text(clause: Any) -> str | None:
    """The first text that `without_texts` finds, if the first of the clauses has one."""
    while type(clause) is dict and len(clause) == 1:
        ((name, inside),) = clause.items()
        if type(inside) is not dict:
            return None
        if name not in INSIDE:
            return text_of(name, inside)
        parts = next((inside[key] for key in INSIDE[name] if key in inside), None)
        clause = parts[0] if type(parts) is list and parts else parts
    return None


def without_texts(clause: Any, texts: list[str]) -> Any:
    """The clause with None in place of each text of a query; adds these texts to `texts`, in the order of a build."""
    name, inside = next(iter(clause.items()), ("", None)) if type(clause) is dict and len(clause) == 1 else ("", None)
    if type(inside) is not dict:
        return clause
    if name in INSIDE:
        return {name: inside | {key: _parts(inside[key], texts) for key in INSIDE[name] if key in inside}}
    text = text_of(name, inside)
    if text is None:
        return clause
    texts.append(text)
    if name in WITH_TEXT:
        return {name: {**inside, "query": None}}
    return {name: None if name == "ids" else {path: {**given, "value": None} for path, given in inside.items()}}


def _parts(parts: Any, texts: list[str]) -> Any:
    if type(parts) is list:
        return [without_texts(part, texts) for part in parts]
    return without_texts(parts, texts)


def text_of(name: str, body: dict[str, Any]) -> str | None:
    """The text of a query that is kept as a TextBuild; None for other queries."""
    text: Any = None
    if name in WITH_TEXT:
        text = body.get("query")
    elif name == "ids" and body.keys() == {"values"} and is_one_text(body["values"]):
        text = body["values"][0]
    elif name in ("prefix", "term") and len(body) == 1:
        ((_, given),) = body.items()
        if type(given) is dict and (name == "prefix" or given.get("case_insensitive") is True):
            text = given.get("value")
    return text if type(text) is str else None


def is_one_text(values: Any) -> bool:
    return type(values) is list and len(values) == 1 and type(values[0]) is str


def times_of(text: str, clause: Any) -> int | None:
    """The number of times that a query has the text, if it has no other text; else None."""
    name, inside = next(iter(clause.items()), ("", None)) if type(clause) is dict and len(clause) == 1 else ("", None)
    if name == "match_all" or type(inside) is not dict:
        return 0 if name == "match_all" else None
    if name not in INSIDE:
        return 1 if text_of(name, inside) == text else None
    times = 0
    for key, parts in inside.items():
        if type(parts) in (dict, list) and key not in INSIDE[name]:
            return None
        for part in parts if type(parts) is list else [parts] if type(parts) is dict else []:
            found = times_of(text, part)
            if found is None:
                return None
            times += found
    return times


def shape_cache() -> ByteCache[str, Any]:
    """A cache for the common parts of shapes."""
    return ByteCache(MAX_CACHE)


def cached(cache: ByteCache[str, Made] | None, shape: str | None, make: Callable[[], Made]) -> Made:
    """The value that `make` returns for a shape, cached if there are a cache and a shape."""
    if cache is None or shape is None:
        return make()
    value = cache.get(shape)
    if value is None:
        value = make()
        cache.put(shape, value, ENTRY_SIZE + 8 * len(shape))
    return value
