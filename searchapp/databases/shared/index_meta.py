"""The notes of the loader in the `_meta` of its indices. It never changes an index without them.

One note has the names of all fields at the top of documents. If a field is not among them, no document has to be parsed
to look for it.
"""

import os
import socket
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

LOADING, COMPLETE = "loading", "complete"
"""The states of an index."""

MAX_NAMES = 1000


def note_of(index: dict[str, Any], note: str) -> dict[str, Any]:
    """The notes of the loader in an index; empty for indices that it did not make."""
    found = index.get("mappings", {}).get("_meta", {}).get(note, {})
    return found if isinstance(found, dict) else {}


def is_complete(note: dict[str, Any]) -> bool:
    """Whether the load that wrote this note has ended."""
    return note.get("state") == COMPLETE


def whoami() -> dict[str, Any]:
    """The process that loads, for others that find its note."""
    return {"host": socket.gethostname(), "pid": os.getpid()}


def abandoned(note: dict[str, Any]) -> bool:
    """Whether the process that was loading an index has ended; only known for this machine."""
    if note.get("host") != socket.gethostname():
        return False
    try:
        os.kill(int(note["pid"]), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, KeyError, ValueError):
        return False
    return False


def now() -> str:
    """The time in UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


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
