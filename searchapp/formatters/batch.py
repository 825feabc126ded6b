"""The results of several queries as one flat list; every query has at least one entry."""

from collections.abc import Collection, Iterable, Mapping
from itertools import repeat
from typing import Any

from ..errors import PipelineError
from ..options import catalog
from ..options.option import default
from .document import Maker

HIT = {"found": True}
MISS = {"found": False}

Options = Mapping[str, Any]
Result = dict[str, Any]


def flat_list(results: Iterable[Mapping[str, Any]], options: Options, make: Maker) -> list[Any]:
    """One entry per hit, which `make` makes from the hit and the templates. A query without a match has one entry, from
    `template_miss`."""
    templates = options.get("templates")
    bases = repeat(options.get("template") or {}) if templates is None else templates
    hit = default(options.get("template_hit"), HIT)
    miss = default(options.get("template_miss"), MISS)
    found: list[Any] = []
    for base, result in zip(bases, results, strict=templates is not None):
        found += entries(result, base, hit, miss, make)
    return found


def check_templates(templates: Any, count: int) -> None:
    """Raise a 400 if the number of templates is not the number of queries. Rule O6."""
    if templates is not None and len(templates) != count:
        summary = f"templates must have one entry for each of the {count} queries, not {len(templates)}"
        raise PipelineError(400, summary, {"keyword": "templates", "num": len(templates)})


def entries(result: Mapping[str, Any], base: Options, hit: Options, miss: Options, make: Maker) -> Iterable[Any]:
    """The entries of one query. With facets the container itself is the only entry.

    A query that matches but returns no document, for example with `size` 0, has one entry with its `total`. The total
    is None if the matches were not counted.
    """
    if "facets" in result:
        return [{**base, **(hit if is_hit(result) else miss), **result}]
    head = {**base, **hit}
    documents = make(result["hits"], head) if result["hits"] else []
    if documents:
        return documents
    if result["total"] is None:  # the matches were not counted
        return [{**base, "total": None}]
    return [{**head, "total": result["total"]} if result["total"] > 0 else {**base, **miss}]


def with_templates(container: Result, options: Options) -> Result:
    """The container of one query, merged with the templates; the container overrides keys of the templates."""
    templates = options.get("templates")
    base = options.get("template") if templates is None else templates[0]
    own = options.get("template_hit" if is_hit(container) else "template_miss")
    return {**(base or {}), **(own or {}), **container}


def is_hit(result: Mapping[str, Any]) -> bool:
    """Whether a query matched; if the matches were not counted, whether it has a hit."""
    return bool(result["total"] or (result["total"] is None and result.get("hits")))


def with_total(totals: Collection[int | None], hits: list[Any], options: Options) -> Result:
    """The list with the largest total and a message. The message is empty if no query has more hits than `size`.

    The total is None if no query counted its matches.
    """
    counted = [total for total in totals if total is not None]
    size = default(options.get("size"), catalog.SIZE.default)
    more, message = sum(total > size for total in counted), ""
    if more:
        rest = (options.get("from_") or 0) + size
        message = f"{more} query terms return > {size} hits, using from={rest} to retrieve the remaining hits"
    return {"max_total": max(counted, default=None if totals else 0), "msg": message, "hits": hits}
