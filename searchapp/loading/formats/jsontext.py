"""JSON values out of a text that is too long to be held, one after the other."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, TextIO

CHUNK = 1 << 20
MAX_VALUE = 64 << 20
BLANK = re.compile(r"[\s,]*")
NEAR_THE_END = 12


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values; ValueError when a key is there twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)} is there twice")
    return value


def no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def integer(digits: str) -> int:
    """The number; ValueError for one that the answers of the service could not hold."""
    if len(digits) < 19 or (len(digits) < 22 and -(2**63) <= int(digits) < 2**64):
        return int(digits)
    raise ValueError(f"{digits[:40]} has more than 64 bits, write it as a text")


def decimal(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits[:40]} has more than 64 bits, write it as a text")
    return number


DECODER = json.JSONDecoder(
    object_pairs_hook=unique_keys, parse_constant=no_constant, parse_int=integer, parse_float=decimal
)


def decoded(text: str) -> Any:
    """The value of a JSON text. Raises ValueError, also for a repeated key, NaN and numbers of over 64 bits."""
    return DECODER.decode(text)


class JsonText:
    """Gives (line, value) for each element of a list, or for values that simply follow each other.

    ValueError where the text is no JSON, with `line` then being the line of the trouble.
    """

    def __init__(self, text: TextIO):
        self.text = text
        self.buffer = ""
        self.at = 0
        self.line = 1
        self.in_list = False

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        self.in_list = self.next_character() == "["
        if self.in_list:
            self.move_to(self.at + 1)
        while self.next_character() not in ("", "]"):
            value, end = self.value()
            yield self.line, value
            self.move_to(end)
        if self.in_list and self.next_character() != "]":
            raise ValueError("the list is not closed")

    def next_character(self) -> str:
        """The character that follows blanks and commas, empty at the end."""
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
        """Whether the error may only be that the rest has not been read yet."""
        if len(self.buffer) - self.at > MAX_VALUE:
            return False
        return error.pos >= len(self.buffer) - NEAR_THE_END or error.msg.startswith("Unterminated string")

    def more(self) -> bool:
        """Reads on and forgets what was used; False at the end of the text."""
        chunk = self.text.read(CHUNK)
        self.buffer = self.buffer[self.at :] + chunk
        self.at = 0
        return bool(chunk)

    def move_to(self, position: int) -> None:
        self.line += self.buffer.count("\n", self.at, position)
        self.at = position
