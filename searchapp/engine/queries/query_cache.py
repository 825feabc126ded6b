"""What queries that differ in their text alone have in common: it is found out once, and kept for the next one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from .context import Context

LONGEST = 2000
"""Characters of a shape that is kept: bodies come from anywhere."""
KEPT, ONE = 4 * 2**20, 30_000
"""Bytes of a cache, and of what is made for a shape: the weights of hundreds of fields."""

Made = TypeVar("Made")
Make = Callable[[Any], Query]
"""Makes the query of a text."""


@dataclass(frozen=True, slots=True)
class TextBuild:
    """The build of a query for a text; `maker` is the same for all texts."""

    maker: Callable[[Context], Make]
    text: Any

    def __call__(self, context: Context) -> Query:
        return self.maker(context)(self.text)


def shape_of(body: dict[str, Any]) -> str | None:
    """The same for all bodies with the same options and a text for their `query`; None for one that is not kept."""
    if type(body.get("query")) is not str:
        return None
    shape = repr({**body, "query": None})  # bodies are equal where one has a 1 and the other a true
    return shape if len(shape) <= LONGEST else None


def search_shape(body: dict[str, Any]) -> tuple[str, str | None]:
    """The same for all search bodies that differ in the text of a multi_match alone, and the text; without such a
    text, the same for all that differ in their query alone.
    """
    clause = body["query"]
    match = clause.get("multi_match") if len(clause) == 1 else None
    if type(match) is dict and type(match.get("query")) is str:
        return repr({**body, "query": {**match, "query": None}}), match["query"]
    return repr({**body, "query": None}), None


def shape_cache() -> ByteCache[str, Any]:
    """A cache for what is made for shapes."""
    return ByteCache(KEPT)


def kept(cache: ByteCache[str, Made] | None, shape: str | None, make: Callable[[], Made]) -> Made:
    """What is made for a shape, once; without a cache or a shape it is made anew."""
    if cache is None or shape is None:
        return make()
    found = cache.get(shape)
    if found is None:
        found = make()
        cache.put(shape, found, ONE + 8 * len(shape))
    return found
