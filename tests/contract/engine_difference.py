"""What differs between two answers to the same search body, in one line; None where they agree.

Compared are the status and the type of an error, totals, hits, scores to a thousandth, sort values, sources and facets.
Documents that are equal in score and sort values may stand in any order, also at the end of a page, and so may the
names of queries.
"""

import math
from typing import Any, NamedTuple

from tests.contract.engine_known import BESIDE_OTHERS, Answer, comparable, is_known, is_late
from tests.contract.engine_odd import has_odd_value

CLOSE = 1e-3
APART = 1e-4
"""Scores that differ by more stand in order."""


class Scores(NamedTuple):
    """How near scores are, and how far apart those are that stand in order."""

    close: float = CLOSE
    apart: float = APART


USUAL = Scores()
ROUGH = Scores(0.2, 0.2)
VERY_ROUGH = Scores(0.5, 0.5)
"""After random changes, when half of what is counted may be deleted documents."""
SAME = 0.0
PRINTED = 1e-7
"""Older Javas print a 32-bit float with a digit more than it needs."""
SUMMED = 1e-4
"""Sums of doubles depend on the order of the documents."""
COPIED = "all"
"""The field that others are copied to: each start of Elasticsearch puts their passages in another order."""
LOOSE = ("_score", "sort", "_explanation", "_node", "_shard", "_index", "_seq_no", "inner_hits")


def difference(body: dict[str, Any], one: Answer, other: Answer, scores: Scores = USUAL) -> str | None:
    """What differs, in one line."""
    if is_known(body, one, other):
        return None
    if has_odd_value(body) and one[0] == other[0] == 400:
        return None
    if one[0] != other[0]:
        return f"status {_brief(one)} != {_brief(other)}"
    if one[0] != 200:
        return None if one[1] == other[1] or is_late(body, other) else f"error {one[1]} != {other[1]}"
    mine, yours = (comparable(body, answer) for _, answer in (one, other))
    return _hits(body, mine["hits"], yours["hits"], scores) or _facets(mine, yours, scores)


def _facets(one: Any, other: Any, scores: Scores) -> str | None:
    mine: dict[str, Any] = {}
    yours: dict[str, Any] = {}
    plain, others = _without_hits(one.get("aggregations"), mine), _without_hits(other.get("aggregations"), yours)
    if found := _values(plain, others, "aggregations", SUMMED):
        return found
    return next((what for path in mine if (what := _hits({}, mine[path], yours[path], scores))), None)


def _without_hits(facets: Any, hits: dict[str, Any], path: str = "") -> Any:
    """The facets without the hits of their buckets, which are added to `hits` by their path."""
    if isinstance(facets, list):
        return [_without_hits(one, hits, f"{path}[{place}]") for place, one in enumerate(facets)]
    if not isinstance(facets, dict):
        return facets
    if set(facets) == {"hits"} and "max_score" in facets["hits"]:
        hits[path] = facets["hits"]
        return "hits"
    return {name: _without_hits(one, hits, f"{path}.{name}") for name, one in facets.items()}


def _hits(body: dict[str, Any], one: Any, other: Any, scores: Scores) -> str | None:
    if _total(body, one) != _total(body, other):
        return f"total {one.get('total')} != {other.get('total')}"
    if not _near(one["max_score"], other["max_score"], scores.close):
        return f"max_score {one['max_score']} != {other['max_score']}"
    if len(one["hits"]) != len(other["hits"]):
        return f"{len(one['hits'])} hits != {len(other['hits'])}"
    mine, yours = one["hits"], other["hits"]
    if "collapse" in body:  # any of the hits that are equal in their order may stand for a group
        return _places(body, mine, yours, scores)
    return (
        _places(body, mine, yours, scores) or _documents(body, mine, yours, scores) or _order(body, mine, yours, scores)
    )


def _total(body: dict[str, Any], hits: Any) -> Any:
    """The total; where as many match as are counted, a node says `gte` only if it has another segment to look into."""
    total = hits.get("total")
    limit = body.get("track_total_hits")
    reached = isinstance(total, dict) and limit is not True and total["value"] == limit
    return total["value"] if reached else total


def _places(body: dict[str, Any], one: list[Any], other: list[Any], scores: Scores) -> str | None:
    """The scores and sort values at each place."""
    if "_doc" in str(body.get("sort")):
        return None
    for place, (mine, yours) in enumerate(zip(one, other, strict=True)):
        if "sort" not in mine and not _near(mine["_score"], yours["_score"], scores.close):
            return f"score at {place} {mine['_score']} ({mine['_id']}) != {yours['_score']} ({yours['_id']})"
        keys, others = _keys(body, mine), _keys(body, yours)
        tolerance = _tolerance(body, scores)
        if len(keys) != len(others) or not all(map(_near, keys, others, [tolerance] * len(keys))):
            return f"sort at {place} {mine.get('sort')} ({mine['_id']}) != {yours.get('sort')} ({yours['_id']})"
    return None


def _order(body: dict[str, Any], one: list[Any], other: list[Any], scores: Scores) -> str | None:
    """The order of the documents; those that are equal in what they are sorted by may stand in any."""
    places = {_identity(hit): place for place, hit in enumerate(one)}
    common = [hit for hit in other if _identity(hit) in places]
    last = common[0] if common else None
    for hit in common[1:]:
        if places[_identity(hit)] > places[_identity(last)]:
            last = hit
        elif not _ties(body, hit, last, _tolerance(body, scores), scores.apart):
            return f"{last['_id']} {last['_score']} is before {hit['_id']} {hit['_score']} in one only"
    return None


def _tolerance(body: dict[str, Any], scores: Scores) -> float:
    """By how much sort values may differ: scores by a little, other values not at all."""
    return scores.close if "_score" in str(body.get("sort")) else SAME


def _documents(body: dict[str, Any], one: list[Any], other: list[Any], scores: Scores) -> str | None:
    mine, yours = ({_identity(hit): hit for hit in hits} for hits in (one, other))
    for id in set(mine) ^ set(yours):
        hit = mine.get(id) or yours[id]
        if not any(_ties(body, hit, edge, scores.close, scores.close) for edge in (one[0], one[-1])):
            return f"only one has {id} {hit['_score']} {hit.get('sort', '')}"
    for id in set(mine) & set(yours):
        found = _values(_strict(mine[id]), _strict(yours[id]), id)
        if "_doc" not in str(body.get("sort")):
            found = found or _values(mine[id].get("sort"), yours[id].get("sort"), f"{id} sort", scores.close)
        if found or not _near(mine[id]["_score"], yours[id]["_score"], scores.close):
            return found or f"score of {id} {mine[id]['_score']} != {yours[id]['_score']}"
        if found := _inner(body, mine[id].get("inner_hits", {}), yours[id].get("inner_hits", {}), scores):
            return f"inner hits of {id}: {found}"
    return None


def _identity(hit: Any) -> str:
    """The id of a document; of an object inside one also its place."""
    return f"{hit['_id']} {hit['_nested']}" if "_nested" in hit else hit["_id"]


def _inner(body: dict[str, Any], one: dict[str, Any], other: dict[str, Any], scores: Scores) -> str | None:
    may_lack = set(one) < set(other) and BESIDE_OTHERS.search(str(body)) is not None
    if set(one) != set(other) and not may_lack:
        return f"{sorted(one)} != {sorted(other)}"
    return next((found for name in one if (found := _hits({}, one[name]["hits"], other[name]["hits"], scores))), None)


def _ties(body: dict[str, Any], hit: Any, other: Any, tolerance: float, apart: float) -> bool:
    """Whether two hits may change places: a hit and one at the edge may stand on another page too."""
    if "sort" not in hit:
        return _near(hit["_score"], other["_score"], apart)
    pairs = zip(_keys(body, hit), _keys(body, other), strict=True)
    return all(_near(one, two, tolerance) for one, two in pairs)


def _keys(body: dict[str, Any], hit: Any) -> list[Any]:
    """The sort values up to a score, whose last digit decides whether the others count."""
    given = body.get("sort")
    keys = given if isinstance(given, list) else [given]
    names = [next(iter(key), None) if isinstance(key, dict) else key for key in keys]
    values = hit.get("sort", [])
    return values[: names.index("_score") + 1] if "_score" in names else values


def _strict(hit: Any) -> Any:
    strict = {key: value for key, value in hit.items() if key not in LOOSE}
    if marked := strict.get("highlight", {}).get(COPIED):
        strict["highlight"] = {**strict["highlight"], COPIED: len(marked)}
    if copied := strict.get("fields", {}).get(COPIED):
        strict["fields"] = {**strict["fields"], COPIED: sorted(copied)}
    return strict


def _values(one: Any, other: Any, path: str, tolerance: float = SAME) -> str | None:
    if isinstance(one, dict) and isinstance(other, dict):
        if set(one) != set(other):
            return f"{path}: keys {sorted(set(one) ^ set(other))} are in one only"
        if path.endswith(".buckets") and list(one) != list(other):
            return f"{path}: {list(one)} != {list(other)}"
        pairs = [(one[key], other[key], f"{path}.{key}") for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{path}: {str(one)[:200]} != {str(other)[:200]}"
        pairs = [(mine, yours, f"{path}[{place}]") for place, (mine, yours) in enumerate(zip(one, other, strict=True))]
    else:
        same = type(one) is type(other) and _near(one, other, tolerance)
        return None if same else f"{path}: {one!r} != {other!r}"
    return next((found for pair in pairs if (found := _values(*pair, tolerance))), None)


def _near(one: Any, other: Any, tolerance: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        tolerance = max(tolerance, PRINTED)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or math.isclose(one, other, rel_tol=tolerance)
    return one == other


def _brief(answer: Answer) -> str:
    return f"{answer[0]} {answer[1]['hits'].get('total') if answer[0] == 200 else answer[1]}"
