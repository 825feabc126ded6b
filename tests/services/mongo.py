"""A server that speaks MongoDB's protocol, for the tests: `python -m tests.services.mongo` starts one by hand."""

import argparse
import importlib.util
import signal
import sys
from pathlib import Path

from tests.services.process import Unavailable, serve_by_hand
from tests.services.service import Service


class Mongo(Service):
    name = "MongoDB"
    ended_by = signal.SIGKILL  # its data is of no use, and an orderly end takes seconds

    def __init__(self, port: int = 0):
        if importlib.util.find_spec("secantus") is None or importlib.util.find_spec("pymongo") is None:
            raise Unavailable("secantusdb or pymongo is not installed")
        super().__init__(port)
        self.url = f"mongodb://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Starts the process, on the data that is there."""
        command = Path(sys.executable).with_name("secantusd-py")
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--storage-path", str(self.home / "data")]
        self.run([command, *options])

    def is_up(self) -> bool:
        import pymongo

        try:
            with pymongo.MongoClient(self.url, serverSelectionTimeoutMS=300, directConnection=True) as client:
                return bool(client.admin.command("ping")["ok"])
        except pymongo.errors.PyMongoError:
            return False


def drop_database(url: str, name: str) -> None:
    """Removes a database of the tests from the server at `url`."""
    import pymongo

    with pymongo.MongoClient(url, serverSelectionTimeoutMS=5000) as client:
        client.drop_database(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    serve_by_hand(Mongo(parser.parse_args().port))


if __name__ == "__main__":
    main()
