"""A real nginx with deploy/nginx.conf, in which only ports and paths are replaced."""

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.services.process import Unavailable, comes_up, free_port, last_words, stop

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
AROUND = """\
{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
{temporary}
    include {folder}/site.conf;
}}
"""


class Nginx:
    """A running nginx before instances at these ports: `port`, `url`, `process`, `stop()`."""

    def __init__(self, instances: Sequence[int], folder: Path):
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if not program:
            raise Unavailable("nginx is missing (make services installs it)")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        (folder / "site.conf").write_text(self.site(instances))
        temporary = "\n".join(f"    {name}_temp_path {folder}/{name};" for name in TEMPORARY)
        user = "" if os.geteuid() else "user root;"  # the folder of a test is for its owner only
        (folder / "nginx.conf").write_text(AROUND.format(user=user, folder=folder, temporary=temporary))
        command = [program, "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "error.log")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if not comes_up(self.process, self.is_up, patience=10):
            raise RuntimeError(f"nginx did not start: {last_words(folder / 'error.log')}")

    def site(self, instances: Sequence[int]) -> str:
        """The configuration as it is deployed, but for the addresses and the folder of the cache."""
        replaced = {
            "listen 80;": f"listen 127.0.0.1:{self.port};",
            "127.0.0.1:8000 ": f"127.0.0.1:{instances[0]} ",
            "127.0.0.1:8001 ": f"127.0.0.1:{instances[1]} ",
            "/var/cache/nginx/searchapp ": f"{self.folder}/cache ",
        }
        text = CONFIGURATION.read_text()
        for old, new in replaced.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return text

    def is_up(self) -> bool:
        """Whether it listens."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        stop(self.process)
