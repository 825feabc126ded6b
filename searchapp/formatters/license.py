"""The licence rule: a field from a source with a licence URL has this URL as `_license`."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from .paths import changed_at, split

Document = dict[str, Any]
Place = tuple[list[str], str]

BY_NAME = "*"


def licensed_places(license_transform: Mapping[str, str], licenses: Mapping[str, str]) -> list[Place]:
    """Pairs of path and licence URL, for every field whose source has a licence.

    With `"*": "*"` a field that is named like a source belongs to it, unless it is named itself.
    """
    own = {field: source for field, source in license_transform.items() if field != BY_NAME}
    if license_transform.get(BY_NAME) == BY_NAME:
        own = {**{source: source for source in licenses}, **own}
    return [(split(field), licenses[source]) for field, source in own.items() if licenses.get(source)]


def with_licenses(document: Document, places: list[Place]) -> Document:
    """The document with `_license` in each of these fields; in a list, in each object of it."""
    for path, url in places:
        if path[0] in document:
            document = changed_at(document, path, partial(licensed_field, url))
    return document


def licensed_field(url: str, parent: Document, name: str) -> Document:
    return {**parent, name: licensed(parent[name], url)} if name in parent else parent


def licensed(value: Any, url: str) -> Any:
    """An object, or the objects of a list, with `_license`; other values unchanged."""
    if isinstance(value, list):
        return [licensed(element, url) for element in value]
    return {**value, "_license": url} if isinstance(value, dict) else value
