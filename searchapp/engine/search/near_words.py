"""Terms of a field that are one or two edits from a word: suggestions for a misspelled word."""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase, digits
from typing import NamedTuple

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

PREFIX_FOR_TWO = 2
"""Letters at the start of a word that two errors may not change."""

PREFIX = 1
"""Letters at the start of a word with which terms are read: all terms of a field may be a million."""

MAX_LETTERS = 200
"""Up to this number of different letters, all edits are tried: it is faster than a walk over all terms."""


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
    work().look()
    count = reader.searcher.doc_freq
    beginning = sorted(term for term, _ in reader.searcher.terms_with_prefix(field.column, word[:PREFIX]))
    similar = [Near(term, 1, documents) for term, documents in one_edit(reader, field, word, beginning)]
    if len(similar) < size and len(word) >= MIN_LENGTH_FOR_TWO:
        terms = near_terms(beginning, word, 2, PREFIX_FOR_TWO)
        similar += [Near(term, 2, count(field.column, term)) for term, edits in terms if edits == 2]
    similar.sort(key=lambda near: (near.edits, -near.documents, near.term))
    return count(field.column, word), similar[:size]


def one_edit(reader: Reader, field: Field, word: str, beginning: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The terms of the field that are one edit away, each with its documents.

    `beginning` are terms of the field that begin as the word does. Their letters are tried, and those of the word.
    """
    if not has_near(reader, field, word, 1):
        return
    count = reader.searcher.doc_freq
    letters = {*ascii_lowercase, *digits, *word}.union(*beginning)
    if len(letters) > MAX_LETTERS:
        terms = near_terms(sorted_terms(reader, field.column), word, 1)
        candidates = {term for term, edits in terms if edits == 1}
    else:
        candidates = {*edited(word, letters)} - {word}
    yield from ((term, documents) for term in candidates if (documents := count(field.column, term)))


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
