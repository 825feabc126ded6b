"""Statistics of each field in a stream of documents: numbers of values, types, lengths, different values, a sample.

Memory is bounded for any number of documents. All inferences and guesses read only these statistics.
"""

import re
from collections.abc import Callable
from typing import Any

from ...options.nesting import MAX_DEPTH
from ..values.forms import Candidates
from .field_evidence import MAX_SAMPLE, FieldEvidence

MAX_PATHS = 10_000
MAX_WAITING, MAX_WAITING_TEXT = 20_000, 2_000
"""Values that wait to be counted together, and the characters of each, so that they take at most some megabytes."""

CONTAINERS = (dict, list)
DOTTED = re.compile(r"(?=.*\.)(?=.*[^\w.@-]).*", re.DOTALL)
"""A key whose dots are part of a name: `app.kubernetes.io/name`, `Sp. Attack`. In `host.name` a dot means an object."""

NO_FIELDS = ("_id", "_index", "_source", "_version", "_seq_no", "_routing", "_ignored", "_field_names")


class Evidence:
    """The evidence of all fields; `as_table` is for documents whose values are all texts.

    `candidates` returns the possible forms of the texts of a new field.
    """

    def __init__(self, as_table: bool = False, candidates: Callable[[str], Candidates] | None = None):
        self.as_table = as_table
        self.candidates = candidates
        self.documents = 0
        self.found: dict[str, FieldEvidence] = {}
        self.waiting = 0
        """Values that no field has counted yet, at most."""
        self.empty_objects: set[str] = set()
        """The paths of objects without fields."""
        self.empty_inside: set[str] = set()
        """The paths of nulls and empty lists inside objects."""
        self.ids = FieldEvidence("", 0)
        """The evidence of the first `_id`s that documents have of their own, or as the keys of the file."""
        self.keyed: list[str] = []
        """The paths of objects whose rare keys are no fields; "" for a whole document."""
        self.unnamed: dict[str, str] = {}
        """The paths of objects with keys that cannot name a field, such as `end.`, each with one of them."""

    @property
    def fields(self) -> dict[str, FieldEvidence]:
        """The evidence of each field by its path."""
        if self.waiting:
            self.count()
        return self.found

    @fields.setter
    def fields(self, fields: dict[str, FieldEvidence]) -> None:
        self.found = fields

    def observe(self, document: dict[str, Any]) -> None:
        """Looks at one document."""
        self.documents += 1
        if "_id" in document and self.ids.values < MAX_SAMPLE:
            self.ids.documents += 1
            self.ids.waiting.append(document["_id"])
            self.ids.count(self.as_table)
        self.collect(document, "")
        if self.waiting >= MAX_WAITING:
            self.count()

    def collect(self, values: dict[str, Any], prefix: str) -> None:
        """Adds each single value to the waiting values of its field, also the values inside objects and lists.

        A long text is counted at once, because it takes memory.
        """
        self.waiting += len(values)
        for name, value in values.items():
            if value is None or value == []:
                if prefix and len(self.empty_inside) < MAX_PATHS:
                    self.empty_inside.add(prefix + name)
                continue
            if isinstance(value, CONTAINERS):
                self.collect_inside(value, name, prefix)
                continue
            field = self.found.get(prefix + name) or self.added(prefix, name)
            if field is None:
                continue
            if field.last_document != self.documents:
                field.last_document = self.documents
                field.documents += 1
            field.waiting.append(value)
            if isinstance(value, str) and len(value) > MAX_WAITING_TEXT:
                field.count(self.as_table)

    def collect_inside(self, value: Any, name: str, prefix: str) -> None:
        """Collects the values in an object or a list. Of an empty object the path is noted."""
        if isinstance(value, list):
            for one in value:
                self.collect({name: one}, prefix)
        elif value and self.may_be_named(prefix, name):
            self.collect(value, f"{prefix}{name}.")
        elif len(self.empty_objects) < MAX_PATHS:
            self.empty_objects.add(prefix + name)

    def count(self) -> None:
        """Lets the fields count the values that wait."""
        self.waiting = 0
        for field in self.found.values():
            if field.waiting:
                field.count(self.as_table)

    def added(self, prefix: str, name: str) -> FieldEvidence | None:
        """The evidence of a new field; None if the name is not allowed or there are too many fields."""
        path = prefix + name
        if not self.may_be_named(prefix, name) or len(self.found) >= MAX_PATHS:
            return None
        candidates = self.candidates(path) if self.candidates else None
        self.found[path] = FieldEvidence(path, len(self.found), candidates)
        if DOTTED.fullmatch(name):
            self.found[path].key = name
        return self.found[path]

    def may_be_named(self, prefix: str, name: str) -> bool:
        """Whether a field can have this name. An object in the document that has another one is noted."""
        if prefix and not (name.strip() and all(map(str.strip, name.split(".")))):
            if len(self.unnamed) < MAX_PATHS:
                self.unnamed.setdefault(prefix[:-1], name)
            return False
        return is_field(prefix + name)

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of fields is reached, so that further fields are missing."""
        return len(self.found) >= MAX_PATHS

    def coverage(self, field: FieldEvidence) -> float:
        """The share of the documents that have the field."""
        return field.documents / self.documents if self.documents else 0.0


def is_field(path: str) -> bool:
    """Whether a field can have this name; a document with another one is refused when it is loaded."""
    names = path.split(".", MAX_DEPTH)
    return len(names) <= MAX_DEPTH and names[0] not in NO_FIELDS and all(map(str.strip, names))
