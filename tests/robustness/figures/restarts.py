"""Goal: 10 rolling restarts of two instances behind nginx and 10 switches of the collection lose no request."""

import sys
import tempfile
import time
from pathlib import Path

from tests.robustness.load import asking
from tests.services import engines
from tests.services.nginx import Nginx
from tests.services.server import Server

CLIENTS = 8
REQUESTS = [
    ("GET", "/v1/edge/query?q=*&sort=n&facets=tags", None),
    ("GET", "/v1/edge/12", None),
    ("POST", "/v1/edge", {"ids": ["12", "100%", "nothing"]}),
    ("POST", "/v1/edge/query", {"q": ["C1", "C2"], "scopes": ["code"]}),
]


def main(times=10):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        engine = engines.embedded(Path(folder) / "instance")
        load(engine)
        types = {"SEARCHAPP_ITEM_TYPES": '{"edge": {}}'}
        environment = {key: value for key, value in engine.environment.items() if key != "SEARCHAPP_CONFIG"}
        servers = [Server(environment | types, Path(folder) / f"{n}.log", workers=1) for n in range(2)]
        nginx = Nginx([server.port for server in servers], Path(folder))
        try:
            with asking(nginx.port, REQUESTS, CLIENTS) as clients:
                for _ in range(times):
                    for server in servers:
                        server.restart()
                        time.sleep(0.3)
                    load(engine)
                time.sleep(1)
        finally:
            nginx.stop()
            for server in servers:
                server.stop()
    failed = [answer for answer in clients.told if answer.status != 200]
    print(f"{times} rolling restarts and {times} switches: {len(failed)} of {len(clients.told)} requests failed")
    assert not failed, failed[:3]


def load(engine):
    engines.load(engine, "edge", engines.DATA / "edge.ndjson", *engines.described_by(engines.DATA / "edge"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
