"""Suggest: what the text that was typed could become, for completion in a search box."""

from collections.abc import Callable
from typing import Any

from .endpoint import Answer, Options
from .request.admission import deadline


def suggest(complete: Callable[..., Any], seconds: float) -> Answer:
    """What answers a suggest request within so many seconds; nothing is suggested for nothing."""

    def answer(options: Options) -> Any:
        return complete(**options, deadline=deadline(seconds))

    return answer
