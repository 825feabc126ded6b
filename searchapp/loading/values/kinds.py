"""The kind of one value: long, double, boolean, date or text."""

import re
from datetime import date
from ipaddress import ip_address
from typing import Any

DATE = re.compile(r"\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?\Z")
INTEGER = re.compile(r"(0|-?[1-9]\d{0,17})\Z")
DECIMAL = re.compile(r"-?(0|[1-9]\d{0,15})?\.\d{1,20}([eE][+-]?\d{1,2})?\Z")
FIRST_OF_NUMBERS = frozenset("-.0123456789")
"""The first characters of numbers and dates."""

MAX_LONG = 2**63 - 1


def kind_of(value: Any) -> str:
    """The kind of a value that is not a text."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -MAX_LONG <= value <= MAX_LONG else "double"
    return "double" if isinstance(value, float) else "text"


def text_kind(text: str, as_table: bool) -> str:
    """The kind of a text; in a table, where all is text, numbers are seen by how they are written."""
    if text[:1] not in FIRST_OF_NUMBERS:
        return "boolean" if as_table and len(text) < 6 and text.lower() in ("true", "false") else "text"
    if as_table and INTEGER.match(text):
        return "long"
    if as_table and DECIMAL.match(text):
        return "double"
    return "date" if is_date(text) else "text"


def is_address(text: str) -> bool:
    """Whether this is an IP address that search engines take, version 4 or 6."""
    if "%" in text or not ("." in text or ":" in text):
        return False
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_date(text: str) -> bool:
    """Whether this is an ISO date, with or without a time."""
    if not DATE.match(text):
        return False
    try:
        return bool(date.fromisoformat(text[:10]))
    except ValueError:
        return False
