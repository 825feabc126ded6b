"""gunicorn's settings: `gunicorn -c deploy/gunicorn.conf.py wsgi:app`; options on the command line win over them."""

import gc
import os
from pathlib import Path

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "searchapp.worker.Worker"  # gthread with a bounded queue
threads = 4  # 8 cost twice the time per request
backlog = 256

timeout = 30  # a worker that does not even beat for so long is replaced; requests end by DEADLINE
graceful_timeout = 30
keepalive = 30

control_socket_disable = True  # several services on one machine would share it

limit_request_line = 8190
limit_request_fields = 100

# one line per request: our own as JSON, or the server's as text
accesslog = None if os.environ.get("SEARCHAPP_LOG_FORMAT") == "json" else "-"
access_log_format = '%(h)s "%(r)s" %(s)s %(b)s %(M)sms %({x-request-id}o)s'
errorlog = "-"

if Path("/dev/shm").is_dir():
    worker_tmp_dir = "/dev/shm"  # a disk that is busy must not look like a worker that hangs


def post_worker_init(worker):
    """What is there at the start stays for ever: the garbage collector need not walk it again and again."""
    gc.collect()
    gc.freeze()
