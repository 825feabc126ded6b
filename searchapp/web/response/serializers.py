"""Writes any data as the bytes of an answer: json, yaml, msgpack."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgpack
import orjson

from .yaml_lines import NotPlain, lines_of

to_json: Callable[[Any], bytes] = partial(orjson.dumps, default=str)
"""JSON, with values that JSON does not have as texts."""


def to_wrapped_json(data: Any) -> bytes:
    """JSON with an object at the top: a list becomes `{"hits": [...]}`."""
    return to_json({"hits": data} if isinstance(data, list) else data)


def to_yaml(data: Any, look: Callable[[], None] | None = None) -> bytes:
    """The value as YAML. `look` is called for each object and list, and may raise an error to stop."""
    try:
        return "".join(lines_of(data, look or (lambda: None))).encode()
    except NotPlain:
        from .yaml_dumper import written_by_pyyaml  # imports PyYAML, which few answers need

        return written_by_pyyaml(data, look)


def to_msgpack(data: Any) -> bytes:
    return bytes(msgpack.packb(data, default=str))
