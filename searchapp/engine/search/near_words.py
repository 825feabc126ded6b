"""Terms of a field that are one or two edits from a word: suggestions for a misspelled word."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..index.reader import Reader
from ..mapping.mapping import Field
from ..queries.context import Context
from ..queries.sorted_terms import sorted_terms
from ..queries.text.edit_distance import near_terms

MAX_LENGTH = 40
"""Letters of the longest word that gets suggestions."""

MIN_LENGTH_FOR_TWO = 5
"""Letters of the shortest word in which two errors are corrected."""

PREFIX_FOR_TWO = 2
"""Letters at the start of a word that two errors may not change."""

MAX_LETTERS = 200
"""Up to this number of different letters in a field, all edits are tried: it is faster than a walk over the terms."""


class Near(NamedTuple):
    """A term with its edit distance from the word, and the number of documents that have it."""

    term: str
    edits: int
    documents: int


def near_words(reader: Reader, path: str, words: Iterable[str], size: int) -> list[tuple[int, list[Near]]]:
    """For each word the number of documents that have it, and at most `size` similar terms.

    The terms are sorted by edit distance, then by number of documents. There are none for a field that is not text, and
    for a word that the field's analyzer splits.
    """
    field = reader.mapping.fields.get(path)
    if field is None or not field.is_text or not field.index:
        return [(0, []) for _ in words]
    analyze = Context(reader).search_analyzer(field)
    return [of_word(reader, field, [token.text for token in analyze(word)], size) for word in words]


def of_word(reader: Reader, field: Field, tokens: list[str], size: int) -> tuple[int, list[Near]]:
    if len(tokens) != 1 or len(tokens[0]) > MAX_LENGTH:
        return 0, []
    word = tokens[0]
    count = reader.searcher.doc_freq
    similar = [Near(term, 1, count(field.column, term)) for term in one_edit(reader, field, word)]
    if len(similar) < size and len(word) >= MIN_LENGTH_FOR_TWO:
        terms = near_terms(sorted_terms(reader, field.column), word, 2, PREFIX_FOR_TWO)
        similar += [Near(term, 2, count(field.column, term)) for term, edits in terms if edits == 2]
    similar.sort(key=lambda near: (near.edits, -near.documents, near.term))
    return count(field.column, word), similar[:size]


def one_edit(reader: Reader, field: Field, word: str) -> frozenset[str]:
    """The terms of the field that are one edit away."""
    terms, letters = terms_and_letters(reader, field.column)
    if len(letters) > MAX_LETTERS:
        near = near_terms(sorted_terms(reader, field.column), word, 1)
        return frozenset(term for term, edits in near if edits == 1)
    return terms.intersection(edited(word, letters)) - {word}


def terms_and_letters(reader: Reader, column: str) -> tuple[frozenset[str], str]:
    """The terms of a column as a set, and all letters in them; cached with the generation."""
    key = ("letters", column)
    if key not in reader.cache:
        terms = frozenset(sorted_terms(reader, column))
        reader.cache[key] = terms, "".join(sorted(set().union(*terms))) if terms else ""
    both: tuple[frozenset[str], str] = reader.cache[key]
    return both


def edited(word: str, letters: str) -> Iterator[str]:
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
