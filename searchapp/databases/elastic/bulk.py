"""Bulk requests to Elasticsearch: one at a time, in order, while the next one is being filled.

Actions that an overloaded node refuses are sent again after a pause, which doubles each time.
"""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import orjson

from ...errors import PipelineError
from ...loading.bad import BadLines, LoadError
from ...loading.formats.readers import Record
from ...loading.values.large_numbers import to_json

MAX_DOCUMENTS = 2000
MAX_BYTES = 4 << 20
TIMEOUT_SECONDS = 120.0
PAUSES = (0.5, 1, 2, 4, 8, 16, 30)
OVERLOADED = (429, 502, 503)

Action = tuple[bytes, Record | None]
"""The lines of one action, and its document."""


class Bulk:
    """Sends actions to one index; memory holds two requests, whatever the size of the collection."""

    def __init__(self, connection: Any, index: str, on_bad: BadLines):
        self.connection = connection
        self.target = f"/{quote(index)}/_bulk"
        self.on_bad = on_bad
        self.waiting: list[Action] = []
        self.bytes = 0
        self.created = self.replaced = self.deleted = self.missing = 0
        self.unsure = False
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="searchapp-bulk")
        self.running: Future[None] | None = None

    def add(self, record: Record) -> None:
        fields = {name: value for name, value in record.document.items() if name != "_id"}
        try:
            source = to_json(fields, sorts_keys=True)
        except (TypeError, ValueError) as error:
            self.on_bad(record.name, record.line, str(error))
            return
        self.append(action("index", record.document["_id"]) + source + b"\n", record)

    def delete(self, id: str) -> None:
        self.append(action("delete", id), None)

    def append(self, lines: bytes, record: Record | None) -> None:
        self.waiting.append((lines, record))
        self.bytes += len(lines)
        if len(self.waiting) >= MAX_DOCUMENTS or self.bytes >= MAX_BYTES:
            self.send()

    def send(self) -> None:
        """Wait for the previous request, raise its error, and give the waiting actions to the thread."""
        self.wait()
        if self.waiting:
            self.running = self.thread.submit(self.write, self.waiting)
        self.waiting, self.bytes = [], 0

    def wait(self) -> None:
        running, self.running = self.running, None
        if running:
            running.result()

    def flush(self) -> None:
        """Wait until everything is written."""
        self.send()
        self.wait()

    def stop(self) -> None:
        """Drop the waiting actions."""
        self.thread.shutdown(wait=True, cancel_futures=True)

    def write(self, actions: list[Action]) -> None:
        """Sends actions until each one is done or finally refused."""
        for pause in (*PAUSES, None):
            actions = self.send_once(actions)
            if not actions:
                return
            if pause is None:
                raise LoadError("Elasticsearch is overloaded and accepts no more documents: load again later")
            time.sleep(pause)

    def send_once(self, actions: list[Action]) -> list[Action]:
        """Send actions once, and return the actions that must be sent again."""
        try:
            status, answer = self.connection.send(
                "POST", self.target, [lines for lines, _ in actions], TIMEOUT_SECONDS, False
            )
        except PipelineError as error:
            if error.code in (503, 504):
                self.unsure = True
                return actions
            raise LoadError(error.summary) from error
        if status in OVERLOADED:
            self.unsure = self.unsure or status != 429
            return actions
        if status != 200:
            raise LoadError(f"Elasticsearch refused documents: {answer}")
        results = [next(iter(item.values())) for item in answer["items"]]
        return [act for act, result in zip(actions, results, strict=True) if self.needs_retry(act, result)]

    def needs_retry(self, act: Action, result: dict[str, Any]) -> bool:
        """Counts the result of an action. Returns whether the action has to be sent again."""
        if result["status"] in OVERLOADED:
            return True
        record = act[1]
        if "error" in result and record:
            self.on_bad(record.name, record.line, reason_of(result["error"]))
        elif record:
            self.created += result.get("result") == "created"
            self.replaced += result.get("result") == "updated"
        else:
            self.deleted += result.get("result") == "deleted"
            self.missing += result.get("result") != "deleted"
        return False

    def fits(self, count: int) -> bool:
        """Whether the index may have `count` documents after this load. Lost answers make the number uncertain."""
        return self.created <= count <= self.created + (self.replaced if self.unsure else 0)


def action(name: str, id: str) -> bytes:
    return orjson.dumps({name: {"_id": id}}) + b"\n"


def reason_of(error: Any) -> str:
    """The reason of a refusal by Elasticsearch, with its cause."""
    if not isinstance(error, dict):
        return str(error)
    inner = error.get("caused_by") or {}
    return ": ".join(dict.fromkeys(filter(None, [error.get("reason"), inner.get("reason")])))
