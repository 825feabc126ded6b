"""The progress of a load: a bar on a terminal, a line every few seconds elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

import click

from .sentences import counted

SECONDS_PER_MESSAGE = 5.0
RECORDS_PER_CHECK = 500


class Progress:
    """Counts documents; `size` is the number of bytes to read, None if it is unknown."""

    def __init__(self, label: str, size: int | None, output: TextIO | None = None):
        self.label = label
        self.size = size
        self.output = output or sys.stderr
        self.documents = 0
        self.bytes = 0
        self.start = self.reported = time.monotonic()
        self.bar: Any = None

    def __enter__(self) -> "Progress":
        if self.size and self.output.isatty():
            self.bar = click.progressbar(
                length=self.size, label=self.label, file=self.output, item_show_func=lambda _: self.count(), width=30
            )
            self.bar.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self.bar:
            if error[0] is None:
                self.bar.update(max(0, (self.size or 0) - self.bar.pos))
            self.bar.render_progress()
            self.bar.__exit__(*error)
        elif error[0] is None:
            self.tell(f"{self.count()}, {self.rate()}")

    def step(self, position: Callable[[], int], before: int = 0) -> None:
        """Counts a document. `position` returns the bytes read of its file, `before` are the bytes of earlier files."""
        self.documents += 1
        if self.documents % RECORDS_PER_CHECK == 0:
            self.show(before + position())

    def show(self, position: int) -> None:
        if self.bar:
            self.bar.update(position - self.bytes)
            self.bytes = position
        elif time.monotonic() - self.reported > SECONDS_PER_MESSAGE:
            share = f", {position * 100 // self.size} %" if self.size else ""
            self.tell(f"{self.count()}{share}")

    def tell(self, text: str) -> None:
        self.reported = time.monotonic()
        click.echo(f"{self.label}: {text}", file=self.output)

    def count(self) -> str:
        return counted(self.documents)

    def rate(self) -> str:
        return f"{self.documents / max(0.001, time.monotonic() - self.start):,.0f} a second"
