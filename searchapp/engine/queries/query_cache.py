"""Caches the common part of queries that differ only in their texts.

The shape of a query is the query without its texts. `TextBuild` builds a query in two parts: the first depends on the
shape and is cached, the second depends on the texts.
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
"""The maximum length of a cached shape, because requests may have queries of any length."""
MAX_CACHE, ENTRY_SIZE = 4 * 2**20, 30_000
"""Bytes of a cache, and estimated bytes of an entry, which may have weights of hundreds of fields."""

INSIDE = {"dis_max": ("queries",), "constant_score": ("filter",), "bool": ("must", "should")}
"""The compound queries in which `search_shape` looks for the text, with the keys of their clauses."""
WITH_TEXT = ("multi_match", "query_string")
"""Queries of a text whose clauses are alike."""

TEXT = orjson.Fragment(b"?")
"""Stands for a text in a shape. No JSON is equal to it, so that a null in place of a text has another shape."""

Text = str | tuple[str, ...]
"""A text of a query, or all texts of a terms query."""

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
    if not texts or any(type(text) not in (str, tuple) for text in texts):
        return lambda context: combine([build(context) for build in builds])
    slices = [slice(*ends) for ends in pairwise(accumulate(map(len, parts), initial=0))]

    def maker(context: Context) -> Make:
        makers = [(_maker(context, build), part) for build, part in zip(builds, slices, strict=True)]
        return lambda texts: combine([make(texts[part]) for make, part in makers])

    return TextBuild(maker, texts)


def _maker(context: Context, build: Build) -> Make:
    """The maker of a part. The maker of a wrong part raises the error when it is called: the first error counts."""
    try:
        if isinstance(build, TextBuild):
            return build.maker(context)
        query = build(context)
        return lambda texts: query
    except EngineError as error:
        return _raising(error)


def _raising(error: EngineError) -> Make:
    def make(texts: Sequence[Any]) -> Query:
        raise error

    return make


def search_shape(body: dict[str, Any]) -> tuple[bytes, tuple[Text, ...]] | None:
    """The shape of a search body, and the texts of its query. Without a text, the shape has no query.

    None for a body that orjson cannot write: numbers of more than 64 bits, or nested too deep.
    """
    texts: list[Text] = []
    try:
        clause = without_texts(body["query"], texts)
        return orjson.dumps({**body, "query": clause if texts else None}), tuple(texts)
    except (TypeError, RecursionError):
        return None


def without_texts(clause: Any, texts: list[Text]) -> Any:
    """The clause with TEXT in place of each text of a query; adds these texts to `texts`, in the order of a build."""
    name, inside = next(iter(clause.items()), ("", None)) if type(clause) is dict and len(clause) == 1 else ("", None)
    if type(inside) is not dict:
        return clause
    if name in INSIDE:
        return {name: inside | {key: _parts(inside[key], texts) for key in INSIDE[name] if key in inside}}
    text = terms_of(inside) if name == "terms" else text_of(name, inside)
    if text is None:
        return clause
    texts.append(text)
    if name in WITH_TEXT:
        return {name: {**inside, "query": TEXT}}
    if name == "terms":
        return {name: dict.fromkeys(inside, TEXT)}
    return {name: TEXT if name == "ids" else {path: {**given, "value": TEXT} for path, given in inside.items()}}


def _parts(parts: Any, texts: list[Text]) -> Any:
    if type(parts) is list:
        return [without_texts(part, texts) for part in parts]
    return without_texts(parts, texts)


def text_of(name: str, body: dict[str, Any]) -> str | None:
    """The only text of a query that is kept as a TextBuild; None for other queries."""
    text: Any = None
    if name in WITH_TEXT:
        text = body.get("query")
    elif name == "ids" and body.keys() == {"values"} and is_one_text(body["values"]):
        text = body["values"][0]
    elif name in ("prefix", "term", "wildcard") and len(body) == 1:
        ((_, given),) = body.items()
        if type(given) is dict and (name != "term" or given.get("case_insensitive") is True):
            text = given.get("value")
    return text if type(text) is str else None


def is_one_text(values: Any) -> bool:
    """Whether a value is a list of one text."""
    return type(values) is list and len(values) == 1 and type(values[0]) is str


def terms_of(body: dict[str, Any]) -> tuple[str, ...] | None:
    """The texts of a terms query; None if it has options, or other values."""
    values = next(iter(body.values())) if len(body) == 1 else None
    if type(values) is not list or not values or any(type(value) is not str for value in values):
        return None
    return tuple(values)


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
