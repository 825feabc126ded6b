"""Counts facets: the documents per value, step, period or range of a field, with facets inside each.

Each facet of the tree is one pipeline. Those inside another one are counted for all of its values at once.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import bson

from ....formatters.facets import without_fraction
from ....protocols import Facet
from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind
from ...shared import histogram_gaps
from ...shared.date_periods import iso
from ..bson_json import PLAIN
from .groups import About, groups_of

Pipeline = list[dict[str, Any]]
Run = Callable[[Pipeline], Iterable[Mapping[str, Any]]]
Tree = Mapping[str, Any]
Rows = dict[str, list[Mapping[str, Any]]]
Key = tuple[str, ...]
Bucket = tuple[Any, dict[str, Any]]
"""A group as MongoDB gives it, and its term in the answer."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def facets(run: Run, matches: Pipeline, wanted: Mapping[str, Any], any_case: bool = False) -> dict[str, Facet]:
    """The facets of the answer; `matches` finds the documents, `run` runs a pipeline.

    With `any_case` texts that differ in their case only are the same group, as the collation has it.
    """
    counter = Counter(run, matches, wanted, any_case)
    return {name: counter.counted(name, inner, {(): ()})[()] for name, inner in wanted["tree"].items()}


class Counter:
    """Counts a tree of facets. `kinds` has the meaning of each name, `size` the number of values per facet."""

    def __init__(self, run: Run, matches: Pipeline, wanted: Mapping[str, Any], any_case: bool):
        self.run = run
        self.matches = matches
        self.size: int = wanted["size"]
        self.kinds: Mapping[str, About] = wanted["kinds"]
        self.any_case = any_case

    def counted(
        self, name: str, inner: Tree, groups: Mapping[Key, tuple[Any, ...]], above: tuple[str, ...] = ()
    ) -> dict[Key, Facet]:
        """The facet for each group of the facets around it, with the facets inside its own groups."""
        found = {key: self.facet(self.kinds[name], rows) for key, rows in self.rows((*above, name), groups).items()}
        terms_by_key = {(*key, self.key_of(group)): term for key, (_, terms) in found.items() for group, term in terms}
        below = {
            (*key, self.key_of(group)): (*groups[key], group) for key, (_, terms) in found.items() for group, _ in terms
        }
        for deeper, tree in inner.items():
            inside = self.counted(deeper, tree, below, (*above, name))
            for key, term in terms_by_key.items():
                term[deeper] = inside[key]
        return {key: facet for key, (facet, _) in found.items()}

    def rows(self, names: tuple[str, ...], groups: Mapping[Key, tuple[Any, ...]]) -> dict[Key, Rows]:
        """The rows of the pipeline for each group of the facets around this one."""
        rows: dict[Key, Rows] = {key: {"groups": [], "all": [], "missing": []} for key in groups}
        found = next(iter(self.run(self.pipeline(names, list(groups.values()))))) if groups else {}
        if found and len(found["groups"]) > histogram_gaps.MAX_BUCKETS and self.kinds[names[-1]]["kind"] != TERMS:
            raise histogram_gaps.too_many(len(found["groups"]))
        for part, row in ((part, row) for part, each in found.items() for row in each):
            above = row["_id"] or {}
            key = tuple(self.key_of(above[f"g{level}"]) for level in range(len(names) - 1))
            if key in rows:
                rows[key][part].append(row)
        return rows

    def key_of(self, group: Any) -> str:
        """The text that identifies a group in the results of all pipelines."""
        if isinstance(group, str):
            return f"'{group.casefold() if self.any_case else group}"
        return str(float(group) if isinstance(group, int | float) and not isinstance(group, bool) else group)

    def pipeline(self, names: tuple[str, ...], groups: list[tuple[Any, ...]]) -> Pipeline:
        """The pipeline that counts each document once in each of its groups, and under null without a group."""
        labels = [f"g{level}" for level in range(len(names) - 1)]
        lists = {label: groups_of(self.kinds[name]) for label, name in zip([*labels, "v"], names, strict=True)}
        stages: Pipeline = [*self.matches, {"$project": {"_id": 0, **lists}}]
        for level, label in enumerate(labels):
            known = list({self.key_of(group[level]): group[level] for group in groups}.values())
            stages += [{"$unwind": f"${label}"}, {"$match": {label: {"$in": known}}}]
        stages.append({"$unwind": {"path": "$v", "preserveNullAndEmptyArrays": True}})
        about = self.kinds[names[-1]]
        if about["kind"] == TERMS and about["by"] is not None:
            containing = {"$regex": re.escape(about["by"]), "$options": "i"}
            stages.append({"$match": {"$or": [{"v": None}, {"v": containing}]}})
        own = {**{label: f"${label}" for label in labels}, "v": {"$ifNull": ["$v", None]}}
        stages.append({"$group": {"_id": own, "count": {"$sum": 1}}})
        return [*stages, self.parts(labels, about["kind"])]

    def parts(self, labels: list[str], kind: str) -> dict[str, Any]:
        """The stage for the largest groups in each group around them, the sum of all groups, and the counts of null."""
        above = {label: f"$_id.{label}" for label in labels}
        order = {"count": -1, "_id.v": 1}
        rank = {"partitionBy": above, "sortBy": order, "output": {"rank": {"$documentNumber": {}}}}
        ranked = [{"$setWindowFields": rank}, {"$match": {"rank": {"$lte": self.size}}}, {"$sort": {"rank": 1}}]
        largest = ranked if labels else [{"$sort": order}, {"$limit": self.size}]
        return {
            "$facet": {
                "groups": [VALUE, *(largest if kind == TERMS else [{"$limit": histogram_gaps.MAX_BUCKETS + 1}])],
                "all": [VALUE, {"$group": {"_id": above or None, "count": {"$sum": "$count"}}}],
                "missing": [{"$match": {"_id.v": None}}],
            }
        }

    def facet(self, about: About, rows: Rows) -> tuple[Facet, list[Bucket]]:
        """The facet of the answer, and the groups of its terms."""
        counts = [(row["_id"]["v"], row["count"]) for row in rows["groups"]]
        every, missing = (sum(row["count"] for row in rows[part]) for part in ("all", "missing"))
        found = BUCKETS[about["kind"]](about, counts)
        terms = [term for _, term in found]
        total = sum(term["count"] for term in terms)
        missing = total if about["kind"] == MISSING else missing
        return {
            "_type": about["kind"],
            "terms": terms,
            "other": every - total,
            "missing": missing,
            "total": total,
        }, found


VALUE = {"$match": {"_id.v": {"$ne": None}}}

Counts = list[tuple[Any, int]]


def values(about: About, counts: Counts) -> list[Bucket]:
    return [(group, {"count": count, "term": term_of(group, about)}) for group, count in counts]


def steps(about: About, counts: Counts) -> list[Bucket]:
    numbers = {int(group): count for group, count in counts}
    return [
        (at, {"count": numbers.get(at, 0), "term": without_fraction(at * about["by"])})
        for at in histogram_gaps.steps(numbers)
    ]


def periods(about: About, counts: Counts) -> list[Bucket]:
    moments = {moment(group): (group, count) for group, count in counts}
    found = histogram_gaps.periods(moments, about["by"])
    known = [(each, *moments.get(each, (each, 0))) for each in found]
    return [(group, {"count": count, "term": iso(each)}) for each, group, count in known]


def ranges(about: About, counts: Counts) -> list[Bucket]:
    numbers = {int(group): count for group, count in counts}
    return [
        (at, {"count": numbers.get(at, 0), "term": each["key"], **{end: each[end] for end in ENDS if end in each}})
        for at, each in enumerate(about["by"])
    ]


def without(_: About, counts: Counts) -> list[Bucket]:
    return [(1, {"count": sum(count for _, count in counts), "term": MISSING})]


ENDS = ("from", "to")
BUCKETS: Mapping[FacetKind, Callable[[About, Counts], list[Bucket]]] = {
    TERMS: values,
    HISTOGRAM: steps,
    PERIODS: periods,
    RANGE: ranges,
    MISSING: without,
}


def term_of(value: Any, about: About) -> Any:
    """A value as answers show it; truth values and dates as texts, as the search engines write them."""
    if about["type"] == "date":
        return iso(moment(value))
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    return str(value).lower() if isinstance(value, bool) else bson.decode(bson.encode({"v": value}), PLAIN)["v"]


def moment(value: Any) -> datetime:
    """The moment of a date as the driver gives it."""
    return EPOCH + timedelta(milliseconds=int(value))
