"""Splits a text into the elements of a list.

Elements are separated by comma, blank, tab, newline, `|` and `+`. A quote opens only at the start of an element and
closes only before a separator, so that `5'UTR` and `"a, b"` are one element each.
"""

import re

SEPARATORS = ", \t\n\r|+"
SEPARATOR = re.compile(r"[, \t\n\r|+]+")
BARE = re.compile(r"[^, \t\n\r|+]+")
CLOSING = {quote: re.compile(quote + r"(?=[, \t\n\r|+]|$)") for quote in "\"'"}


def split(text: str, limit: int | None = None) -> list[str]:
    """The elements of the text; at most `limit` and one more."""
    if '"' not in text and "'" not in text:
        text = text.strip(SEPARATORS)
        return SEPARATOR.split(text, limit or 0) if text else []
    elements: list[str] = []
    unclosed: set[str] = set()
    position = skip(text, 0)
    while position < len(text) and (limit is None or len(elements) <= limit):
        element, position = next_element(text, position, unclosed)
        elements.append(element)
        position = skip(text, position)
    return elements


def next_element(text: str, position: int, unclosed: set[str]) -> tuple[str, int]:
    """The element that starts here and its end; `unclosed` collects the quotes that are not closed in the rest."""
    quote = text[position]
    if quote in CLOSING and quote not in unclosed:
        closing = CLOSING[quote].search(text, position + 1)
        if closing:
            return text[position + 1 : closing.start()], closing.end()
        unclosed.add(quote)
    bare = BARE.match(text, position)
    assert bare
    return bare.group(), bare.end()


def skip(text: str, position: int) -> int:
    separator = SEPARATOR.match(text, position)
    return separator.end() if separator else position


def split_outside_parentheses(text: str, limit: int | None = None) -> list[str]:
    """The elements of the text. Parts in parentheses are not split, unless names are quoted."""
    if "(" not in text or '"' in text:
        return split(text, limit)
    elements, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth <= 0 and character in SEPARATORS:
            elements.append(text[start:position])
            start = position + 1
    return [element for element in (*elements, text[start:]) if element]
