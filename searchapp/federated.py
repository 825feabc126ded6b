"""One search or lookup over several collections.

Scores of different collections cannot be compared. The list of a search is ordered by reciprocal rank fusion: a hit
counts 1 / (RANK_CONSTANT + its rank among the hits of its collection).
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from .components import ItemType
from .errors import PipelineError, quoted
from .relaxing.choice import FEWER
from .relaxing.result import NAME_BEGINS, level_of

RANK_CONSTANT = 60
"""The constant of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher, 2009)."""

RELAX_SECONDS = 2
"""The seconds after which no further collection relaxes the query."""

POSITION = "_position"
"""The key for the position of an id while the entries of several collections are merged."""

ENTRY_KEYS = ("total", "max_score", "error", "relaxed", "did_you_mean", "warnings", "hits")
Options = Mapping[str, Any]
Entry = dict[str, Any]
Answer = Mapping[str, Any]
NO_HITS: Answer = {"total": 0, "hits": []}


def named_types(item_types: Mapping[str, ItemType], names: Sequence[str] | None) -> dict[str, ItemType]:
    """The item types with these names; all of them without names. Raises a 400 for an unknown name."""
    unknown = next((name for name in names or () if name not in item_types), None)
    if unknown is not None:
        summary = f"item_types: no collection is named {quoted(unknown)}, there are {', '.join(item_types)}"
        raise PipelineError(400, summary, {"keyword": "item_types"})
    return {name: item_types[name] for name in names or item_types}


def search_all(item_types: Mapping[str, ItemType], q: Any, options: Options) -> dict[str, Any]:
    """The totals and the best hits of each collection, and one list of all; `size` bounds each of these lists.

    A collection that cannot answer the query has an `error` instead of hits. If none can, the first error is raised.
    With relaxing, a collection without hits has the hits of another query, unless other collections have better hits;
    relaxing ends after RELAX_SECONDS. Collections with a document of this name come first, and collections with hits
    of a corrected query come after collections with hits of the query itself.
    """
    found, errors = {}, []
    end = time.monotonic() + RELAX_SECONDS
    for name, item_type in item_types.items():
        options = {**options, "item_type": name, **({"relax": "none"} if time.monotonic() > end else {})}
        try:
            found[name] = item_type.pipeline.search(q, **options)
        except PipelineError as error:
            if error.code not in (400, 404):
                raise
            errors.append(error)
            found[name] = {**NO_HITS, "error": error.summary}
    if errors and len(errors) == len(found):
        raise errors[0]
    found = without_guesses(found, str(q))
    best_first = sorted(found.items(), key=lambda named: sort_key(named[1]))
    corrected_last = sorted(found.items(), key=lambda named: is_corrected(named[1]))
    return {
        "took": sum(answer.get("took", 0) for answer in found.values()),
        "total": sum(answer["total"] for answer in found.values()),
        "item_types": {name: {key: answer[key] for key in ENTRY_KEYS if key in answer} for name, answer in best_first},
        "hits": fused({name: answer.get("hits", []) for name, answer in corrected_last})[: options.get("size")],
    }


def without_guesses(found: Mapping[str, Answer], q: str) -> dict[str, Answer]:
    """The answers; a collection loses the hits of a relaxed query if other collections have better hits.

    The best hits come from the query itself, and from a relaxed query that is a name. The next best are hits of
    relaxed queries with all words.
    """
    best = max((fit(answer, q) for answer in found.values()), default=0)
    queries = [query_of(answer) for answer in found.values() if fit(answer, q) == best]
    return {
        name: answer if fit(answer, q) == best or query_of(answer) in queries else NO_HITS
        for name, answer in found.items()
    }


def level(answer: Answer) -> int:
    """How well the best hit of an answer matches."""
    return level_of(answer["total"], answer.get("max_score"))


def sort_key(answer: Answer) -> tuple[bool, bool, int]:
    """A sort key for collections: with hits first, then without a correction, then by how well the best hit matches."""
    return not answer["total"], is_corrected(answer), -level(answer)


def is_corrected(answer: Answer) -> bool:
    """Whether the hits come from a corrected query."""
    return "relaxed" in answer and answer["relaxed"]["step"] == "spelling"


def fit(answer: Answer, q: str) -> int:
    """How well an answer fits the query; 0 without hits."""
    if not answer["total"]:
        return 0
    step = answer["relaxed"]["step"] if "relaxed" in answer else None
    has_own_hits = query_of(answer) in (None, q.strip())
    is_name = step == "id" or level(answer) >= NAME_BEGINS
    return 3 if has_own_hits or is_name else 2 if step != FEWER else 1


def query_of(answer: Answer) -> str | None:
    """The query that was searched instead; None if it was the query itself."""
    return answer["relaxed"]["q"] if "relaxed" in answer else None


def fused(hits: Mapping[str, list[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """The hits of all collections by their rank in their collection; equal ranks in the order of the collections."""
    ranked = [
        {**hit, "_item_type": name, "_score": round(1 / (RANK_CONSTANT + rank), 6)}
        for name, listed in hits.items()
        for rank, hit in enumerate(listed, 1)
    ]
    return sorted(ranked, key=lambda hit: -hit["_score"])


def lookup_all(item_types: Mapping[str, ItemType], ids: Sequence[Any], options: Options) -> list[Entry]:
    """The documents of the ids, in their order, each with its `_item_type`; a miss for an id that no collection has.

    Each collection reads an id by its own patterns, scopes and prefixes. An id that several collections have gets an
    entry for each, in the order of the collections.
    """
    answers: list[list[Entry]] = [[] for _ in ids]
    misses: dict[int, Entry] = {}
    warnings: list[list[str]] = []
    for name, item_type in item_types.items():
        templates = [{"query": id, "_item_type": name, POSITION: position} for position, id in enumerate(ids)]
        said: list[str] = []
        own = {"item_type": name, "templates": templates, "json_parts": False, "warnings": said}
        for entry in item_type.pipeline.fetch([*ids], **{**options, **own}):
            position = entry.pop(POSITION)
            if entry.get("found"):
                answers[position].append(entry)
            else:
                misses[position] = {key: value for key, value in entry.items() if key != "_item_type"}
        warnings.append(said)
    options.get("warnings", []).extend(in_all(warnings))
    return [entry for position, found in enumerate(answers) for entry in found or [misses[position]]]


def in_all(warnings: Sequence[Sequence[str]]) -> list[str]:
    """The warnings of all collections, for example about a field that none of them has."""
    return [text for text in (warnings[0] if warnings else ()) if all(text in others for others in warnings)]
