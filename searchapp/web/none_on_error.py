"""Optional parts of an answer, which are left out while the database does not answer."""

from typing import Any

from ..errors import PipelineError


def none_on_error(ask: Any) -> Any:
    """The result of `ask`, or None if it raises PipelineError. A page or a header then shows less."""
    try:
        return ask()
    except PipelineError:
        return None
