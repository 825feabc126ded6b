"""The tokenizers: each function takes settings, and returns a function from a text to tokens."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from ..errors import illegal
from . import unicode_words
from .settings import BLANKS, Settings, is_true, java_pattern, unescaped
from .word_filters import lower


class Token(NamedTuple):
    """A term with its position, and its start and end in the text, counted in characters."""

    text: str
    position: int
    start: int
    end: int
    span: int = 1
    """The number of positions that it covers."""
    protected: bool = False
    """Whether stemmers do not change it."""


DROPPED = "\x00"
"""The text of a term that a filter dropped at the end of a text; only shingles see it."""
Tokenize = Callable[[str], list[Token]]


def standard(settings: Settings) -> Tokenize:
    """Words by the rules of Unicode; longer ones than `max_token_length` are cut."""
    longest = int(settings.get("max_token_length", unicode_words.MAX_WORD_LENGTH))
    return lambda text: _spanned(text, unicode_words.spans(text, longest))


def uax_url_email(settings: Settings) -> Tokenize:
    """Like `standard`, but addresses of the web and of e-mail are one token."""
    from .addresses import words

    longest = int(settings.get("max_token_length", unicode_words.MAX_WORD_LENGTH))
    return lambda text: _spanned(text, words.spans(text, longest))


def keyword(settings: Settings) -> Tokenize:
    """The complete text as one token."""
    return lambda text: [Token(text, 0, 0, len(text))]


def whitespace(settings: Settings) -> Tokenize:
    """The parts between blanks; longer ones than `max_token_length` are cut."""
    longest = int(settings.get("max_token_length", unicode_words.MAX_WORD_LENGTH))
    return lambda text: _spanned(text, _cut(text, (match.span() for match in NOT_BLANK.finditer(text)), longest))


def letter(settings: Settings) -> Tokenize:
    """Runs of letters."""
    return lambda text: _spanned(text, _cut(text, _runs(text, str.isalpha), unicode_words.MAX_WORD_LENGTH))


def lowercase(settings: Settings) -> Tokenize:
    """Runs of letters in lower case."""
    cut = letter(settings)
    return lambda text: [token._replace(text=lower(token.text)) for token in cut(text)]


def path_hierarchy(settings: Settings) -> Tokenize:
    """A path and the paths above it, all at the first position."""
    delimiter = _sign(settings, "delimiter", "/")
    replacement = _sign(settings, "replacement", delimiter)
    skip = int(settings.get("skip", 0))
    spans = _path_ends if is_true(settings.get("reverse")) else _path_starts

    def tokenize(text: str) -> list[Token]:
        replaced = text.replace(delimiter, replacement)
        return [Token(replaced[start:end], 0, start, end) for start, end in spans(text, delimiter, skip)]

    return tokenize


def _sign(settings: Settings, name: str, default: str) -> str:
    sign = str(settings.get(name, default))
    if len(sign) != 1:
        raise illegal(f"{name} must be a one char value")
    return sign


def pattern(settings: Settings) -> Tokenize:
    """The parts between the matches of a Java pattern, or one of its groups. EngineError for a group it lacks."""
    text_of_pattern = settings.get("pattern", r"\W+")
    group = int(settings.get("group", -1))
    compiled = java_pattern(text_of_pattern, settings.get("flags", ""))
    if group > compiled.groups:
        raise illegal(f"No group {group}")

    def tokenize(text: str) -> list[Token]:
        if group >= 0:
            return _spanned(text, (match.span(group) for match in compiled.finditer(text)))
        ends = [match.span() for match in compiled.finditer(text)]
        starts = [0, *(end for _, end in ends)]
        return _spanned(text, zip(starts, [*(start for start, _ in ends), len(text)], strict=True))

    return tokenize


def _gram_tokenizer(settings: Settings, starts: Callable[[int, int], Iterable[int]]) -> Tokenize:
    """A tokenizer into grams; `starts` returns where they start in a run of characters, from its first and last."""
    least, most = grams(settings)
    kept = _token_chars(settings)

    def tokenize(text: str) -> list[Token]:
        return _spanned(text, (
            (start, start + size)
            for first, last in _runs(text, kept)
            for start in starts(first, last)
            for size in range(least, min(most, last - start) + 1)
        ))  # fmt: skip

    return tokenize


def char_group(settings: Settings) -> Tokenize:
    """The parts between the listed characters or kinds of characters. EngineError for a longer entry."""
    longest = int(settings.get("max_token_length", unicode_words.MAX_WORD_LENGTH))
    given = settings.get("tokenize_on_chars") or []
    given = given.split(",") if isinstance(given, str) else given
    ends = [CHARACTER_KINDS[name] for name in given if name in CHARACTER_KINDS]
    signs = {unescaped(name) for name in given if name not in CHARACTER_KINDS}
    if wrong := [sign for sign in signs if len(sign) != 1]:
        raise illegal(f"Invalid escaped char in [{wrong[0]}]")

    def is_inside(sign: str) -> bool:
        return sign not in signs and not any(test(sign) for test in ends)

    return lambda text: _spanned(text, _cut(text, _runs(text, is_inside), longest))


TOKENIZERS: dict[str, Callable[[Settings], Tokenize]] = {
    "standard": standard,
    "uax_url_email": uax_url_email,
    "keyword": keyword,
    "whitespace": whitespace,
    "letter": letter,
    "lowercase": lowercase,
    "path_hierarchy": path_hierarchy,
    "PathHierarchy": path_hierarchy,
    "pattern": pattern,
    "char_group": char_group,
    "ngram": lambda settings: _gram_tokenizer(settings, range),
    "edge_ngram": lambda settings: _gram_tokenizer(settings, lambda first, last: (first,)),
}
LENGTH, PATH = ("max_token_length",), ("delimiter", "replacement", "skip", "reverse", "buffer_size")
GRAMS = ("min_gram", "max_gram", "token_chars", "custom_token_chars")
KNOWN = {
    "standard": LENGTH, "uax_url_email": LENGTH, "whitespace": LENGTH, "keyword": ("buffer_size",),
    "path_hierarchy": PATH, "PathHierarchy": PATH, "pattern": ("pattern", "flags", "group"),
    "char_group": ("tokenize_on_chars", "max_token_length"), "ngram": GRAMS, "edge_ngram": GRAMS,
}  # fmt: skip
"""The settings of each tokenizer."""


def grams(settings: Settings) -> tuple[int, int]:
    """The minimum and the maximum length of grams."""
    least, most = int(settings.get("min_gram", 1)), int(settings.get("max_gram", 2))
    if least < 1:
        raise illegal("minGram must be greater than zero")
    if least > most:
        raise illegal("minGram must not be greater than maxGram")
    return least, most


def _spanned(text: str, spans: Iterable[unicode_words.Span]) -> list[Token]:
    """One token for each span that is not empty, at successive positions."""
    filled = ((start, end) for start, end in spans if start < end)
    return [Token(text[start:end], position, start, end) for position, (start, end) in enumerate(filled)]


NOT_BLANK = re.compile(f"[^{BLANKS}]+")


def _cut(text: str, spans: Iterable[unicode_words.Span], longest: int) -> Iterator[unicode_words.Span]:
    """The spans, with long ones split."""
    for start, end in spans:
        while end - start > longest // 2:
            piece = min(end, unicode_words.window(text, start, longest - 1) + 1)
            yield start, piece
            start = piece
        if start < end:
            yield start, end


def _runs(text: str, kept: Callable[[str], bool]) -> Iterator[unicode_words.Span]:
    """The spans of adjacent characters for which `kept` is true."""
    for is_kept, group in groupby(range(len(text)), lambda index: kept(text[index])):
        if is_kept:
            indexes = list(group)
            yield indexes[0], indexes[-1] + 1


def _path_starts(text: str, delimiter: str, skip: int) -> list[unicode_words.Span]:
    ends = [index for index, character in enumerate(text) if character == delimiter and index] + [len(text)]
    start = ends[skip - 1] if 0 < skip <= len(ends) else 0
    return [(start, end) for end in ends[skip:] if start < end]


def _path_ends(text: str, delimiter: str, skip: int) -> list[unicode_words.Span]:
    starts = [0] + [index + 1 for index, character in enumerate(text) if character == delimiter]
    if starts[-1] < len(text):
        starts.append(len(text))
    kept = starts[: max(len(starts) - skip, 0)]
    return [(start, kept[-1]) for start in kept[:-1]]


def _token_chars(settings: Settings) -> Callable[[str], bool]:
    kinds = settings.get("token_chars") or []
    kinds = [kinds] if isinstance(kinds, str) else kinds
    unknown = [kind for kind in kinds if kind not in CHARACTER_KINDS and kind != "custom"]
    if unknown:
        known = ", ".join(sorted(CHARACTER_KINDS))
        raise illegal(f"Unknown token type: '{unknown[0]}', must be one of [{known}]")
    custom = settings.get("custom_token_chars", "") if "custom" in kinds else ""
    tests = [CHARACTER_KINDS[kind] for kind in kinds if kind != "custom"]
    if not kinds:
        return lambda character: True
    return lambda character: character in custom or any(test(character) for test in tests)


CHARACTER_KINDS: dict[str, Callable[[str], bool]] = {
    "letter": str.isalpha,
    "digit": str.isdecimal,
    "whitespace": BLANKS.__contains__,
    "punctuation": lambda character: unicodedata.category(character)[0] == "P",
    "symbol": lambda character: unicodedata.category(character)[0] == "S",
}
