"""Counts terms while documents are indexed: what scores need to know of an index as a whole."""

from collections.abc import Collection
from collections.abc import Mapping as MappingType
from typing import Any

from ..mapping.mapping import Mapping
from .document import Entry

Terms = dict[str, list[int]]


class Counts:
    """For each field the documents that have terms in it, and how many terms.

    A deleted document counts until its segment is merged away, as it does in Elasticsearch: what is to be taken off
    then is kept for each segment.
    """

    def __init__(self, plain: MappingType[str, Any] | None = None):
        plain = plain or {"fields": {}, "multi": [], "removed": {}}
        self.fields: Terms = {path: list(counts) for path, counts in plain["fields"].items()}
        self.multi: set[str] = set(plain["multi"])
        self.removed: dict[str, Terms] = plain["removed"]

    def add(self, entry: Entry) -> None:
        fields = self.fields
        for path, terms in entry.terms:
            counts = fields.get(path)
            if counts is None:
                fields[path] = [1, terms]
            else:
                counts[0] += 1
                counts[1] += terms
        self.multi.update(entry.several)

    def remove(self, segment: str, entry: Entry) -> None:
        """A document of this segment was deleted."""
        removed = self.removed.setdefault(segment, {})
        for path, terms in entry.terms:
            counts = removed.setdefault(path, [0, 0])
            counts[0] += 1
            counts[1] += terms

    def forget(self, segments: Collection[str]) -> None:
        """Only these segments are left: the deleted documents of all others are gone."""
        for segment in [segment for segment in self.removed if segment not in segments]:
            for path, (documents, terms) in self.removed.pop(segment).items():
                self.fields[path][0] -= documents
                self.fields[path][1] -= terms

    def mean_lengths(self, mapping: Mapping) -> dict[str, float]:
        """The mean number of terms in the documents that have the field, by the name of its tantivy field."""
        return {
            mapping.fields[path].column: terms / documents
            for path, (documents, terms) in self.fields.items()
            if documents and mapping.fields[path].is_text
        }

    def plain(self) -> dict[str, Any]:
        return {"fields": self.fields, "multi": sorted(self.multi), "removed": self.removed}
