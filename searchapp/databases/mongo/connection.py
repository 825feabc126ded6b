"""Commands to MongoDB: one client per process, one retry for reads, failures as PipelineError.

error of pymongo -> BY_CLASS, for refused commands BY_CODE -> error for the caller
"""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pymongo
from bson.errors import BSONError
from pymongo import MongoClient
from pymongo import errors as mongo
from pymongo.collection import Collection
from pymongo.database import Database

from ...errors import ErrorKind, PipelineError, QueryTextError
from ..shared.deadline import too_late
from ..shared.per_process import PerProcess
from .bson_json import PLAIN

log = logging.getLogger(__name__)

Value = TypeVar("Value")

MAX_CONNECTIONS = 32
SELECTION = 2.0
"""Seconds for which a server is looked for; without this limit it would be the whole deadline."""
DEFAULTS: Mapping[str, Any] = {
    "appname": "searchapp",
    "maxPoolSize": MAX_CONNECTIONS,
    "serverSelectionTimeoutMS": 2000,
    "waitQueueTimeoutMS": 2000,
    "connectTimeoutMS": 2000,
    "retryReads": False,
}

BY_CLASS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], ErrorKind], ...] = (
    (mongo.WaitQueueTimeoutError, ErrorKind.OVERLOADED),
    (mongo.ConfigurationError, ErrorKind.REFUSED),
    (mongo.ServerSelectionTimeoutError, ErrorKind.UNAVAILABLE),
    (mongo.ConnectionFailure, ErrorKind.UNAVAILABLE),
)
BY_CODE: dict[int, ErrorKind | PipelineError] = {
    11: ErrorKind.REFUSED,  # UserNotFound
    13: ErrorKind.REFUSED,  # Unauthorized
    18: ErrorKind.REFUSED,  # AuthenticationFailed
    8000: ErrorKind.REFUSED,  # the same on Atlas
    26: ErrorKind.NOT_LOADED,  # NamespaceNotFound
    73: ErrorKind.NOT_LOADED,  # InvalidNamespace
    24: ErrorKind.OVERLOADED,  # LockTimeout
    46: ErrorKind.OVERLOADED,  # LockBusy
    112: ErrorKind.OVERLOADED,  # WriteConflict
    146: ErrorKind.OVERLOADED,  # ExceededMemoryLimit
    202: ErrorKind.OVERLOADED,  # NetworkInterfaceExceededTimeLimit
    292: ErrorKind.OVERLOADED,  # QueryExceededMemoryLimitNoDiskUseAllowed
    462: ErrorKind.OVERLOADED,  # IngressRequestRateLimitExceeded
    6: ErrorKind.UNAVAILABLE,  # HostUnreachable
    7: ErrorKind.UNAVAILABLE,  # HostNotFound
    43: ErrorKind.UNAVAILABLE,  # CursorNotFound
    89: ErrorKind.UNAVAILABLE,  # NetworkTimeout
    91: ErrorKind.UNAVAILABLE,  # ShutdownInProgress
    189: ErrorKind.UNAVAILABLE,  # PrimarySteppedDown
    9001: ErrorKind.UNAVAILABLE,  # SocketException
    10107: ErrorKind.UNAVAILABLE,  # NotWritablePrimary
    11600: ErrorKind.UNAVAILABLE,  # InterruptedAtShutdown
    11602: ErrorKind.UNAVAILABLE,  # InterruptedDueToReplStateChange
    13435: ErrorKind.UNAVAILABLE,  # NotPrimaryNoSecondaryOk
    13436: ErrorKind.UNAVAILABLE,  # NotPrimaryOrSecondary
    2: PipelineError(400, "the query was refused by MongoDB"),  # BadValue
    9: PipelineError(400, "the query was refused by MongoDB"),  # FailedToParse
    15: PipelineError(400, "the query is too deep for MongoDB"),  # Overflow, of levels
    31249: PipelineError(400, "_source names both a field and a field inside it, name one of them"),
    51091: PipelineError(400, "q has a pattern that MongoDB cannot read"),
    10334: PipelineError(400, "the query is too large for MongoDB"),
    17280: PipelineError(400, "the query is too large for MongoDB"),
}
TOO_LATE = (50, 262)
"""MaxTimeMSExpired, ExceededTimeLimit."""


def check_options(settings: Mapping[str, Any]) -> None:
    """ValueError for an address or options that the client refuses."""
    try:
        MongoClient(settings["MONGO_URL"], **{**DEFAULTS, **settings["MONGO_OPTIONS"], "connect": False}).close()
    except (mongo.PyMongoError, ValueError, TypeError, OSError) as error:
        raise ValueError(f"MONGO_URL with MONGO_OPTIONS: {error}") from error


def at(address: str) -> tuple[dict[str, str], list[str]]:
    """The settings for `mongodb://HOST/DATABASE`, and the collections of the database.

    ValueError if the address names no database, or the server does not answer.
    """
    name = urlsplit(address).path.strip("/")
    if not name:
        raise ValueError("name the database: mongodb://HOST/DATABASE")
    try:
        with MongoClient[Any](address, **DEFAULTS) as client:
            return {"MONGO_URL": address, "MONGO_DATABASE": name}, client[name].list_collection_names()
    except (mongo.PyMongoError, OSError) as error:
        raise ValueError(f"MongoDB does not answer: {error}") from error


class MongoConnection:
    """The commands of one process after another to the same database; `options` are those of MongoClient and win."""

    def __init__(self, url: str, name: str, options: Mapping[str, Any] | None = None, timeout: float = 10):
        self.client: PerProcess[MongoClient[Any]] = PerProcess(
            lambda: MongoClient(url, **{**DEFAULTS, **(options or {})})
        )
        self.database: PerProcess[Database[Any]] = PerProcess(
            lambda: self.client().get_database(name, codec_options=PLAIN)
        )
        self.slots: PerProcess[Slots] = PerProcess(lambda: Slots(self.client()))
        self.collections: PerProcess[dict[str, Collection[Any]]] = PerProcess(dict)
        self.timeout = timeout

    def collection(self, name: str) -> Collection[Any]:
        """A collection of the database; made once, since making it costs as much as half a lookup."""
        known = self.collections()
        return known[name] if name in known else known.setdefault(name, self.database()[name])

    def read(self, ask: Callable[[Database[Any]], Value], seconds: float) -> Value:
        """The result of `ask` within `seconds`, which all its commands share; each has the time left as `maxTimeMS`."""
        end = time.monotonic() + seconds
        try:
            return self.once(ask, seconds)
        except mongo.AutoReconnect as error:
            if not second_try_helps(error):
                raise self.translated(error) from error
        except (mongo.PyMongoError, *UNWRITABLE) as error:
            raise self.translated(error) from error
        time.sleep(max(0.0, min(random.uniform(0.02, 0.2), end - time.monotonic())))
        try:
            return self.once(ask, end - time.monotonic())
        except (mongo.PyMongoError, *UNWRITABLE) as error:
            raise self.translated(error) from error

    def once(self, ask: Callable[[Database[Any]], Value], seconds: float) -> Value:
        if seconds <= 0:
            raise too_late(self.timeout)
        end = time.monotonic() + seconds
        client = self.client()
        if not client.topology_description.has_readable_server():
            with pymongo.timeout(min(SELECTION, seconds)):
                client.admin.command("ping")
        with self.slots().one(end), pymongo.timeout(max(0.001, end - time.monotonic())):
            return ask(self.database())

    def translated(self, error: Exception) -> PipelineError:
        """The error that callers get; what the server said is only in the log."""
        answer = self.answer(error)
        found = PipelineError.of(answer) if isinstance(answer, ErrorKind) else answer.copy()
        if found.code >= 500:
            log.warning("MongoDB failed: %s", error)
        return found

    def answer(self, error: Exception) -> ErrorKind | PipelineError:
        """The kind of error for a failure, or a PipelineError with a text of its own."""
        if isinstance(error, mongo.DocumentTooLarge):
            return BY_CODE[10334]
        if isinstance(error, UNWRITABLE):
            return QueryTextError("it has a character or a number that MongoDB does not accept")
        for kind, answer in BY_CLASS[:3]:
            if isinstance(error, kind):
                return answer
        code = getattr(error, "code", None)
        if code in TOO_LATE or isinstance(error, mongo.NetworkTimeout) or getattr(error, "timeout", False):
            return too_late(self.timeout)
        if code in BY_CODE:
            return BY_CODE[code]
        return next((answer for kind, answer in BY_CLASS if isinstance(error, kind)), ErrorKind.INTERNAL)


class Slots:
    """A limit on the commands at a time, one per connection of the client. Without it, a command waits in pymongo for
    a connection until its timeout ends."""

    def __init__(self, client: MongoClient[Any]):
        options = client.options.pool_options
        self.patience = options.wait_queue_timeout or SELECTION
        self.free = threading.BoundedSemaphore(int(options.max_pool_size or MAX_CONNECTIONS))

    @contextmanager
    def one(self, end: float) -> Iterator[None]:
        """Holds a slot; the database is overloaded where none becomes free in time."""
        if not self.free.acquire(timeout=max(0.0, min(self.patience, end - time.monotonic()))):
            raise PipelineError.of(ErrorKind.OVERLOADED)
        try:
            yield
        finally:
            self.free.release()


UNWRITABLE = (BSONError, UnicodeEncodeError, OverflowError)


def second_try_helps(error: mongo.AutoReconnect) -> bool:
    """Whether a failed read is tried again: not after the deadline, and not without a server."""
    return not isinstance(error, mongo.NetworkTimeout | mongo.ServerSelectionTimeoutError | mongo.WaitQueueTimeoutError)
