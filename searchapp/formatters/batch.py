"""The answers to several queries as one flat list, in which every query has at least one entry."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..options import catalog

HIT = {"found": True}
MISS = {"found": False}

Options = Mapping[str, Any]
Result = dict[str, Any]


def flat_list(results: list[Result], options: Options) -> list[Result]:
    """An entry per hit, merged with the templates; a query without hits has one entry, from `template_miss`."""
    template = options.get("template") or {}
    templates = options.get("templates") or [template] * len(results)
    hit = given(options.get("template_hit"), HIT)
    miss = given(options.get("template_miss"), MISS)
    return [
        entry for base, result in zip(templates, results, strict=True) for entry in entries(result, base, hit, miss)
    ]


def entries(result: Result, base: Options, hit: Options, miss: Options) -> Iterable[Result]:
    """The entries of one query; with facets the whole container is the only one."""
    if "facets" in result:
        return [{**base, **(hit if result["total"] else miss), **result}]
    if not result["hits"]:
        return [{**base, **miss}]
    return [{**base, **hit, **document} for document in result["hits"]]


def with_total(results: list[Result], hits: list[Result], options: Options) -> Result:
    """The list with the largest total, and a message when some query has more hits than were asked for."""
    size = given(options.get("size"), catalog.SIZE.default)
    more = sum(result["total"] > size for result in results)
    answer: Result = {"max_total": max((result["total"] for result in results), default=0)}
    if more:
        rest = (options.get("from_") or 0) + size
        answer["msg"] = f"{more} query terms return > {size} hits, using from={rest} to retrieve the remaining hits"
    return {**answer, "hits": hits}


def given(value: Any, default: Any) -> Any:
    """The value, or the default when it was not given."""
    return default if value is None else value
