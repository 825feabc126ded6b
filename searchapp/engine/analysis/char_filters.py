"""The character filters: they change a text before it is tokenized, and map offsets back to the original text.

Each function takes settings, and returns a function from a text to the changed text and its `Corrections`.
"""

import re
from collections.abc import Callable, Sequence

from ..errors import illegal
from .html import HTML, text_of
from .offsets import Corrections, mapped
from .settings import Settings, java_replacing, unescaped, word_list
from .tokenizers import Token, Tokenize

CharFilter = Callable[[str], tuple[str, Corrections]]
Part = tuple[str, Settings]


def mapping(settings: Settings) -> CharFilter:
    """Replaces texts by others; the longest match at a position is replaced."""
    if "mappings" not in settings:
        raise illegal("mapping requires either `mappings` or `mappings_path` to be configured")
    given = settings["mappings"]
    table: dict[str, str] = {}
    for rule in given.split(",") if isinstance(given, str) else given:
        before, arrow, after = rule.rpartition("=>")
        key = unescaped(before.strip())
        if not arrow or not key:
            raise illegal(f"Invalid Mapping Rule : [{rule}]")
        if key in table:
            raise illegal(f'match "{key}" was already added')
        table[key] = unescaped(after.strip())
    if not table:
        return lambda text: (text, Corrections())
    pattern = re.compile("|".join(map(re.escape, sorted(table, key=len, reverse=True))))
    return lambda text: mapped(text, pattern, lambda match: table[match[0]])


def pattern_replace(settings: Settings) -> CharFilter:
    """Replaces what a Java pattern matches."""
    pattern, replacement = java_replacing(settings)
    return lambda text: mapped(text, pattern, replacement)


def html_strip(settings: Settings) -> CharFilter:
    """Removes the tags of HTML except `escaped_tags`, and decodes entities."""
    kept = frozenset(name.lower() for name in word_list(settings.get("escaped_tags")))
    return lambda text: mapped(text, HTML, lambda match: text_of(match, kept))


CHAR_FILTERS: dict[str, Callable[[Settings], CharFilter]] = {
    "mapping": mapping,
    "pattern_replace": pattern_replace,
    "html_strip": html_strip,
}
KNOWN = {
    "mapping": ("mappings",),
    "pattern_replace": ("pattern", "flags", "replacement"),
    "html_strip": ("escaped_tags",),
}
"""The settings of each character filter."""
NORMALIZING = ("mapping", "pattern_replace")
"""The character filters that a normalizer may have."""


def char_filters_of(parts: Sequence[Part]) -> list[CharFilter]:
    """The character filters of an analyzer, in the order in which they are applied."""
    return [CHAR_FILTERS[kind](settings) for kind, settings in parts]


def after_char_filters(char_filters: Sequence[CharFilter], tokenize: Tokenize) -> Tokenize:
    """A tokenizer for the text after the character filters, whose tokens have the offsets of the original text."""
    if not char_filters:
        return tokenize

    def tokenized(text: str) -> list[Token]:
        corrections = []
        for change in char_filters:
            text, own = change(text)
            corrections.append(own)

        def correct(offset: int) -> int:
            for own in reversed(corrections):
                offset = own.correct(offset)
            return offset

        return [token._replace(start=correct(token.start), end=correct(token.end)) for token in tokenize(text)]

    return tokenized
