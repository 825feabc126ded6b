"""The kinds of facets, and their names such as `depth:5`: a field, and the way its values are counted."""

import re
from typing import Final, Literal

FacetKind = Literal["terms", "histogram", "date_histogram", "range", "missing"]
"""The kinds of facets. Where each needs code of its own, `assert_never` makes mypy name the place for a new kind."""

TERMS: Final = "terms"
HISTOGRAM: Final = "histogram"
PERIODS: Final = "date_histogram"
RANGE: Final = "range"
MISSING: Final = "missing"
WITHOUT, OTHER = "::missing", "::other"
"""Suffixes of the additional counts of a facet; no facet can have such a name."""

TOKEN = re.compile(r"(?P<name>[^\s(),]+)|[(),]")
"""A name of a facet, or a sign between names: `a(b,c)` counts b and c for each value of a."""
NAME_WITH_BLANKS = re.compile(r".*\s.*", re.DOTALL)
FIELD = re.compile(r"[^\s(),:|+\"']+|(?=.*\s)[^\"]+")
"""A field that a facet can name, also in a list of facets, where a name with blanks is in quotes."""
PERIOD_NAMES = ("year", "quarter", "month", "week", "day", "hour", "minute")
COUNTED_BY = re.compile(
    rf"(?P<field>[^:\s]+|(?=.*\s).+?):(?P<by>{MISSING}|{'|'.join(PERIOD_NAMES)}|[\d.]+|\S*\.\.\S*)", re.DOTALL
)
"""A facet of steps, periods, ranges or missing values. A field with a colon in its name has a blank in it too."""


REFUSED, INSTEAD = "[]<>", "\ue000\ue001\ue002\ue003"
"""Characters that search engines refuse in names of aggregations, and characters for private use in their place."""
WITHOUT_REFUSED, WITH_REFUSED = str.maketrans(REFUSED, INSTEAD), str.maketrans(INSTEAD, REFUSED)


def aggregation_name(facet: str) -> str:
    """The name of the aggregation for a facet."""
    return facet.translate(WITHOUT_REFUSED)


def facet_name(aggregation: str) -> str:
    """The name of the facet that an aggregation counts."""
    return aggregation.translate(WITH_REFUSED)


def divided(text: str) -> tuple[str, str]:
    """The field of a facet, and the way its values are counted; empty if each value is counted."""
    found = COUNTED_BY.fullmatch(text)
    return (found["field"], found["by"]) if found else (text, "")


def can_be_counted(name: str) -> bool:
    """Whether a facet can name the field."""
    return FIELD.fullmatch(name) is not None
