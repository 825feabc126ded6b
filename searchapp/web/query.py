"""Query: the hits for a term with their facets, or one flat list of hits for a list of terms."""

from collections.abc import Callable, Iterator
from typing import Any

from .endpoint import Answer, Options
from .request.admission import deadline


def query(search: Callable[..., Any], seconds: float) -> Answer:
    """What answers a query request within so many seconds; without `q` every document is a hit."""

    def answer(options: Options) -> Any:
        return search(**options, deadline=deadline(seconds))

    return answer


def stream(pages: Callable[..., Iterator[Any]], seconds: float) -> Answer:
    """What gives every hit of a query, batch by batch, each within so many seconds."""

    def answer(options: Options) -> Iterator[Any]:
        return pages(**options, deadline=deadline(seconds))

    return answer
