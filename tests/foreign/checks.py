"""What a suite says about an answer: match, length, is_true and their like."""

import re
from collections.abc import Callable, Mapping
from typing import Any

MISSING = object()
SEPARATOR = re.compile(r"(?<!\\)\.")
NEAR = 1e-6


class Failed(Exception):
    """The answer is not what the suite says."""


def at(answer: Any, path: str, stash: Mapping[str, Any]) -> Any:
    """The value at a path such as `hits.hits.0._source.a\\.b`; MISSING where there is none."""
    if path in ("", "$body"):
        return answer
    value = answer
    for part in SEPARATOR.split(path):
        key = stashed(part.replace("\\.", "."), stash)
        if isinstance(value, list) and str(key).isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and str(key) in value:
            value = value[str(key)]
        else:
            return MISSING
    return value


def stashed(value: Any, stash: Mapping[str, Any]) -> Any:
    """A value in which `$name` and `${name}` stand for what was set before."""
    if isinstance(value, dict):
        return {key: stashed(one, stash) for key, one in value.items()}
    if isinstance(value, list):
        return [stashed(one, stash) for one in value]
    if not isinstance(value, str):
        return value
    found = re.fullmatch(r"\$\{?(\w+)\}?", value)
    if found and found[1] in stash:
        return stash[found[1]]
    return re.sub(r"\$\{(\w+)\}", lambda one: str(stash.get(one[1], one[0])), value)


def check(kind: str, given: Any, answer: Any, stash: Mapping[str, Any]) -> None:
    """Raises Failed unless the answer is as the step says."""
    if kind in ("is_true", "is_false"):
        value = at(answer, given, stash)
        if is_true(value) != (kind == "is_true"):
            raise Failed(f"{kind} {given}: {_shown(value)}")
        return
    for path, wanted in given.items():
        value, wanted = at(answer, path, stash), stashed(wanted, stash)
        if not CHECKS[kind](value, wanted):
            raise Failed(f"{kind} {path}: {_shown(value)}, not {wanted!r}")


def is_true(value: Any) -> bool:
    return value is not MISSING and value not in (None, "", False, 0, "false", "0")


def matches(value: Any, wanted: Any) -> bool:
    """Whether a value is as wanted; text between slashes is a regular expression."""
    if isinstance(wanted, str) and len(wanted.strip()) > 1 and wanted.strip()[0] == wanted.strip()[-1] == "/":
        return re.search(wanted.strip()[1:-1].strip(), str(value), re.VERBOSE | re.DOTALL) is not None
    if isinstance(wanted, dict):
        return (
            isinstance(value, dict)
            and wanted.keys() == value.keys()
            and all(matches(value[k], wanted[k]) for k in wanted)
        )
    if isinstance(wanted, list):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(matches, value, wanted))
    if isinstance(wanted, float) and isinstance(value, int | float):
        return abs(value - wanted) <= NEAR * max(abs(wanted), 1)
    return bool(value == wanted) or (wanted is None and value is MISSING)


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, list) and isinstance(wanted, dict):
        return any(isinstance(one, dict) and wanted.items() <= one.items() for one in value)
    return value is not MISSING and wanted in value


def _near(value: Any, wanted: Any) -> bool:
    return value is not MISSING and abs(value - wanted["value"]) <= wanted["error"]


CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "match": matches,
    "length": lambda value, wanted: value is not MISSING and len(value) == wanted,
    "gt": lambda value, wanted: value is not MISSING and value > wanted,
    "gte": lambda value, wanted: value is not MISSING and value >= wanted,
    "lt": lambda value, wanted: value is not MISSING and value < wanted,
    "lte": lambda value, wanted: value is not MISSING and value <= wanted,
    "contains": _contains,
    "close_to": _near,
}


def _shown(value: Any) -> str:
    return "nothing" if value is MISSING else repr(value)[:200]
