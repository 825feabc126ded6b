"""Checks of the options that an application declares or changes, so that a mistake stops the start."""

from collections.abc import Iterable
from typing import Any

from .convert import CONVERTERS
from .endpoints import EVERYWHERE
from .option import Option

DEFAULTS: dict[type, Any] = {str: str, bool: bool, int: int, float: (int, float), list: (list, tuple)}
"""The types of defaults, by the type of the option; an application has options of these types."""

TUPLES = ("aliases", "choices", "endpoints", "methods")


def check_declarations(options: Iterable[Option]) -> None:
    """Raise ValueError for the first option that no request could give, or whose default it would refuse."""
    taken: dict[tuple[str, str], str] = {}
    for option in options:
        check_attributes(option)
        for endpoint in option.endpoints:
            for keyword in option.keywords:
                other = taken.setdefault((endpoint, keyword), option.name)
                if other != option.name:
                    raise ValueError(f"the options {other} and {option.name} are both called {keyword}")


def check_attributes(option: Option) -> None:
    """Raise ValueError for an attribute with a value that is not allowed."""
    for attribute in TUPLES:
        if isinstance(getattr(option, attribute), str):
            raise ValueError(f"the option {option.name}: {attribute} must be a tuple of texts, not a text")
    for endpoint in option.endpoints:
        if endpoint not in EVERYWHERE:
            known = ", ".join(EVERYWHERE)
            raise ValueError(f"the option {option.name} names an unknown endpoint: {endpoint}, known: {known}")
    if option.public and option.type not in CONVERTERS:
        known = ", ".join(kind.__name__ for kind in DEFAULTS)
        raise ValueError(f"the option {option.name} has the type {option.type.__name__}, known: {known}")
    if option.default is not None and not isinstance(option.default, DEFAULTS.get(option.type, object)):
        kind = option.type.__name__
        raise ValueError(f"the option {option.name} must have a default of the type {kind}, not {option.default!r}")
    if isinstance(option.default, int | float) and option.max is not None and option.default > option.max:
        raise ValueError(f"the option {option.name} has the default {option.default}, which is more than {option.max}")
