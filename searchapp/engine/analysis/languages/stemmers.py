"""The stemmers by the names that the filters `stemmer` and `snowball` know.

The algorithms of Snowball come from PyStemmer 2, whose stems are Lucene's; its version 3 has newer rules. The light
stemmers are Lucene's own, written in this package.
"""

from collections.abc import Callable
from functools import cache, wraps

from ...errors import EngineError
from .english import minimal_english, porter, possessive_english
from .french import light_french
from .german import light_german
from .romance import light_italian, light_portuguese, light_spanish

Stem = Callable[[str], str]

SNOWBALL = frozenset((
    "danish", "dutch", "english", "finnish", "french", "german", "hungarian", "italian", "norwegian", "portuguese",
    "romanian", "russian", "spanish", "swedish", "turkish",
))  # fmt: skip
OWN: dict[str, Stem] = {
    "english": porter,
    "porter": porter,
    "minimal_english": minimal_english,
    "possessive_english": possessive_english,
    "light_german": light_german,
    "light_french": light_french,
    "light_spanish": light_spanish,
    "light_italian": light_italian,
    "light_portuguese": light_portuguese,
}


def stemmer(language: str) -> Stem:
    """The stemmer of the filter `stemmer` with this language. EngineError if the engine does not have it."""
    name = _underscored(language)
    if name in OWN:
        return by_units(OWN[name])
    return snowball("english" if name == "porter2" else name)


def snowball(language: str) -> Stem:
    """Snowball's stemmer of a language. EngineError if the engine does not have it."""
    name = language.lower()
    if name not in SNOWBALL:
        raise EngineError(400, "illegal_argument_exception", f"unsupported stemmer: {language}")
    return _snowball(name)


@cache
def _snowball(name: str) -> Stem:
    import Stemmer  # loaded where it is needed: most indices have no stemmer

    stem = Stemmer.Stemmer(name, 0).stemWord
    return lambda word: word if _has_surrogate(word) else stem(word)


def by_units(stem: Stem) -> Stem:
    """The stemmer applied to UTF-16 code units, as in Java: a character above U+FFFF is two units."""

    @wraps(stem)
    def stemmed(word: str) -> str:
        if word.isascii() or max(word) < "\U00010000":
            return stem(word)
        units = word.encode("utf-16-le", "surrogatepass")
        found = stem("".join(chr(units[index] + 256 * units[index + 1]) for index in range(0, len(units), 2)))
        return found.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

    return stemmed


def _has_surrogate(word: str) -> bool:
    return not word.isascii() and any("\ud800" <= letter <= "\udfff" for letter in word)


def _underscored(name: str) -> str:
    """`lightGerman` is an old spelling of `light_german`."""
    for start in ("light", "minimal", "possessive"):
        if name.startswith(start) and name[len(start) :][:1].isupper():
            return f"{start}_{name[len(start) :].lower()}"
    return name.lower()
