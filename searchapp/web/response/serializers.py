"""Writes any data as the bytes of an answer: json, yaml, msgpack."""

from collections.abc import Callable
from typing import Any

import msgpack
import orjson
import yaml

from .yaml_lines import NotPlain, lines_of

Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class PlainDumper(Dumper):  # type: ignore[misc, valid-type]
    """Writes a repeated value twice rather than by an alias, which our own reader would refuse."""

    look: Callable[[], None] | None = None

    def ignore_aliases(self, data: Any) -> bool:
        if self.look is not None:
            self.look()  # PyYAML calls only this method for each value
        return True


def to_json(data: Any) -> bytes:
    """JSON, with values that JSON does not have as texts."""
    return orjson.dumps(data, default=str)


def to_wrapped_json(data: Any) -> bytes:
    """JSON with an object at the top: a list becomes `{"hits": [...]}`."""
    return to_json({"hits": data} if isinstance(data, list) else data)


def to_yaml(data: Any, look: Callable[[], None] | None = None) -> bytes:
    """YAML; `look` is called for each object and list, and what it raises ends the writing."""
    try:
        return "".join(lines_of(data, look or (lambda: None))).encode()
    except NotPlain:
        return written_by_pyyaml(data, look)


def written_by_pyyaml(data: Any, look: Callable[[], None] | None = None) -> bytes:
    """YAML of any values that PyYAML knows; it takes five times as long."""

    def dumper(*stream: Any, **options: Any) -> PlainDumper:
        made = PlainDumper(*stream, **options)
        made.look = look
        return made

    return bytes(yaml.dump(data, Dumper=dumper, encoding="utf-8", allow_unicode=True, sort_keys=False, width=1000))


def to_msgpack(data: Any) -> bytes:
    return bytes(msgpack.packb(data, default=str))
