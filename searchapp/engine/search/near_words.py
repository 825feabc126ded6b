"""Words that stand in the texts of a field and look like a given one: what a person may have meant to type."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..index.reader import Reader
from ..mapping.mapping import Field
from ..queries.context import Context
from ..queries.sorted_terms import sorted_terms
from ..queries.text.edit_distance import near_terms

LONGEST = 40
SHORTEST_FOR_TWO = 5
"""Letters of a word in which two errors are looked for."""

SURE_LETTERS = 2
"""Letters at the start that must be right where two errors are looked for."""

MAX_LETTERS = 200
"""Different letters in a field up to which each edit is tried, which is faster than a walk over the terms."""


class Near(NamedTuple):
    """A term with its edits from the word, and the number of documents that have it."""

    term: str
    edits: int
    documents: int


def near_words(reader: Reader, path: str, words: Iterable[str], size: int) -> list[tuple[int, list[Near]]]:
    """For each word the number of documents that have it, and the terms near to it, the nearest first.

    Equally near ones are in the order of their documents. A field that is no text has none, and so has a word that the
    field's analyzer divides.
    """
    field = reader.mapping.fields.get(path)
    if field is None or not field.is_text or not field.index:
        return [(0, []) for _ in words]
    analyze = Context(reader).search_analyzer(field)
    return [of_word(reader, field, [token.text for token in analyze(word)], size) for word in words]


def of_word(reader: Reader, field: Field, tokens: list[str], size: int) -> tuple[int, list[Near]]:
    if len(tokens) != 1 or len(tokens[0]) > LONGEST:
        return 0, []
    word = tokens[0]
    count = reader.searcher.doc_freq
    found = [Near(term, 1, count(field.column, term)) for term in one_edit(reader, field, word)]
    if len(found) < size and len(word) >= SHORTEST_FOR_TWO:
        terms = near_terms(sorted_terms(reader, field.column), word, 2, SURE_LETTERS)
        found += [Near(term, 2, count(field.column, term)) for term, edits in terms if edits == 2]
    found.sort(key=lambda near: (near.edits, -near.documents, near.term))
    return count(field.column, word), found[:size]


def one_edit(reader: Reader, field: Field, word: str) -> frozenset[str]:
    """The terms of the field that are one edit away."""
    terms, letters = terms_and_letters(reader, field.column)
    if len(letters) > MAX_LETTERS:
        near = near_terms(sorted_terms(reader, field.column), word, 1)
        return frozenset(term for term, edits in near if edits == 1)
    return terms.intersection(edited(word, letters)) - {word}


def terms_and_letters(reader: Reader, column: str) -> tuple[frozenset[str], str]:
    """The terms of a column as a set, and the letters they are made of; kept per generation."""
    key = ("letters", column)
    if key not in reader.cache:
        terms = frozenset(sorted_terms(reader, column))
        reader.cache[key] = terms, "".join(sorted(set().union(*terms))) if terms else ""
    found: tuple[frozenset[str], str] = reader.cache[key]
    return found


def edited(word: str, letters: str) -> Iterator[str]:
    """The word with one letter left out, added or replaced, or with two neighbours swapped."""
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
