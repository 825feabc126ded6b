"""The open readers of one process. `current` opens a new generation when it is published, and checks for damage."""

import os
import threading
import time
from pathlib import Path

from ..errors import EngineError
from . import generations
from .reader import Reader, open_reader
from .watch import CHECK_SECONDS, Fingerprint, fingerprint

MAX_READERS = 3
"""The number of readers of one index that stay open: the current one, and older ones for open scrolls."""

Key = tuple[str, str]
"""Index and generation."""


class Readers:
    """The readers of all indices in a folder. Threads and forked processes may share it; each process opens its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.forget()

    def forget(self) -> None:
        """Forget all readers. The files of a reader are closed when its last caller has released it."""
        self._lock = threading.Lock()  # a new one: after a fork, a lock of another thread would never be released
        self._current: dict[str, tuple[float, tuple[int, int], Reader]] = {}
        self._open: dict[Key, Reader] = {}
        self._damaged: dict[Key, tuple[Fingerprint, EngineError]] = {}
        self._process = os.getpid()

    def current(self, index: str) -> Reader:
        """The reader of the current generation. EngineError 404 if there is no index, 503 if it is damaged."""
        self._after_fork()
        reader = self._known(index)
        if reader is not None:
            return reader
        known = self._current.get(index)
        folder = generations.index_folder(self.folder, index)
        pointer = generations.pointer_fingerprint(folder)
        same = known is not None and known[1] == pointer
        reader = self._get(folder, known[2].generation) if known and same else self._get_current(folder)
        self._current[index] = (time.monotonic() + CHECK_SECONDS, pointer, reader)
        return reader

    def _known(self, index: str) -> Reader | None:
        """The reader of the current generation if it was checked a moment ago."""
        known = self._current.get(index)
        return known[2] if known and time.monotonic() < known[0] and known[2].watch.damage is None else None

    def of_generation(self, index: str, generation: str) -> Reader:
        """The reader of one generation, for a scroll. EngineError 404 if it is deleted, 503 if it is damaged."""
        self._after_fork()
        known = self._known(index)
        if known is not None and known.generation == generation:
            return known
        return self._get(generations.index_folder(self.folder, index), generation)

    def _after_fork(self) -> None:
        if self._process != os.getpid():
            self.forget()

    def _get_current(self, folder: Path) -> Reader:
        """The reader of the current generation. If another process replaces it before it is open, open the next one."""
        generation = generations.current(folder)
        while True:
            try:
                return self._get(folder, generation)
            except (EngineError, OSError):
                pointed, generation = generation, generations.current(folder)
                if pointed == generation:
                    raise

    def _get(self, folder: Path, generation: str) -> Reader:
        key = (folder.name, generation)
        with self._lock:
            try:
                reader = self._undamaged(key) or self._opened(folder, key)
            except EngineError as error:
                if error.type == "index_corrupt_exception":
                    self._damaged[key] = (fingerprint(folder, generation), error)
                raise
            self._open[key] = reader
            same_index = [key for key in self._open if key[0] == folder.name]
            for old in same_index[:-MAX_READERS]:
                del self._open[old]
            return reader

    def _undamaged(self, key: Key) -> Reader | None:
        """The reader if it is open, else None. A reader with damaged files is closed, with EngineError 503."""
        reader = self._open.pop(key, None)
        if reader is not None:
            reader.watch.check()
        return reader

    def _opened(self, folder: Path, key: Key) -> Reader:
        """A new reader. A damaged generation is not read again before its files change."""
        known = self._damaged.get(key)
        if known is not None and known[0] == fingerprint(folder, key[1]):
            raise EngineError(*known[1].args)
        reader = open_reader(folder, key[1])
        self._damaged.pop(key, None)
        return reader
