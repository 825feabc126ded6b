"""Commands to MongoDB: one client per process, one retry for reads, failures as PipelineError."""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pymongo
from pymongo import MongoClient
from pymongo import errors as mongo
from pymongo.collection import Collection
from pymongo.database import Database

from ...errors import ErrorKind, PipelineError
from ..shared.deadline import too_late
from ..shared.per_process import PerProcess
from .bson_json import PLAIN
from .errors import UNWRITABLE, can_retry, pipeline_error

log = logging.getLogger(__name__)

Value = TypeVar("Value")

MAX_CONNECTIONS = 32
MAX_SELECTION_SECONDS = 2.0
"""Maximum seconds to find a server; without this limit it would be the complete deadline."""
DEFAULTS: Mapping[str, Any] = {
    "appname": "searchapp",
    "maxPoolSize": MAX_CONNECTIONS,
    "serverSelectionTimeoutMS": 2000,
    "waitQueueTimeoutMS": 2000,
    "connectTimeoutMS": 2000,
    "retryReads": False,
}


def check_options(settings: Mapping[str, Any]) -> None:
    """ValueError for an address or options that the client refuses."""
    try:
        MongoClient(settings["MONGO_URL"], **{**DEFAULTS, **settings["MONGO_OPTIONS"], "connect": False}).close()
    except (mongo.PyMongoError, ValueError, TypeError, OSError) as error:
        raise ValueError(f"MONGO_URL with MONGO_OPTIONS: {error}") from error


def settings_of_address(address: str) -> tuple[dict[str, str], list[str]]:
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
        reason = str(error).partition(", Timeout:")[0]  # the rest describes the topology that the client assumes
        raise ValueError(f"MongoDB does not answer: {reason}") from error


class MongoConnection:
    """Sends commands to one database; each process has its client. `options` of MongoClient override the defaults."""

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
        """The result of `ask`. Its commands share `seconds`; each gets the remaining time as `maxTimeMS`."""
        end = time.monotonic() + seconds
        try:
            return self.run_once(ask, seconds)
        except mongo.AutoReconnect as error:
            if not can_retry(error):
                raise pipeline_error(error, self.timeout) from error
        except (mongo.PyMongoError, *UNWRITABLE) as error:
            raise pipeline_error(error, self.timeout) from error
        time.sleep(max(0.0, min(random.uniform(0.02, 0.2), end - time.monotonic())))
        try:
            return self.run_once(ask, end - time.monotonic())
        except (mongo.PyMongoError, *UNWRITABLE) as error:
            raise pipeline_error(error, self.timeout) from error

    def run_once(self, ask: Callable[[Database[Any]], Value], seconds: float) -> Value:
        if seconds <= 0:
            raise too_late(self.timeout)
        end = time.monotonic() + seconds
        client = self.client()
        if not client.topology_description.has_readable_server():
            with pymongo.timeout(min(MAX_SELECTION_SECONDS, seconds)):
                client.admin.command("ping")
        with self.slots().one(end), pymongo.timeout(max(0.001, end - time.monotonic())):
            return ask(self.database())


class Slots:
    """A limit on the commands at a time, one per connection of the client. Without it, a command waits in pymongo for
    a connection until its timeout ends."""

    def __init__(self, client: MongoClient[Any]):
        options = client.options.pool_options
        self.patience = options.wait_queue_timeout or MAX_SELECTION_SECONDS
        self.free = threading.BoundedSemaphore(int(options.max_pool_size or MAX_CONNECTIONS))

    @contextmanager
    def one(self, end: float) -> Iterator[None]:
        """Holds a slot. Raises the error of an overloaded database if no slot becomes free in time."""
        if not self.free.acquire(timeout=max(0.0, min(self.patience, end - time.monotonic()))):
            raise PipelineError.of(ErrorKind.OVERLOADED)
        try:
            yield
        finally:
            self.free.release()
