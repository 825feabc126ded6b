"""The cases of tests/cases that are for every engine, and those of them that a database answers otherwise."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).parents[1] / "cases"
KEYS = {"name", "rules", "engines", "request", "status", "headers", "expected", "save", "steps"}


def read_yaml(path: Path) -> Any:
    """The content of a YAML file; the parser in C takes a tenth of the time."""
    return yaml.load(path.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """(file, case) of all cases, those for some engines among them."""
    return [(path.stem, checked(path, case)) for path in sorted(FOLDER.glob("*.yaml")) for case in read_yaml(path)]


def checked(path: Path, case: dict[str, Any]) -> dict[str, Any]:
    """The case. Raises ValueError for a key that http_case.py does not describe, and for a case without a request."""
    steps = case.get("steps") or [case]
    wrong = {key for step in (case, *steps) for key in step} - KEYS
    if wrong or not all("request" in step for step in steps):
        raise ValueError(f"{path.name}: {case.get('name')}: needs a request, and has {sorted(wrong)}: see http_case.py")
    return case


SHARED = [(file, case) for file, case in all_cases() if "engines" not in case]


NO_DATABASE = {"clients", "formats", "formatter", "headers", "links", "service", "tables"}
"""Files of cases about the forms of answers: search engines and SQLite show them, other databases nothing new."""


def decided_by_database(cases: list) -> list:
    """The cases whose answer a database decides."""
    return [(file, case) for file, case in cases if file not in NO_DATABASE]


def named_differences(path: Path) -> dict[tuple[str, str], str]:
    """The reasons of a file of differences, by the file and the name of their cases."""
    reasons = read_yaml(path)
    return {(file, name): why for why, files in reasons.items() for file, names in files.items() for name in names}


def parameters(cases: list, differs: dict[tuple[str, str], str]) -> list:
    """Each case for pytest; one that differs must fail, or the list of differences is stale."""
    return [
        pytest.param(case, id=f"{file}-{case['name']}", marks=fails_because(differs.get((file, case["name"]))))
        for file, case in cases
    ]


def fails_because(reason: str | None) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xfail(reason=reason, strict=True)] if reason else []


def unknown(differs: dict[tuple[str, str], str], cases: list) -> set[tuple[str, str]]:
    """The differences that are about none of these cases."""
    return differs.keys() - {(file, case["name"]) for file, case in cases}
