"""A cache with a maximum size in bytes, for values made from texts of clients.

Entries differ too much in size for a maximum number: 4,096 trees of texts of 90 kB take gigabytes.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Given = ParamSpec("Given")

ENTRY_BYTES = 500
"""Bytes that an entry takes in addition to its key and value."""


class ByteCache(Generic[Key, Value]):
    """Values by key, at most `max_bytes` in total; the least recently used value is removed first.

    A value of more than `largest` bytes is not kept; the default is an eighth of the cache. If `largest` exceeds
    `max_bytes`, such a value is kept alone.
    """

    def __init__(self, max_bytes: int, largest: float | None = None):
        self.max_bytes = max_bytes
        self.largest = max_bytes / 8 if largest is None else largest
        self.bytes = 0
        self._entries: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Value | None:
        """The value that is cached for the key, or None. The cache now drops this value last."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        """Keep a value. `size` is the size of key and value in bytes. None is never kept."""
        size += ENTRY_BYTES
        if size > self.largest:
            return
        with self._lock:
            self._drop(key)
            self._entries[key] = value, size
            self.bytes += size
            while self.bytes > self.max_bytes and len(self._entries) > 1:
                self._drop(next(iter(self._entries)))

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def _drop(self, key: Key) -> None:
        entry = self._entries.pop(key, None)
        self.bytes -= entry[1] if entry is not None else 0


def byte_cached(
    max_bytes: int, size_of: Callable[..., int]
) -> Callable[[Callable[Given, Value]], Callable[Given, Value]]:
    """Decorator that caches a function of hashable arguments; `size_of` returns the bytes of an entry for a call.

    None and errors are not cached.
    """

    def decorate(function: Callable[Given, Value]) -> Callable[Given, Value]:
        cache: ByteCache[Any, Value] = ByteCache(max_bytes)

        @wraps(function)
        def cached(*args: Given.args, **kwargs: Given.kwargs) -> Value:
            key = (*args, *kwargs.values()) if kwargs else args
            found = cache.get(key)
            if found is None:
                found = function(*args, **kwargs)
                cache.put(key, found, size_of(*key))
            return found

        cached.cache = cache  # type: ignore[attr-defined]
        return cached

    return decorate
