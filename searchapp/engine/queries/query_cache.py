"""What queries that differ in their text alone have in common: it is found out once, and kept for the next one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from .context import Build, Context

MAX_SHAPE = 2000
"""Characters of a shape that is kept: bodies come from anywhere."""
KEPT, ONE = 4 * 2**20, 30_000
"""Bytes of a cache, and of what is made for a shape: the weights of hundreds of fields."""

INSIDE = {"dis_max": "queries", "constant_score": "filter", "bool": "must"}
"""Where the clauses stand inside of which a text may be that makes the only difference."""

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
    return shape if len(shape) <= MAX_SHAPE else None


def combined(builds: Sequence[Build], combine: Callable[[list[Query]], Query]) -> Build:
    """The build of a query made of others; a TextBuild where the texts in all of them are one."""
    texts = [build.text for build in builds if isinstance(build, TextBuild)]
    if not texts or any(type(text) is not str or text != texts[0] for text in texts):
        return lambda context: combine([build(context) for build in builds])

    def maker(context: Context) -> Make:
        makers = [build.maker(context) if isinstance(build, TextBuild) else same(build(context)) for build in builds]
        return lambda text: combine([make(text) for make in makers])

    return TextBuild(maker, texts[0])


def fixed(build: Build) -> Build:
    """The same build, whose text is part of a shape."""
    return (lambda context: build(context)) if isinstance(build, TextBuild) else build


def same(query: Query) -> Make:
    """The same query for every text."""
    return lambda text: query


def search_shape(body: dict[str, Any]) -> tuple[str, str | None]:
    """The same for all search bodies that differ in one text alone, and the text; without such a text, the same for all
    that differ in their query alone.
    """
    texts: list[str] = []
    clause = without_text(body["query"], texts)
    if texts and texts.count(texts[0]) == len(texts):
        return repr({**body, "query": clause}), texts[0]
    return repr({**body, "query": None}), None


def without_text(clause: Any, texts: list[str]) -> Any:
    """The clause with None for each text that is looked for; these are added to `texts`."""
    name, inside = next(iter(clause.items()), ("", None)) if type(clause) is dict and len(clause) == 1 else ("", None)
    if type(inside) is not dict:
        return clause
    if name == "multi_match" and type(inside.get("query")) is str:
        texts.append(inside["query"])
        return {name: {**inside, "query": None}}
    if name == "ids" and inside.keys() == {"values"} and is_one_text(inside["values"]):
        texts.append(inside["values"][0])
        return {name: None}
    key = INSIDE.get(name, "")
    parts = inside.get(key)
    if type(parts) is dict:
        return {name: {**inside, key: without_text(parts, texts)}}
    if type(parts) is list:
        return {name: {**inside, key: [without_text(part, texts) for part in parts]}}
    return clause


def is_one_text(values: Any) -> bool:
    return type(values) is list and len(values) == 1 and type(values[0]) is str


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
