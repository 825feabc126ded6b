"""Texts with HTML or Markdown as plain texts, as people read them: paragraphs, indices and entities, without marks.

Tags, programs and the signs of Markdown are left out. Lists of Markdown do not change.
"""

import re
from html import unescape

LINES = "p|br|div|li|ul|ol|tr|table|h[1-6]|blockquote|section|title|sec|list|list-item"
INLINE = "b|i|u|em|strong|small|span|a|font|sub|sup|sc|scp|italic|bold|code|tt|cite|q|abbr|thead|tbody|td|th|mark|s|img"
TAG = re.compile(rf"<(/?)(?:jats:|mml:)?({LINES}|{INLINE})(?:\s[^<>]*)?/?>", re.IGNORECASE)
PROGRAM = re.compile(r"<(script|style)(?:\s[^<>]*)?>.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
INDEX = re.compile(r"<(?:jats:)?(su[bp])>([0-9+−-]{1,6})</(?:jats:)?\1>", re.IGNORECASE)
ENTITY = re.compile(r"&(?:[a-zA-Z]{2,9}[0-9]{0,2}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
RAISED = {
    "sub": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
    "sup": str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"),
}
BREAKS = re.compile(rf"(?:{LINES})\Z", re.IGNORECASE)
EMPTY_LINES = re.compile(r"[ \t]*\n[ \t\n]*")

HEADING = re.compile(r"^#{1,6} +(?=\S[^\n]*\n)", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*```[\w.+-]*\s*?(\n|\Z)", re.MULTILINE)
CODE = re.compile(r"(?<![\w`])`([^`\n]+)`(?![\w`])")
BOLD = re.compile(r"(?<![\w*])\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*(?![\w*])")
LINK = re.compile(r"!?\[([^\[\]\n]*)\]\((?:https?:/|\.?\.?/|#|mailto:)[^\s()]*(?: \"[^\"\n]*\")?\)")
EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")
"""The signs of Markdown. Signs of emphasis, which formulas have too, only count if others are present."""


def without_markup(text: str) -> str:
    """The text without the tags of HTML and the signs of Markdown that writers use.

    Other characters, as in `a < b` and `2 * 3`, do not change.
    """
    if "<" in text and TAG.search(text):
        text = PROGRAM.sub("", text)
        text = INDEX.sub(lambda found: found[2].translate(RAISED[found[1].lower()]), text)
        text = TAG.sub(lambda found: "\n" if BREAKS.match(found[2]) else "", text)
        text = EMPTY_LINES.sub("\n", text).strip()
    text = ENTITY.sub(lambda found: character(found[0]), text) if "&" in text else text
    return without_signs(text) if any(sign in text for sign in ("`", "**", "](", "# ")) else text


def character(entity: str) -> str:
    """The character of an entity; an unknown one that begins like a known one, such as `&region;`, does not change."""
    text = unescape(entity)
    return entity if len(text) > 1 and text.endswith(";") else text


def without_signs(text: str) -> str:
    """The text without the signs of Markdown; links and pictures are called by their texts."""
    found = FENCE.sub("", HEADING.sub("", text))
    for pattern in (CODE, BOLD, LINK):
        found = pattern.sub(r"\1", found)
    return text if found == text else EMPHASIS.sub(r"\1", found).strip()
