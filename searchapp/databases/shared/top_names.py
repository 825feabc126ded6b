"""The names of the fields at the top of the documents of a collection, as the loader writes them to `_meta`.

With these names, the service knows that no document has a certain field, and need not parse each document.
"""

from collections.abc import Mapping, Sequence
from typing import Any

MAX_NAMES = 1000


class TopNames:
    """Collects the names; `noted` is the note of an earlier load, a list of names, or anything else if it has none."""

    def __init__(self, noted: Any = ()):
        self.names = {*noted} if isinstance(noted, list | tuple) else None

    def has(self, document: Mapping[str, Any]) -> bool:
        """Whether the note stays true with this document."""
        return self.names is None or self.names.issuperset(document)

    def add(self, document: Mapping[str, Any]) -> None:
        if self.names is not None:
            self.names.update(document)

    def forget(self) -> None:
        self.names = None

    def note(self) -> list[str] | bool:
        """The names; true if they are unknown or too many."""
        return True if self.names is None or len(self.names) > MAX_NAMES else sorted(self.names)


def note_of_all(notes: Sequence[Any]) -> list[str] | bool:
    """The note for several collections that are served as one, made from the note of each."""
    if all(isinstance(note, list) for note in notes):
        return sorted({name for note in notes for name in note})
    return all(notes)
