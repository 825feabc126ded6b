"""No sessions: requests are independent, and no cookie is set."""

from typing import Any

from flask import Flask
from flask.sessions import NullSession, SessionInterface


class NoSession(SessionInterface):
    """The same empty session for every request; SECRET_KEY signs cursors, not cookies."""

    session_class = NullSession

    def __init__(self) -> None:
        self.empty = NullSession()

    def open_session(self, app: Flask, request: Any) -> NullSession:
        return self.empty

    def save_session(self, app: Flask, session: Any, response: Any) -> None:
        """Nothing is kept."""
