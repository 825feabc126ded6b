"""Spelling correction: each word that is not in the collection is replaced by a similar word that is."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from .words import Phrase

MAX_TRIES = 12
MAX_OPTIONS = 6
MAX_OPTIONS_OF_SEVERAL = 3
SHORTEST = 3
SHORTEST_TO_SPLIT = 5


class Known(NamedTuple):
    """A word with the number of documents that have it, and the words near to it: (word, edits, documents)."""

    word: str
    documents: int
    near: Sequence[tuple[str, int, int]]


def corrected(phrase: Phrase, words: Sequence[Known], endings: bool = False) -> list[str]:
    """The corrected queries, the most likely first. All unknown words are replaced at once.

    If all words are known, one of them is replaced. With `endings` only the last letter may differ, as in plurals.
    """
    unknown = unknown_of(words)
    tries = replaced(phrase, words, unknown) if unknown else one_replaced(phrase, words, endings)
    return [text for text in dict.fromkeys(islice(tries, MAX_TRIES)) if text and text != phrase.text]


def replaced(phrase: Phrase, words: Sequence[Known], unknown: Sequence[int]) -> Iterator[str]:
    """The queries with every unknown word replaced by a similar one; none if a word has no similar words."""
    most = MAX_OPTIONS if len(unknown) == 1 else MAX_OPTIONS_OF_SEVERAL
    choices = [words[place].near[:most] for place in unknown]
    for chosen in sorted(product(*choices), key=lambda chosen: sum(edits for _, edits, _ in chosen)):
        yield phrase.replaced({place: near for place, (near, _, _) in zip(unknown, chosen, strict=True)})


def unknown_of(words: Sequence[Known]) -> list[int]:
    """The positions of the words that no document has."""
    return [place for place, word in enumerate(words) if not word.documents]


def without_unknown(phrase: Phrase, words: Sequence[Known]) -> list[str]:
    """The query without the words that no document has; empty if no word or every word is unknown."""
    unknown = unknown_of(words)
    return [phrase.replaced(dict.fromkeys(unknown, ""))] if 0 < len(unknown) < len(words) else []


def one_replaced(phrase: Phrase, words: Sequence[Known], endings: bool) -> Iterator[str]:
    """The queries with one word replaced by a word at an edit distance of 1, the most frequent first."""
    tries = [
        (documents, place, near)
        for place, word in enumerate(words)
        for near, edits, documents in word.near
        if edits == 1 and len(word.word) > SHORTEST and len(near) > SHORTEST
        if not endings or near.startswith(word.word.lower()) or word.word.lower().startswith(near)
    ]
    for _, place, near in sorted(tries, key=lambda each: -each[0]):
        yield phrase.replaced({place: near})


def joined_or_split(phrase: Phrase, words: Sequence[Known]) -> list[str]:
    """The queries in which neighbours are one word, and unknown words are two."""
    tries = []
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        if following and not (word.documents and following.documents):
            tries.append(phrase.joined(place))
        if not word.documents and len(word.word) >= SHORTEST_TO_SPLIT:
            pairs = (f"{word.word[:at]} {word.word[at:]}" for at in range(1, len(word.word)))
            tries += [phrase.replaced({place: pair}) for pair in pairs]
    return tries[: 2 * MAX_TRIES]
