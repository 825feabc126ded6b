"""Patterns of words and emoji beyond ASCII. Compiling them takes 90 ms, so only the first such text imports them."""

import re

from . import unicode_word_classes as classes


def _class(*names: str) -> str:
    """The inside of a regular expression's `[ ]`. Characters stand for themselves, which compiles twice as fast."""
    ranges = [item.split("-") for name in names for item in getattr(classes, name).split()]
    return "".join("-".join(re.escape(chr(int(end, 16))) for end in item) for item in ranges)


A, H, N, K, X, F = map(_class, ("LETTER", "HEBREW", "DIGIT", "KATAKANA", "JOINER", "EXTEND"))
MID_LETTER = _class("MID_LETTER", "MID_BOTH")
MID_DIGIT = _class("MID_DIGIT", "MID_BOTH")
SE_ASIAN = _class("SOUTH_EAST_ASIAN")
SINGLE = _class("SINGLE")
# Repeated groups have a limit, because each repetition takes memory. Words that reach it are cut anyway.
_CHAIN = rf"(?:[{MID_LETTER}][{F}]*+[{A}{H}][{F}]*+)"
_LETTERS = rf"[{A}][{A}{F}]*+{_CHAIN}{{0,128}}"
_HEBREW = rf"""[{H}][{F}]*+(?:'[{F}]*+|"[{F}]*+[{H}][{F}]*+|{_CHAIN}{{1,128}})?"""
_DIGITS = rf"[{N}][{N}{F}]*+(?:[{MID_DIGIT}][{F}]*+(?=[{N}]))?"
_PART = rf"(?:[{K}][{K}{F}]*+|(?:{_LETTERS}|{_DIGITS}|{_HEBREW}){{1,256}})"
_JOIN = rf"[{X}][{X}{F}]*+"
_REST = rf"{_PART}(?:{_JOIN}{_PART}){{0,128}}(?:{_JOIN})?|[{SE_ASIAN}][{SE_ASIAN}{F}]*+|[{SINGLE}][{F}]*+"
WORD = re.compile(rf"(?:{_JOIN})?{_REST}")
_NOT_INSIDE = "".join(rf"(?<![{X}]{f'[{F}]' * marks})" for marks in range(4))
FIND_WORD = re.compile(rf"(?:{_NOT_INSIDE}{_JOIN})?{_REST}")
"""Finds the words of a text. No search begins inside a run of joiners, which would take quadratic time."""

_ZWJ = "\u200d"
_FLAG = "\U0001f1e6-\U0001f1ff"
_TONE = "\U0001f3fb-\U0001f3ff"
_PICTURE = _class("EMOJI")
_MARK = rf"(?:(?![\ufe0e\ufe0f])[{F}])*"
_ONE = rf"(?![{_TONE}])[{_PICTURE}]{_MARK}\ufe0f?"
_TONED = rf"[{_TONE}]{_MARK}"
_TAGS = "[\U000e0020-\U000e007e]+\U000e007f"
EMOJI = re.compile(
    rf"(?:{_ZWJ}*{_ONE}|{_TONED})(?:{_TAGS}|(?:(?:(?<={_ZWJ})|{_ZWJ}+){_ONE}|{_ZWJ}{_TONED})*)"
    rf"|[0-9#*]{_MARK}\ufe0f?\u20e3{_MARK}|(?:[{_FLAG}][{F}]*+){{2}}"
)
EMOJI_HINT = re.compile(rf"[{_PICTURE}{_FLAG}\u20e3]")
