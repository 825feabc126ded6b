"""Lists and numbers that a Python caller gives as texts. The pipeline reads them as in a query string."""

from typing import Any

from .catalog import ALL
from .option import FlagOrList, NestedList, ScopeList
from .optionset import converted

LISTS = {
    option.name: option for option in ALL if option.public and option.type in (list, ScopeList, NestedList, FlagOrList)
}


NUMBERS = {option.name: option for option in ALL if option.public and option.type is int}


def without_texts(options: dict[str, Any]) -> dict[str, Any]:
    """The options, with the texts of lists split and those of numbers converted. Rule B9.

    Raises a 400 for a text that is not a number. The same mapping is returned where there is nothing to convert.
    """
    texts = {name: LISTS[name] for name in LISTS.keys() & options.keys() if isinstance(options[name], str)}
    for name in NUMBERS.keys() & options.keys():
        if options[name] is not None and type(options[name]) is not int:
            texts[name] = NUMBERS[name]
    return {**options, **{name: converted(options[name], texts[name]) for name in texts}} if texts else options
