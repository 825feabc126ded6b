"""The statements in which SQL databases differ, as an abstract class with the common ones; and patterns of LIKE."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Double,
    Select,
    String,
    Table,
    Text,
    and_,
    cast,
    false,
    func,
    literal,
    true,
    type_coerce,
)
from sqlalchemy.sql.selectable import FromClause

Column = ColumnElement[Any]
Condition = ColumnElement[bool]

MAX_ARGUMENTS = 90
"""Functions take a hundred in PostgreSQL and 127 in SQLite."""
PERIODS = {
    "year": (4, "-01-01T00:00:00.000Z"),
    "month": (7, "-01T00:00:00.000Z"),
    "day": (10, "T00:00:00.000Z"),
    "hour": (13, ":00:00.000Z"),
    "minute": (16, ":00.000Z"),
}
"""By period: the number of characters of a moment's text that name the period, and the rest of its first moment."""

WILD = {"*": "%", "?": "_"}
ESCAPE = "!"


class Dialect(ABC):
    """The SQL of one database; a subclass overrides the parts that differ."""

    name: str
    ignores_case = False
    """Whether comparisons ignore case, as most collations do."""

    @abstractmethod
    def values(self, column: Column, path: Sequence[str]) -> Column:
        """A JSON array of all values at a path of a JSON column, also inside lists on the way."""

    @abstractmethod
    def each(self, array: Column, name: str) -> FromClause:
        """A JSON array as rows with one column, `value`; `name` is the alias of the rows."""

    @abstractmethod
    def number(self, value: Column) -> Column:
        """A value from JSON as a number; NULL for a value that is not a number."""

    def floor(self, value: Column) -> Column:
        """The largest integer up to the value."""
        return func.floor(value)

    @abstractmethod
    def moment(self, value: Column) -> Column:
        """A date from JSON, a text or milliseconds since 1970, as a text in UTC; NULL for other values."""

    @abstractmethod
    def moment_of(self, value: Column) -> Column:
        """The value of a date column as a text in UTC."""

    @abstractmethod
    def period(self, moment: Column, by: str) -> Column:
        """The first moment of the year, quarter, month, week, day, hour or minute that contains the moment."""

    @abstractmethod
    def boolean(self, value: Column, wanted: bool) -> Condition:
        """Whether a value from JSON is this boolean."""

    @abstractmethod
    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        """Whether the value is one of many. They are sent as one parameter if the database can take a list."""

    @abstractmethod
    def object(self, columns: Sequence[Column]) -> Column:
        """A JSON object of the columns under their names."""

    @abstractmethod
    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        """The rows of a joined table as a JSON array of objects."""

    @abstractmethod
    def fits(self, value: Column, pattern: str) -> Condition:
        """Whether the complete text matches a regular expression of Lucene."""

    @abstractmethod
    def joined(self, columns: Sequence[Column]) -> Column:
        """All texts as one text, with spaces between them."""

    @abstractmethod
    def read_only(self) -> tuple[str, ...]:
        """The statements that make a connection unable to write."""

    def among_bound(self, value: Column, name: str) -> Condition:
        """Like `among`, with the list as the parameter `name`, for lookups that go directly to the driver."""
        raise NotImplementedError

    def list_parameter(self, values: Sequence[Any]) -> Any:
        """The value of the parameter of `among_bound`."""
        raise NotImplementedError

    def text(self, value: Column) -> Column:
        return cast(value, String)

    def parsed(self, text: Column) -> Column:
        """The number that a text column of a loaded collection holds; NULL for a text that is not a number."""
        return type_coerce(self.number(text), Double)

    def parted(self, text: Column) -> Column:
        """The text of a loaded collection in the form of its index, which divides words as other engines do."""
        return text

    def parted_words(self, words: str) -> str:
        """The words of a query for such a text."""
        return words

    def has_words(self, text: Column, words: str, language: str) -> Condition:
        """Whether the text has all the words. LIKE finds their letters first, which is fast."""
        parts = dict.fromkeys(words.split())
        tests = (test(text, part) for test in (self.contains, self.whole_words) for part in parts)
        return and_(*tests) if parts else false()

    def has_phrase(self, text: Column, words: str, language: str) -> Condition:
        phrase = " ".join(words.split())
        return and_(self.contains(text, phrase), self.whole_words(text, phrase)) if phrase else false()

    def has_prefix(self, text: Column, start: str, language: str) -> Condition:
        return and_(self.contains(text, start), self.whole_words(text, start, begun=True))

    def whole_words(self, text: Column, words: str, begun: bool = False) -> Condition:
        """Whether the text has the words side by side, not as parts of longer ones; the last may be only `begun`."""
        raise NotImplementedError

    def contains(self, text: Column, part: str) -> Condition:
        """Whether a part is somewhere in the text, in upper or lower case."""
        return func.lower(text).like(like(part.lower()), escape=ESCAPE)

    def json_contains(self, column: Column, text: str) -> Condition:
        """Whether JSON may contain a text in any case; a fast test before its values are read."""
        return true()

    def indexed(self, columns: Sequence[Column], how: str, text: str) -> Condition:
        """Whether a full-text index over the columns finds words, a phrase, or a word with a start."""
        raise NotImplementedError

    def ordered(self, key: Column, descending: bool) -> Sequence[Column]:
        """The sort expressions for a key, with rows without a value last."""
        return [(key.desc() if descending else key.asc()).nulls_last()]

    def random(self) -> Column:
        return func.random()

    def estimate(self, table: Table) -> Select[tuple[Any]] | None:
        """A statement for the database's own estimate of the rows of a table; None if it has none."""
        return None


def pairs(columns: Iterable[Column]) -> list[Column]:
    """The name of each column and its value."""
    return [part for column in columns for part in (cast(literal(column.key), Text), column)]


def batched(columns: Sequence[Column], size: int) -> Iterator[Sequence[Column]]:
    return (columns[start : start + size] for start in range(0, len(columns), size))


def like(text: str) -> str:
    """The LIKE pattern for values that contain a text."""
    return f"%{escaped(text)}%"


def escaped(text: str) -> str:
    return "".join(ESCAPE + char if char in "%_" + ESCAPE else char for char in text)


def like_pattern(pattern: str) -> str:
    """The LIKE pattern for a pattern with `*`, `?` and characters escaped by a backslash."""
    found, chars = [], iter(pattern)
    for char in chars:
        found.append(WILD[char] if char in WILD else escaped(next(chars, "") if char == "\\" else char))
    return "".join(found)
