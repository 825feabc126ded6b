"""The known name that an unknown name may mean, for errors and warnings."""

import difflib
from collections.abc import Callable, Iterable

MIN_SIMILARITY = 0.6
"""The minimum similarity of two names, from 0 to 1."""

MAX_COMPARED = 100
"""The maximum number of compared characters of an unknown name."""


def did_you_mean(
    name: str, known: Iterable[str], write: Callable[[str], str] = str, similar: float = MIN_SIMILARITY
) -> str:
    """`, did you mean <known name>`, or an empty text if no known name is similar.

    `write` returns the known name as it is typed.
    """
    return hint(nearest(name, known, similar), write)


def hint(found: str | None, write: Callable[[str], str]) -> str:
    """`, did you mean <known name>` for a known name; an empty text for None."""
    return f", did you mean {write(found)}" if found else ""


def nearest(name: str, known: Iterable[str], similar: float = MIN_SIMILARITY) -> str | None:
    """The known name that is most similar to a name, in any case; None if none is similar.

    Equal names come first, then names with an equal last part (`symbol` for `alias.symbol`), then similar ones.
    """
    lower = name[:MAX_COMPARED].lower()
    by_lower: dict[str, str] = {}
    for short in (str.lower, last_part):
        for each in known:
            by_lower.setdefault(short(each), each)
        if lower in by_lower:
            return by_lower[lower]
    close = difflib.get_close_matches(lower, by_lower, n=1, cutoff=similar)
    return by_lower[close[0]] if close else None


def last_part(name: str) -> str:
    """The part of a dotted name after the last dot, in lower case."""
    return name.lower().rpartition(".")[2]
