"""What an answer can do without while the database does not answer."""

from typing import Any

from ..errors import PipelineError


def quietly(ask: Any) -> Any:
    """What `ask` gives, None where the database fails: a page or a header then shows less."""
    try:
        return ask()
    except PipelineError:
        return None
