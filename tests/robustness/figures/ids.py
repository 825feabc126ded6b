"""Goal: ids asked for = found + not found + refused, in their order, through all faults of the database.

SEARCHAPP_TEST_ES_URL=http://... python -m tests.robustness.figures.ids 100000
"""

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.robustness import proxy
from tests.robustness.load import ask
from tests.robustness.proxy import Proxy
from tests.services import engines
from tests.services.server import Server

CLIENTS = 8
BATCH = 1000
DOCUMENTS = 3000
FAULTS = (proxy.reset, proxy.cut, proxy.too_many, proxy.unavailable, proxy.junk, proxy.frozen)


class Count:
    """What became of the ids."""

    def __init__(self, wanted):
        self.left = wanted
        self.found = self.missed = self.refused = self.lost = 0
        self.lock = threading.Lock()

    def take(self):
        with self.lock:
            self.left -= BATCH
            return self.left

    def add(self, ids, answer):
        entries = answer.body if answer.status == 200 else []
        right = [entry["query"] for entry in entries] == ids
        found = [entry for entry in entries if entry.get("found")]
        wrong = sum(entry["_id"] != entry["query"] for entry in found)
        should = sum(int(one.rpartition(":")[2]) < DOCUMENTS for one in ids)
        with self.lock:
            if answer.status in (503, 504):
                self.refused += len(ids)
            elif right and not wrong and len(found) == should:
                self.found += len(found)
                self.missed += len(ids) - len(found)
            else:
                self.lost += len(ids)
                print(f"lost: {answer.status} {str(answer.body)[:200]}")


def client(port, count, number):
    while (left := count.take()) >= 0:
        ids = [f"n:{(left * 7 + step * (number + 1)) % (2 * DOCUMENTS)}" for step in range(BATCH)]
        answer = ask(port, [("POST", "/v1/number", {"ids": ids, "fields": "_id"})], 0)
        count.add(ids, answer)
        if answer.status != 200:
            time.sleep(0.5)


def spoil(between, count):
    """One fault after the other, with good times between."""
    turn = 0
    while count.left > 0:
        time.sleep(1)
        between.fault = FAULTS[turn % len(FAULTS)]
        time.sleep(0.4)
        between.fault = None
        between.break_all()
        turn += 1


def main(wanted=100_000):
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ["SEARCHAPP_TEST_ES_URL"]
        engine = engines.elasticsearch(Path(folder), url)
        source = Path(folder) / "numbers.ndjson"
        source.write_text("".join(f'{{"_id": "n:{n}", "n": {n}}}\n' for n in range(DOCUMENTS)))
        engines.load(engine, "number", source)
        between = Proxy(url)
        own = {"SEARCHAPP_ES_URL": between.url, "SEARCHAPP_DEADLINE": "3", "SEARCHAPP_ITEM_TYPES": '{"number": {}}'}
        environment = {key: value for key, value in engine.environment.items() if key != "SEARCHAPP_CONFIG"}
        server = Server(environment | own, Path(folder) / "server.log")
        count = Count(wanted)
        try:
            threads = [threading.Thread(target=client, args=(server.port, count, number)) for number in range(CLIENTS)]
            threads.append(threading.Thread(target=spoil, args=(between, count)))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            server.stop()
            between.stop()
            engines.remove_indices(url, engine.settings["INDEX_PREFIX"])
    told = count.found + count.missed + count.refused
    print(f"{wanted} ids: {count.found} found, {count.missed} not found, {count.refused} refused, {count.lost} lost")
    assert (told, count.lost) == (wanted, 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
