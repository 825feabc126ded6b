"""The names of facets, as `depth:5` or `born:month`: a field, and what its values are counted by."""

import re

PERIOD_NAMES = ("year", "quarter", "month", "week", "day", "hour", "minute")
COUNTED_BY = re.compile(
    rf"(?P<field>[^:\s]+|(?=.*\s).+?):(?P<by>missing|{'|'.join(PERIOD_NAMES)}|[\d.]+|\S*\.\.\S*)", re.DOTALL
)
"""A facet of steps, periods, ranges or missing values. A field with a colon in its name has a blank in it too."""


def divided(text: str) -> tuple[str, str]:
    """The field of a facet, and what it is counted by; this is empty for the values of the field."""
    found = COUNTED_BY.fullmatch(text)
    return (found["field"], found["by"]) if found else (text, "")
