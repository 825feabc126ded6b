"""The order of values that form a scale: ranges such as `18-24`, days, grades such as `agree`, `Round 2`."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

Terms = Sequence[Mapping[str, Any]]

SCALES = tuple(
    tuple(each.strip() for each in line.split(","))
    for line in """
    strongly disagree, disagree, neither agree nor disagree, neutral, agree, strongly agree
    very dissatisfied, dissatisfied, neither satisfied nor dissatisfied, neutral, satisfied, very satisfied
    very unlikely, unlikely, neither likely nor unlikely, neutral, likely, very likely
    never, rarely, seldom, occasionally, sometimes, often, usually, very often, always
    very poor, poor, fair, average, good, very good, excellent
    none, very low, low, moderate, medium, high, very high, critical
    trivial, minor, moderate, major, severe, critical, blocker
    xxs, xs, s, m, l, xl, xxl, xxxl
    monday, tuesday, wednesday, thursday, friday, saturday, sunday
    mon, tue, wed, thu, fri, sat, sun
    january, february, march, april, may, june, july, august, september, october, november, december
    jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec
    """.strip().splitlines()
)  # fmt: skip
"""Words that are always in this order. A facet need not have all of them."""

MIN_VALUES = 3
NUMBERED = re.compile(r"([^\W\d_][^\d]*)(\d{1,3})([^\d]*)")
"""A text with letters before its only number, which has few digits; numbers of codes have more."""

NUMBER = r"[$€£]?(\d[\d,.]*)[\w%]{0,3}"
BETWEEN = re.compile(rf"{NUMBER}\s?(?:-|–|—|to)\s?{NUMBER}(?: \w+)?")
BELOW = re.compile(rf"(?:<|≤|<=|under|below|less than|up to)\s?{NUMBER}(?: \w+)?", re.IGNORECASE)
ABOVE = re.compile(rf"(?:(?:>|≥|>=|over|above|more than)\s?{NUMBER}|{NUMBER}\s?(?:\+|and \w+|or \w+))", re.IGNORECASE)


def in_order(terms: Terms) -> Terms:
    """The terms in the order of their scale; terms that are no scale unchanged, or in a scale for each equal count."""
    texts = [str(term["term"]).lower().strip() for term in terms]
    keys = positions(texts) or starts(texts) or numbers(texts)
    if len(texts) < MIN_VALUES or not keys:
        runs = [[*run] for _, run in groupby(terms, lambda term: term["count"])]
        return [term for run in runs for term in in_order(run)] if len(runs) > 1 else terms
    return [term for _, term in sorted(zip(keys, terms, strict=True), key=lambda pair: pair[0])]


def positions(texts: Sequence[str]) -> list[tuple[float, int]] | None:
    """The position of each text in a scale that has all of them; None without such a scale."""
    scale = next((scale for scale in SCALES if set(texts) <= set(scale)), None)
    return [(scale.index(text), 1) for text in texts] if scale else None


def starts(texts: Sequence[str]) -> list[tuple[float, int]] | None:
    """The start of each range; None if some text is not a range, or no range has two ends."""
    found = [start(text) for text in texts]
    if None in found or not any(map(BETWEEN.fullmatch, texts)):
        return None
    return [key for key in found if key]


def numbers(texts: Sequence[str]) -> list[tuple[float, int]] | None:
    """The number of each text; None if the texts differ in more than their numbers."""
    found = [match for text in texts if (match := NUMBERED.fullmatch(text))]
    is_scale = len(found) == len(texts) and len({(match[1], match[3]) for match in found}) == 1
    return [(int(match[2]), 1) for match in found] if is_scale else None


def start(text: str) -> tuple[float, int] | None:
    """The number that orders a range, and its rank among ranges with this number; None for other texts.

    A range without a start (rank 0) is before one with both ends (1), and this before one without an end (2).
    """
    if match := BELOW.fullmatch(text):
        return value_of(match[1]), 0
    if match := ABOVE.fullmatch(text):
        return value_of(match[1] or match[2]), 2
    match = BETWEEN.fullmatch(text)
    ends = (value_of(match[1]), value_of(match[2])) if match else (0.0, 0.0)
    return (ends[0], 1) if ends[0] < ends[1] else None


def value_of(digits: str) -> float:
    """The number that digits with commas mean."""
    plain = digits.replace(",", "").rstrip(".")
    return float(plain) if plain.count(".") <= 1 else 0.0
