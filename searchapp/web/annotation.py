"""Annotation: the document with an id, or a list of documents for a list of ids."""

from collections.abc import Callable
from typing import Any

from ..errors import PipelineError
from .endpoint import Answer, Options
from .request.admission import deadline


def annotation(fetch: Callable[..., Any], seconds: float) -> Answer:
    """What answers an annotation request within so many seconds: `fetch` of the id, or of each id of a list."""

    def answer(options: Options) -> Any:
        found = fetch(**options, deadline=deadline(seconds))
        if found is None:
            raise PipelineError(404, "Not Found.")
        return found

    return answer
