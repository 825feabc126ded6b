"""The options of a Python caller. The pipeline reads texts for lists, numbers and booleans as in a query string."""

from collections.abc import Mapping
from typing import Any

from ..errors import PipelineError
from .catalog import ALL
from .option import LISTS as TYPES
from .option import FlagOrList, Option, ScopeList
from .optionset import converted

LISTS = {option.name: option for option in ALL if option.public and option.type in (*TYPES, FlagOrList)}
PLAIN = {option.name: option for option in ALL if option.type in (int, float, bool, str)}
TEMPLATES = {"template", "templates", "template_hit", "template_miss"}
PARTS: dict[type, set[type]] = {ScopeList: {str, list}}
"""By type of list, the types of elements that need no conversion. In other lists, only texts need none."""


def without_texts(options: dict[str, Any]) -> dict[str, Any]:
    """The options, in which texts are split to lists, or converted to numbers and booleans. Rule B9.

    Raises a 400 for a value of another type. If there is nothing to convert, the same mapping is returned.
    """
    for name in TEMPLATES & options.keys():
        _check_template(name, options[name])
    other = [PLAIN[name] for name in PLAIN.keys() & options.keys() if type(options[name]) is not PLAIN[name].type]
    other += [LISTS[name] for name in LISTS.keys() & options.keys() if not _is_read(LISTS[name], options[name])]
    read = {option.name: converted(options[option.name], option) for option in other}
    return {**options, **read} if read else options


def _check_template(name: str, value: Any) -> None:
    """Raise a 400 for a template that is no object."""
    is_list = name == "templates"
    parts = value if isinstance(value, list | tuple) and is_list else [None if is_list else value]
    if value is not None and not all(isinstance(part, Mapping) for part in parts):
        kind = "a list of objects" if is_list else "an object"
        raise PipelineError(400, f"{name} must be {kind}", {"keyword": name})


def _is_read(option: Option, value: Any) -> bool:
    """Whether the value of an option is a collection of texts, or a flag for one that takes it."""
    if isinstance(value, bool):
        return option.type is FlagOrList
    return isinstance(value, list | tuple | set | frozenset) and set(map(type, value)) <= PARTS.get(option.type, {str})
