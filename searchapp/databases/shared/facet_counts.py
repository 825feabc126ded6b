"""Makes facets from the groups that SQL and MongoDB count: terms, empty steps and periods, inner facets.

A facet is counted once for all groups of the outer facets.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, assert_never

from ...errors import ErrorKind, PipelineError
from ...formatters.facets import without_fraction
from ...protocols import Facet
from ...querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind
from .date_periods import iso, period

OUTSIDE = -1
"""The group of the values outside of all ranges."""

About = Mapping[str, Any]
"""The meaning of a facet: its `kind`, its `field`, and its step, period or ranges, `by`."""
Tree = Mapping[str, Any]
Names = tuple[str, ...]
"""A facet, after the facets around it."""
Key = tuple[Any, ...]
"""The keys of a group and of the groups around it, the outermost first."""
Bucket = tuple[Any, dict[str, Any]]
"""A group as the database gives it, and its term in the answer."""

MAX_BUCKETS = 65_536
MAX_NUMBER = 1e290
"""Larger numbers and NaN are in no step: divided by a small step, a larger number would be infinite."""
LENGTHS = {"week": 7 * 86400, "day": 86400, "hour": 3600, "minute": 60}
MONTHS = {"year": 12, "quarter": 3, "month": 1}


@dataclass
class Groups:
    """The groups of a facet with their counts, the sum of all counts, and the number of documents without a group."""

    counts: list[tuple[Any, int]] = field(default_factory=list)
    every: int = 0
    missing: int = 0


class FacetCounter(ABC):
    """Counts a tree of facets; `wanted` is the part `facets` of a query: `tree`, `size`, and `kinds` by name."""

    def __init__(self, wanted: Mapping[str, Any]):
        self.tree: Tree = wanted["tree"]
        self.size: int = wanted["size"]
        self.kinds: Mapping[str, About] = wanted.get("kinds", {})

    @abstractmethod
    def groups(self, names: Names, around: Mapping[Key, Key]) -> Mapping[Key, Groups]:
        """The groups of the last facet in each group of the facets around it; `around` has the groups of each key."""

    @abstractmethod
    def term_of(self, group: Any, about: About) -> Any:
        """A value as answers show it."""

    @abstractmethod
    def moment_of(self, group: Any) -> datetime | None:
        """The moment of a group of dates; None for a date outside of Python's range."""

    def key_of(self, group: Any) -> Any:
        """The key of a group, which is the same in the results of all facets."""
        return group

    def facets(self) -> dict[str, Facet]:
        """The facets by name."""
        return {name: self.counted((name,), inner, {(): ()})[()] for name, inner in self.tree.items()}

    def about(self, name: str) -> About:
        """The meaning of a facet; without one, the values of the field of this name are counted."""
        return self.kinds.get(name) or {"field": name, "kind": TERMS, "by": None}

    def counted(self, names: Names, inner: Tree, around: Mapping[Key, Key]) -> dict[Key, Facet]:
        """The facet in each group of the facets around it, with the facets inside its own groups."""
        about, found = self.about(names[-1]), self.groups(names, around)
        facets: dict[Key, Facet] = {}
        terms: dict[Key, dict[str, Any]] = {}
        below: dict[Key, Key] = {}
        for key, groups_around in around.items():
            groups = found.get(key) or Groups()
            buckets = [*self.buckets(about, groups.counts)]
            facets[key] = facet_of(about, [term for _, term in buckets], groups)
            for group, term in buckets:
                inside = (*key, self.key_of(group))
                terms[inside], below[inside] = term, (*groups_around, group)
        for name, deeper in inner.items():
            for key, facet in self.counted((*names, name), deeper, below).items():
                terms[key][name] = facet
        return facets

    def buckets(self, about: About, counts: Sequence[tuple[Any, int]]) -> Iterator[Bucket]:
        """The groups in order with their terms, including empty steps and periods between others."""
        kind: FacetKind = about["kind"]
        by = about["by"]
        if kind == TERMS:
            yield from ((group, {"count": count, "term": self.term_of(group, about)}) for group, count in counts)
        elif kind == PERIODS:
            moments = {moment: pair for pair in counts if (moment := self.moment_of(pair[0]))}
            for moment in periods(moments, by):
                group, count = moments.get(moment, (moment, 0))
                yield group, {"count": count, "term": iso(moment)}
        elif kind == HISTOGRAM:
            known = dict(counts)
            yield from ((at, {"count": known.get(at, 0), "term": without_fraction(at * by)}) for at in steps(known))
        elif kind == RANGE:
            yield from ((at, range_term(each, dict(counts).get(at, 0))) for at, each in enumerate(by))
        elif kind == MISSING:
            yield 1, {"count": dict(counts).get(1, 0), "term": MISSING}
        else:
            assert_never(kind)


def range_term(ends: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The term of a range, with its ends."""
    shown = {end: range_end(ends[end]) for end in ("from", "to") if end in ends}
    return {"count": count, "term": ends["key"], **shown}


def facet_of(about: About, terms: list[dict[str, Any]], groups: Groups) -> Facet:
    """The facet of the answer."""
    total = sum(term["count"] for term in terms)
    missing = total if about["kind"] == MISSING else groups.missing
    return {"_type": about["kind"], "terms": terms, "other": groups.every - total, "missing": missing, "total": total}


def range_end(end: Any) -> Any:
    """The end of a range, of dates as the moment."""
    found = period(end) if isinstance(end, str) else None
    return iso(found[0]) if found else without_fraction(end)


def steps(known: Iterable[float]) -> range:
    """The numbers of all steps from the first to the last of the given ones."""
    numbers = [int(number) for number in known]
    if not numbers:
        return range(0)
    first, last = min(numbers), max(numbers)
    if last - first >= MAX_BUCKETS:
        raise too_many(last - first + 1)
    return range(first, last + 1)


def periods(known: Iterable[datetime], by: str) -> list[datetime]:
    """The beginnings of all periods from the first to the last of the given ones."""
    beginnings = sorted(known)
    if not beginnings:
        return []
    found, last = beginnings[:1], beginnings[-1]
    while found[-1] < last:
        found.append(following(found[-1], by))
        if len(found) > MAX_BUCKETS:
            raise too_many(len(found))
    return found


def following(start: datetime, by: str) -> datetime:
    """The beginning of the next period."""
    if by in LENGTHS:
        return start + timedelta(seconds=LENGTHS[by])
    months = start.year * 12 + start.month - 1 + MONTHS[by]
    return start.replace(year=months // 12, month=months % 12 + 1)


def too_many(number: int) -> PipelineError:
    number = min(number, 2**53)
    summary = f"aggs: too many values, {number} steps or periods, at most {MAX_BUCKETS} are allowed: choose larger ones"
    return PipelineError(
        400, summary, {"keyword": "aggs", "max": MAX_BUCKETS, "num": number}, ErrorKind.TOO_MANY_BUCKETS
    )
