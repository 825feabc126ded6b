"""Limits per key, per address and for all callers without a key, by the library `limits`, the extra of this name.

request -> caller -> cost -> hit each of the caller's limits -> 429, or the answer with `RateLimit` headers

While the storage of the counts does not answer, requests are not limited, but counted in the metrics.
"""

import logging
import math
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from flask import Flask, Request, Response, request

from ...config.masking import without_password
from ...config.settings import SettingsError
from ...errors import PipelineError
from ..observability.metrics import count_unlimited
from .keys import Keys

log = logging.getLogger(__name__)

REMAINING = "searchapp.limits"
FREE = ("pages.static", "pages.docs-file", "service.status", "service.ready", "service.live", "service.metrics")
"""Endpoints that cost nothing, by the beginnings of their names."""

RESULT_COST, LIST_COST = 20, 5
"""The costs of a whole result and of a list; any other request costs 1."""

MISSING = "limits need the library limits: pip install 'searchapp[limits]'"


class Limit(NamedTuple):
    """One limit of a caller: its name in headers, the key of its count, the allowed rate in the syntax of `limits`."""

    name: str
    identity: str
    text: str


class Remaining(NamedTuple):
    """The rest of a limit: requests, and seconds until it starts again."""

    name: str
    amount: int
    window: int
    remaining: int
    seconds: int


class Limiter:
    """Counts the requests of callers. Raises SettingsError for limits that cannot be read."""

    def __init__(self, settings: Mapping[str, Any]):
        try:
            import limits
        except ImportError as error:
            raise SettingsError(MISSING) from error
        self.settings = settings
        self.failures = limits.errors.StorageError
        self.parse = limits.parse
        for name in ("RATE_LIMIT", "ANONYMOUS_LIMIT", "KEY_LIMIT"):
            try:
                limits.parse(settings[name] or "1/second")
            except ValueError:
                raise SettingsError(f"{name} must be written as 100/minute, not {settings[name]!r}") from None
        try:
            storage = limits.storage.storage_from_string(settings["LIMIT_STORAGE"], wrap_exceptions=True)
        except (ValueError, limits.errors.ConfigurationError) as error:
            why = str(error).replace(settings["LIMIT_STORAGE"], without_password(settings["LIMIT_STORAGE"]))
            raise SettingsError(f"LIMIT_STORAGE: {why}") from None
        self.windows = limits.strategies.FixedWindowRateLimiter(storage)
        in_memory = isinstance(storage, limits.storage.MemoryStorage)
        self.turn: AbstractContextManager[Any] = Lock() if in_memory else nullcontext()
        """Held while counting: the storage in memory fails if two threads start its timer at once."""
        self.keys = Keys(Path(settings["API_KEYS"]), limits.parse) if settings["API_KEYS"] else None

    def check(self) -> None:
        """Count the current request. PipelineError 401 for an unknown key, 429 if a limit is reached."""
        price = cost(request)
        if not price:
            return
        left: list[Remaining] = []
        request.environ[REMAINING] = left
        for limit in self.limits_of(request):
            try:
                left.append(found := self.hit(limit, price))
            except self.failures as error:
                log.warning("requests are not limited: %s", error)
                count_unlimited()
                return
            if found.remaining < 0:
                summary = f"the limit of {limit.text} is reached"
                raise PipelineError(429, summary, {"max": found.amount, "seconds": found.seconds})

    def hit(self, limit: Limit, price: int) -> Remaining:
        """The remaining number of requests; negative if this request exceeds the limit."""
        item = self.parse(limit.text)
        caller = limit.name, limit.identity
        with self.turn:
            allowed = self.windows.hit(item, *caller, cost=price)
            reset, remaining = self.windows.get_window_stats(item, *caller)
            if reset > time.time() + item.get_expiry() + 1:  # the clock was set back, and the window would not end
                self.windows.clear(item, *caller)
                allowed = self.windows.hit(item, *caller, cost=price)
                reset, remaining = self.windows.get_window_stats(item, *caller)
        seconds = max(1, math.ceil(reset - time.time()))
        return Remaining(limit.name, item.amount, item.get_expiry(), remaining if allowed else -1, seconds)

    def limits_of(self, asked: Request) -> list[Limit]:
        """The limits of the caller."""
        sent = sent_key(asked)
        if sent is not None and self.keys:
            key = self.keys.find(sent)
            if key is None:
                raise PipelineError(401, "the API key is not known")
            text = key.limit or self.settings["KEY_LIMIT"]
            return [Limit("key", key.name, text)] if text else []
        address = Limit("address", address_of(asked, self.settings["TRUSTED_PROXIES"]), self.settings["RATE_LIMIT"])
        return [one for one in (address, Limit("anonymous", "", self.settings["ANONYMOUS_LIMIT"])) if one.text]


def register_limits(app: Flask) -> None:
    """Let the app limit the requests of callers, if a setting has a limit."""
    if not any(app.config[name] for name in ("RATE_LIMIT", "ANONYMOUS_LIMIT", "KEY_LIMIT", "API_KEYS")):
        return
    app.before_request(Limiter(app.config).check)
    app.after_request(with_headers)


def sent_key(asked: Request) -> str | None:
    """The key in the headers; an address never has one, because addresses are written to logs."""
    scheme, _, token = asked.headers.get("Authorization", "").partition(" ")
    return asked.headers.get("X-API-Key") or (token.strip() if scheme.lower() == "bearer" else None) or None


def address_of(asked: Request, proxies: int) -> str:
    """The address of the caller: as reported by the outermost trusted proxy, else the address of the connection."""
    forwarded = [one.strip() for one in asked.headers.get("X-Forwarded-For", "").split(",") if one.strip()]
    return forwarded[-proxies] if 0 < proxies <= len(forwarded) else asked.remote_addr or ""


def cost(asked: Request) -> int:
    """The cost of a request."""
    endpoint = asked.endpoint or ""
    if asked.method == "OPTIONS" or endpoint.startswith(FREE):
        return 0
    if endpoint.startswith("batch.") or "fetch_all" in asked.args:
        return RESULT_COST
    return LIST_COST if asked.method == "POST" else 1


def with_headers(response: Response) -> Response:
    """The response with headers for the rest of each limit, and with `Retry-After` if one is reached."""
    left: list[Remaining] = request.environ.get(REMAINING, [])
    if left:
        response.headers["RateLimit-Policy"] = ", ".join(f'"{one.name}";q={one.amount};w={one.window}' for one in left)
        response.headers["RateLimit"] = ", ".join(
            f'"{one.name}";r={max(0, one.remaining)};t={one.seconds}' for one in left
        )
    if left and left[-1].remaining < 0:
        response.headers["Retry-After"] = str(left[-1].seconds)
    return response
