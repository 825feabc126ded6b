"""A line for each run of the benchmark in bench/history.md: the ratios of the goals at each commit."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

from bench.goals import ALONE, GOALS, Goal
from bench.report import Results, in_unit, table
from bench.systems import NAMES

HISTORY = Path(__file__).parent / "history.md"
SHORT = {"elasticsearch": "ES", "direct": "bare", "peer": "BioThings", "wsgi": NAMES["wsgi"], "empty": NAMES["empty"]}
HEAD = """# History

A line for each run of `make bench`, the newest below, on machines of two cores; goals.py has the goals of the columns.
`*` marks a goal that was met. Ratios of one line were measured at the same time; times of two lines were not.
"""


def add_line(results: Results, path: Path = HISTORY) -> None:
    """Adds the line of this run; the table begins anew where its columns are others."""
    samples = {row.name: row.samples for row in results.rows}
    columns = ("run", "commit", *(f"{goal.work}: {called(goal)}" for goal in GOALS))
    values = tuple(marked(goal, goal.measured(samples[goal.work])) for goal in GOALS)
    start = table(columns, [])
    text = path.read_text() if path.exists() else HEAD
    if start not in text:
        text = f"{text.rstrip()}\n\n{start}\n"
    line = f"| {' | '.join((f'{datetime.now(UTC):%Y-%m-%d %H:%M}', commit(), *values))} |"
    path.write_text(f"{text.rstrip()}\n{line}\n")


def called(goal: Goal) -> str:
    """What a goal compares, in a few words."""
    mine, other = (SHORT.get(name, name) for name in (goal.system, goal.other))
    return mine if goal.kind == ALONE else f"{mine} / {other}"


def marked(goal: Goal, value: float | None) -> str:
    return "" if value is None else in_unit(value, goal) + ("*" if value <= goal.most else "")


def commit() -> str:
    """The commit that was measured, with a plus where files are changed; empty outside a checkout."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=7", "--exclude=*"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HISTORY.parent)
    return done.stdout.strip()
