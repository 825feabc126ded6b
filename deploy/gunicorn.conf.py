"""gunicorn's settings: `gunicorn -c deploy/gunicorn.conf.py wsgi:app`; options on the command line win over them."""

import contextlib
import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "searchapp.server.worker.Worker"  # gthread with a bounded queue
threads = 5  # two of them are not for batches; 8 cost twice the time per request
backlog = 256

timeout = 30  # a worker that does not even beat for so long is replaced; requests end by DEADLINE
graceful_timeout = 30
keepalive = 30

control_socket_disable = True  # several services on one machine would share it

limit_request_line = 8190
limit_request_fields = 100

forwarder_headers = ""  # no header says where the service is mounted: URL_PREFIX does

logger_class = "searchapp.server.log.AccessLogger"
accesslog = "-"  # a line of text per request; a worker writes none where LOG_FORMAT is json
access_log_format = '%(h)s "%(r)s" %(s)s %(b)s %(M)sms %({x-request-id}o)s'
errorlog = "-"

MIN_FILES = 1000  # a folder, two files for each worker, and a few for each reload


def has_room(folder):
    """Whether files can be made in a folder."""
    if not os.access(folder, os.W_OK):
        return False
    disk = os.statvfs(folder)
    return not disk.f_files or disk.f_favail >= MIN_FILES


# a disk that is busy must not look like a worker that hangs
worker_tmp_dir = "/dev/shm" if has_room("/dev/shm") else None

# the workers put their counts for /metrics together in a folder; it is set before anything imports the library
COUNTS = "PROMETHEUS_MULTIPROC_DIR"
counting = importlib.util.find_spec("prometheus_client") is not None
PREFIX = "searchapp-counts-"
NEW = 60  # seconds in which a folder may not be locked yet


def counts_folder():
    """A new folder, which this process locks for as long as it lives; those that killed servers left are removed."""
    parent = worker_tmp_dir or tempfile.gettempdir()
    for folder in Path(parent).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < time.time() - NEW:
                os.close(locked(folder))
                shutil.rmtree(folder)
    found = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
    locked(found)
    return found


def locked(folder):
    """The handle of a folder, with which its lock ends; raises OSError where another process has it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


if counting and COUNTS not in os.environ:
    os.environ[COUNTS] = counts_folder()


def on_starting(server):
    """Counts begin at none."""
    if counting:
        for path in Path(os.environ[COUNTS]).glob("*.db"):
            path.unlink()


def when_ready(server):
    """A reload that would find no application is none: gunicorn would end where its new workers cannot start."""
    reload = server.reload

    def reload_if_possible():
        why = obstacle(server)
        if why:
            server.log.error("not reloaded, the workers go on with what they have: %s", why)
        else:
            reload()

    server.reload = reload_if_possible


LOAD = "import sys; from gunicorn.util import import_app; import_app(sys.argv[1])"


def obstacle(server):
    """Why the application cannot be loaded, None where it can; tried in a process of its own."""
    command = [sys.executable, "-c", LOAD, server.app.app_uri]
    environment = {name: value for name, value in os.environ.items() if name != COUNTS}
    tried = subprocess.run(command, cwd=server.cfg.chdir, env=environment, capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else (tried.stderr.strip() or "it ended").splitlines()[-1]


def child_exit(server, worker):
    """What a worker had under way when it ended is no longer under way."""
    if counting:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server):
    """The folder goes with the server."""
    if counting:
        shutil.rmtree(os.environ[COUNTS], ignore_errors=True)
