"""What queries that differ in their text alone have in common: it is found out once, and kept for the next one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tantivy import Query

from .context import Context

MOST, LONGEST = 100, 2000
"""Shapes that are kept, and characters of one: bodies come from anywhere."""

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


def kept(cache: dict[Any, Made], shape: str | None, make: Callable[[], Made]) -> Made:
    """What is made for a shape, once."""
    if shape is None:
        return make()
    found = cache.get(shape)
    if found is None:
        if len(cache) >= MOST:
            cache.clear()
        found = cache[shape] = make()
    return found
