"""Numbers in common forms: 1234.5, 1,234.5, 1.234,5, 1 234,5, 1'234.5, .5, with a currency or a percent sign, followed
by a unit, or negative in parentheses: ($12.50)."""

import re
from collections.abc import Callable
from typing import NamedTuple

CURRENCY_SIGNS = "$€£¥₪₹₩₽₺₴₫฿元円"
CURRENCY_CODES = ("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK")
SIGNS = {sign: sign for sign in (*CURRENCY_SIGNS, "%", *CURRENCY_CODES)}
BLANKS = "\u00a0\u202f\u2009 "
MEASURES = (
    r"[nµμcmdk]m|[cmk]?m[²³]|ha|ft|mi|[µμmk]g|lbs?|oz|[mcd][lL]|ms|min|[kMG]?Hz|[mkM]W|[kM]Wh|[mk]V|mAh?|°[CF]"
    r"|[hkM]Pa|m?bar|psi|[kKMGT]B|px|dpi|rpm|mph|km/h|m/s|kJ|kcal|[npµμmk]?(?:g|mol)/(?:[mcdµμ]?[lL]|k?g|m[³3])"
)
"""The units that may follow a number."""

LETTERS = "[mgtlLshWVA]"
"""The units that follow a number after a blank; without it they may be part of a code."""

CODES = "|".join(CURRENCY_CODES)
CURRENCY = rf"(?:[{CURRENCY_SIGNS}]|{CODES})"
BEFORE = rf"(?:{CURRENCY}[{BLANKS}]?)?[-+−]?(?:{CURRENCY}[{BLANKS}]?)?"
AFTER = rf"(?:[{BLANKS}]?(?:%|{CURRENCY}))?"

AMOUNT = rf"(?=[^)]*[.,{CURRENCY_SIGNS}])"
"""The condition for a negative amount in parentheses, `(12.50)`; `(2)` is the number of a note."""

MEASURE = re.compile(rf"(?<=\d)(?:[{BLANKS}]?({MEASURES})|[{BLANKS}]({LETTERS}))\Z")


class Style(NamedTuple):
    """A way to write numbers: the patterns of the thousands separator and of the decimal separator."""

    name: str
    thousands: str
    decimal: str


STYLES = (
    Style("1234.5", "", r"\."),
    Style("1,234.5", ",", r"\."),
    Style("1.234,5", r"\.", ","),
    Style("1 234,5", rf"[{BLANKS}]", ","),
    Style("1 234.5", rf"[{BLANKS}]", r"\."),
    Style("1'234.5", "['’]", r"\."),
)
DECIMAL_STYLES = {".": ("1234.5", "1,234.5", "1 234.5", "1'234.5"), ",": ("1.234,5", "1 234,5")}
"""The styles that each value of --decimal leaves."""


def whole_digits(style: Style) -> str:
    """The pattern of the digits before the decimals, without needless zeros at the start."""
    grouped = rf"[1-9]\d{{0,2}}(?:{style.thousands}\d{{3}}){{1,5}}|" if style.thousands else ""
    return rf"(?:{grouped}0|[1-9]\d{{0,17}})"


def pattern(style: Style, decimals: bool) -> Callable[[str], object]:
    """The pattern of a text in this style."""
    tail = rf"{style.decimal}\d{{1,20}}"
    digits = whole_digits(style)
    digits = rf"(?:{digits}(?:{tail}-?)?|{tail})" if decimals else digits  # the minus of accounts may follow: 199,53-
    exponent = r"(?:[eE][+-]?\d{1,2})?" if decimals and style.name == "1234.5" else ""
    number = rf"{BEFORE}{digits}{exponent}{AFTER}"
    return re.compile(rf"(?:{number}|{CURRENCY}?\({AMOUNT}{number}\))\Z").match


def reader(style: Style, decimals: bool) -> Callable[[str], float]:
    """The function that reads a text in this style."""
    dropped = re.compile(
        rf"[{BLANKS}%{CURRENCY_SIGNS}+)]|{CODES}" + (rf"|{style.thousands}" if style.thousands else "")
    )
    comma = style.decimal == ","

    def read(text: str) -> float:
        plain = dropped.sub("", text).replace("−", "-").replace("(", "-")
        plain = plain.replace(",", ".") if comma else plain
        plain = f"-{plain[:-1]}" if plain[-1] == "-" else plain
        return float(plain) if decimals else int(plain)

    return read


def unit_of(text: str) -> str:
    """The currency, percent sign or unit in a text, empty without one."""
    return next((unit for sign, unit in SIGNS.items() if sign in text), "") or measured(text)[1]


def measured(text: str) -> tuple[str, str]:
    """The number in a text, and its unit; the text itself without one."""
    match = MEASURE.search(text)
    return (text[: match.start()], match[1] or match[2]) if match else (text, "")
