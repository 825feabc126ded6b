"""The kind of one value: long, double, boolean, date or text."""

import re
from datetime import date
from ipaddress import ip_address
from typing import Any

DATE = re.compile(r"\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?\Z")
INTEGER = re.compile(r"(0|-?[1-9]\d{0,17})\Z")
DECIMAL = re.compile(r"-?(0|[1-9]\d{0,15})\.\d{1,20}([eE][+-]?\d{1,2})?\Z")
MAX_LONG = 2**63 - 1


def kind_of(value: Any, as_table: bool) -> str:
    """The kind of one value; in a table, where all is text, numbers are seen by how they are written."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -MAX_LONG <= value <= MAX_LONG else "double"
    if isinstance(value, float):
        return "double"
    return text_kind(value, as_table) if isinstance(value, str) else "text"


def text_kind(text: str, as_table: bool) -> str:
    """The kind of a text."""
    if as_table and INTEGER.match(text):
        return "long"
    if as_table and DECIMAL.match(text):
        return "double"
    if as_table and text.lower() in ("true", "false"):
        return "boolean"
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
