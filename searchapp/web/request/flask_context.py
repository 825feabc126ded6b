"""The parts of Flask's request context that the service replaces: no session, and URL adapters that cost less.

A URL adapter finds the view of a request. Flask checks the host of every request twice, and encodes it for domains: a
twelfth of the time of one document. Here the part that depends on the host is kept.
"""

from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

OF_HOST = ("HTTP_HOST", "wsgi.url_scheme", "SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT")
MAX_HOSTS = 100
"""Hosts that are kept; callers may send any."""


class NoSession(SessionInterface):
    """The same empty session for every request; SECRET_KEY signs cursors, not cookies."""

    session_class = NullSession

    def __init__(self) -> None:
        self.empty = NullSession()

    def open_session(self, app: Flask, request: Any) -> NullSession:
        return self.empty

    def save_session(self, app: Flask, session: Any, response: Any) -> None:
        """Nothing is kept."""


def register_url_adapter(app: Flask) -> None:
    """Let the app cache the common part of its URL adapters."""
    make, known = app.create_url_adapter, dict[tuple[str | None, ...], MapAdapter]()

    def create_url_adapter(request: Request | None) -> MapAdapter | None:
        environ = {} if request is None else request.environ
        path, query = environ.get("PATH_INFO"), environ.get("QUERY_STRING")
        if path is None or query is None or "HTTP_UPGRADE" in environ:
            return make(request)
        host = tuple(map(environ.get, OF_HOST))
        found = known.get(host)
        if found is None:
            found = make(request)
            assert found is not None
            if len(known) >= MAX_HOSTS:
                known.clear()
            known[host] = found
        path, query = (text.encode("latin-1").decode(errors="replace") for text in (path, query))
        return MapAdapter(
            app.url_map, found.server_name, found.script_name, found.subdomain, found.url_scheme,
            path, environ["REQUEST_METHOD"], query,
        )  # fmt: skip

    app.create_url_adapter = create_url_adapter  # type: ignore[method-assign]
