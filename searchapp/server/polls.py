"""Waits for sockets in several threads. Each readable socket is given to one thread, once."""

import select
import selectors
import threading
from contextlib import suppress


class EpollPoll:
    """All threads wait in the kernel, which wakes one for each socket."""

    def __init__(self) -> None:
        self.epoll = select.epoll()
        self.events = select.EPOLLIN | select.EPOLLONESHOT

    def add(self, fd: int) -> None:
        """Wait for a socket that is new."""
        self.epoll.register(fd, self.events)

    def resume(self, fd: int) -> None:
        """Wait for a socket once more after it was given out."""
        self.epoll.modify(fd, self.events)

    def give_out(self, fd: int) -> None:
        """Give out a socket once more, even if it is not readable."""
        self.epoll.modify(fd, self.events | select.EPOLLOUT)

    def when_writable(self, fd: int) -> None:
        """Wait until bytes can be sent on a socket that was given out."""
        self.epoll.modify(fd, select.EPOLLOUT | select.EPOLLONESHOT)

    def remove(self, fd: int) -> None:
        """Forget a socket that is about to be closed."""
        with suppress(OSError):
            self.epoll.unregister(fd)

    def wait(self, seconds: float) -> int | None:
        """A readable socket; None after `seconds` without one."""
        found = self.epoll.poll(seconds, 1)
        return found[0][0] if found else None


class SelectorPoll:
    """A poll for systems without epoll: one thread waits at a time, the others for their turn."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.turn = threading.Lock()

    def add(self, fd: int) -> None:
        self.selector.register(fd, selectors.EVENT_READ)

    resume = add

    def give_out(self, fd: int) -> None:
        self.selector.register(fd, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def when_writable(self, fd: int) -> None:
        self.selector.register(fd, selectors.EVENT_WRITE)

    def remove(self, fd: int) -> None:
        with suppress(KeyError, ValueError, OSError):
            self.selector.unregister(fd)

    def wait(self, seconds: float) -> int | None:
        with self.turn:
            for key, _ in self.selector.select(seconds):
                self.remove(key.fd)
                return key.fd
        return None


Poll = EpollPoll if hasattr(select, "epoll") else SelectorPoll
