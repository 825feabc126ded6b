"""Durations of ISO 8601 in words: `PT1H30M` is "1 h 30 min"."""

import re

DURATION = re.compile(r"P(?:(\d+)D)?T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")
"""Hours, minutes and seconds, also after days. Texts without a `T`, such as `P1M`, may be codes."""

UNITS = ("d", "h", "min", "s")


def readable_duration(text: str) -> str | None:
    """A duration such as `PT1H30M` in words; None for other texts."""
    found = DURATION.fullmatch(text) if text.startswith("P") else None
    if not found:
        return None
    parts = zip(found.groups(), UNITS, strict=True)
    return " ".join(f"{float(number):g} {unit}" for number, unit in parts if number and float(number)) or "0 s"
