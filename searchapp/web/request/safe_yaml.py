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
END = object()


def load_yaml(data: bytes) -> Any:
    """The value of the only document in a text. Raises BadBody for any other text."""
    try:
        stack = Stack()
        for event in events(data):
            stack.add(event)
        return stack.value
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


class Stack:
    """The open containers while events are read, and the value after all are closed."""

    def __init__(self) -> None:
        self.value: Any = None
        self.open: list[Any] = []
        self.keys: list[Any] = []

    def add(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self.put(scalar(event))
        elif isinstance(event, yaml.SequenceStartEvent):
            self.enter([])
        elif isinstance(event, yaml.MappingStartEvent):
            self.enter({})
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self.open.pop()
            self.keys.pop()

    def enter(self, container: Any) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise too_deep()
        self.put(container)
        self.open.append(container)
        self.keys.append(END)

    def put(self, value: Any) -> None:
        """Adds the value at the top, at the end of a list, or as a key or value of an object."""
        if not self.open:
            self.value = value
        elif isinstance(self.open[-1], list):
            self.open[-1].append(value)
        elif self.keys[-1] is END:
            self.keys[-1] = key(value)
        else:
            self.open[-1][self.keys[-1]] = value
            self.keys[-1] = END


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
