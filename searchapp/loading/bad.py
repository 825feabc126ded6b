"""The errors of a load, and the handling of lines that cannot be loaded."""

from collections.abc import Callable

MAX_SHOWN = 20

OnBad = Callable[[str, int, str], None]
"""A function that is called for each bad line, with the name of the file, the number of the line and the reason."""


class LoadError(Exception):
    """The reason why nothing was loaded, in one line for the user."""


def no_collection(item_type: str) -> LoadError:
    """The error for an item type without a collection, which cannot be changed."""
    return LoadError(f"there is no collection of type {item_type}, load one first")


def no_earlier_collection(item_type: str) -> LoadError:
    """The error for an item type without an earlier collection."""
    return LoadError(f"{item_type} has no earlier collection to restore")


def not_readable(path: str, error: OSError) -> LoadError:
    """The error for a file that cannot be opened or read."""
    return LoadError(f"{path}: {(error.strerror or str(error)).lower()}")


class BadLines:
    """Called for each bad line. The first one ends the load; with `skip`, bad lines are reported and counted."""

    def __init__(self, skip: bool = False, tell: Callable[[str], None] = print):
        self.skip = skip
        self.tell = tell
        self.count = 0
        self.first = ""

    def __call__(self, name: str, line: int, reason: str) -> None:
        text = f"{name} line {line}: {reason}"
        if not self.skip:
            raise LoadError(f"{text} (--skip-bad skips such lines)")
        self.count += 1
        self.first = self.first or text
        if self.count <= MAX_SHOWN:
            self.tell(f"skipped {text}")
        if self.count == MAX_SHOWN:
            self.tell("further bad lines are counted, but not printed")
