"""The token filters: each maker reads its settings and gives a function from tokens to tokens."""

from collections.abc import Callable, Iterator
from typing import Any

from .ascii_folding import fold
from .tokenizers import Settings, Token, grams, lower, refused

Filter = Callable[[list[Token]], list[Token]]

ENGLISH_TEXT = """
a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was
will with
"""
ENGLISH = frozenset(ENGLISH_TEXT.split())


def mapped(change: Callable[[str], str]) -> Callable[[Settings], Filter]:
    """The maker of a filter that changes each term by itself."""
    return lambda settings: lambda tokens: [token._replace(text=change(token.text)) for token in tokens]


def asciifolding(settings: Settings) -> Filter:
    if not is_true(settings.get("preserve_original")):
        return mapped(fold)(settings)

    def both(tokens: list[Token]) -> Iterator[Token]:
        for token in tokens:
            folded = fold(token.text)
            yield token._replace(text=folded)
            if folded != token.text:
                yield token

    return lambda tokens: list(both(tokens))


def stop(settings: Settings) -> Filter:
    ignore_case = is_true(settings.get("ignore_case"))
    stopwords = stopword_set(settings.get("stopwords", "_english_"), ignore_case)

    def kept(token: Token) -> bool:
        return (lower(token.text) if ignore_case else token.text) not in stopwords

    return lambda tokens: [token for token in tokens if kept(token)]


def stopword_set(stopwords: Any, ignore_case: bool = False) -> frozenset[str]:
    """The words of a list or of a text with commas; `_english_` and `_none_` name lists."""
    given = stopwords.split(",") if isinstance(stopwords, str) else stopwords
    found: set[str] = set()
    for word in map(str.strip, given):
        if word == "_none_":
            continue
        if word.startswith("_") and word != "_english_":
            raise refused(f"unsupported stopwords: {word}")
        found |= ENGLISH if word == "_english_" else {lower(word) if ignore_case else word}
    return frozenset(found)


def ngram(settings: Settings) -> Filter:
    least, most = grams(settings)
    preserve = is_true(settings.get("preserve_original"))

    def cut(token: Token) -> Iterator[Token]:
        size_of_all = len(token.text)
        for start in range(size_of_all):
            for size in range(least, min(most, size_of_all - start) + 1):
                yield token._replace(text=token.text[start : start + size])
        if preserve and not least <= size_of_all <= most:
            yield token

    return lambda tokens: [gram for token in tokens for gram in cut(token)]


def edge_ngram(settings: Settings) -> Filter:
    least, most = grams(settings)
    preserve = is_true(settings.get("preserve_original"))

    def cut(token: Token) -> Iterator[Token]:
        for size in range(least, min(most, len(token.text)) + 1):
            yield token._replace(text=token.text[:size])
        if preserve and not least <= len(token.text) <= most:
            yield token

    return lambda tokens: [gram for token in tokens for gram in cut(token)]


def length(settings: Settings) -> Filter:
    least, most = int(settings.get("min", 0)), int(settings.get("max", 2**31 - 1))
    return lambda tokens: [token for token in tokens if least <= utf16_length(token.text) <= most]


def utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def upper(text: str) -> str:
    """The text in upper case, character by character: `ß` stays."""
    return "".join(large if len(large := character.upper()) == 1 else character for character in text)


def is_true(value: Any) -> bool:
    return str(value).lower() == "true"


FILTERS: dict[str, Callable[[Settings], Filter]] = {
    "lowercase": mapped(lower),
    "uppercase": mapped(upper),
    "asciifolding": asciifolding,
    "trim": mapped(str.strip),
    "reverse": mapped(lambda text: text[::-1]),
    "stop": stop,
    "ngram": ngram,
    "edge_ngram": edge_ngram,
    "length": length,
}
KNOWN = {
    "asciifolding": ("preserve_original",),
    "stop": ("stopwords", "ignore_case"),
    **dict.fromkeys(("ngram", "edge_ngram"), ("min_gram", "max_gram", "preserve_original")),
    "length": ("min", "max"),
}
"""The settings of each filter."""
NORMALIZING = ("lowercase", "uppercase", "asciifolding", "trim")
POSITION_FILTERS = ("stop", "ngram", "edge_ngram", "length")
