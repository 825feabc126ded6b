"""The markup that `html_strip` removes: tags, comments, scripts, styles; and the characters of entities."""

import re
from collections.abc import Collection
from html.entities import name2codepoint

_NAME = r"(?:[^\W\d]|:)[\w:.-]*"
_INSIDE = r"""(?:(?:[^<>"']++|"[^"]*"|'[^']*'){0,9999}>|[^<>]*>)"""
_TAG = rf"</?\s*(?P<tag>{_NAME})(?:\s*/?>|\s+{_INSIDE}|\Z)"
_ENTITIES = {name: chr(code) for name, code in name2codepoint.items()} | {
    "AMP": "&", "COPY": "©", "GT": ">", "LT": "<", "QUOT": '"', "REG": "®", "apos": "'", "nbsp": " ",
}  # fmt: skip
_NAMED = "|".join(sorted(_ENTITIES, key=len, reverse=True))

HTML = re.compile(
    rf"<(?P<kind>script|style)\b{_INSIDE}(?:.*?</(?P=kind)\s*>|.*\Z)"
    r"|<!--(?:.*?-->|.*\Z)"
    r"|<!\[CDATA\[(?P<cdata>.*?)\]\]>"
    r"|<![^>]*>|<\?[^>]*>"
    rf"|{_TAG}"
    r"|&#[xX](?P<hex>[0-9a-fA-F]{1,6});?"
    r"|&#(?P<decimal>[0-9]{1,7});?"
    rf"|&(?P<entity>{_NAMED})(?:;|\Z)",
    re.DOTALL | re.IGNORECASE,
)

INLINE = frozenset((
    "a", "abbr", "acronym", "b", "basefont", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "img", "input",
    "kbd", "label", "q", "s", "samp", "select", "small", "span", "strike", "strong", "sub", "sup", "textarea", "tt",
    "u", "var",
))  # fmt: skip
"""The tags that may be inside a word; every other tag ends the word."""


def text_of(match: re.Match[str], kept: Collection[str]) -> str:
    """The replacement of a piece of markup; the tags in `kept` stay."""
    name = (match["tag"] or match["kind"] or "").lower()
    if name in kept and name:
        return match[0]
    if name:
        return "\n" if name not in INLINE and match[0].endswith(">") else ""
    if match["cdata"] is not None:
        return match["cdata"]
    if match["entity"]:
        return _ENTITIES.get(match["entity"], match[0])
    if not (match["hex"] or match["decimal"]):
        return ""  # a comment or a declaration
    number = int(match["hex"], 16) if match["hex"] else int(match["decimal"])
    return "\ufffd" if 0xD800 <= number < 0xE000 else chr(number) if number < 0x110000 else match[0]
