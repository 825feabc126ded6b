"""Signals that end a load as Ctrl-C does, so that it leaves no files of a collection that is not complete."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Raises KeyboardInterrupt for signals that would end the program at once. `nohup` still ignores SIGHUP."""
    before = {one: signal.signal(one, interrupt) for one in SIGNALS if signal.getsignal(one) is signal.SIG_DFL}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def interrupt(number: int, frame: Any) -> NoReturn:
    raise KeyboardInterrupt
