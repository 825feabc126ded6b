import os
import threading
import time

import pytest

from searchapp.databases.shared.per_process import PerProcess, Pool
from tests.robustness.goals import GRACE


def soon():
    return time.monotonic() + 60


def test_a_value_is_made_once_in_a_process():
    value = PerProcess(object)
    assert value() is value()


@pytest.mark.rule("FL6")
def test_a_fork_makes_its_own_value_even_while_the_parent_makes_one():
    value = PerProcess(lambda: os.getpid())
    value()
    with value.locks[os.getpid()]:
        child = os.fork()
        if child == 0:
            os._exit(0 if value() == os.getpid() else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_results_come_in_the_order_of_the_items():
    assert Pool(3).map(lambda n: (time.sleep(0.02 * (3 - n)), n)[1], [0, 1, 2, 3], soon()) == [0, 1, 2, 3]


@pytest.mark.rule("T4", "Z3")
def test_no_more_work_at_a_time_than_there_are_workers():
    running, most, lock, all_at_work = 0, 0, threading.Lock(), threading.Barrier(5)

    def work(_):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        all_at_work.wait(60)
        with lock:
            running -= 1
        all_at_work.wait(60)

    Pool(5).map(work, range(20), soon())
    assert most == 5


def test_the_first_failure_is_raised_and_the_rest_called_off():
    begun, let_go = [], threading.Event()

    def work(n):
        if n == 0:
            raise ValueError("no")
        begun.append(n)
        let_go.wait(60)

    pool = Pool(2)
    with pytest.raises(ValueError, match="no"):
        pool.map(work, range(50), soon())
    let_go.set()
    pool.executor().shutdown()
    assert len(begun) <= 2


def test_at_the_end_of_the_time_it_gives_up():
    started, let_go = time.monotonic(), threading.Event()
    with pytest.raises(TimeoutError):
        Pool(2).map(let_go.wait, [30] * 4, time.monotonic() + 0.1)
    let_go.set()
    assert time.monotonic() - started < 0.1 + GRACE


def test_a_thread_of_the_pool_never_waits_for_the_pool():
    pool = Pool(2)

    def outer(n):
        return pool.map(lambda m: (n, m), [0, 1, 2], soon())

    assert pool.map(outer, range(8), soon())[7] == [(7, 0), (7, 1), (7, 2)]
