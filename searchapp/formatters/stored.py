"""Documents that are written as they are stored, as JSON with sorted keys. Only their fields with a licence change."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

import msgspec
import orjson

from .license import Document, JsonFields, Licensing

fields_of = msgspec.json.Decoder(JsonFields).decode


class StoredDocument(NamedTuple):
    """A document that is not parsed: the keys that the service adds, and the other keys as JSON, both in order."""

    head: Document
    source: bytes
    fields: Mapping[str, Any] | None = None
    """The other keys with their values, where they are known."""

    def has_any(self, keys: Iterable[str]) -> bool:
        """Whether one of these may be among the other keys."""
        if self.fields is None:
            return any(quoted(key) in self.source for key in keys)
        return not self.fields.keys().isdisjoint(keys)

    def json(self, head: Document) -> bytes:
        """The document after the keys of `head`."""
        return orjson.dumps({**head, **self.head}, default=str)[:-1] + b"," + self.source[1:]

    def parsed(self) -> Document:
        return {**self.head, **orjson.loads(self.source)}

    def licensed(self, licensing: Licensing) -> "StoredDocument":
        fields = fields_of(self.source)
        licensing.add_to(fields)
        return StoredDocument(self.head, msgspec.json.encode(fields), fields)


@lru_cache(maxsize=1000)
def quoted(key: str) -> bytes:
    """A key as it stands in JSON."""
    return orjson.dumps(key) + b":"


def is_stored(source: Any) -> TypeGuard[bytes]:
    """Whether a document with sorted keys is JSON, and its keys come after those of the service."""
    return type(source) is bytes and source[2:3] > b"_"
