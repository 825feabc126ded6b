"""The answers to several queries as one flat list, in which every query has at least one entry."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import repeat
from typing import Any

from ..options import catalog
from .document import is_written, written

HIT = {"found": True}
MISS = {"found": False}

Options = Mapping[str, Any]
Result = dict[str, Any]


def flat_list(results: Iterable[Result], options: Options) -> list[Any]:
    """An entry per hit, merged with the templates; a query without hits has one entry, from `template_miss`."""
    templates = options.get("templates")
    pairs = zip(templates, results, strict=True) if templates else zip(repeat(options.get("template") or {}), results)
    hit = given(options.get("template_hit"), HIT)
    miss = given(options.get("template_miss"), MISS)
    merge = written if is_written(options) else merged
    return [entry for base, result in pairs for entry in entries(result, base, hit, miss, merge)]


def entries(result: Result, base: Options, hit: Options, miss: Options, merge: Callable[..., Any]) -> Iterable[Any]:
    """The entries of one query; with facets the whole container is the only one."""
    if "facets" in result:
        hits = {"hits": [merge(document, {}) for document in result["hits"]]} if "hits" in result else {}
        return [{**base, **(hit if result["total"] else miss), **result, **hits}]
    if not result["hits"]:
        return [{**base, **miss}]
    head = {**base, **hit}
    return [merge(document, head) for document in result["hits"]]


def merged(document: Result, head: Options) -> Result:
    return {**head, **document}


def with_total(totals: Collection[int], hits: list[Any], options: Options) -> Result:
    """The list with the largest total, and a message when some query has more hits than were asked for."""
    size = given(options.get("size"), catalog.SIZE.default)
    more = sum(total > size for total in totals)
    answer: Result = {"max_total": max(totals, default=0)}
    if more:
        rest = (options.get("from_") or 0) + size
        answer["msg"] = f"{more} query terms return > {size} hits, using from={rest} to retrieve the remaining hits"
    return {**answer, "hits": hits}


def given(value: Any, default: Any) -> Any:
    """The value, or the default when it was not given."""
    return default if value is None else value
