"""Random bodies with an odd value in one place: a node refuses it or takes it, and so must the engine."""

import copy
from collections.abc import Iterator
from typing import Any

from tests.contract.engine_values import Body
from tests.contract.engine_vocabulary import Random

ODD: tuple[Any, ...] = ("odd", -77, 77.7, {"odd": "odd"})
SHOWN = ("'odd'", "-77", "77.7")


def with_odd_value(random: Random, body: Body) -> Body:
    """The body with an odd value in place of another one."""
    made = copy.deepcopy(body)
    part = random.choice([part for part in _parts(made) if part])
    part[random.choice(list(part))] = random.choice(ODD)
    return made


def has_odd_value(body: Body) -> bool:
    """Whether the type of an error says little: an option of a wrong JSON type may have another one."""
    shown = str(body)
    return any(value in shown for value in SHOWN)


def _parts(value: Any) -> Iterator[Body]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(inner)
