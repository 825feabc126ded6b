"""Counts documents and terms of each field while documents are indexed, for the scores."""

from collections.abc import Collection
from collections.abc import Mapping as MappingType
from typing import Any

from ..mapping.mapping import Mapping
from .document import Entry

Terms = dict[str, list[int]]


class Counts:
    """For each field the number of documents with terms, and the number of terms.

    A deleted document counts until its segment is merged, as in Elasticsearch. `removed` holds the counts to subtract
    then, for each segment. `widths` holds the width of each field that is not ASCII; None if earlier documents were
    indexed without it.
    """

    def __init__(self, plain: MappingType[str, Any] | None = None):
        plain = plain or {"fields": {}, "multi": [], "removed": {}, "widths": {}}
        self.fields: Terms = {path: list(counts) for path, counts in plain["fields"].items()}
        self.multi: set[str] = set(plain["multi"])
        self.removed: dict[str, Terms] = plain["removed"]
        self.widths: dict[str, int] | None = plain.get("widths")

    def add(self, entry: Entry) -> None:
        """Count the terms of one document."""
        fields = self.fields
        for path, terms in entry.terms:
            counts = fields.get(path)
            if counts is None:
                fields[path] = [1, terms]
            else:
                counts[0] += 1
                counts[1] += terms
        self.multi.update(entry.several)
        if self.widths is not None:
            for path, width in entry.wide:
                self.widths[path] = max(width, self.widths.get(path, 0))

    def remove(self, segment: str, entry: Entry) -> None:
        """Note that a document of this segment was deleted."""
        removed = self.removed.setdefault(segment, {})
        for path, terms in entry.terms:
            counts = removed.setdefault(path, [0, 0])
            counts[0] += 1
            counts[1] += terms

    def forget(self, segments: Collection[str]) -> None:
        """Subtract the deleted documents of all segments except these, which are left after a merge."""
        for segment in [segment for segment in self.removed if segment not in segments]:
            for path, (documents, terms) in self.removed.pop(segment).items():
                self.fields[path][0] -= documents
                self.fields[path][1] -= terms

    def mean_lengths(self, mapping: Mapping) -> dict[str, float]:
        """The average number of terms in the documents that have a text field, by the name of its tantivy field."""
        return {
            mapping.fields[path].column: terms / documents
            for path, (documents, terms) in self.fields.items()
            if documents and mapping.fields[path].is_text
        }

    def plain(self) -> dict[str, Any]:
        """The counts as JSON for the manifest."""
        return {"fields": self.fields, "multi": sorted(self.multi), "removed": self.removed, "widths": self.widths}
