"""Objects whose keys are values, such as votes by user: very many rare keys, or keys that cannot name a field."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from ..shape import parents_of
from .evidence import Evidence

MAX_KEYS = 1000
MAX_RARE = 0.01
"""The largest share of documents with a rare key; a key of one document is rare in any case."""


def leave_rare_keys(evidence: Evidence) -> None:
    """Takes the fields with rare keys out of the evidence, and notes their objects in it.

    All columns of a table are fields.
    """
    keys: dict[str, dict[str, int]] = defaultdict(dict)
    counts = {
        **dict.fromkeys(evidence.unnamed, 1),
        **{path: field.documents for path, field in evidence.fields.items()},
    }
    for inner, documents in counts.items() if not evidence.as_table else ():
        for around, path in pairwise(["", *parents_of(inner), inner]):
            keys[around][path] = max(keys[around].get(path, 0), documents)
    rare = {path: found for path, inside in keys.items() if (found := rare_of(inside, evidence.documents))}
    left = {key for found in rare.values() for key in found}
    evidence.unnamed = {
        path: name for path, name in evidence.unnamed.items() if left.isdisjoint((path, *parents_of(path)))
    }
    left |= evidence.unnamed.keys()
    evidence.fields = {
        path: field for path, field in evidence.fields.items() if left.isdisjoint((path, *parents_of(path)))
    }
    evidence.keyed = sorted(rare.keys() - evidence.unnamed.keys())


def rare_of(keys: dict[str, int], documents: int) -> list[str]:
    """The rare keys of an object from the number of documents with each; empty unless they are most of very many."""
    if len(keys) <= MAX_KEYS:
        return []
    found = [path for path, count in keys.items() if count <= max(1, MAX_RARE * documents)]
    return found if 2 * len(found) > len(keys) else []


def notes_on_keys(evidence: Evidence) -> Iterator[str]:
    """A note on each object with very many keys, or with keys that cannot name a field."""
    for path in evidence.keyed:
        called = path or "a document"
        yield f"{called} has very many different keys: keys in few documents are stored, but not searched"
    for path, name in evidence.unnamed.items():
        yield f"{path} has keys that cannot name a field, such as {name!r}: it is stored, but not searched"
