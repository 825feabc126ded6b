"""A MariaDB server for the tests: `python -m tests.services.mariadb` starts one by hand."""

import importlib.util
import os
import pwd
import shutil
import subprocess

from tests.services.process import Unavailable, serve_by_hand
from tests.services.service import Service

PATH = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"
USER = "mysql"


class MariaDB(Service):
    name = "MariaDB"

    def __init__(self, port: int = 0):
        server, install = (shutil.which(name, path=PATH) for name in ("mariadbd", "mariadb-install-db"))
        if server is None or install is None:
            raise Unavailable("mariadb-server is not installed")
        if importlib.util.find_spec("pymysql") is None:
            raise Unavailable("pymysql is not installed")
        super().__init__(port)
        self.url = f"mysql+pymysql://tests:tests@127.0.0.1:{self.port}/mysql"
        self.own = [f"--user={USER}"] if os.geteuid() == 0 else []
        data = self.home / "data"
        data.mkdir()
        # A folder of its own: a server that starts removes every temporary table in the common one, also those of a
        # server that is just being set up.
        temporary = self.home / "tmp"
        temporary.mkdir()
        if self.own:
            for folder in (self.home, data, temporary):
                os.chown(folder, pwd.getpwnam(USER).pw_uid, -1)
        grants = self.home / "grants.sql"
        grants.write_text("CREATE USER 'tests'@'%' IDENTIFIED BY 'tests';\nGRANT ALL ON *.* TO 'tests'@'%';\n")
        grants.chmod(0o644)
        command = [
            install,
            "--no-defaults",
            *self.own,
            f"--datadir={data}",
            f"--tmpdir={temporary}",
            "--skip-test-db",
            "--auth-root-authentication-method=normal",
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            shutil.rmtree(self.home, ignore_errors=True)
            raise Unavailable(f"MariaDB was not set up: {done.stderr[-1000:]}")
        options = [
            f"--tmpdir={temporary}",
            f"--socket={self.home}/socket",
            f"--pid-file={self.home}/pid",
            f"--init-file={grants}",
        ]
        options += [
            f"--port={self.port}",
            "--bind-address=127.0.0.1",
            "--skip-log-bin",
            "--innodb-flush-log-at-trx-commit=0",
        ]
        self.run([server, "--no-defaults", *self.own, f"--datadir={data}", *options], cwd="/")

    def is_up(self) -> bool:
        import pymysql

        try:
            pymysql.connect(host="127.0.0.1", port=self.port, user="tests", password="tests").close()
        except pymysql.Error:
            return False
        return True


if __name__ == "__main__":
    serve_by_hand(MariaDB())
