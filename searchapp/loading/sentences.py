"""Parts of the sentences that a load prints."""

from collections.abc import Sequence

MAX_NAMED = 8


def counted(documents: int) -> str:
    """A number of documents: `1 document`, `2,000 documents`."""
    return f"{documents:,} document{'' if documents == 1 else 's'}"


def few(names: Sequence[object], what: str = "", most: int = MAX_NAMED) -> str:
    """The first names with commas, and how many more there are: `a, b and 3 more fields`."""
    left = len(names) - most
    more = f" and {left:,} more {what.removesuffix('s') if left == 1 else what}".rstrip() if left > 0 else ""
    return f"{', '.join(map(str, names[:most]))}{more}"
