import subprocess
import sys

import pytest

FIRST_SEARCHES = """
import sys, threading
from searchapp.engine import Engine

sys.setswitchinterval(1e-5)
folder = sys.argv[1]
with Engine(folder).builder("a", {"properties": {"t": {"type": "text"}}}) as builder:
    builder.add({"_id": "1", "t": "x"})
engine, body, failures = Engine(folder), {"query": {"match": {"t": "x"}}}, []
calls = [
    lambda: engine.search("a", body),
    lambda: engine.search("a", body, scroll="1m"),
    lambda: engine.msearch("a", [body]),
    lambda: engine.page("a", {**body, "sort": ["_doc"]}),
    lambda: engine.near_words("a", "t", ["x"], 3),
]
start = threading.Barrier(len(calls))

def run(call):
    start.wait()
    try:
        call()
    except BaseException as error:
        failures.append(repr(error))

threads = [threading.Thread(target=run, args=[call]) for call in calls]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(failures)
"""


@pytest.mark.slow
def test_the_first_searches_of_a_process_may_come_at_the_same_time(tmp_path):
    for number in range(4):  # without the lock every second one fails
        command = [sys.executable, "-c", FIRST_SEARCHES, str(tmp_path / str(number))]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (result.stdout, result.stderr) == ("[]\n", "")
