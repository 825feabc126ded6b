"""The notes of the loader in the `_meta` of its indices. It never changes an index without them."""

import os
import socket
from datetime import UTC, datetime
from typing import Any

LOADING, COMPLETE = "loading", "complete"
"""The states of an index."""


def note_of(index: dict[str, Any], note: str) -> dict[str, Any]:
    """The notes of the loader in an index; empty for indices that it did not make."""
    found = index.get("mappings", {}).get("_meta", {}).get(note, {})
    return found if isinstance(found, dict) else {}


def is_complete(note: dict[str, Any]) -> bool:
    return note.get("state") == COMPLETE


def whoami() -> dict[str, Any]:
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
    return datetime.now(UTC).isoformat(timespec="milliseconds")
