"""From data to the bytes of an answer: json, yaml, msgpack; pages.py writes html."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack
import orjson
import yaml

Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class Writer(NamedTuple):
    """The content type of a format and what writes it."""

    content_type: str
    write: Callable[[Any], bytes]


class PlainDumper(Dumper):  # type: ignore[misc, valid-type]
    """Writes a repeated value twice rather than by an alias, which our own reader would refuse."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def to_json(data: Any) -> bytes:
    """JSON; what JSON does not know is written as text."""
    return orjson.dumps(data, default=str)


def to_wrapped_json(data: Any) -> bytes:
    """JSON with an object at the top: a list becomes `{"hits": [...]}`."""
    return to_json({"hits": data} if isinstance(data, list) else data)


def to_yaml(data: Any) -> bytes:
    return bytes(yaml.dump(data, Dumper=PlainDumper, encoding="utf-8", allow_unicode=True, sort_keys=False, width=1000))


def to_msgpack(data: Any) -> bytes:
    return bytes(msgpack.packb(data, default=str))


def writers(wrap_lists: bool = False) -> dict[str, Writer]:
    """The writer of each format that data alone decides."""
    return {
        "json": Writer("application/json", to_wrapped_json if wrap_lists else to_json),
        "yaml": Writer("application/yaml; charset=utf-8", to_yaml),
        "msgpack": Writer("application/msgpack", to_msgpack),
    }
