"""The licence rule: a field from a source with a licence URL has this URL as `_license`."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import orjson

from .paths import changed_at, split

Document = dict[str, Any]
Place = tuple[list[str], str]
JsonFields = dict[str, msgspec.Raw]
"""The fields of a document, each as its JSON with sorted keys."""

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


class Licensing:
    """A step of the formatter: `with_licenses`, for a document or for the JSON of its fields."""

    def __init__(self, places: list[Place]):
        self.places = places
        self.names = Counter(path[0] for path, _ in places)
        self.starts = {
            path[0]: b'{"_license":%b,' % orjson.dumps(url)
            for path, url in places
            if len(path) == 1 and self.names[path[0]] == 1
        }
        """The start of each object that gets one licence, where its other keys come after `_license`."""

    def __call__(self, document: Document) -> Document:
        return with_licenses(document, self.places)

    def add_to(self, fields: JsonFields) -> bool:
        """Whether a field has a licence, which is added to its JSON."""
        found = False
        for name in self.names:
            if name in fields:
                fields[name] = msgspec.Raw(self._licensed(name, bytes(fields[name])))
                found = True
        return found

    def _licensed(self, name: str, field: bytes) -> bytes:
        start = self.starts.get(name)
        if start and field[:2] == b'{"' and field[2:3] > b"_":
            return start + field[1:]
        document = with_licenses({name: orjson.loads(field)}, self.places)
        return orjson.dumps(document[name], option=orjson.OPT_SORT_KEYS)


def licensed_field(url: str, parent: Document, name: str) -> Document:
    return {**parent, name: licensed(parent[name], url)} if name in parent else parent


def licensed(value: Any, url: str) -> Any:
    """An object, or the objects of a list, with `_license`; other values unchanged."""
    if isinstance(value, list):
        return [licensed(element, url) for element in value]
    return {**value, "_license": url} if isinstance(value, dict) else value
