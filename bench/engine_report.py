"""Writes bench/engine.md: what the engine and the raw request needed, and where the goals stand."""

import os
import platform
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bench.engine_side import Build
from bench.measure import Sample
from bench.report import table

RATE = 5000
OPENING = 100
SERVING = 300
SERVING_AT = 440_000
FLAT = 1.25
"""Documents/s, milliseconds, megabytes up to so many documents, memory of the largest build beside the smallest."""


@dataclass
class Size:
    """The figures of one number of documents."""

    documents: int
    build: Build
    raw_rate: float
    disk: int
    raw_disk: int
    serving: float
    opening: float
    works: dict[str, tuple[Sample, Sample]]
    load: float = field(default_factory=lambda: os.getloadavg()[1])
    """The machine's load average of the last five minutes."""


def write_report(path: Path, sizes: list[Size]) -> None:
    """Replaces the file by the results of this run."""
    made = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores for everything"
    loads = ", ".join(f"{size.load:.1f}" for size in sizes)
    parts = [
        "# The engine beside Elasticsearch",
        f"Written by `make bench-engine`: {made}; load average at the end of each size: {loads}.",
        "The engine answers in its process, Elasticsearch (one shard, the same mapping) over HTTP on the same machine; "
        "both took turns, and gave the same totals and facets. Both keep the answer to a facet over all.",
        "An answer is timed until its documents are objects: the engine gives them so, the raw answer is read by "
        "orjson. Garbage is looked for as seldom as in a worker of the service.",
        "Milliseconds: p50 is the median, p99 the slowest of a hundred, CPU the mean of what the answering process "
        "spent.",
        "Memory while loading is given twice: what is the process's own (anonymous memory, which the goal is about), "
        "and all that is resident, mapped files too, which the system takes back when it needs them; Python itself and "
        "reading the sample are part of both. Memory while serving is all that is resident.",
        *[works_table(size) for size in sizes],
        "## Loading, disk, memory\n\n" + table(FIGURES, [figures(size) for size in sizes]),
        "## Goals\n\n" + table(("goal", "documents", "measured", ""), goals(sizes)),
    ]
    path.write_text("\n\n".join(parts) + "\n")


def works_table(size: Size) -> str:
    lines = [
        (name, *(f"{figure:.2f}" for figure in (ours.wall, raw.wall, ours.slowest, raw.slowest, ours.cpu, raw.cpu)))
        for name, (ours, raw) in size.works.items()
    ]
    head = ("work", "engine p50", "raw p50", "engine p99", "raw p99", "engine CPU", "raw CPU")
    return f"## {size.documents:,} documents\n\n{table(head, lines)}"


FIGURES = (
    "documents",
    "engine documents/s",
    "engine documents/CPU s",
    "raw documents/s",
    "engine disk MB",
    "raw disk MB",
    "engine own MB while loading",
    "engine resident MB while loading",
    "engine MB while serving",
    "opening ms",
)


def figures(size: Size) -> tuple[str, ...]:
    numbers = (
        size.documents, size.build.rate, size.build.rate_of_cpu, size.raw_rate, size.disk / 1e6, size.raw_disk / 1e6,
        size.build.own, size.build.resident, size.serving, size.opening,
    )  # fmt: skip
    return tuple(f"{number:,.0f}" for number in numbers)


def goals(sizes: list[Size]) -> list[tuple[str, ...]]:
    """Each goal of each size, with what was measured."""
    rows = []
    for size in sizes:
        documents = f"{size.documents:,}"
        slower = [name for name, (ours, raw) in size.works.items() if ours.wall >= raw.wall]
        rows += [
            goal(f"{RATE:,} documents/s", documents, f"{size.build.rate:,.0f}", size.build.rate >= RATE),
            goal("every p50 under the raw request's", documents, ", ".join(slower) or "all", not slower),
            goal(f"opening under {OPENING} ms", documents, f"{size.opening:.0f}", size.opening < OPENING),
        ]
        if size.documents <= SERVING_AT:
            rows.append(goal(f"serving under {SERVING} MB", documents, f"{size.serving:.0f}", size.serving < SERVING))
    if len(sizes) > 1:
        ratio = sizes[-1].build.own / sizes[0].build.own
        between = f"{sizes[0].documents:,} to {sizes[-1].documents:,}"
        rows.append(goal(f"own memory while loading, at most {FLAT} times", between, f"{ratio:.2f}", ratio <= FLAT))
    return rows


def goal(name: str, documents: str, measured: str, met: bool) -> tuple[str, ...]:
    return name, documents, measured, "met" if met else "missed"
