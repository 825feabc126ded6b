"""Writes bench/RESULTS.md: what every system needed, and where the goals of the design stand."""

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import Sample

NAMES = {
    "empty": "empty Flask view",
    "direct": "bare Flask view on Elasticsearch",
    "raw": "raw Elasticsearch request",
    "elasticsearch": "searchapp on Elasticsearch",
    "embedded": "searchapp, embedded",
    "peer": "BioThings 1.2.2",
}
GOALS = (
    ("annotation GET", "elasticsearch", "cpu", "direct", 1.25),
    ("annotation GET", "elasticsearch", "cpu", "peer", 1 / 3),
    ("annotation GET", "embedded", "cpu", "empty", 1.6),
    ("annotation GET", "embedded", "wall", "peer", 1 / 6),
    ("query GET, 10 hits", "elasticsearch", "cpu", "direct", 1.25),
    ("query GET, 10 hits", "elasticsearch", "cpu", "peer", 1 / 4),
    ("query GET, 10 hits", "embedded", "wall", "peer", 1 / 6),
    ("query GET, facets, many hits", "elasticsearch", "wall", "raw", 1.5),
    ("query GET, facets, many hits", "embedded", "wall", "raw", 1.5),
    ("annotation POST, 1000 ids", "elasticsearch", "wall", "raw", 1.3),
    ("annotation POST, 1000 ids", "elasticsearch", "wall", "peer", 1 / 12),
    ("annotation POST, 1000 ids", "embedded", "wall", "peer", 1 / 20),
    ("query POST, 1000 terms", "elasticsearch", "wall", "raw", 1.2),
    ("query POST, 1000 terms", "elasticsearch", "wall", "peer", 1 / 2.5),
    ("query POST, 1000 terms", "embedded", "wall", "raw", 1 / 3),
    ("a page of 1000 of everything", "elasticsearch", "wall", "peer", 1 / 5),
    ("a page of 1000 of everything", "embedded", "wall", "peer", 1 / 10),
)
"""Work, system, figure, what it is compared with, and the largest ratio that meets the goal (DESIGN.md, section 7)."""


@dataclass
class Row:
    """One work: what each system needed, and where their answers differed before they were timed."""

    name: str
    samples: dict[str, Sample]
    difference: str | None = None


def write_report(
    path: Path, rows: list[Row], rates: dict[str, float], memory: dict[str, float], documents: int, rounds: int
) -> None:
    """Replaces the file by the results of this run."""
    made = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores for everything"
    loading = [(NAMES[name], f"{rate:,.0f}") for name, rate in rates.items()]
    resident = [(NAMES[name], f"{megabytes:.0f}") for name, megabytes in memory.items()]
    parts = [
        "# Results",
        f"Written by `make bench`: {made}; {documents:,} gene documents, {rounds} rounds. Medians, in milliseconds per "
        "request: CPU is that of the service's processes, node that of Elasticsearch; p99 is the slowest of a hundred.",
        *[work_table(row) for row in rows],
        "## Loading\n\n" + table(("engine", "documents/s"), loading),
        "## Memory after all this\n\n" + table(("system", "MB"), resident),
        "## Goals\n\n" + table(("work", "system", "figure", "against", "goal", "measured", ""), goals(rows)),
    ]
    path.write_text("\n\n".join(parts) + "\n")


def work_table(row: Row) -> str:
    lines = [
        (NAMES[name], f"{one.wall:.2f}", f"{one.slowest:.2f}", f"{one.cpu:.2f}", f"{one.node:.2f}", f"{one.size:,.0f}")
        for name, one in row.samples.items()
    ]
    note = f"\n\nThe answers differ: {row.difference}." if row.difference else ""
    return f"## {row.name}\n\n{table(('system', 'wall', 'p99', 'CPU', 'node', 'bytes'), lines)}{note}"


def goals(rows: list[Row]) -> list[tuple[str, ...]]:
    """Each goal with the ratio that was measured; one whose systems did not run is left out."""
    samples = {row.name: row.samples for row in rows}
    found = []
    for work, system, figure, other, goal in GOALS:
        if system in samples[work] and other in samples[work]:
            ratio = getattr(samples[work][system], figure) / getattr(samples[work][other], figure)
            verdict = "met" if ratio <= goal else "missed"
            found.append((work, NAMES[system], figure, NAMES[other], f"{goal:.2f}", f"{ratio:.2f}", verdict))
    return found


def table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ("---",) * len(head), *lines))
