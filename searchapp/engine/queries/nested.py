"""The nested query."""

from typing import Any

from .compound import Inner
from .context import Build
from .shape import parsing_error


def nested(body: Any, inner: Inner) -> Build:
    raise parsing_error("unsupported query: nested")


PARSERS = {"nested": nested}
