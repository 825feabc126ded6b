"""Conditions on the list of words that the loader writes into every document, which has an index.

The list has each word of every text, in lower case, and the complete id. Such a condition only finds candidates, which
other conditions then test, unless every text is searched.
"""

from collections.abc import Iterable

from .filters import Filter
from .word_index import MAX_WORD, WORDS, as_listed, words_in

LAST = "\uffff"


def having(text: str) -> Filter | None:
    """A condition that holds for every document with all words of the text in one field, or with the text as its id."""
    usable = [word for word in words_in(text) if is_listed(word)]
    return one_of([max(usable, key=len), as_listed(text)]) if usable else None


def beginning(text: str) -> Filter | None:
    """A condition that holds for every document with a word or an id that begins with the text."""
    start = text.lower()
    if words_in(text) != [start] or not start.isascii() or len(start) > MAX_WORD:
        return None
    return {WORDS: {"$elemMatch": {"$gte": start, "$lt": start + LAST}}}


def one_of(words: Iterable[str]) -> Filter:
    found = list(dict.fromkeys(words))
    return {WORDS: {"$in": found} if len(found) > 1 else {"$eq": found[0]}}


def is_listed(word: str) -> bool:
    """Whether the list has this complete word: it is short, and begins and ends with ASCII."""
    return word[0].isascii() and word[-1].isascii() and len(word) <= MAX_WORD


def is_one(text: str) -> bool:
    """Whether the text is a single word."""
    return words_in(text) == [text.lower()] and is_listed(text)
