"""One search over several collections: what each finds, and one list of the best hits of all.

Scores of different collections cannot be compared. The list is ordered by reciprocal rank fusion: a hit counts
1 / (RANK + its place among the hits of its collection).
"""

from collections.abc import Mapping
from typing import Any

from .components import ItemType
from .errors import PipelineError

RANK = 60
"""The constant of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher, 2009)."""

Options = Mapping[str, Any]


def search_all(item_types: Mapping[str, ItemType], q: Any, options: Options) -> dict[str, Any]:
    """The totals and the best hits of each collection, and one list of all; `size` bounds each of these lists.

    A collection that cannot answer the query has an `error` in place of hits. Raises the first error where none can.
    """
    found, errors = {}, []
    for name, item_type in item_types.items():
        try:
            found[name] = item_type.pipeline.search(q, **{**options, "item_type": name})
        except PipelineError as error:
            if error.code not in (400, 404):
                raise
            errors.append(error)
            found[name] = {"total": 0, "hits": [], "error": error.summary}
    if errors and len(errors) == len(found):
        raise errors[0]
    return {
        "took": sum(answer.get("took", 0) for answer in found.values()),
        "total": sum(answer["total"] for answer in found.values()),
        "item_types": {name: shown(answer) for name, answer in found.items()},
        "hits": fused({name: answer.get("hits", []) for name, answer in found.items()})[: options.get("size")],
    }


def shown(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of one collection."""
    return {key: answer[key] for key in ("total", "max_score", "error", "warnings", "hits") if key in answer}


def fused(hits: Mapping[str, list[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """The hits of all collections, best places first; on equal places in the order of the collections."""
    ranked = [
        {**hit, "_item_type": name, "_score": round(1 / (RANK + rank), 6)}
        for name, listed in hits.items()
        for rank, hit in enumerate(listed, 1)
    ]
    return sorted(ranked, key=lambda hit: -hit["_score"])
