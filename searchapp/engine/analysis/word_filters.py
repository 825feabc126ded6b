"""The token filters that change or drop each term independently: functions from settings to a function of a word.

A word is its text, and whether stemmers must not change it. A filter returns the new word, None to drop the word.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import illegal
from .ascii_folding import fold
from .languages.analyzers import FRENCH_ARTICLES
from .languages.german import german_normalization
from .languages.stemmers import snowball, stemmer
from .languages.stop_words import STOP_WORDS
from .languages.turkish import before_apostrophe, lower_turkish
from .settings import BLANKS, Settings, flag, is_true, java_pattern, java_replacing, word_list

Word = tuple[str, bool]
WordFilter = Callable[[Word], Word | None]
Change = Callable[[str], str]
Part = tuple[str, Settings]

MAX_CACHED, MAX_CACHED_WORD = 20_000, 64
"""The number of words whose results are cached, and the characters of the longest of them."""


def lower(text: str) -> str:
    """The text in lower case as in Lucene: character by character, without Python's final sigma."""
    if text.isascii() or not ("Σ" in text or "İ" in text):
        return text.lower()
    return "".join("i" if character == "İ" else character.lower() for character in text)


def upper(text: str) -> str:
    """The text in upper case, character by character: `ß` does not change."""
    return "".join(large if len(large := character.upper()) == 1 else character for character in text)


def changed(change: Change) -> WordFilter:
    """A filter that changes the text of every word, also of protected ones."""
    return lambda word: (change(word[0]), word[1])


def stemmed(stem: Change) -> WordFilter:
    """A filter from a stemmer, which does not change protected words."""
    return lambda word: word if word[1] else (stem(word[0]), False)


def always(change: Change) -> Callable[[Settings], WordFilter]:
    """The function of a filter without settings."""
    return lambda settings: changed(change)


def lower_greek(word: str) -> str:
    """The word in lower case, without Greek accents and with one form of sigma."""
    return lower(word).translate(GREEK)


GREEK = str.maketrans("ςάέήίϊΐόύϋΰώ", "σαεηιιιουυυω")
LOWER: dict[str | None, Change] = {None: lower, "turkish": lower_turkish, "greek": lower_greek}
"""The functions of `lowercase` by language."""


def lowercase(settings: Settings) -> WordFilter:
    """Lower case, with the rules of `language`. EngineError for an unsupported one."""
    language = settings.get("language")
    if language not in LOWER:
        raise illegal(f"unsupported language of lowercase: {language}")
    return changed(LOWER[language])


def stop(settings: Settings) -> WordFilter:
    """Removes stop words: a list, or the name of one such as `_english_`."""
    ignore_case = is_true(settings.get("ignore_case"))
    stopwords = stopword_set(settings.get("stopwords", "_english_"), ignore_case)
    if ignore_case:
        return lambda word: None if lower(word[0]) in stopwords else word
    return lambda word: None if word[0] in stopwords else word


def stopword_set(stopwords: Any, ignore_case: bool = False) -> frozenset[str]:
    """The words of a list or of a text with commas. Names such as `_german_` stand for lists, `_none_` for no words."""
    found: set[str] = set()
    for word in word_list(stopwords):
        language = word.strip("_")
        if not word.startswith("_") or not word.endswith("_"):
            found.add(lower(word) if ignore_case else word)
        elif language in STOP_WORDS:
            found |= STOP_WORDS[language]
        elif word != "_none_":
            raise illegal(f"unsupported stopwords: {word}")
    return frozenset(found)


def length(settings: Settings) -> WordFilter:
    """Removes words of less than `min` or more than `max` units of UTF-16."""
    least, most = int(settings.get("min", 0)), int(settings.get("max", 2**31 - 1))
    return lambda word: word if least <= utf16_length(word[0]) <= most else None


def utf16_length(text: str) -> int:
    """The number of units of UTF-16, as Java counts the characters of a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def truncate(settings: Settings) -> WordFilter:
    """Cuts words to `length` units of UTF-16. EngineError if it is below 1."""
    size = int(settings.get("length", 10))
    if size < 1:
        raise illegal("length parameter must be a positive number")

    def cut(text: str) -> str:
        units = text.encode("utf-16-le", "surrogatepass")[: 2 * size]
        return text if len(text) <= size // 2 else units.decode("utf-16-le", "surrogatepass")

    return stemmed(cut)


def elision(settings: Settings) -> WordFilter:
    """Removes articles before an apostrophe, such as `l'`."""
    ignore_case = flag(settings, "articles_case", "articles" not in settings)
    given = word_list(settings.get("articles", FRENCH_ARTICLES))
    articles = {lower(word) for word in given} if ignore_case else set(given)

    def without_article(text: str) -> str:
        apostrophe = min((at for sign in "'\u2019" if (at := text.find(sign)) >= 0), default=-1)
        start = text[: max(apostrophe, 0)]
        is_article = apostrophe >= 0 and (lower(start) if ignore_case else start) in articles
        return text[apostrophe + 1 :] if is_article else text

    return changed(without_article)


def keyword_marker(settings: Settings) -> WordFilter:
    """Protects words from stemmers, by a list or a pattern. EngineError without or with both."""
    if "keywords_pattern" in settings:
        if "keywords" in settings:
            raise illegal("cannot specify both `keywords_pattern` and `keywords` or `keywords_path`")
        matches = java_pattern(settings["keywords_pattern"]).fullmatch
        return lambda word: (word[0], True) if matches(word[0]) else word
    if "keywords" not in settings:
        raise illegal("keyword filter requires either `keywords` or `keywords_pattern` to be configured")
    ignore_case = flag(settings, "ignore_case")
    words = {lower(word) if ignore_case else word for word in word_list(settings["keywords"])}
    return lambda word: (word[0], True) if (lower(word[0]) if ignore_case else word[0]) in words else word


def stemmer_override(settings: Settings) -> WordFilter:
    """Sets the stems of listed words, and protects them. EngineError for a rule without `=>` and one stem."""
    stems: dict[str, str] = {}
    for rule in settings.get("rules", ()):
        words, arrow, stem = rule.partition("=>")
        if not arrow or not stem.strip() or "," in stem:
            raise illegal(f"Invalid Keyword override Rule:{rule}")
        for word in word_list(words):
            stems.setdefault(word, stem.strip())
    return lambda word: (stems[word[0]], True) if not word[1] and word[0] in stems else word


def pattern_replace(settings: Settings) -> WordFilter:
    """Replaces all matches of a Java pattern in a word, or only the first."""
    pattern, replacement = java_replacing(settings)
    most = 0 if flag(settings, "all", True) else 1
    return changed(lambda text: pattern.sub(replacement, text, count=most))


def decimal_digit(text: str) -> str:
    """The text with decimal digits of all scripts replaced by ASCII digits."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def language_of(settings: Settings, default: str) -> str:
    """The language of a filter, which may be called `name` or `language`."""
    return str(settings.get("language", settings.get("name", default)))


WORD_FILTERS: dict[str, Callable[[Settings], WordFilter]] = {
    "lowercase": lowercase,
    "uppercase": always(upper),
    "asciifolding": always(fold),
    "trim": always(lambda text: text.strip(BLANKS)),
    "reverse": always(lambda text: text[::-1]),
    "stop": stop,
    "length": length,
    "truncate": truncate,
    "elision": elision,
    "apostrophe": always(before_apostrophe),
    "german_normalization": always(german_normalization),
    "decimal_digit": always(decimal_digit),
    "pattern_replace": pattern_replace,
    "keyword_marker": keyword_marker,
    "stemmer_override": stemmer_override,
    "stemmer": lambda settings: _stemmer(language_of(settings, "porter")),
    "snowball": lambda settings: stemmed(snowball(language_of(settings, "English"))),
    "porter_stem": lambda settings: stemmed(stemmer("porter")),
}
KNOWN: dict[str, tuple[str, ...]] = {
    "lowercase": ("language",),
    "asciifolding": ("preserve_original",),
    "stop": ("stopwords", "ignore_case"),
    "length": ("min", "max"),
    "truncate": ("length",),
    "elision": ("articles", "articles_case"),
    "pattern_replace": ("pattern", "flags", "replacement", "all"),
    "keyword_marker": ("keywords", "keywords_pattern", "ignore_case"),
    "stemmer_override": ("rules",),
    "stemmer": ("language", "name"),
    "snowball": ("language", "name"),
}
"""The settings of each filter."""
NORMALIZING = (
    "lowercase", "uppercase", "asciifolding", "trim", "elision", "german_normalization", "decimal_digit",
    "pattern_replace",
)  # fmt: skip
"""The filters that are allowed in a normalizer, and that apply to wildcards and ends of ranges."""

IN_ASCII = ("asciifolding", "decimal_digit", "trim")
"""The filters that do not change a word in ASCII."""


def lowers_ascii(parts: Sequence[Part]) -> bool:
    """Whether filters change every word in ASCII without an apostrophe to lower case, and nothing else."""
    rest = [part for part in parts if not (_is_for_apostrophes(*part) or _is_for_other_signs(*part))]
    is_known = all(_is_lower(*part) or (part[0] in IN_ASCII and not part[1]) for part in rest)
    return is_known and any(_is_lower(*part) for part in rest)


def _is_lower(kind: str, settings: Settings) -> bool:
    """Whether a filter changes ASCII to lower case."""
    return kind == "lowercase" and settings.get("language") in (None, "greek")


OTHER_SIGNS = re.compile(r"\[(?:\\u(?!00[0-7])[0-9a-fA-F]{4}|-)+\]\+?")
"""A pattern that is a class of signs outside ASCII, all written as `\\u0300`."""


def _is_for_other_signs(kind: str, settings: Settings) -> bool:
    """Whether a filter replaces signs outside ASCII only."""
    return kind == "pattern_replace" and bool(OTHER_SIGNS.fullmatch(settings.get("pattern", "")))


def _is_for_apostrophes(kind: str, settings: Settings) -> bool:
    return kind == "elision" or (kind == "stemmer" and _is_possessive(language_of(settings, "porter")))


def _is_possessive(language: str) -> bool:
    return language.lower().startswith("possessive")


def _stemmer(language: str) -> WordFilter:
    # filters for possessives are not stemmers: protected words lose their ending too
    return changed(stemmer(language)) if _is_possessive(language) else stemmed(stemmer(language))


class WordFilters:
    """Several word filters as one function, whose results are cached."""

    def __init__(self, parts: Sequence[Part]):
        self.known = Results([WORD_FILTERS[kind](settings) for kind, settings in parts])

    def __call__(self, text: str, protected: bool = False) -> Word | None:
        """The word after all filters, None if it is dropped."""
        return self.known[text, protected]


class Results(dict[Word, Word | None]):
    """The word after all filters for each word that is asked for; short words are kept."""

    def __init__(self, filters: Sequence[WordFilter]):
        super().__init__()
        self.filters = filters

    def __missing__(self, word: Word) -> Word | None:
        found: Word | None = word
        for apply in self.filters:
            found = None if found is None else apply(found)
        if len(self) >= MAX_CACHED:
            self.clear()
        if len(word[0]) <= MAX_CACHED_WORD:
            self[word] = found
        return found
