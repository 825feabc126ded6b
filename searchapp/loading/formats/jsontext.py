"""Reads JSON values one by one from a text that may be too long for the memory."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TextIO

from ..values.large_numbers import MAX_DIGITS
from .encoding import wrong_encoding

CHUNK = 1 << 20
MAX_VALUE = 32 << 20
"""The maximum number of characters of a value that is kept in memory."""

BLANK = re.compile(r"[\s,]*")
NEAR_THE_END = 12


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values. ValueError for a repeated key."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)} occurs twice")
    return value


def constant(name: str) -> None:
    """None for NaN, which Python writes for a missing value. Raises ValueError for other names of numbers."""
    if name != "NaN":
        raise ValueError(f"{name} is not JSON")


def integer(digits: str) -> int:
    """The number. Raises ValueError for a number that is too large even as a decimal."""
    if len(digits) <= MAX_DIGITS:
        return int(digits)
    raise too_large(digits)


def decimal(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise too_large(digits)
    return number


def too_large(digits: str) -> ValueError:
    return ValueError(f"{digits[:40]} is too large for a number, write it as a text")


DECODER = json.JSONDecoder(
    object_pairs_hook=unique_keys, parse_constant=constant, parse_int=integer, parse_float=decimal
)


def decoded(text: str) -> Any:
    """The value of a JSON text. Raises ValueError, also for a repeated key, Infinity and numbers beyond 1e308."""
    return DECODER.decode(text)


class TooLarge(ValueError):
    """A value with more than MAX_VALUE characters."""


class Member(NamedTuple):
    """A value inside an object that is read in parts: its line, and the keys that lead to it.

    `is_element` is true for an element of a list that is too large to be one value.
    """

    line: int
    path: tuple[str, ...]
    value: Any
    is_element: bool = False


class JsonText:
    """Yields (line, value) for each element of a list or of successive lists, or for each of successive values.

    Raises ValueError for a text that is not JSON; `line` is its line. Raises TooLarge for an object that is too large,
    whose `members` can then be read.
    """

    def __init__(self, text: TextIO):
        self.text = text
        self.buffer = ""
        self.at = 0
        self.line = 1
        self.in_list = self.has_wrong_bytes = False

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        self.in_list = self.next_character() == "["
        while sign := self.next_character():
            if self.in_list and sign == "[":
                yield from self.elements()
                continue
            value, end = self.value()
            yield self.line, value
            self.move_to(end)

    def elements(self) -> Iterator[tuple[int, Any]]:
        """The elements of the list that begins here, with their lines."""
        self.move_to(self.at + 1)
        while self.next_character() not in ("", "]"):
            value, end = self.value()
            yield self.line, value
            self.move_to(end)
        self.closed("]", "the list")

    def members(self, path: tuple[str, ...] = ()) -> Iterator[Member]:
        """The values of the object that begins here, read in parts: a value that is too large is walked through."""
        self.move_to(self.at + 1)
        while self.next_character() not in ("", "}"):
            inner = (*path, self.key())
            try:
                value, end = self.value()
            except TooLarge:
                yield from self.parts(inner)
                continue
            yield Member(self.line, inner, value)
            self.move_to(end)
        self.closed("}", "the object")

    def parts(self, path: tuple[str, ...]) -> Iterator[Member]:
        """The elements or members of a value that is too large."""
        if self.next_character() == "{":
            yield from self.members(path)
            return
        for line, value in self.elements():
            yield Member(line, path, value, is_element=True)

    def key(self) -> str:
        """Read the key that begins here, and move on to its value."""
        key, end = self.value()
        self.move_to(end)
        if not isinstance(key, str) or self.next_character() != ":":
            raise ValueError("not JSON: Expecting a key and ':'")
        self.move_to(self.at + 1)
        self.next_character()
        return key

    def closed(self, sign: str, what: str) -> None:
        """Move on after the end of a list or an object."""
        if self.next_character() != sign:
            raise ValueError(f"{what} is not closed")
        self.move_to(self.at + 1)

    def next_character(self) -> str:
        """The next character after blanks and commas; empty at the end."""
        while True:
            self.move_to(BLANK.match(self.buffer, self.at).end())  # type: ignore[union-attr]
            if self.at < len(self.buffer) or not self.more():
                return self.buffer[self.at : self.at + 1]

    def value(self) -> tuple[Any, int]:
        """The value that begins here and the position after it; reads on while it may be incomplete."""
        while True:
            try:
                return DECODER.raw_decode(self.buffer, self.at)
            except RecursionError:
                raise ValueError("nested too deep") from None
            except json.JSONDecodeError as error:
                if not self.incomplete(error) or not self.more():
                    self.move_to(error.pos)
                    raise ValueError(f"not JSON: {error.msg}") from error

    def incomplete(self, error: json.JSONDecodeError) -> bool:
        """Whether the error may be due to unread text. Raises TooLarge if the value would become too large."""
        if len(self.buffer) - self.at > MAX_VALUE and self.buffer[self.at] in "[{":
            raise TooLarge(f"a value has more than {MAX_VALUE:,} characters") from None
        return error.pos >= len(self.buffer) - NEAR_THE_END or error.msg.startswith("Unterminated string")

    def more(self) -> bool:
        """Read on, at least as much as is unread, and drop the used part. False at the end of the text."""
        chunk = self.text.read(max(CHUNK, len(self.buffer) - self.at))
        self.has_wrong_bytes = self.has_wrong_bytes or wrong_encoding(chunk) is not None
        self.buffer = self.buffer[self.at :] + chunk
        self.at = 0
        return bool(chunk)

    def move_to(self, position: int) -> None:
        self.line += self.buffer.count("\n", self.at, position)
        self.at = position
