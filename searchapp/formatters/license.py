"""The licence rule: a field from a source with a licence URL has this URL as `_license`."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import orjson

from .paths import changed_at, split

Document = dict[str, Any]
LicensedPath = tuple[list[str], str]

fields_of = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
"""The fields of a document, each as its JSON."""
is_json = msgspec.json.Decoder(msgspec.Raw).decode

BY_NAME = "*"


def licensed_paths(license_transform: Mapping[str, str], licenses: Mapping[str, str]) -> list[LicensedPath]:
    """Pairs of path and licence URL, for every field whose source has a licence.

    With `"*": "*"` a field that is named like a source belongs to it, unless it is named itself.
    """
    own = {field: source for field, source in license_transform.items() if field != BY_NAME}
    if license_transform.get(BY_NAME) == BY_NAME:
        own = {**{source: source for source in licenses}, **own}
    return [(split(field), licenses[source]) for field, source in own.items() if licenses.get(source)]


def with_licenses(document: Document, paths: list[LicensedPath]) -> Document:
    """The document with `_license` in each of these fields; in a list, in each object of it."""
    for path, url in paths:
        if path[0] in document:
            document = changed_at(document, path, partial(licensed_field, url))
    return document


class Licensing:
    """A step of the formatter: `with_licenses`, for a document or for its JSON."""

    def __init__(self, paths: list[LicensedPath]):
        self.paths = paths
        self.names = Counter(path[0] for path, _ in paths)
        starts = {
            path[0]: b'{"_license":%b,' % orjson.dumps(url)
            for path, url in paths
            if len(path) == 1 and self.names[path[0]] == 1
        }
        self.in_json = [(name, b",%b:" % orjson.dumps(name), starts.get(name)) for name in self.names]
        """Each name with its key in JSON, and the start of its object where `_license` comes before other keys."""

    def __call__(self, document: Document) -> Document:
        return with_licenses(document, self.paths)

    def added_to(self, source: bytes) -> bytes:
        """The JSON of a document, whose keys are sorted, with the licences of its fields."""
        for name, key, start in self.in_json:
            path = source.rfind(key)
            value = path + len(key)
            if path > 0 and start and b'{"_' < source[value : value + 3] < b"{#" and ends(source, path + 1):
                source = source[:value] + start + source[value + 1 :]
            elif path > 0 or source.startswith(key[1:], 1):
                source = self._parsed(name, source)
        return source

    def _parsed(self, name: str, source: bytes) -> bytes:
        """As `added_to`, for one name, whose value is parsed."""
        fields = fields_of(source)
        if name not in fields:
            return source
        document = with_licenses({name: orjson.loads(bytes(fields[name]))}, self.paths)
        fields[name] = msgspec.Raw(orjson.dumps(document[name], option=orjson.OPT_SORT_KEYS))
        return msgspec.json.encode(fields)


def ends(source: bytes, path: int) -> bool:
    """Whether the JSON of an object ends with the keys from `path` on, which are not those of an object inside it."""
    try:
        is_json(b"{" + source[path:])
    except msgspec.DecodeError:
        return False
    return True


def licensed_field(url: str, parent: Document, name: str) -> Document:
    return {**parent, name: licensed(parent[name], url)} if name in parent else parent


def licensed(value: Any, url: str) -> Any:
    """An object, or the objects of a list, with `_license`; other values unchanged."""
    if isinstance(value, list):
        return [licensed(element, url) for element in value]
    return {**value, "_license": url} if isinstance(value, dict) else value
