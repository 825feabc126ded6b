"""Terms of a field that are one or two edits from a word: suggestions for a misspelled word."""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase, digits
from typing import NamedTuple

from ...querystring.byte_cache import ByteCache
from ..index.reader import Reader
from ..mapping.mapping import Field
from ..queries.context import Context
from ..queries.sorted_terms import sorted_terms
from ..queries.text.edit_distance import near_terms
from ..queries.text.fuzzy import has_near
from ..work import work

MAX_LENGTH = 40
"""Letters of the longest word that gets suggestions."""

MIN_LENGTH_FOR_TWO = 5
"""Letters of the shortest word in which two errors are corrected."""

MIN_LENGTH_WITH_TWO = 4
"""Letters of the shortest term with two edits: Lucene wants half of the letters unchanged."""

FIXED_LETTERS = 1
"""Letters at the start of a word that two errors may not change; with 2, `athsma` would not be asthma."""

SIGNS = ".,:;'’_"
"""Signs that join letters or digits to one word."""

MAX_CACHE, LETTER = 2**20, 80
"""Bytes of the letters that a generation keeps, and of one of them."""

MAX_LETTERS = 200
"""Up to this number of different letters, all edits are tried, which is faster than a walk over all terms."""


class Near(NamedTuple):
    """A term with its edit distance from the word, and the number of documents that have it."""

    term: str
    edits: int
    documents: int


def near_words(reader: Reader, path: str, words: Iterable[str], size: int) -> list[tuple[int, list[Near]]]:
    """For each word the number of documents that have it, and at most `size` similar terms.

    The terms are sorted by edit distance, then by number of documents. There are none for a field that is
    not text, and for a word that the field's analyzer splits. If some word is in no document, only such words have
    similar terms. A word that is in documents has only similar terms with one edit.
    """
    field = reader.mapping.fields.get(path)
    if field is None or not field.is_text or not field.index:
        return [(0, []) for _ in words]
    analyze = Context(reader).search_analyzer(field)
    tokens = [[token.text for token in analyze(word)] for word in words]
    terms = [found[0] if len(found) == 1 and len(found[0]) <= MAX_LENGTH else "" for found in tokens]
    counts = [reader.searcher.doc_freq(field.column, term) if term else 0 for term in terms]
    wanted = [term if not count or all(counts) else "" for term, count in zip(terms, counts, strict=True)]
    pairs = zip(wanted, counts, strict=True)
    found = [similar_to(reader, field, term, size, bool(count)) if term and size else [] for term, count in pairs]
    return [*zip(counts, found, strict=True)]


def similar_to(reader: Reader, field: Field, word: str, size: int, is_known: bool) -> list[Near]:
    """At most `size` terms that are one edit from a word, sorted; or two edits, if no document has the word.

    Only terms with the same first letters are read: a field may have a million terms.
    """
    work().check_deadline()
    is_near = has_near(reader, field, word, 1)
    has_two = not is_known and len(word) >= MIN_LENGTH_FOR_TWO and not is_code(word)
    if not (is_near or has_two):
        return []
    similar = [*one_edit(reader, field, word)] if is_near else []
    if len(similar) < size and has_two:
        similar += two_edits(reader, field, word)
    similar.sort(key=lambda near: (near.edits, -near.documents, near.term))
    return similar[:size]


def two_edits(reader: Reader, field: Field, word: str) -> Iterator[Near]:
    """The terms that begin like a word and are two edits away."""
    near = near_terms(sorted_terms(reader, field.column, word[:FIXED_LETTERS]), word, 2)
    far = (term for term, edits in near if edits == 2 and len(term) >= MIN_LENGTH_WITH_TWO)
    return (Near(term, 2, reader.searcher.doc_freq(field.column, term)) for term in far)


def is_code(word: str) -> bool:
    """Whether at least half of a word is digits. With two other digits a code is another code."""
    return 2 * sum(map(str.isdigit, word)) >= len(word)


def letters_after(reader: Reader, field: Field, first: str) -> frozenset[str]:
    """The letters of all terms of a field with this beginning, read once for a generation."""
    cache: ByteCache[tuple[str, str], frozenset[str]] = reader.once("letters", lambda: ByteCache(MAX_CACHE))
    letters = cache.get((field.column, first))
    if letters is None:
        letters = frozenset().union(*sorted_terms(reader, field.column, first))
        cache.put((field.column, first), letters, LETTER * len(letters))
    return letters


def one_edit(reader: Reader, field: Field, word: str) -> Iterator[Near]:
    """The terms of the field that are one edit away.

    The letters of the word are tried, and the letters of terms with the same beginning, unless it is a code. In another
    alphabet, also letters of terms that begin with another letter of the word, because its first letter may be wrong.
    """
    count = reader.searcher.doc_freq
    begun = letters_after(reader, field, word[:FIXED_LETTERS]) if not is_code(word) else frozenset[str]()
    letters = {*ascii_lowercase, *digits, *SIGNS, *word, *begun}
    alphabet = letters.union(*(letters_after(reader, field, sign) for sign in {*word} if not sign.isascii()))
    letters = alphabet if len(alphabet) <= MAX_LETTERS else letters
    if len(letters) > MAX_LETTERS:
        terms = near_terms(sorted_terms(reader, field.column), word, 1)
        candidates = {term for term, edits in terms if edits == 1}
    else:
        candidates = {*edited(word, letters)} - {word}
    yield from (Near(term, 1, documents) for term in candidates if (documents := count(field.column, term)))


def edited(word: str, letters: Iterable[str]) -> Iterator[str]:
    """Every text at edit distance 1: one letter removed, added or replaced, or two neighbours swapped."""
    for at in range(len(word) + 1):
        start, rest = word[:at], word[at:]
        for letter in letters:
            yield start + letter + rest
        if rest:
            yield start + rest[1:]
            for letter in letters:
                yield start + letter + rest[1:]
        if len(rest) > 1:
            yield start + rest[1] + rest[0] + rest[2:]
