"""A server that speaks MongoDB's protocol, for the tests: `python -m tests.services.mongo` starts one by hand."""

import argparse
import importlib.util
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.services.process import Unavailable, free_port, stop

PATIENCE = 40.0


class Mongo:
    """A running server: `url`, `process`, `stop()`; its data is in a temporary folder."""

    def __init__(self, port: int = 0):
        if importlib.util.find_spec("secantus") is None or importlib.util.find_spec("pymongo") is None:
            raise Unavailable("secantusdb or pymongo is not installed")
        self.port = port or free_port()
        self.url = f"mongodb://127.0.0.1:{self.port}"
        self.home = Path(tempfile.mkdtemp(prefix="searchapp-mongo-"))
        self.start()

    def start(self) -> None:
        """Starts the process, on the data that is there."""
        command = Path(sys.executable).with_name("secantusd-py")
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--storage-path", str(self.home / "data")]
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen([command, *options], stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self.is_up():
            if self.process.poll() is not None or time.monotonic() > end:
                words = (self.home / "log").read_text(errors="replace")[-1000:]
                self.stop()
                raise Unavailable(f"the MongoDB server did not start: {words}")
            time.sleep(0.1)

    def is_up(self) -> bool:
        import pymongo

        try:
            with pymongo.MongoClient(self.url, serverSelectionTimeoutMS=300, directConnection=True) as client:
                return bool(client.admin.command("ping")["ok"])
        except pymongo.errors.PyMongoError:
            return False

    def stop(self) -> None:
        """Ends the process by its id and removes its data."""
        stop(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


def drop_database(url: str, name: str) -> None:
    """Removes a database of the tests from the server at `url`."""
    import pymongo

    with pymongo.MongoClient(url, serverSelectionTimeoutMS=5000) as client:
        client.drop_database(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    server = Mongo(parser.parse_args().port)
    print(server.url, f"(process {server.process.pid})", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: server.process.terminate())
    try:
        server.process.wait()
    except KeyboardInterrupt:
        print("stopping")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
