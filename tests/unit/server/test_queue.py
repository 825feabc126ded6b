"""The counting of the worker's queue, without sockets and threads."""

import pytest

from searchapp.server.queue import Queue, Request

THREADS = 5


def requests(count, batch=False, first=0):
    return [Request(conn=number, arrived=first + number, batch=batch) for number in range(count)]


def started(queue, found):
    return [queue.start(request) for request in found]


def test_each_thread_has_a_request_and_no_more():
    queue = Queue(THREADS, 2)
    assert started(queue, requests(6)) == [True] * 5 + [False]
    assert queue.is_busy


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_batches_leave_the_last_two_threads_to_others(threads):
    queue = Queue(threads, 2)
    found = started(queue, requests(5, batch=True))
    assert sum(found) == max(1, threads - 2)
    assert queue.has_thread(False) is (threads > 1)


@pytest.mark.parametrize(("length", "singles", "batches"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (8, 8, 4), (64, 64, 32)])
def test_the_queue_is_bounded_and_batches_have_half_of_it(length, singles, batches):
    for found, batch in ((singles, False), (batches, True)):
        queue = Queue(THREADS, length)
        assert sum([queue.put(one) for one in requests(100, batch)]) == found


def test_the_first_that_came_is_the_next_that_goes():
    queue = Queue(2, 10)
    running = requests(2)
    started(queue, running)
    waiting = [*requests(3, first=1), *requests(3, batch=True, first=10)]
    assert all(queue.put(one) for one in waiting)
    order = []
    while running:
        queue.end(running.pop())
        following = queue.next()
        if following:
            order.append(following)
            running.append(following)
    assert order == waiting
    assert (queue.running, queue.running_batches) == (0, 0)


def test_a_batch_that_waits_does_not_keep_others_waiting():
    queue = Queue(2, 10)
    running = [*requests(1, batch=True), *requests(1)]
    started(queue, running)
    batch, single = Request("batch", 1, batch=True), Request("single", 2)
    assert queue.put(batch)
    assert queue.put(single)
    queue.end(running[1])
    assert queue.next() is single
    queue.end(running[0])
    assert queue.next() is batch
