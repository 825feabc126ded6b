"""Goal: requests that are all different leave the memory of a worker flat, whatever they are.

make soak N=100000 SEED=7       or python -m tests.robustness.figures.soak [REQUESTS] [SEED]

The requests are those of caches.py, each with a number of its own, and drawn requests of `make attack`, sent by
several clients. After every thousand the memory is printed; the command fails when a worker keeps more than it
had after the first thousands, by the bar, or when one ends.
"""

import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from tempfile import NamedTemporaryFile

from tests.robustness.attack.drawn import drawn_requests
from tests.robustness.attack.measure import ANSWERED, answered
from tests.robustness.figures.caches import DOCUMENTS, KINDS, SETTINGS, sent
from tests.robustness.figures.service import MB, memory, processes, serving

BAR = 64 * MB
CLIENTS = 4
WARM = 3
"""Thousands of requests after which caches are full."""

PART = 1000
DRAWN = 20
"""Every twentieth request is a drawn one."""

ALLOWED = ANSWERED | {401, 403, 429, 503, 504}
"""What clients may be answered together: a worker that is full or out of time says so."""


def part_of(number, seed):
    """A thousand requests, as many of each kind."""
    dice = random.Random(f"{seed} {number}")
    names = list(KINDS)
    for place in range(PART):
        yield sent(KINDS[dice.choice(names)](seed * 10**7 + number * PART + place))
    for _, *request in drawn_requests(PART // DRAWN, f"{seed} {number}"):
        yield tuple(request)


def status(server, request):
    """The status of the answer to a request; one that no request may have is printed with the request."""
    found = answered(server.port, *request)[0]
    if found not in ALLOWED:
        print(f"{found} for {request!r:.2000}", flush=True)
    return found


def main(count=10_000, seed=1):
    statuses, first = Counter(), 0
    settings = SETTINGS | {"RATE_LIMIT": "1000000/second", "ANONYMOUS_LIMIT": "1000000/second"}
    with NamedTemporaryFile() as keys, serving(1, DOCUMENTS, API_KEYS=keys.name, **settings) as server:
        worker = processes(server)[1]
        for number in range(count // PART):
            with ThreadPoolExecutor(CLIENTS) as clients:
                statuses.update(clients.map(lambda request: status(server, request), part_of(number, seed)))
            assert processes(server)[1:2] == [worker], "a worker ended"
            first = memory(worker, "VmRSS") if number < WARM else first
            print(f"{(number + 1) * PART:7} requests: {memory(worker, 'VmRSS') / MB:6.1f} MB", flush=True)
        time.sleep(11)  # free memory is given back every ten seconds
        grown = memory(worker, "VmRSS") - first
    print(f"seed {seed}, answers {dict(statuses)}, {grown / MB:.1f} MB more than after the first {WARM * PART}")
    assert statuses.keys() <= ALLOWED, "an answer that no request may have"
    assert grown < BAR, f"more than {BAR // MB} MB"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
