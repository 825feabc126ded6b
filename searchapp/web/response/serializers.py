"""Writes any data as the bytes of an answer: json, yaml, msgpack."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgpack
import orjson

to_json: Callable[[Any], bytes] = partial(orjson.dumps, default=str)
"""JSON, with values that JSON does not have as texts."""


def to_wrapped_json(data: Any) -> bytes:
    """JSON with an object at the top: a list becomes `{"hits": [...]}`."""
    return to_json({"hits": data} if isinstance(data, list) else data)


def to_yaml(data: Any, look: Callable[[], None] | None = None) -> bytes:
    """The value as YAML. `look` is called for each value, and may raise an error to stop."""
    from .yaml_dumper import written  # imports PyYAML, which few answers need

    return written(data, look)


def to_msgpack(data: Any) -> bytes:
    return bytes(msgpack.packb(data, default=str))
