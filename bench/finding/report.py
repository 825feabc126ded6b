"""Shares and times of a run as tables."""

import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.finding.kinds import KINDS


@dataclass
class Tally:
    """The results of the queries of one kind: ranks, refusals and times."""

    ranks: list[int | None] = field(default_factory=list)
    refused: int = 0
    times: list[float] = field(default_factory=list)

    def share(self, most: int) -> float:
        """The percentage of answers with the document among the first `most` hits."""
        found = sum(rank is not None and rank <= most for rank in self.ranks)
        return 100 * found / len(self.ranks) if self.ranks else 0.0

    @property
    def mrr(self) -> float:
        return statistics.fmean(1 / rank if rank else 0 for rank in self.ranks) if self.ranks else 0.0

    def time(self, percent: int) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)] if ordered else 0.0

    def add(self, other: "Tally") -> None:
        self.ranks += other.ranks
        self.refused += other.refused
        self.times += other.times


Tallies = dict[tuple[str, str], Tally]
"""By kind and system."""


def summed(parts: Iterable[Tallies]) -> Tallies:
    total: Tallies = defaultdict(Tally)
    for part in parts:
        for key, tally in part.items():
            total[key].add(tally)
    return total


def table(tallies: Tallies, systems: list[str]) -> list[str]:
    """Found first and in the first ten, in percent, for each kind and system."""
    rows = ["| what is typed | n | " + " | ".join(systems) + " |", "|---|--:|" + "---|" * len(systems)]
    for kind in KINDS:
        found = [tallies[kind.name, system] for system in systems if (kind.name, system) in tallies]
        if found:
            cells = [f"{one.share(1):.1f} / {one.share(10):.1f}" for one in found]
            rows.append(f"| {kind.name} | {len(found[0].ranks)} | " + " | ".join(cells) + " |")
    return rows


def whole(tallies: Tallies, systems: list[str]) -> list[str]:
    """MRR, refusals and times of each system over all kinds, and over the exact ones."""
    rows = ["| system | MRR@10 | refused | p50 ms | p95 ms | exact p50 | exact p95 |", "|---|--:|--:|--:|--:|--:|--:|"]
    exact = {kind.name for kind in KINDS if kind.exact}
    for system in systems:
        all_of = summed([{key: tally} for key, tally in tallies.items() if key[1] == system])
        one, few = Tally(), Tally()
        for (kind, _), tally in all_of.items():
            one.add(tally)
            if kind in exact:
                few.add(tally)
        numbers = (one.time(50), one.time(95), few.time(50), few.time(95))
        rows.append(f"| {system} | {one.mrr:.3f} | {one.refused} | " + " | ".join(f"{x:.1f}" for x in numbers) + " |")
    return rows
