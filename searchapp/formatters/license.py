"""The licence rule: a field from a source with a licence URL has this URL as `_license`."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, TypedDict

import msgspec
import orjson

from ..json_text import value_of_json
from .paths import changed_at, split

Document = dict[str, Any]
LicensedPath = tuple[list[str], str]


@lru_cache(maxsize=100)
def fields_named(*names: str) -> Callable[[bytes], Any]:
    """A function that reads only the fields with these names from the JSON of a document."""
    named = TypedDict("named", dict.fromkeys(names, msgspec.Raw), total=False)  # type: ignore[misc]
    return msgspec.json.Decoder(named).decode


fields_of = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
"""The fields of a document, each as its JSON."""
is_json = msgspec.json.Decoder(msgspec.Raw).decode

BY_NAME = "*"


def licensed_paths(license_transform: Mapping[str, str], licenses: Mapping[str, str]) -> list[LicensedPath]:
    """Pairs of path and licence URL, for every field whose source has a licence.

    With `"*": "*"`, a field with the name of a source belongs to this source, unless the setting names the field.
    """
    own = {field: source for field, source in license_transform.items() if field != BY_NAME}
    if license_transform.get(BY_NAME) == BY_NAME:
        own = {**{source: source for source in licenses}, **own}
    return [
        (split(field, "license_transform"), licenses[source]) for field, source in own.items() if licenses.get(source)
    ]


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
        self.named = fields_named(*self.names)
        starts = {
            path[0]: b'{"_license":%b,' % orjson.dumps(url)
            for path, url in paths
            if len(path) == 1 and self.names[path[0]] == 1
        }
        self.in_json = [(b",%b:" % orjson.dumps(name), starts.get(name)) for name in sorted(self.names)]
        """The key of each name in JSON, and the start of its object where `_license` comes before other keys."""

    def __call__(self, document: Document) -> Document:
        return with_licenses(document, self.paths)

    def parts(self, source: bytes) -> list[bytes]:
        """The JSON of a document, whose keys are sorted, after its first brace, in parts, with the licences of fields.

        Parts save a copy of the text.
        """
        parts: list[bytes] = []
        end = 1
        for key, start in self.in_json:
            path = source.rfind(key)
            value = path + len(key)
            if path > 0 and start and b'{"_' < source[value : value + 3] < b"{#" and ends(source, path + 1):
                parts += (source[end:value], start)
                end = value + 1
            elif source.startswith(key[1:], 1) or (path > 0 and not ends_before(source, key[2:-2])):
                return [self._parsed(source)[1:]]
        parts.append(source[end:])
        return parts

    def _parsed(self, source: bytes) -> bytes:
        """The JSON of a document with the licences of its fields, whose values are parsed."""
        values = {name: value_of_json(bytes(value)) for name, value in self.named(source).items()}
        if not values:
            return source
        licensed = with_licenses(values, self.paths)
        fields = fields_of(source)
        fields |= {name: msgspec.Raw(orjson.dumps(licensed[name], option=orjson.OPT_SORT_KEYS)) for name in values}
        return msgspec.json.encode(fields)


def ends(source: bytes, path: int) -> bool:
    """Whether the keys after the position `path` belong to the document itself, and not to an object inside it."""
    if source.count(b"}", path) == 2:  # that of the value and that of the document
        return True
    try:
        is_json(b"{" + source[path:])
    except msgspec.DecodeError:
        return False
    return True


def ends_before(source: bytes, name: bytes) -> bool:
    """Whether the last key of the document comes before a name, so that no field has this name. Reads the end only."""
    last, _, rest = source[source.rfind(b',"') + 2 :].partition(b'"')
    is_last = last[:1] not in (b"", b":") and rest.count(b"}") == 1 and b"]" not in rest
    return is_last and last < name and b"\\" not in last + name


def licensed_field(url: str, parent: Document, name: str) -> Document:
    """The object with a licence at the value of a name, unchanged if it has no such value."""
    return {**parent, name: licensed(parent[name], url)} if name in parent else parent


def licensed(value: Any, url: str) -> Any:
    """An object, or the objects of a list, with `_license`; other values unchanged."""
    if isinstance(value, list):
        return [licensed(element, url) for element in value]
    return {**value, "_license": url} if isinstance(value, dict) else value
