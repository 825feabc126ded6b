"""The same requests through nginx to two instances, by several clients at once, beside one that behaves well."""

import http.client
import random
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from tests.robustness.attack.measure import ANSWERED, PATIENCE, sent
from tests.robustness.figures.service import percentile
from tests.services.nginx import Nginx
from tests.services.server import Server

CLIENTS = 4
BROKEN_OFF = 0.12
"""Of the requests: their clients leave in the middle of the body or of the answer."""


class Attack:
    """Clients that send requests until there are none left; the statuses they were answered."""

    def __init__(self, port, requests, seed):
        self.port, self.requests, self.lock = port, iter(requests), threading.Lock()
        self.dice, self.statuses = random.Random(seed), Counter()

    def run(self):
        clients = [threading.Thread(target=self.client) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()

    def client(self):
        while request := self.next():
            name, *request = request
            with self.lock:
                leaves = self.dice.random() < BROKEN_OFF
            try:
                status, answer = self.ask(leaves, *request)
            except (OSError, http.client.HTTPException) as error:
                status, answer = type(error).__name__, b""
            with self.lock:
                self.statuses[status] += 1
                if status not in ANSWERED and not leaves:
                    print(status, name[:200], answer[:150], flush=True)

    def next(self):
        with self.lock:
            return next(self.requests, None)

    def ask(self, leaves, method, path, data, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            if leaves and data:
                sent(connection, method, path, data, headers | {"Content-Length": str(2 * len(data))})
                return "left", b""
            sent(connection, method, path, data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(500 if leaves else None)
        finally:
            connection.close()


class GoodClient(threading.Thread):
    """Asks for one document again and again; the seconds it waited, and the statuses."""

    def __init__(self, port):
        super().__init__()
        self.port, self.running, self.waited, self.statuses = port, True, [], Counter()

    def run(self):
        while self.running:
            started = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request("GET", "/v1/gene/HGNC:5?fields=symbol")
            self.statuses[connection.getresponse().status] += 1
            connection.close()
            self.waited.append(time.monotonic() - started)
            time.sleep(0.02)


def attack(engine, requests, seed, max_memory):
    """Prints what was answered, and how long the client that behaves well has waited."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        servers = [Server(engine.environment, folder / f"{n}.log", 1, max_memory) for n in range(2)]
        workers = [server.workers for server in servers]
        (folder / "nginx").mkdir()
        nginx = Nginx([server.port for server in servers], folder / "nginx")
        good, attackers = GoodClient(nginx.port), Attack(nginx.port, requests, seed)
        good.start()
        try:
            attackers.run()
        finally:
            good.running = False
            good.join()
            nginx.stop()
            ended = workers != [server.workers for server in servers]
            for server in servers:
                server.stop()
    print("answers", dict(attackers.statuses), "and a worker ended" if ended else "")
    times = f"half within {percentile(good.waited, 0.5):.3f} s, p99 {percentile(good.waited, 0.99):.3f} s"
    print(f"the client that behaves well: {dict(good.statuses)}, {times}, {max(good.waited):.3f} s at most")
    return ended + sum(number for status, number in good.statuses.items() if status != 200)
