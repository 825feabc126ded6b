"""The addresses of requests to Elasticsearch: paths, and the keywords of a search body that belong into the URL."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from ..search_engine.backend import URL_KEYS
from ..search_engine.responses import Body

POINT_IN_TIME_KEYS = frozenset(("preference", "routing", "ignore_unavailable", "allow_no_indices"))
"""The URL keywords that a request for a point in time also takes."""


def without_url_keys(body: Body) -> tuple[Body, Body]:
    """The body without the keywords of the URL, and these keywords."""
    if URL_KEYS.isdisjoint(body):
        return body, {}
    inside = {key: value for key, value in body.items() if key not in URL_KEYS}
    return inside, {key: value for key, value in body.items() if key in URL_KEYS}


@lru_cache(maxsize=1024)
def path_of(index: str, action: str) -> str:
    """The path of an action on an index, which may be a list or a pattern."""
    return "/" + "/".join(filter(None, [quote(index, safe=",*"), action]))


def target_of(index: str, action: str, **parameters: Any) -> str:
    """Path and query string of a request."""
    path = path_of(index, action)
    return f"{path}?{urlencode({k: in_url(v) for k, v in parameters.items()})}" if parameters else path


def in_url(value: Any) -> Any:
    """A value as Elasticsearch reads it in a URL."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, Iterable) and not isinstance(value, str) else value
