"""The forms in which a code of letters and a number may be written: `ngc 224` is NGC0224, `mew2` Mewtwo."""

import re

from .variants import numbers

CODE = re.compile(r"([^\W\d_]{1,8})[ ._-]?([1-9]\d{0,6})([^\W\d_]?)")
SIGNS = ("", " ", "-")
MAX_ZEROS = 3
"""Zeros that a number may have before it."""


def code_forms(text: str, language: str) -> list[str]:
    """The code with each sign between letters and number, and the number with zeros before it, in words, or Roman.

    Empty for other texts.
    """
    found = CODE.fullmatch(text)
    if not found:
        return []
    letters, number, end = found.groups()
    filled = [number.zfill(len(number) + zeros) for zeros in range(MAX_ZEROS + 1)]
    forms = [f"{letters}{sign}{digits}{end}" for digits in (*filled, *numbers(number, language)) for sign in SIGNS]
    return [form for form in forms if form != text]
