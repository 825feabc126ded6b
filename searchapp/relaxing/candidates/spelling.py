"""Spelling correction: a similar word of the collection replaces each word that the collection does not have."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

from ...querystring.folding import folded
from ..slips import likelihood, sound
from ..stop_words import DEFAULT
from ..word_numbers import other_numbers
from ..words import Phrase

MAX_TRIES = 12
MAX_CORRECTIONS = 2
"""The maximum number of corrections of the words before an incomplete word."""

MAX_OPTIONS = 6
MAX_NEAR = 2 * MAX_OPTIONS
"""The maximum number of similar words of an unknown word: MAX_NEAR are read, and the MAX_OPTIONS likeliest tried."""

MAX_OPTIONS_OF_SEVERAL = 3
MIN_LENGTH = 3
MAX_SHORT = 5
"""The maximum length of a word that is corrected by one edit only, as by `fuzziness: AUTO`."""

MIN_PLURAL = 5
"""The minimum length of a word that is rather a plural or a singular than misspelt."""

MIN_CODE = 4
"""The minimum length of a code that may be misspelt in its digits."""

MAX_JOINED = 4
"""The maximum number of words that are joined to one, by dots too: `monkey d luffy` is `Monkey.D.Luffy`."""

Try = tuple[str, int]
EditsByQuery = dict[str, int]
"""Queries with their number of edits, the most likely first."""


class WordStats(NamedTuple):
    """A word, the number of documents that have it, and similar words as (word, edits, documents)."""

    word: str
    documents: int
    near: Sequence[tuple[str, int, int]]


def in_any_field(stats: Sequence[WordStats], size: int) -> WordStats:
    """The statistics of one word in several fields as one, with at most `size` similar words, the nearest first."""
    if len(stats) == 1:
        return stats[0]
    near: dict[str, tuple[str, int, int]] = {}
    for term, edits, documents in (each for one in stats for each in one.near):
        near[term] = term, edits, max(documents, near.get(term, (term, 0, 0))[2])
    nearest = sorted(near.values(), key=lambda near: (near[1], -near[2], near[0]))
    return WordStats(stats[0].word, max(one.documents for one in stats), nearest[:size])


def corrected(phrase: Phrase, words: Sequence[WordStats], language: str = DEFAULT) -> EditsByQuery:
    """The corrected queries with their number of edits, the fewest first.

    All unknown words are replaced at once; if all words are known, one of them is replaced.
    """
    unknown = unknown_of(words)
    candidates = replaced(phrase, words, unknown, language) if unknown else one_replaced(phrase, words)
    found: EditsByQuery = {}
    for text, edits in islice(candidates, MAX_TRIES):
        if text and text != phrase.text:
            found.setdefault(text, edits)
    return found


def replaced(phrase: Phrase, words: Sequence[WordStats], unknown: Sequence[int], language: str) -> Iterator[Try]:
    """The queries with every unknown word replaced by a similar word; empty if one has no similar words."""
    most = MAX_OPTIONS if len(unknown) == 1 else MAX_OPTIONS_OF_SEVERAL
    choices = [similar(words[place], language, most) for place in unknown]
    for chosen in fewest_edits(choices):
        edits = sum(edits for _, edits in chosen)
        yield phrase.replaced({place: near for place, (near, _) in zip(unknown, chosen, strict=True)}), edits


def fewest_edits(choices: Sequence[Sequence[Try]]) -> Iterator[list[Try]]:
    """Every combination of one entry per list, the fewest edits first. Each list must be sorted by edits.

    A generator, because 26 lists of three entries have 2.5 million million combinations.
    """
    if not all(choices):
        return
    waiting = [(sum(some[0][1] for some in choices), (0,) * len(choices))]
    while waiting:
        edits, chosen = heappop(waiting)
        yield [some[number] for some, number in zip(choices, chosen, strict=True)]
        last = max((place for place, number in enumerate(chosen) if number), default=0)
        for place in range(last, len(choices)):
            number = chosen[place] + 1
            if number < len(choices[place]):
                more = choices[place][number][1] - choices[place][number - 1][1]
                heappush(waiting, (edits + more, (*chosen[:place], number, *chosen[place + 1 :])))


def similar(word: WordStats, language: str, most: int) -> list[Try]:
    """At most `most` words that an unknown word may mean, with edits, the likeliest first; and its plural or singular.

    Words with the same letters, and the singular or plural of a longer word, count as no edit: `ohare` is `o'hare`.
    Words with the same sound count as one edit. Short words are corrected by one edit; numbers, and words of one or two
    letters, are not corrected.
    """
    written, typed = letters(word.word), word.word.lower()
    likeliest = sorted(word.near, key=lambda near: -near[2] * likelihood(typed, near[0]))
    plurals = other_numbers(typed, language) if len(typed) >= MIN_PLURAL else ()
    same = {written, *map(letters, plurals)}
    near = [(term, 0 if letters(term) in same else edits) for term, edits, _ in likeliest]
    near = [(term, min(edits, 1) if sound(term) == sound(typed) else edits) for term, edits in near]
    if len(typed) < MIN_LENGTH or not any(map(str.isalpha, typed)):
        near = [(term, edits) for term, edits in near if not edits]
    most_edits = 1 if len(typed) <= MAX_SHORT else 2
    near = [(term, edits) for term, edits in near if edits <= most_edits and may_have_digits(typed, term)]
    far = [(other, 1) for other in other_numbers(typed, language) if not is_longer(typed, other)]
    return sorted([*sorted(near, key=edits_of)[:most], *far], key=edits_of)


def may_have_digits(typed: str, term: str) -> bool:
    """Whether the digits of a code allow this correction: a digit was left out, doubled or swapped, not replaced."""
    one, other = digits(typed), digits(term)
    is_slip = len(typed) >= MIN_CODE and (len(one) != len(other) or sorted(one) == sorted(other))
    return (one == other and not (len(typed) < MIN_CODE and term.isdigit())) or is_slip


def edits_of(each: Try) -> int:
    return each[1]


def is_longer(one: str, other: str) -> bool:
    """Whether one word is the beginning of the other."""
    return one.startswith(other) or other.startswith(one)


def letters(word: str) -> str:
    """The letters and digits of a word in lower case, without accents."""
    return "".join(filter(str.isalnum, folded(word)))


def digits(word: str) -> str:
    """The digits of a word."""
    return "".join(filter(str.isdigit, word))


def unknown_of(words: Sequence[WordStats]) -> list[int]:
    """The positions of the words that no document has."""
    return [place for place, word in enumerate(words) if not word.documents]


def without_unknown(phrase: Phrase, words: Sequence[WordStats]) -> list[str]:
    """The query without the words that no document has; empty if no word or every word is unknown."""
    unknown = unknown_of(words)
    return [phrase.replaced(dict.fromkeys(unknown, ""))] if 0 < len(unknown) < len(words) else []


def short_replaced(phrase: Phrase, words: Sequence[WordStats]) -> list[str]:
    """The queries with one known word of three letters replaced, for several words: `wiz air` is Wizz Air."""
    is_tried = 1 < len(words) <= MAX_JOINED and not unknown_of(words)
    short = [word if len(word.word) == MIN_LENGTH else word._replace(near=()) for word in words] if is_tried else []
    return [text for text, _ in islice(one_replaced(phrase, short, MIN_LENGTH), MAX_TRIES)]


def one_replaced(phrase: Phrase, words: Sequence[WordStats], shortest: int = MIN_LENGTH + 1) -> Iterator[Try]:
    """The queries with one word replaced by a word at an edit distance of 1, the most frequent first."""
    candidates = [
        (documents, place, near)
        for place, word in enumerate(words)
        for near, edits, documents in word.near
        if edits == 1 and min(len(word.word), len(near)) >= shortest and digits(near) == digits(word.word)
    ]
    for _, place, near in sorted(candidates, key=lambda each: -each[0]):
        yield phrase.replaced({place: near}), 1


def in_other_number(phrase: Phrase, language: str, most: int = MAX_OPTIONS) -> EditsByQuery:
    """The queries with one word changed between singular and plural, the last word first; then with all of them."""
    places = reversed(range(len(phrase.words)))
    candidates = (
        phrase.replaced({place: other})
        for place in places
        for other in other_numbers(phrase.words[place].lower(), language)
    )
    others = {place: next(other_numbers(word.lower(), language), word) for place, word in enumerate(phrase.words)}
    both = [phrase.replaced(others)] if 1 < len(others) <= MAX_JOINED else []
    return dict.fromkeys([*islice(candidates, most), *both], 1)


def with_joined_words(phrase: Phrase) -> list[str]:
    """The queries with two neighbouring words joined, or all of a few words.

    A dot or an apostrophe may join them: `node js` is `node.js`, `o brien` is O'Brien.
    """
    apart = joined_places(phrase)
    candidates = [phrase.joined(place, sign) for sign in ("", ".") for place in apart]
    candidates += [phrase.joined(place, "'") for place in apart if len(phrase.words[place]) == 1]
    candidates += [*all_joined(phrase), *without_blanks(phrase)] if len(phrase.units) > 2 else []
    return candidates[: 2 * MAX_TRIES]


def joined_places(phrase: Phrase) -> list[int]:
    """The positions of the words with a sign or a blank before the next word."""
    return [place for place in range(len(phrase.words) - 1) if phrase.spans[place][1] < phrase.spans[place + 1][0]]


def joined_prefix(phrase: Phrase) -> list[str]:
    """The query with the last two words joined as a prefix: `face palm` is facepalming."""
    place = len(phrase.words) - 2
    is_apart = place >= 0 and phrase.spans[place][1] < phrase.spans[place + 1][0]
    return [f"{phrase.joined(place)}*"] if is_apart else []


def all_joined(phrase: Phrase) -> list[str]:
    """The query with a few words joined by dots."""
    return [".".join(phrase.units)] if 2 < len(phrase.units) <= MAX_JOINED else []


def without_blanks(phrase: Phrase) -> list[str]:
    """The query with a few words joined without signs: `cdk 2` is `cdk2`, `BC 547 B` is BC547B."""
    return ["".join(phrase.units)] if 1 < len(phrase.units) <= MAX_JOINED else []
