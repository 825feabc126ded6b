"""Clients that ask a server again and again, and what they were told."""

import http.client
import json
import threading
import time
from contextlib import contextmanager
from typing import NamedTuple


class Told(NamedTuple):
    """One answer: when it was asked for, after how many seconds it came, its status, headers and body."""

    request: int
    at: float
    seconds: float
    status: int
    headers: dict
    body: object


BREATH = 0.01
"""Seconds that a client waits after an error: without them the clients would measure each other."""


class Clients:
    """Threads that send the same few requests again and again until they are stopped."""

    def __init__(self, port, requests, count):
        self.port = port
        self.requests = requests
        self.told = []
        self.running = True
        self.threads = [threading.Thread(target=self.ask_on, args=(n,)) for n in range(count)]

    def ask_on(self, number):
        while self.running:
            number = (number + 1) % len(self.requests)
            told = ask(self.port, self.requests, number)
            self.told.append(told)
            if told.status != 200:
                time.sleep(BREATH)

    def since(self, moment):
        return [told for told in self.told if told.at >= moment]

    def settled(self, within):
        """Whether all is well again, for half a second, before so many seconds have passed."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            start = time.monotonic()
            time.sleep(0.5)
            if {told.status for told in self.since(start)} == {200}:
                return True
        return False


@contextmanager
def asking(port, requests, count=10):
    """Clients at work for as long as the block lasts."""
    clients = Clients(port, requests, count)
    for thread in clients.threads:
        thread.start()
    try:
        yield clients
    finally:
        clients.running = False
        for thread in clients.threads:
            thread.join(60)


def ask(port, requests, number):
    """The answer to one of the requests; status 0 when the connection failed."""
    method, path, body = requests[number]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    at = time.monotonic()
    try:
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        return Told(number, at, 0, answer.status, dict(answer.headers), json.loads(answer.read()))._replace(
            seconds=time.monotonic() - at
        )
    except (OSError, http.client.HTTPException):
        return Told(number, at, time.monotonic() - at, 0, {}, None)
    finally:
        connection.close()


def same(one, other):
    """Whether two answers say the same, apart from the time they took."""
    return untimed(one) == untimed(other)


def untimed(body):
    return {key: value for key, value in body.items() if key != "took"} if isinstance(body, dict) else body
