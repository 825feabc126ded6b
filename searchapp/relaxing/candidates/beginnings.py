"""Queries with words of a text as prefixes of words: `breast canc`, `J. Smith`."""

import re
from collections.abc import Iterable, Sequence

from ...querystring.folding import other_umlauts
from ..words import Phrase
from .spelling import WordStats, unknown_of

MIN_SHORT, MAX_SHORT = 2, 5
"""The minimum and maximum length of a word that may be short for a longer one."""

MIN_INNER, MAX_INNER = 3, 3
"""The minimum length of a part of a word, and the maximum number of parts: each is compared with every word."""

MIN_LONG = 8
"""The minimum length of a word that is searched by its first two thirds."""

MIN_UMLAUT = 4
"""The minimum length of an incomplete text in which two letters may be an umlaut; `uae` is an abbreviation."""

VERSION = re.compile(r"([^\W\d_]{2,}?)v?(\d+(?:\.\d+)*)", re.IGNORECASE)
"""A code of letters, an optional sign for versions, and a number."""

ONLY_VERSION = re.compile(r"v(\d+(?:\.\d+)*)", re.IGNORECASE)


def prefix_queries(phrase: Phrase, typed: Iterable[str]) -> list[str]:
    """The queries with the last word as a prefix. `CAMTA1-IT` may be a value or words, `Anthrax, unspec` a name.

    A single word may be the first part of a word with a dot: `vue` of `Vue.js`.
    """
    texts = (*(text for text in typed if text[-1:].isalnum()), phrase.text, " ".join(phrase.words))
    texts = (*texts, *(other_umlauts(phrase.text.lower()) if len(phrase.text) >= MIN_UMLAUT else ()))
    dotted = [f"{phrase.text}.*"] if len(phrase.words) == 1 else []
    return [*dict.fromkeys((*(f"{text}*" for text in texts), *dotted, *with_initials(phrase)))]


def with_initials(phrase: Phrase) -> list[str]:
    """The words with each initial as a prefix: `J. Smith`; empty without initials or without other words."""
    parts = [f"{word}*" if is_initial(word) else word for word in phrase.words]
    return [" ".join(parts)] if parts != phrase.words and any(len(word) > 2 for word in phrase.words) else []


def with_versions(phrase: Phrase, stats: Sequence[WordStats]) -> list[str]:
    """The words with each unknown code as its letters and a prefix of its number: `gplv3`, `python v3.11`."""
    codes = {place: match for place in unknown_of(stats) if (match := VERSION.fullmatch(phrase.words[place]))}
    forms = ("{} {}*", "{} v{}*") if codes else ()
    found = [phrase.replaced({place: form.format(*code.groups()) for place, code in codes.items()}) for form in forms]
    numbers = {
        place: f"{one[1]}*" for place in unknown_of(stats) if (one := ONLY_VERSION.fullmatch(phrase.words[place]))
    }
    return [*found, phrase.replaced(numbers)] if numbers else found


def with_short_words(phrase: Phrase, stats: Sequence[WordStats]) -> list[str]:
    """The words with each short unknown word as a prefix: `vit c`, `intl space station`.

    Then also with each number as a prefix: `node 20` is Node.js 20.18.1.
    """
    unknown = [place for place in unknown_of(stats) if phrase.words[place].isalpha()]
    lengths = [len(phrase.words[place]) for place in unknown]
    if not unknown or len(stats) < 2 or not MIN_SHORT <= min(lengths) <= max(lengths) <= MAX_SHORT:
        return []
    begun = {place: f"{phrase.words[place]}*" for place in unknown}
    numbers = {place: f"{word}*" for place, word in enumerate(phrase.words) if word[0].isdigit()}
    return [phrase.replaced(places) for places in ([begun, begun | numbers] if numbers else [begun])]


def with_parts(phrase: Phrase, stats: Sequence[WordStats]) -> list[str]:
    """The words with each unknown word as a part of a word: `urlaubsgesetz` in Bundesurlaubsgesetz.

    Empty for a short word, and for a number next to others.
    """
    parts = {place: f"*{phrase.words[place]}*" for place in unknown_of(stats)}
    is_number = len(phrase.words) > 1 and any(part.strip("*").isdecimal() for part in parts.values())
    is_tried = 0 < len(parts) <= MAX_INNER and min(map(len, parts.values())) > MIN_INNER + 1 and not is_number
    return [phrase.replaced(parts)] if is_tried else []


def with_first_parts(phrase: Phrase) -> list[str]:
    """The words with two thirds of each long word as a prefix: the other form of a word may end otherwise."""
    long = ((place, word) for place, word in enumerate(phrase.words) if len(word) >= MIN_LONG and word.isalpha())
    parts = {place: f"{word[: -(len(word) // 3)]}*" for place, word in long}
    return [phrase.replaced(parts)] if parts else []


def is_initial(word: str) -> bool:
    """Whether a word is one letter of a script with capitals."""
    return len(word) == 1 and word.lower() != word.upper()
