"""Other ways to write a query: every word that the collection does not have becomes one that it has."""

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
    """The queries that may be meant, the likeliest first: all unknown words are replaced at once.

    Where every word is known, one of them may still be another one that was not meant; with `endings` only a last
    letter may be too much or missing, as in plurals.
    """
    unknown = unknown_of(words)
    tries = replaced(phrase, words, unknown) if unknown else one_replaced(phrase, words, endings)
    return [text for text in dict.fromkeys(islice(tries, MAX_TRIES)) if text and text != phrase.text]


def replaced(phrase: Phrase, words: Sequence[Known], unknown: Sequence[int]) -> Iterator[str]:
    """Every unknown word replaced by one of those near to it; nothing where a word has none."""
    most = MAX_OPTIONS if len(unknown) == 1 else MAX_OPTIONS_OF_SEVERAL
    choices = [words[place].near[:most] for place in unknown]
    for chosen in sorted(product(*choices), key=lambda chosen: sum(edits for _, edits, _ in chosen)):
        yield phrase.replaced({place: near for place, (near, _, _) in zip(unknown, chosen, strict=True)})


def unknown_of(words: Sequence[Known]) -> list[int]:
    """The places of the words that no document has."""
    return [place for place, word in enumerate(words) if not word.documents]


def without_unknown(phrase: Phrase, words: Sequence[Known]) -> list[str]:
    """The query without the words that no document has; nothing where none or all are unknown."""
    unknown = unknown_of(words)
    return [phrase.replaced(dict.fromkeys(unknown, ""))] if 0 < len(unknown) < len(words) else []


def one_replaced(phrase: Phrase, words: Sequence[Known], endings: bool) -> Iterator[str]:
    """One word replaced by one that is an edit away, the most frequent of all first."""
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
