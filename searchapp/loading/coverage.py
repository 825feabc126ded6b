"""What the documents of a load have in their fields: how many have a value there, and one of the values."""

from collections.abc import Mapping
from typing import Any

COVERAGE = "_coverage"
"""The key of `_meta` that holds it: `documents`, `fields` with a pair of number and example for each path, `stale`."""

MOST_PATHS = 10_000
LONGEST = 80

Values = dict[str, Any]


class Coverage:
    """Counts documents as they are read; null, empty lists and empty objects are no value."""

    def __init__(self) -> None:
        self.documents = 0
        self.counts: dict[str, int] = {}
        self.examples: Values = {}
        self.parents: dict[str, tuple[str, ...]] = {}

    def see(self, document: dict[str, Any]) -> None:
        """Counts one document."""
        self.documents += 1
        values: Values = {}
        collect(document, "", values)
        found = set(values)
        for path, value in values.items():
            found.update(self.parents_of(path))
            if path not in self.examples and len(self.examples) < MOST_PATHS:
                self.examples[path] = value
        for path in found:
            if path in self.counts or len(self.counts) < MOST_PATHS:
                self.counts[path] = self.counts.get(path, 0) + 1

    def parents_of(self, path: str) -> tuple[str, ...]:
        """The objects that hold a path; remembered, for the next document has the same paths."""
        if path in self.parents:
            return self.parents[path]
        names = path.split(".")
        found = tuple(".".join(names[:depth]) for depth in range(1, len(names)))
        if len(self.parents) < MOST_PATHS:
            self.parents[path] = found
        return found

    def about(self) -> dict[str, Any]:
        """What is kept in the `_meta` of the collection."""
        fields = {path: [self.counts[path], short(self.examples.get(path))] for path in sorted(self.counts)}
        return {COVERAGE: {"documents": self.documents, "fields": fields}}


def outdated(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept in the `_meta` when documents have changed since they were counted."""
    counted = (mapping.get("_meta") or {}).get(COVERAGE)
    return {COVERAGE: {**counted, "stale": True}} if counted else {}


def collect(value: Any, path: str, values: Values) -> None:
    """Adds the first value below each path."""
    if type(value) is dict:
        for name, inner in value.items():
            collect(inner, f"{path}.{name}" if path else name, values)
    elif type(value) is list:
        for inner in value:
            collect(inner, path, values)
    elif value is not None and path not in values:
        values[path] = value


def short(value: Any) -> Any:
    """The value; of a long text its beginning."""
    return value if not isinstance(value, str) or len(value) <= LONGEST else value[: LONGEST - 1] + "…"
