"""An access logger for gunicorn that only computes the values in the format of the line.

gunicorn's own logger makes about eighty texts for every line: one for each header and each variable of the environment.
"""

import logging
import os
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from gunicorn.glogging import Logger

Atom = Callable[[Any, Any, Mapping[str, Any], timedelta], Any]
"""A function from the response, the request, its environment and its duration to a value of the line."""

NAME = re.compile(r"%\(([^)]*)\)|%%")
NOTHING = "-"

ATOMS: dict[str, Atom] = {
    "h": lambda response, request, environ, took: environ.get("REMOTE_ADDR", NOTHING),
    "l": lambda response, request, environ, took: NOTHING,
    "r": lambda response, request, environ, took: (
        f"{environ['REQUEST_METHOD']} {environ['RAW_URI']} {environ['SERVER_PROTOCOL']}"
    ),
    "s": lambda response, request, environ, took: str(response.status).partition(" ")[0],
    "m": lambda response, request, environ, took: environ["REQUEST_METHOD"],
    "U": lambda response, request, environ, took: environ.get("PATH_INFO"),
    "q": lambda response, request, environ, took: environ.get("QUERY_STRING"),
    "H": lambda response, request, environ, took: environ["SERVER_PROTOCOL"],
    "b": lambda response, request, environ, took: str(response.sent),
    "B": lambda response, request, environ, took: response.sent,
    "f": lambda response, request, environ, took: environ.get("HTTP_REFERER", NOTHING),
    "a": lambda response, request, environ, took: environ.get("HTTP_USER_AGENT", NOTHING),
    "T": lambda response, request, environ, took: took.seconds,
    "D": lambda response, request, environ, took: took.seconds * 1_000_000 + took.microseconds,
    "M": lambda response, request, environ, took: took.seconds * 1000 + took.microseconds // 1000,
    "L": lambda response, request, environ, took: f"{took.seconds}.{took.microseconds:06d}",
    "p": lambda response, request, environ, took: f"<{os.getpid()}>",
}
"""The values by the names in gunicorn's documentation, except `t` and `u`."""


class AccessLogger(Logger):  # type: ignore[misc]
    """The logger of gunicorn with a faster access log."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.values = values_of(cfg.access_log_format)
        self.files = [handler for handler in self.access_log.handlers if isinstance(handler, logging.StreamHandler)]
        if len(self.files) < len(self.access_log.handlers) or self.access_log.propagate:
            self.values = None  # other handlers need a record of logging

    def access(self, resp: Any, req: Any, environ: Mapping[str, Any], request_time: timedelta) -> None:
        """Write the line of a request, if there is an access log."""
        if self.values is None:
            super().access(resp, req, environ, request_time)
        elif self.access_log_enabled:
            found = {name: escaped_quotes(value(resp, req, environ, request_time)) for name, value in self.values}
            for file in self.files:
                write(file, f"{self.cfg.access_log_format % found}\n")


def write(file: Any, line: str) -> None:
    """Writes a line directly with the handler of the file; a record of `logging` would take longer."""
    with file.lock:
        try:
            file.stream.write(line)
            file.stream.flush()
        except Exception:
            file.handleError(logging.makeLogRecord({"msg": line}))


def values_of(line: str) -> list[tuple[str, Atom]] | None:
    """The values in a format; None if one of them is unknown."""
    found = [(name, atom_of(name)) for name in dict.fromkeys(NAME.findall(line)) if name]
    return [(name, atom) for name, atom in found if atom] if all(atom for _, atom in found) else None


def atom_of(name: str) -> Atom | None:
    """The function for the value of a name: a letter, or `{header}i`, `{header}o`, `{variable}e`."""
    key = name[1:-2].lower()
    if name.startswith("{") and name.endswith("}o"):
        return lambda response, request, environ, took: last_value(key, response.headers)
    if name.startswith("{") and name.endswith("}i"):
        return lambda response, request, environ, took: last_value(key, request.headers)
    if name.startswith("{") and name.endswith("}e"):
        return lambda response, request, environ, took: last_value(key, environ.items())
    return ATOMS.get(name)


def last_value(key: str, pairs: Any) -> Any:
    """The last value of a header or variable, whatever the case of its name."""
    found: Any = NOTHING
    for name, value in pairs:
        if name.lower() == key:
            found = value
    return found


def escaped_quotes(value: Any) -> Any:
    return value.replace('"', '\\"') if isinstance(value, str) else value
