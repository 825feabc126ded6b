"""Patterns of field names: `*` matches any text, also an empty one, and every other character itself.

The standard library's fnmatch makes a regular expression of each pattern and keeps 32,768 of them, which callers could
make as large as they like; here nothing is kept.
"""

from collections.abc import Iterable


def fitting(names: Iterable[str], pattern: str) -> list[str]:
    """The names that match the pattern. Most names are excluded quickly, because they lack its longest part."""
    part = max(pattern.split("*"), key=len)
    return [name for name in names if part in name and fits_pattern(name, pattern)]


def fits_pattern(name: str, pattern: str) -> bool:
    """Whether the complete name matches the pattern."""
    if "*" not in pattern:
        return name == pattern
    if len(pattern) - pattern.count("*") > len(name):
        return False
    first, *middle, last = pattern.split("*")
    at, end = len(first), len(name) - len(last)
    if at > end or not name.startswith(first) or not name.endswith(last):
        return False
    for part in middle:
        at = name.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True
