"""The forms of numbers and dates in a column of texts. A form is only used if the complete column fits it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from . import dates, numbers

NO_VALUE = frozenset(
    (
        *("", "NA", "N/A", "n/a", "na", "n.a.", "N.A.", "#N/A", "null", "NULL", "Null", "nil", "None", "none"),
        *("nan", "NaN", "-", "--", "–", "—", "?", ".", "..", ":", "unknown", "Unknown"),
        *("0000-00-00", "0000-00-00 00:00:00"),
    )
)
"""Texts that mean no value among numbers and dates."""

NUMBERS = frozenset(("long", "double"))
"""The kinds of numbers."""

PLAIN, THOUSANDS = "1234.5", "1,234.5"
OR_LIMITS = " with limits"
"""The end of the name of a form of numbers among limits."""

LIMIT = re.compile(r"([<>≤≥~]=?)\s?(?=[-+.]?\d)")
"""The sign before a value beyond the limits of a measurement, such as `<0.01`."""

MAX_MARKS, MAX_MARK = 5, 12
"""The maximum number of different words for no number in a column, and of letters of such a word."""

DIGIT = re.compile(r"\d")
LISTS = "lists separated by "
"""The prefix in the name of a form of lists, before the separator."""


class Form(NamedTuple):
    """A form of values: its name, the type of field, and a function that reads a text (ValueError for others)."""

    name: str
    kind: str
    read: Callable[[str], Any]
    is_plain: bool = False


def number_form(style: numbers.Style, decimals: bool) -> Form:
    fits, read = numbers.pattern(style, decimals), numbers.reader(style, decimals)

    def checked(text: str) -> Any:
        if not fits(text):
            raise ValueError(text)
        return read(text)

    return Form(style.name, "double" if decimals else "long", checked, style.name == PLAIN)


@cache
def number_forms(decimal: str = "", likely: str = ".") -> tuple[Form, ...]:
    """The forms of numbers: whole numbers before decimals, and the likelier of two forms that may both fit first.

    `decimal` is the sign before decimals where it is known, `likely` the one to expect.
    """
    styles = [style for style in numbers.STYLES if not decimal or style.name in numbers.DECIMAL_STYLES[decimal]]
    if likely == ",":
        styles.sort(key=lambda style: style.name != PLAIN and style.decimal != ",")
    return tuple(number_form(style, decimals) for style in styles for decimals in (False, True))


@cache
def date_forms(day_first: bool = False) -> tuple[Form, ...]:
    """The forms of dates, the likelier of two that may both fit first; with `day_first`, 31/12 before 12/31."""
    readers = {name: dates.reader(name) for name in dates.PATTERNS}
    readers |= {name: dates.mixed_reader(other) for name, other in dates.MIXED.items()}
    names = sorted(readers, key=lambda name: (name in dates.MIXED, day_first and "%m/%d" in name))
    return (*(Form(name, "date", readers[name]) for name in names), Form(dates.PARTIAL, "date", dates.partial_reader))


def given_date(format: str) -> Form:
    """The form of dates that a user gave."""
    return Form(format, "date", dates.given_reader(format))


def boolean(text: str) -> bool:
    """The boolean of `true` or `false` in any case. Raises ValueError for another text."""
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


BOOLEAN = Form("true or false", "boolean", boolean)
"""The form of booleans in a table, among which `NA` may mean no value."""

NA = "NA"
WITHOUT_NA = Form("texts, NA means no value", "text", lambda text: None if text == NA else text)
"""The form of texts in a table of R, which writes NA for no value in all columns."""


def list_form(sign: str) -> Form:
    """The form of cells that hold several texts with a sign between them."""
    return Form(f"{LISTS}{sign}", "text", lambda text: parts_of(text, sign))


def parts_of(text: str, sign: str) -> list[str]:
    """The texts that a sign separates, without empty ones."""
    return [part for one in text.split(sign) if (part := one.strip())]


def form_of(name: str, kind: str) -> Form:
    """The form of this name and type. A name that is not ours is a format of dates."""
    if fixed := {form.name: form for form in (WITHOUT_NA, BOOLEAN)}.get(name):
        return fixed
    if name.endswith(OR_LIMITS):
        return with_limits(form_of(name.removesuffix(OR_LIMITS), "double"))
    if name.startswith(LISTS):
        return list_form(name.removeprefix(LISTS))
    known = {(form.name, form.kind): form for form in (*number_forms(), *date_forms())}
    number, _, unit = name.rpartition(" ")
    if (number, kind) in known and kind in NUMBERS:
        return in_unit(known[number, kind], unit)
    return known.get((name, kind)) or given_date(name)


def in_unit(form: Form, unit: str) -> Form:
    """The form of numbers that are all followed by this unit."""

    def read(text: str) -> Any:
        number, own = numbers.measured(text)
        if own != unit:
            raise ValueError(text)
        return form.read(number)

    return Form(f"{form.name} {unit}", form.kind, read)


def with_limits(form: Form) -> Form:
    """The form of numbers among limits and words for no number: texts with plain numbers, `<0,5 mg` is `<0.5`."""

    def read(text: str) -> str:
        sign, number = limit_and_number(text)
        try:
            value = float(form.read(number))
        except ValueError:
            return text
        return f"{sign}{int(value) if value.is_integer() else value}"

    return Form(f"{form.name}{OR_LIMITS}", "text", read)


def limit_and_number(text: str) -> tuple[str, str]:
    """The sign of a limit, empty without one, and the rest: `<` and `0.5` of `< 0.5`."""
    match = LIMIT.match(text)
    return (match[1], text[match.end() :]) if match else ("", text)


def is_mark(text: str) -> bool:
    """Whether a text may be a word for no number, such as `Tr` and `n.d.`."""
    return len(text) <= MAX_MARK and not DIGIT.search(text)


EXPONENT = frozenset("eE")
DIGITS_OF_THOUSANDS = 3


class Candidates:
    """The forms that fit all texts of a column so far. Texts that mean no value fit every form.

    Limits such as `<0.5` and a few words for no number fit forms of numbers.
    """

    def __init__(self, forms: Iterable[Form]):
        self.forms = list(forms)
        self.nothing = 0
        self.seen = 0
        self.unit: str | None = None
        """The unit of all numbers so far; empty if they have none; None before the first."""
        self.settled: set[str] = set()
        self.marks: Counter[str] = Counter()
        """The words for no number, with their counts."""
        self.has_limits = False
        self.misfit = ""
        """The text that the last form does not fit; empty while one fits."""

    def observe(self, text: str, kind: str = "text", times: int = 1) -> None:
        """Count a text that occurs `times` times; `kind` is the kind of a plain number, or `text`."""
        if text in NO_VALUE:
            self.nothing += times
            return
        self.seen += times
        if kind in self.settled and EXPONENT.isdisjoint(text):
            return
        sign, number = limit_and_number(text)
        fitting = self.fitting(number)
        if not fitting and is_mark(text) and (text in self.marks or len(self.marks) < MAX_MARKS):
            self.marks[text] += times
            fitting = self.forms
        if sign or text in self.marks:
            self.has_limits = True
            fitting = [form for form in fitting if form.kind in NUMBERS]
        if self.forms and not fitting:
            self.misfit = text
        self.forms = fitting
        if kind in NUMBERS and is_representative(text) and all(form.kind in NUMBERS for form in self.forms):
            self.settled.add(kind)

    def fitting(self, text: str) -> list[Form]:
        """The remaining forms that fit a text. Forms of numbers only fit if all texts have the same unit, or none."""
        number, unit = numbers.measured(text)
        same = self.unit is None or unit == self.unit
        self.unit = self.unit if is_mark(text) else unit
        return [form for form in self.forms if fits(form, text if form.kind not in NUMBERS else number if same else "")]

    @property
    def is_special(self) -> bool:
        """Whether some numbers have a unit, or there are limits or words for no number."""
        return bool(self.unit) or self.has_limits

    def dates_of_digits(self) -> Form | None:
        """The form of dates that are written as whole numbers, None if a text does not fit it."""
        return next((form for form in self.forms if form.name == dates.DIGITS), None) if self.seen else None

    def best(self) -> Form | None:
        """The form to use, None if no form fits. Whole numbers that fit dates too are numbers."""
        if not self.forms or self.seen == self.marks.total():
            return None
        form = next((form for form in self.forms if form.name != dates.DIGITS), self.forms[0])
        form = in_unit(form, self.unit) if self.unit and form.kind in NUMBERS else form
        return with_limits(form) if self.has_limits else form


def is_representative(text: str) -> bool:
    """Whether every number of this kind fits the same forms. 1.234 is no such number, because it may be 1,234."""
    return len(text.partition(".")[2]) != DIGITS_OF_THOUSANDS and EXPONENT.isdisjoint(text)


def fits(form: Form, text: str) -> bool:
    try:
        form.read(text)
    except ValueError:
        return False
    return True
