"""Goal: with 50 clients that send 1,000 ids each, the server takes no more than 400 MB above what it takes idle."""

import time

from tests.robustness.figures.service import MB, resident, serving
from tests.robustness.load import ask, asking

CLIENTS = 50
SECONDS = 20
IDS = [f"HGNC:{n}" for n in range(9000)]
BATCHES = [("POST", "/v1/gene", {"ids": IDS[first : first + 1000]}) for first in range(0, 9000, 1000)]
ONE = [("GET", "/v1/gene/HGNC:5", None)]


def main():
    with serving(workers=2) as server:
        for _ in range(20):
            ask(server.port, ONE, 0)
        base = resident(server)
        most = 0
        with asking(server.port, BATCHES, CLIENTS) as clients:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                most = max(most, resident(server))
                time.sleep(0.1)
        told = [answer.status for answer in clients.told]
    counts = {status: told.count(status) for status in sorted(set(told))}
    print(f"base {base / MB:.0f} MB, at most {(most - base) / MB:.0f} MB more with {CLIENTS} clients; answers {counts}")
    assert most - base < 400 * MB
    assert set(counts) <= {200, 503}


if __name__ == "__main__":
    main()
