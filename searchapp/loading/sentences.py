"""Parts of the sentences that a load prints."""

from collections.abc import Sequence

MAX_NAMED = 8


def counted(documents: int) -> str:
    """A number of documents: `1 document`, `2,000 documents`."""
    return f"{documents:,} document{'' if documents == 1 else 's'}"


def report(name: str, documents: int, replaced: int = 0, deleted: int = 0, missing: int = 0) -> str:
    """The result of a load, `gene: 2,000 documents, 3 deleted`. `missing` counts ids without a document."""
    counts = {"replaced by a later one with the same id": replaced, "deleted": deleted}
    counts["to delete were not there"] = missing
    return f"{name}: {counted(documents)}" + "".join(f", {count:,} {what}" for what, count in counts.items() if count)


def first_names(names: Sequence[object], what: str = "", most: int = MAX_NAMED) -> str:
    """The first names with commas, and the number of further names: `a, b and 3 more fields`."""
    left = len(names) - most
    more = f" and {left:,} more {what.removesuffix('s') if left == 1 else what}".rstrip() if left > 0 else ""
    return f"{', '.join(map(str, names[:most]))}{more}"
