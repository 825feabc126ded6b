"""The log of slow queries: queries for which the database took longer than SLOW_QUERY seconds."""

import logging
import time
from collections.abc import Callable
from typing import Any

import orjson

from .protocols import NO_OPTIONS, Backend, Bodies, Context

log = logging.getLogger("searchapp.slow")

ASKING = ("search", "multi_search", "linked_page", "page_after", "scroll")
"""The methods of a backend that get a query first and a context last."""

MAX_QUERIES = 3
"""The maximum number of logged queries of a batch."""
MAX_SHOWN = 10_000
"""The maximum number of characters of the logged queries."""


class LoggedBackend:
    """A wrapper of a backend that logs slow queries."""

    def __init__(self, backend: Backend, seconds: float):
        self._backend = backend
        for name in ASKING:
            setattr(self, name, timed(getattr(backend, name), backend, seconds))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)


def timed(ask: Callable[..., Any], backend: Backend, seconds: float) -> Callable[..., Any]:
    """The method `ask`; each call of `seconds` or more is logged, also if it fails."""

    def asked(query: Any, *arguments: Any) -> Any:
        start = time.monotonic()
        try:
            return ask(query, *arguments)
        finally:
            took = time.monotonic() - start
            if took >= seconds:
                report(backend, query, arguments[-1], took)

    return asked


def report(backend: Backend, query: Any, context: Context, seconds: float) -> None:
    """Log a slow query in the language of the database."""
    queries = query if isinstance(query, list | Bodies) else [query]
    shown = [backend.shown_query(each, context._replace(options=NO_OPTIONS)) for each in queries[:MAX_QUERIES]]
    text = orjson.dumps(shown, default=str, option=orjson.OPT_NON_STR_KEYS).decode()[:MAX_SHOWN]
    about = {"item_type": context.item_type, "ms": round(1000 * seconds), "queries": len(queries)}
    message = "slow query of %(item_type)s, %(ms)s ms, %(queries)s queries: %(text)s"
    fields = {"message": "slow query", **about, "query": text}
    log.warning(message, {**about, "text": text}, extra={"fields": fields})
