"""The names of facets, such as `depth:5` or `born:month`: a field, and the way its values are counted."""

import re

PERIOD_NAMES = ("year", "quarter", "month", "week", "day", "hour", "minute")
COUNTED_BY = re.compile(
    rf"(?P<field>[^:\s]+|(?=.*\s).+?):(?P<by>missing|{'|'.join(PERIOD_NAMES)}|[\d.]+|\S*\.\.\S*)", re.DOTALL
)
"""A facet of steps, periods, ranges or missing values. A field with a colon in its name has a blank in it too."""


def divided(text: str) -> tuple[str, str]:
    """The field of a facet, and the way its values are counted; empty if each value is counted."""
    found = COUNTED_BY.fullmatch(text)
    return (found["field"], found["by"]) if found else (text, "")
