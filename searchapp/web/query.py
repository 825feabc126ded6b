"""Query: the hits for a term with their facets, or one flat list of hits for a list of terms."""

import time
from collections.abc import Callable
from typing import Any

from .endpoint import Answer, Options


def query(search: Callable[..., Any], seconds: float) -> Answer:
    """What answers a query request within so many seconds; without `q` every document is a hit."""

    def answer(options: Options) -> Any:
        return search(options.pop("q", None), **options, deadline=time.monotonic() + seconds)

    return answer
