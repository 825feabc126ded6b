"""Lists and numbers that a Python caller gives as texts; they are read as in a query string."""

from collections.abc import Mapping
from typing import Any

from .catalog import ALL
from .option import FlagOrList, NestedList, ScopeList
from .optionset import converted

LISTS = {
    option.name: option for option in ALL if option.public and option.type in (list, ScopeList, NestedList, FlagOrList)
}


def with_lists(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with the texts of list options split."""
    texts = {name: options[name] for name in LISTS.keys() & options.keys() if isinstance(options[name], str)}
    return {**options, **{name: converted(text, LISTS[name]) for name, text in texts.items()}}


NUMBERS = {option.name: option for option in ALL if option.public and option.type is int}


def with_numbers(options: dict[str, Any]) -> dict[str, Any]:
    """The options, with the texts of number options converted. Raises a 400 for a text that is not a number."""
    numbers = {name: options[name] for name in NUMBERS.keys() & options.keys()}
    others = {name: value for name, value in numbers.items() if value is not None and type(value) is not int}
    return (
        {**options, **{name: converted(value, NUMBERS[name]) for name, value in others.items()}} if others else options
    )
