"""Other forms of a code of letters and a number: `ngc 224` is NGC0224, `mew2` is Mewtwo."""

import re

from .variants import numbers

CODE = re.compile(r"([^\W\d_]{1,8})[ ._-]?([1-9]\d{0,6})([^\W\d_]?)")
SIGNS = ("", " ", "-")
MAX_ZEROS = 3
"""The maximum number of zeros before a number."""


def code_forms(text: str, language: str) -> list[str]:
    """The code with each sign between letters and number, with leading zeros, and with the number in words or Roman.

    Empty for texts that are not such a code.
    """
    found = CODE.fullmatch(text)
    if not found:
        return []
    letters, number, end = found.groups()
    filled = [number.zfill(len(number) + zeros) for zeros in range(MAX_ZEROS + 1)]
    forms = [f"{letters}{sign}{digits}{end}" for digits in (*filled, *numbers(number, language)) for sign in SIGNS]
    return [form for form in forms if form != text]
