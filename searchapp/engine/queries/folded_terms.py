"""The terms of a field in lower case, as hashes: a text without an equal term needs no automaton.

An automaton takes 0.1 ms in each field, and a batch may have a thousand texts for many fields.
"""

from array import array
from bisect import bisect_left

from ...querystring.byte_cache import ByteCache
from ..index.reader import Reader
from ..mapping.mapping import Field

MAX_TERMS = 50_000
"""The maximum number of terms of a field whose hashes are made, a microsecond each."""
HASHES_PER_TEXT = 200
"""The number of hashes that are made for each searched text: all hashes are made after enough texts."""
MAX_CACHE, HASH = 4 * 2**20, 8
"""Bytes of the hashes that a generation keeps, and of one of them."""


def may_be_in(reader: Reader, field: Field, text: str) -> bool:
    """Whether a field may have a term equal to a text, ignoring case. Always true for the first texts."""
    cache: ByteCache[str, array[int]] = reader.once("folded", lambda: ByteCache(MAX_CACHE))
    hashes = cache.get(field.column)
    if hashes is None:
        if not is_worth_it(reader, field):
            return True
        hashes = array("q", sorted(folded(term) for term, _ in reader.searcher.terms_with_prefix(field.column, "")))
        cache.put(field.column, hashes, HASH * len(hashes))
    wanted = folded(text)
    at = bisect_left(hashes, wanted)
    return at < len(hashes) and hashes[at] == wanted


def is_worth_it(reader: Reader, field: Field) -> bool:
    """Count one more text for a field. True once there were enough texts to make the hashes."""
    counts = reader.once("unfolded", dict[str, int])
    counts[field.column] = counts.get(field.column, 0) + 1
    terms = reader.stats.terms(field)
    return terms <= MAX_TERMS and counts[field.column] * HASHES_PER_TEXT >= terms


def folded(text: str) -> int:
    """The hash of a text with its ASCII letters in lower case."""
    return hash(text.encode("utf-8", "surrogatepass").lower())
