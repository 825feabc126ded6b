"""Writes bench/RESULTS.md: what every system needed, and where the goals of the design stand."""

import os
import platform
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench import goals
from bench.collection import Loading
from bench.goals import ABOVE, ALONE, GOALS, RATIO, Goal, Samples
from bench.measure import median
from bench.shares import Shares
from bench.systems import NAMES
from bench.whole import Export

FIGURES = {"wall": "time", "cpu": "CPU of the service", "both": "CPU of service and node"}


@dataclass
class Row:
    """One work: what each system needed, where answers differed, where our CPU time goes on each engine."""

    name: str
    samples: Samples
    difference: str | None
    shares: dict[str, Shares]


@dataclass
class Results:
    """All that one run measured."""

    documents: int
    rounds: int
    size: int
    rows: list[Row]
    loading: dict[str, Loading]
    exports: dict[str, list[Export]]
    memory: dict[str, float]


def write_report(path: Path, results: Results) -> None:
    """Replaces the file by the results of this run."""
    parts = [
        "# Results",
        head(results),
        "## Goals\n\n" + table(("work", "system", "figure", "against", "goal", "measured", ""), verdicts(results)),
        *speeds(results),
        *reasons(results),
        *[work_table(row) for row in results.rows],
        "## The sample as CSV\n\n" + export_table(results),
        "## Loading the sample\n\n" + loading_table(results),
        "## Where our CPU time goes\n\n" + shares_table(results.rows),
        "## Memory after all this\n\n"
        + table(("system", "MB"), [(NAMES[name], f"{megabytes:.0f}") for name, megabytes in results.memory.items()]),
    ]
    path.write_text("\n\n".join(parts) + "\n")


def head(results: Results) -> str:
    made = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores for everything"
    load = f"load average of the last five minutes {os.getloadavg()[1]:.1f}"
    return (
        f"Written by `make bench`: {made}, {load}; {results.documents:,} gene documents of {results.size / 1e3:.1f} kB "
        f"each, {results.rounds} rounds in which the systems take turns. Milliseconds per request: time and CPU are "
        "medians of the rounds, p99 is the slowest of a hundred; CPU is that of the service's processes, node that of "
        "Elasticsearch; us above WSGI is the CPU beyond that of a raw WSGI function in our "
        "worker. A ratio is the median of the ratios of the rounds. All asked answered the same before."
    )


# goals


def verdicts(results: Results) -> list[tuple[str, ...]]:
    """Each goal with what was measured; one whose systems did not run is left out."""
    samples = {row.name: row.samples for row in results.rows}
    found = []
    for goal in GOALS:
        value = goal.measured(samples[goal.work])
        if value is not None:
            other = "" if goal.kind == ALONE else NAMES[goal.other]
            words = (goal.work, NAMES[goal.system], FIGURES[goal.figure], other)
            found.append((*words, in_unit(goal.most, goal), in_unit(value, goal), verdict(value <= goal.most)))
    return [*found, *verdicts_of_loading(results), *verdicts_of_exports(results)]


def speeds(results: Results) -> Iterable[str]:
    """The figures of the goals in times, at the speed of the machine on which these goals were set."""
    samples = {row.name: row.samples for row in results.rows}
    values = {goal: goal.measured(samples[goal.work]) for goal in GOALS if goal.kind != RATIO}
    factor = goals.speed(samples[goals.ANNOTATION])
    times = [
        f"{goal.work}, {NAMES[goal.system]}: {in_unit(value * factor, goal)} (goal {in_unit(goal.most, goal)})"
        for goal, value in values.items()
        if value is not None
    ]
    yield (
        "The table compares times as they are. The goals in times were set on a machine on which the raw WSGI "
        f"function needed {goals.WSGI_THEN} ms of CPU. Multiplied by {factor:.2f}, the times of this run are: "
        f"{'; '.join(times)}."
    )


def in_unit(value: float, goal: Goal) -> str:
    """The value of a goal with its unit; a ratio has none."""
    if goal.kind == ABOVE:
        return f"+{value:.0f} us"
    return f"{value:.3f}" if goal.kind == RATIO else f"{value:.2f} ms"


def verdicts_of_loading(results: Results) -> Iterable[tuple[str, ...]]:
    for engine, one in results.loading.items():
        words = ("load", NAMES[engine], "documents/s", "")
        yield (*words, f"{goals.RATE:,}", f"{one.rate:,.0f}", verdict(one.rate >= goals.RATE))
        growth = one.peak_of_twice / one.peak
        words = ("load", NAMES[engine], "memory for twice as many", "for once")
        yield (*words, f"{goals.FLAT_LOAD}", f"{growth:.2f}", verdict(growth <= goals.FLAT_LOAD))


def verdicts_of_exports(results: Results) -> Iterable[tuple[str, ...]]:
    for name, runs in results.exports.items():
        engine, _, order = name.partition("&")
        work = "CSV of everything" + (", sorted" if order else "")
        seconds, growth = statistics.median(one.seconds for one in runs), max(one.growth for one in runs)
        words = (work, NAMES[engine])
        if engine == "embedded":
            yield (*words, "seconds", "", f"{goals.EXPORT:.0f}", f"{seconds:.1f}", verdict(seconds <= goals.EXPORT))
        limit = f"{goals.FLAT_EXPORT:.0f}"
        yield (*words, "MB grown", "", limit, f"{growth:.0f}", verdict(growth <= goals.FLAT_EXPORT))


def verdict(met: bool) -> str:
    return "met" if met else "**missed**"


def reasons(results: Results) -> list[str]:
    """What a goal that is missed is made of."""
    rows = {row.name: row for row in results.rows}
    missed = [goal for goal in GOALS if (goal.measured(rows[goal.work].samples) or 0) > goal.most]
    if not missed:
        return []
    lines = [f"- {goal.work}, {NAMES[goal.system]}{against(goal)}: {why(goal, rows)}" for goal in missed]
    return ["## Why the missed ones are missed\n\n" + "\n".join(lines)]


def against(goal: Goal) -> str:
    return "" if goal.kind == ALONE else f" against {NAMES[goal.other]}"


def why(goal: Goal, rows: dict[str, Row]) -> str:
    """What the figures of this run and the samples say, and what is known beside."""
    row = rows[goal.work]
    figures = {name: median(samples) for name, samples in row.samples.items()}
    mine, others = figures[goal.system], figures[goal.other]
    beside = "" if goal.kind == ALONE else f", beside {getattr(others, goal.figure):.2f} ms"
    said = [f"{mine.wall:.2f} ms, {mine.cpu:.2f} of them CPU of the service{beside}"]
    if goal.system == "elasticsearch" and "direct" in figures:
        server, bare, own = (min(one.cpu for one in row.samples[name]) for name in ("empty", "direct", goal.system))
        said.append(
            f"of the CPU, in the best rounds, {server:.2f} ms are the server's and Flask's (the empty view), "
            f"{bare - server:.2f} ms those of the database's client (the bare view without them), {own - bare:.2f} ms "
            "ours"
        )
        if goal.kind == RATIO and goal.other != "direct":
            ratio = getattr(figures["direct"], goal.figure) / getattr(others, goal.figure)
            said.append(f"the bare view, which does nothing of ours, is at {ratio:.2f} itself")
    if row.shares.get(goal.system):
        largest = list(row.shares[goal.system].items())[:4]
        said.append("in process: " + ", ".join(f"{part} {share:.0%}" for part, share in largest))
    return "; ".join(said) + "."


# tables


def work_table(row: Row) -> str:
    lines = []
    base = statistics.median(one.cpu for one in row.samples["wsgi"]) if "wsgi" in row.samples else None
    for name, samples in row.samples.items():
        one = median(samples)
        numbers = tuple(f"{number:.2f}" for number in (one.wall, one.slowest, one.cpu, one.node))
        above = "" if base is None or not one.cpu else f"{1000 * (one.cpu - base):,.0f}"
        lines.append((NAMES[name], *numbers, above, f"{1e3 / one.wall:,.0f}", f"{one.size:,.0f}"))
    note = f"\n\nThe answers differ: {row.difference}." if row.difference else ""
    columns = ("system", "time", "p99", "CPU", "node", "us above WSGI", "a second", "bytes")
    return f"## {row.name}\n\n{table(columns, lines)}{note}"


def export_table(results: Results) -> str:
    lines = []
    for name, runs in results.exports.items():
        engine, _, order = name.partition("&")
        middle = [statistics.median(getattr(run, figure) for run in runs) for figure in ("seconds", "cpu", "node")]
        growth = max(run.growth for run in runs)
        about = (NAMES[engine], "by symbol" if order else "as stored")
        lines.append(
            (
                *about,
                *(f"{figure:.2f}" for figure in middle),
                f"{runs[0].lines:,}",
                f"{runs[0].size:.1f}",
                f"{growth:.0f}",
            )
        )
    return table(("system", "order", "seconds", "CPU s", "node s", "lines", "MB", "MB grown"), lines)


def loading_table(results: Results) -> str:
    lines = []
    for name, one in results.loading.items():
        memory = (f"{one.peak:.0f}", f"{one.peak_of_twice:.0f}")
        lines.append((NAMES[name], f"{one.documents:,}", f"{one.seconds:.1f}", f"{one.rate:,.0f}", *memory))
    return table(("engine", "documents", "seconds", "documents/s", "MB", "MB for twice as many"), lines)


def shares_table(rows: list[Row]) -> str:
    """By samples, in one process."""
    lines = [
        (row.name, NAMES[engine], ", ".join(f"{part} {share:.0%}" for part, share in shares.items() if share >= 0.02))
        for row in rows
        for engine, shares in row.shares.items()
    ]
    return table(("work", "engine", "shares"), lines)


def table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ("---",) * len(head), *lines))
