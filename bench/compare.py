"""What the answers of all systems to one request must have in common before anybody is timed."""

import json
from collections.abc import Iterable
from typing import Any

from bench.measure import System, ask
from bench.works import Work

COMPARED = 5


def difference(systems: Iterable[System], work: Work) -> str | None:
    """Which systems answer the first requests otherwise, or None; the empty ones have nothing to say."""
    asked = [system for system in systems if system.name not in ("empty", "wsgi")]
    for position in range(min(COMPARED, len(work.requests["embedded"]))):
        found = {one.name: work.essence(answered(one, work, position)) for one in asked}
        first = next(iter(found))
        for name in found:
            if found[name] != found[first]:
                return f"{first} and {name} differ"
    return None


def answered(system: System, work: Work, position: int) -> Any:
    return json.loads(ask(system.connect(), work.requests[system.name][position]))
