"""Writes names of fields for a list or a facet. querystring/writing.py writes them for a query text."""

import json
from collections.abc import Iterable

from ...options.split import split, split_outside_parentheses


def in_list(name: str) -> str:
    """The name as an element of a list option; as a JSON list if the name would be split."""
    return name if split(name) == [name] else json.dumps([name], ensure_ascii=False)


def as_list(names: Iterable[str], separator: str = ",") -> str:
    """The names as a readable list option, with quotes around names with blanks."""
    listed = list(names)
    text = separator.join(name if split(name) == [name] else f'"{name}"' for name in listed)
    return text if split(text) == listed else json.dumps(listed, ensure_ascii=False)


def in_facets(facets: Iterable[str]) -> str:
    """The facets as one option; as a JSON list if a name would be split."""
    listed = list(facets)
    text = ",".join(listed)
    return text if split_outside_parentheses(text) == listed else json.dumps(listed, ensure_ascii=False)
