"""Goal: while one client sends heavy batches, the 99th percentile of the others is under 5 times what it is without."""

import sys
import time

from tests.robustness.figures.service import percentile, serving
from tests.robustness.load import asking

OTHERS = 4
SECONDS = 15
SINGLE = [
    ("GET", "/v1/gene/HGNC:5", None),
    ("GET", "/v1/gene/query?q=symbol:CDK2&fields=symbol", None),
    ("GET", "/v1/gene/query?q=kinase&facets=locus_type&fields=symbol", None),
]
HEAVY = [("POST", "/v1/gene/query", {"q": [f"protein {n}" for n in range(1000)], "scopes": [], "size": 20})]


def singles(port):
    """The seconds of the answers to the others, and how often each status came."""
    with asking(port, SINGLE, OTHERS) as clients:
        time.sleep(SECONDS)
    statuses = [answer.status for answer in clients.told]
    return [answer.seconds for answer in clients.told], {one: statuses.count(one) for one in set(statuses)}


def main(workers=2):
    with serving(workers=workers) as server:
        singles(server.port)
        idle, _ = singles(server.port)
        with asking(server.port, HEAVY, 1) as heavy:
            busy, statuses = singles(server.port)
    before, after = percentile(idle, 0.99), percentile(busy, 0.99)
    batches = [answer for answer in heavy.told if answer.status == 200]
    print(f"p99 {1000 * before:.0f} ms alone, {1000 * after:.0f} ms beside {len(batches)} batches, ", end="")
    print(f"{after / before:.1f} times; answers {statuses}")
    print(f"median {1000 * percentile(idle, 0.5):.1f} ms and {1000 * percentile(busy, 0.5):.1f} ms")
    assert set(statuses) == {200}
    assert batches
    return 0 if after < 5 * before else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
