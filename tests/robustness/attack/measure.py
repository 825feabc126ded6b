"""What a request costs a worker and its database."""

import contextlib
import http.client
import os
import time
from pathlib import Path
from typing import NamedTuple

from tests.robustness.figures.service import MB, forget_the_most, memory, processes, processor

ANSWERED = {200, 202, 204, 304, 308, 400, 404, 405, 406, 411, 412, 413, 414, 415, 416, 417, 421, 431}
PATIENCE = 60


class Cost(NamedTuple):
    """Of one request: `spent` seconds of processors, `seconds` until all of the answer was there, `more` MB."""

    name: str
    status: int
    spent: float
    seconds: float
    more: float
    answer: bytes

    @property
    def is_beyond(self) -> bool:
        """Whether it is more than a request may cost; 504 is what a request beyond the deadline is answered."""
        return self.status not in ANSWERED or self.spent > 1 or self.more > 64 or self.seconds > 5

    def __str__(self) -> str:
        cost = f"{self.spent:6.2f} s of a processor ({self.seconds:6.2f} s) {self.more:6.1f} MB  {self.status}"
        return f"{cost}  {self.name[:200]}" + (f"\n    {self.answer[:150]!r}" if self.is_beyond else "")


def measured(server, requests, database=None):
    """The cost of each request; `database` is the process of a database, whose seconds are counted too."""
    for name, *request in requests:
        worker = processes(server)[1]
        before, files = memory(worker, "VmRSS"), memory(worker, "RssFile")
        spent, other = processor(worker), family(database)
        forget_the_most(worker)
        started = time.monotonic()
        status, answer = answered(server.port, *request)
        seconds = time.monotonic() - started
        assert processes(server)[1:2] == [worker], f"{name} ended the worker"
        spent = processor(worker) - spent + family(database) - other
        mapped = max(memory(worker, "RssFile") - files, 0)  # parts of files, which the system takes back when it needs
        yield Cost(name, status, spent, seconds, (memory(worker, "VmHWM") - before - mapped) / MB, answer)


def answered(port, method, path, data, headers, whole=False):
    """The status and the start of the body, or all of it, once it is there; 0 where it breaks off."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        sent(connection, method, path, data, headers)
        answer = connection.getresponse()
        start = answer.read(None if whole else 1000)
        while answer.read(2**20):
            pass
        return answer.status, start
    except (OSError, http.client.HTTPException) as error:
        return 0, repr(error).encode()
    finally:
        connection.close()


def sent(connection, method, path, data, headers):
    """Sends what http.client would refuse or change; a server that answers before all is sent may close."""
    data = data.encode() if isinstance(data, str) else data
    connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value.encode("latin-1", "replace"))
    if data is not None or method == "POST":
        connection.putheader("Content-Length", str(len(data or b"")))
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.endheaders(data)


def family(pid):
    """The seconds that a process and its children have taken, also those that ended."""
    if pid is None:
        return 0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    return processor(pid) + ended + sum(processor(int(child)) for child in children)


def summary(costs, all_printed=False):
    """Prints each that is beyond the goal as it comes, or all, and a line on all. Returns how many were beyond."""
    count = beyond = 0
    spent = more = 0.0
    statuses: dict[int, int] = {}
    for cost in costs:
        count, spent, more = count + 1, max(spent, cost.spent), max(more, cost.more)
        statuses[cost.status] = statuses.get(cost.status, 0) + 1
        beyond += cost.is_beyond
        if cost.is_beyond or all_printed:
            print(cost, flush=True)
    answers = ", ".join(f"{status}: {number}" for status, number in sorted(statuses.items()))
    most = f"most {spent:.2f} s of a processor and {more:.0f} MB"
    print(f"{count} requests, {most}, {beyond} beyond the goal; answers {answers}")
    return beyond
