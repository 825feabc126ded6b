import pytest

from searchapp.databases.shared import deadline
from searchapp.databases.shared.deadline import Pace
from searchapp.errors import PipelineError


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by `clock.now`."""

    class Clock:
        now = 0.0

        def monotonic(self):
            return self.now

    found = Clock()
    monkeypatch.setattr(deadline, "time", found)
    return found


def answered_until(pace, clock, seconds_each, count):
    """How many queries are answered before the batch is given up."""
    for number in range(count):
        clock.now += seconds_each
        try:
            pace.answered()
        except PipelineError as error:
            return number + 1, error
    return count, None


def test_a_batch_that_would_take_much_longer_than_there_is_time_is_given_up_early(clock):
    done, error = answered_until(Pace(300, 10, 10), clock, 0.25, 300)
    assert (done, error.code, error.summary) == (5, 504, "no answer within 10 s")
    assert error.details == {"reason": "4 of 300 terms were answered in 1.0 s: send fewer, or name fewer fields"}


def test_a_slow_start_and_a_batch_that_may_be_answered_in_time_are_not_given_up(clock):
    assert answered_until(Pace(55, 10, 10), clock, 0.25, 39) == (39, None)
    pace = Pace(300, 10, 10)
    clock.now += 1.2
    assert answered_until(pace, clock, 0.001, 300) == (300, None)


def test_queries_that_are_asked_together_count_before_they_are_answered(clock):
    assert answered_until(Pace(100, 10, 10, at_once=8), clock, 1.0, 2) == (2, None)
