"""The open scrolls of a process. If a node can open no more, the least recently read one is closed."""

import threading
from collections import OrderedDict

MAX_SCROLLS = 1000
"""The number of scrolls that a process remembers. A node of Elasticsearch opens 500 unless its settings allow more."""


class OpenScrolls:
    """The ids of the scrolls that this process opened, the least recently read first. Threads may share it."""

    def __init__(self) -> None:
        self.ids: OrderedDict[str, None] = OrderedDict()
        self.lock = threading.Lock()

    def use(self, scroll_id: str) -> None:
        """Remember a scroll that was opened or read."""
        with self.lock:
            self.ids[scroll_id] = None
            self.ids.move_to_end(scroll_id)
            if len(self.ids) > MAX_SCROLLS:
                self.ids.popitem(last=False)

    def forget(self, scroll_id: str) -> None:
        with self.lock:
            self.ids.pop(scroll_id, None)

    def take_oldest(self) -> str | None:
        """Remove and return the least recently read scroll; None without any."""
        with self.lock:
            return self.ids.popitem(last=False)[0] if self.ids else None
