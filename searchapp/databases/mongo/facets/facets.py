"""Counts facets: the documents per value, step, period or range of a field, with facets inside each.

Each facet of the tree is one pipeline. A facet inside another one is counted for all values of the outer one at once.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import bson

from ....querystring.facet_names import TERMS
from ...shared.date_periods import iso
from ...shared.facet_counts import MAX_BUCKETS, About, FacetCounter, Groups, Key, Names
from ..bson_json import PLAIN
from .groups import groups_of

Pipeline = list[dict[str, Any]]
Run = Callable[[Pipeline], Iterable[Mapping[str, Any]]]

EPOCH = datetime(1970, 1, 1)


class Counter(FacetCounter):
    """Counts the facets of the documents that `matches` finds; `run` runs a pipeline.

    With `any_case`, texts that differ only in case are one group, as in the collation.
    """

    def __init__(self, run: Run, matches: Pipeline, wanted: Mapping[str, Any], any_case: bool = False):
        super().__init__(wanted)
        self.run = run
        self.matches = matches
        self.any_case = any_case

    def groups(self, names: Names, around: Mapping[Key, Key]) -> dict[Key, Groups]:
        found = next(iter(self.run(self.pipeline(names, list(around.values()))))) if around else {}
        groups: dict[Key, Groups] = {}
        for part, row in ((part, row) for part, each in found.items() for row in each):
            above = row["_id"] or {}
            key = tuple(self.key_of(above[f"g{level}"]) for level in range(len(names) - 1))
            known = groups.setdefault(key, Groups())
            if part == "groups":
                known.counts.append((row["_id"]["v"], row["count"]))
            elif part == "every":
                known.every += row["count"]
            else:
                known.missing += row["count"]
        return groups

    def key_of(self, group: Any) -> str:
        """The text that identifies a group in the results of all pipelines."""
        if isinstance(group, str):
            return f"'{group.casefold() if self.any_case else group}"
        return str(float(group) if isinstance(group, int | float) and not isinstance(group, bool) else group)

    def term_of(self, group: Any, about: About) -> Any:
        return term_of(group, about)

    def moment_of(self, group: Any) -> datetime:
        return EPOCH + timedelta(milliseconds=int(group))

    def pipeline(self, names: Names, groups: list[Key]) -> Pipeline:
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
                "groups": [VALUE, *(largest if kind == TERMS else [{"$limit": MAX_BUCKETS + 1}])],
                "every": [VALUE, {"$group": {"_id": above or None, "count": {"$sum": "$count"}}}],
                "missing": [{"$match": {"_id.v": None}}],
            }
        }


VALUE = {"$match": {"_id.v": {"$ne": None}}}


def term_of(value: Any, about: About) -> Any:
    """A value as in an answer; booleans and dates are texts, as from the search engines."""
    if about["type"] == "date":
        return iso(EPOCH + timedelta(milliseconds=int(value)))
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    return str(value).lower() if isinstance(value, bool) else bson.decode(bson.encode({"v": value}), PLAIN)["v"]
