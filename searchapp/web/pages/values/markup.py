"""Texts with HTML as plain texts: as people read paragraphs, indices and entities, without other tags and programs."""

import re
from html import unescape

LINES = "p|br|div|li|ul|ol|tr|table|h[1-6]|blockquote|section|title|sec|list|list-item"
INLINE = "b|i|u|em|strong|small|span|a|font|sub|sup|sc|scp|italic|bold|code|tt|cite|q|abbr|thead|tbody|td|th|mark|s|img"
TAG = re.compile(rf"<(/?)(?:jats:|mml:)?({LINES}|{INLINE})(?:\s[^<>]*)?/?>", re.IGNORECASE)
PROGRAM = re.compile(r"<(script|style)(?:\s[^<>]*)?>.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
INDEX = re.compile(r"<(?:jats:)?(su[bp])>([0-9+−-]{1,6})</(?:jats:)?\1>", re.IGNORECASE)
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
RAISED = {
    "sub": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
    "sup": str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"),
}
BREAKS = re.compile(rf"(?:{LINES})\Z", re.IGNORECASE)
EMPTY_LINES = re.compile(r"[ \t]*\n[ \t\n]*")


def without_tags(text: str) -> str:
    """The text without the tags of HTML that writers use; other characters, as in `a < b`, do not change."""
    if "<" in text and TAG.search(text):
        text = PROGRAM.sub("", text)
        text = INDEX.sub(lambda found: found[2].translate(RAISED[found[1].lower()]), text)
        text = TAG.sub(lambda found: "\n" if BREAKS.match(found[2]) else "", text)
        text = EMPTY_LINES.sub("\n", text).strip()
    return unescape(text) if "&" in text and ENTITY.search(text) else text
