"""The function_score query, as far as random_score and weight."""

from typing import Any

from .compound import Inner
from .context import Build
from .shape import parsing_error


def function_score(body: Any, inner: Inner) -> Build:
    raise parsing_error("unsupported query: function_score")


PARSERS = {"function_score": function_score}
