"""Parses Lucene's regular expressions. They match the complete text; `^`, `$` and `(?i)` are literal.

Operators of its own: @ any text   # nothing   ~a not a   a&b both   "..." literal   <1-20> numbers
Classes: \\d \\w \\s, and with a capital letter their complements
"""

from ..errors import NUMBER_FORMAT, CreationError, EngineError
from .automaton import (
    ANY,
    ANY_TEXT,
    EMPTY,
    NOTHING,
    Node,
    characters,
    complement,
    concat,
    intersection,
    literal,
    repeated,
    union,
)

MAX_DEPTH = 100
MAX_INTEGER = 2**31 - 1

Ranges = list[tuple[int, int]]

PREDEFINED: dict[str, Ranges] = {
    "d": [(48, 57)],
    "s": [(32, 32), (9, 9), (10, 10), (13, 13)],
    "w": [(97, 122), (65, 90), (95, 95), (48, 57)],
}


def regexp(pattern: str, insensitive: bool = False) -> Node:
    """The language of a pattern. EngineError for a pattern that Lucene does not accept."""
    if not pattern:
        return EMPTY
    reader = _Reader(pattern, insensitive)
    node = reader.union(0)
    if reader.at < len(pattern):
        raise pattern_error(f"end-of-string expected at position {reader.at}")
    return node


def pattern_error(reason: str) -> EngineError:
    """A 400 for an invalid pattern."""
    return CreationError(reason)


class _Reader:
    def __init__(self, pattern: str, insensitive: bool):
        self.pattern = pattern
        self.insensitive = insensitive
        self.at = 0

    def peek(self, signs: str) -> bool:
        return self.at < len(self.pattern) and self.pattern[self.at] in signs

    def match(self, sign: str) -> bool:
        matched = self.pattern.startswith(sign, self.at)
        self.at += matched
        return matched

    def next(self) -> str:
        if self.at == len(self.pattern):
            raise pattern_error("unexpected end-of-string")
        self.at += 1
        return self.pattern[self.at - 1]

    def until(self, sign: str) -> str:
        """The text before the next `sign`, which is consumed."""
        end = self.pattern.find(sign, self.at)
        if end < 0:
            raise pattern_error(f"expected '{sign}' at position {len(self.pattern)}")
        start, self.at = self.at, end + 1
        return self.pattern[start:end]

    def union(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise pattern_error(f"groups are nested deeper than {MAX_DEPTH}")
        branches = [self.intersection(depth)]
        while self.match("|"):
            branches.append(self.intersection(depth))
        return union(branches)

    def intersection(self, depth: int) -> Node:
        parts = [self.repeat(depth)]
        while self.at < len(self.pattern) and not self.peek(")|&"):
            parts.append(self.repeat(depth))
        node = concat(parts)
        return intersection(node, self.intersection(depth)) if self.match("&") else node

    def repeat(self, depth: int) -> Node:
        negations = 0
        while self.match("~"):
            negations += 1
        node = self.single(depth)
        for _ in range(negations):
            node = complement(node)
        while self.peek("?*+{"):
            sign = self.next()
            least, most = {"?": (0, 1), "*": (0, None), "+": (1, None)}.get(sign) or self.bounds()
            node = repeated(node, least, most)
        return node

    def bounds(self) -> tuple[int, int | None]:
        least = self.integer()
        if least is None:
            raise pattern_error(f"integer expected at position {self.at}")
        most = self.integer() if self.match(",") else least
        if not self.match("}"):
            raise pattern_error(f"expected '}}' at position {self.at}")
        if most is not None and least > most:
            raise pattern_error(f"invalid repetition range(out of order): {least}..{most}")
        return least, most

    def integer(self) -> int | None:
        start = self.at
        while self.peek("0123456789"):
            self.at += 1
        digits = self.pattern[start : self.at]
        if digits and int(digits) > MAX_INTEGER:
            raise CreationError(f'For input string: "{digits}"', NUMBER_FORMAT)
        return int(digits) if digits else None

    def single(self, depth: int) -> Node:
        if self.match("["):
            return self.character_class()
        if self.match("."):
            return ANY
        if self.match("#"):
            return NOTHING
        if self.match("@"):
            return ANY_TEXT
        if self.match('"'):
            return literal(self.until('"'), self.insensitive)
        if self.match("<"):
            return self.interval()
        if not self.match("("):
            predefined = self.predefined()
            return predefined or literal(self.character(), self.insensitive)
        if self.match(")"):
            return EMPTY
        node = self.union(depth + 1)
        if not self.match(")"):
            raise pattern_error(f"expected ')' at position {self.at}")
        return node

    def character_class(self) -> Node:
        negated = self.match("^")
        ranges = self.class_item()
        while self.at < len(self.pattern) and not self.peek("]"):
            ranges += self.class_item()
        if not self.match("]"):
            raise pattern_error(f"expected ']' at position {self.at}")
        return characters(ranges, negated)

    def class_item(self) -> Ranges:
        predefined = self.predefined()
        if predefined:
            return list(predefined[1])
        first = self.character()
        if not self.match("-"):
            return list(literal(first, self.insensitive)[1])
        last = self.character()
        if first > last:
            raise pattern_error(f"invalid range: from ({ord(first)}) cannot be > to ({ord(last)})")
        return [(ord(first), ord(last))]

    def predefined(self) -> Node | None:
        """The class of `\\d`, `\\w`, `\\s` and their complements, or an escaped backslash; None for others."""
        if not self.peek("\\"):
            return None
        following = self.pattern[self.at + 1 : self.at + 2]
        if following == "\\":
            self.at += 2
            return literal("\\")
        if following and following in "dDsSwW":
            self.at += 2
            return characters(PREDEFINED[following.lower()], following.isupper())
        if following.isascii() and following.isalpha():
            raise pattern_error(f"invalid character class \\{ord(following)}")
        return None

    def character(self) -> str:
        self.match("\\")
        return self.next()

    def interval(self) -> Node:
        low, dash, high = self.until(">").partition("-")
        if not dash:
            raise pattern_error(f"'{low}' not found")
        if not (low.isdecimal() and high.isdecimal() and int(low) <= MAX_INTEGER and int(high) <= MAX_INTEGER):
            raise pattern_error(f"interval syntax error at position {self.at - 1}")
        if len(low) == len(high):
            return _between(*sorted((low, high)))
        return concat([repeated(characters([(48, 48)])), _numbers(*sorted((int(low), int(high))))])


def _numbers(low: int, high: int) -> Node:
    """The numbers from low to high without leading zeros."""
    by_length = []
    for length in range(len(str(low)), len(str(high)) + 1):
        first, last = max(low, 10 ** (length - 1) if length > 1 else 0), min(high, 10**length - 1)
        by_length.append(_between(str(first), str(last)))
    return union(by_length)


def _between(low: str, high: str) -> Node:
    """The numbers from low to high, with as many digits as these two."""
    if not low:
        return EMPTY
    first, last = ord(low[0]), ord(high[0])
    if first == last:
        return concat([characters([(first, first)]), _between(low[1:], high[1:])])
    rest = len(low) - 1
    branches = [
        concat([characters([(first, first)]), _between(low[1:], "9" * rest)]),
        concat([characters([(last, last)]), _between("0" * rest, high[1:])]),
    ]
    if first + 1 < last:
        digits = repeated(characters(PREDEFINED["d"]), rest, rest)
        branches.append(concat([characters([(first + 1, last - 1)]), digits]))
    return union(branches)
