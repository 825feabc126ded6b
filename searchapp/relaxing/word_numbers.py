"""Changes words between singular and plural, by the endings of each language."""

import re
from collections.abc import Iterator

from .candidates.variants import spellings
from .stop_words import language_name

S = (("", "s"),)
ENDINGS = {
    "english": (
        *(*S, ("", "es"), ("y", "ies"), ("us", "i"), ("um", "a"), ("ion", "ia"), ("non", "na")),
        *(("sis", "ses"), ("f", "ves"), ("fe", "ves"), ("ix", "ices"), ("ex", "ices"), ("man", "men"), ("ouse", "ice")),
        *(("oot", "eet"), ("ooth", "eeth"), ("oose", "eese"), ("child", "children"), ("person", "people")),
    ),
    "french": (*S, ("", "x"), ("al", "aux")),
    "spanish": (*S, ("", "es")),
    "portuguese": (*S, ("", "es"), ("ão", "ões")),
    "german": (("", "e"), ("", "n"), ("", "en"), ("", "er"), ("", "ern"), *S),
    "dutch": (("", "en"), *S),
    "italian": (("o", "i"), ("a", "e"), ("e", "i")),
    "swedish": (("", "r"), ("", "er"), ("a", "or"), ("", "ar")),
    "danish": (("", "r"), ("", "er"), ("", "e")),
    "norwegian": (("", "r"), ("", "er"), ("", "e")),
    "russian": (("", "ы"), ("", "и"), ("а", "ы"), ("а", "и"), ("я", "и"), ("ь", "и")),
}
MIN_LENGTH = 3
"""The minimum length of a word with a plural; shorter words are codes."""


def nouns_of(item_type: str | None, language: str) -> frozenset[str]:
    """The singular and plural of an item type's name, also in other spellings: `licence`, `licenses`."""
    typed = [word for word in re.split(r"[\W_]+", (item_type or "").lower()) if word]
    words = [*typed, *(other for word in typed for other in spellings(word, language_name(language)))]
    return frozenset((*words, *(other for word in words for other in other_numbers(word, language))))


def other_numbers(word: str, language: str) -> Iterator[str]:
    """The possible plurals and singulars of a word."""
    for one, several in ENDINGS.get(language_name(language), S):
        for ending, other in ((several, one), (one, several)):
            stem = word.removesuffix(ending)
            if word.endswith(ending) and len(word) > MIN_LENGTH and len(stem + other) >= MIN_LENGTH:
                yield stem + other
