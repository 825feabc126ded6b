"""YAML from strangers: no anchors, aliases, tags or merge keys, bounded in depth and size, built from events.

Plain scalars stay text unless they are whole numbers, true, false or null: ids such as `012`, `no` or `1e5` are ids.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from ...options.nesting import MAX_DEPTH
from .body_limits import MAX_VALUES, BadBody, too_deep

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def load_yaml(data: bytes) -> Any:
    """The value of the only document in a text. Raises BadBody for any other text."""
    try:
        found = None
        every = events(data)
        for event in every:
            if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
                found = value_of(event, every)
        return found
    except yaml.YAMLError as error:
        raise BadBody(problem(error), **position(error)) from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadBody):
            raise
        raise BadBody("not valid YAML") from None


def events(data: bytes) -> Iterator[yaml.Event]:
    """The events of the text. Raises BadBody for an event that is not allowed."""
    documents = 0
    for number, event in enumerate(yaml.parse(data, Loader=Loader)):
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents > 1:
            raise BadBody("more than one document")
        if number > MAX_VALUES:
            raise BadBody(f"more than {MAX_VALUES} values")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise BadBody("anchors and aliases are not accepted")
        if getattr(event, "tag", None):
            raise BadBody("tags are not accepted")
        yield event


def value_of(event: yaml.Event, rest: Iterator[yaml.Event], depth: int = 0) -> Any:
    """The value that begins with an event; `rest` has the events after it."""
    if isinstance(event, yaml.ScalarEvent):
        return scalar(event)
    if depth >= MAX_DEPTH:
        raise too_deep()
    if isinstance(event, yaml.SequenceStartEvent):
        return [value_of(one, rest, depth + 1) for one in until(yaml.SequenceEndEvent, rest)]
    pairs = until(yaml.MappingEndEvent, rest)
    return {key(value_of(one, rest, depth + 1)): value_of(next(rest), rest, depth + 1) for one in pairs}


def until(end: type[yaml.Event], rest: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    """The first event of each value before the end of its list or object."""
    while not isinstance(event := next(rest), end):
        yield event


def key(value: Any) -> str:
    if value == "<<":
        raise BadBody("merge keys are not accepted")
    if isinstance(value, list | dict):
        raise BadBody("a key must be a text")
    return str(value)


def scalar(event: yaml.ScalarEvent) -> Any:
    text = event.value
    if event.style:
        return text
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    return int(text) if INTEGER.fullmatch(text) else text


def problem(error: yaml.YAMLError) -> str:
    what = getattr(error, "problem", None) or getattr(error, "reason", None) or "not a YAML text"
    found = position(error)
    return f"{what}, line {found['line']} column {found['column']}" if found else str(what)


def position(error: yaml.YAMLError) -> dict[str, int]:
    mark = getattr(error, "problem_mark", None)
    return {"line": mark.line + 1, "column": mark.column + 1} if mark else {}
