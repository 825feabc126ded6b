"""The fields of a collection in a SQL database, each with its place: a column, JSON, or a joined table."""

import datetime
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, exists, false, func, literal, select, true, type_coerce
from sqlalchemy.dialects.postgresql import CITEXT
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import CHAR, Date, DateTime, Integer, String, Uuid

from ....querystring.default_fields import WORDS
from ...shared.date_periods import iso, period
from ..dialects import Column, Condition, Dialect
from ..dialects.sqlite_types import Moment

Test = Callable[[Column], Condition]

INTEGER = re.compile(r"[+-]?[0-9]{1,19}(\.0+)?")
DECIMAL = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]{1,3})?")
LETTER = re.compile("[a-df-z]", re.IGNORECASE)
"""A letter that no number has."""
NUMBERS = ("long", "double")
BOOLEANS = {"true": True, "false": False}
MAX_LONG = 2**63 - 1


@dataclass(frozen=True)
class Field:
    """`column` holds one value, or (`json`) values at `path`, or belongs to `table`, whose rows are joined by `on`.

    `lower` fields ignore case. `word_search` values are compared as complete values and searched by words, too.
    `indexed` are the columns of a full-text index that replaces the column in searches. `parted` texts come from our
    loader: they are divided into the same words as in other engines.
    """

    name: str
    type: str
    column: Column
    path: tuple[str, ...] = ()
    table: FromClause | None = None
    on: Condition | None = None
    json: bool = False
    lower: bool = False
    word_search: bool = False
    index: bool = True
    language: str = "simple"
    indexed: tuple[Column, ...] = ()
    parted: bool = False
    made: dict[str, FromClause] = field(default_factory=dict, init=False, compare=False)

    @property
    def has_words(self) -> bool:
        """Whether queries find the words of its values."""
        return self.word_search or self.type == "text"

    @property
    def single(self) -> bool:
        """Whether a row has at most one value of the field."""
        return not self.json and self.table is None

    @property
    def exact(self) -> bool:
        """Whether equal values have equal texts, and the rows hold the searched value itself."""
        return isinstance(self.column.type, Integer | String | Uuid) and not isinstance(self.column.type, CHAR | CITEXT)

    @property
    def order_columns(self) -> list[Column]:
        """The columns that sort rows by this field, if it is a key."""
        return [self.column]

    def among(self, dialect: Dialect, texts: Sequence[str]) -> Condition | None:
        """The condition that some value has one of the meanings of the texts; None if they mean no value."""
        wanted = list(dict.fromkeys(value for text in texts if (value := self.value(text)) is not None))
        return self.any(dialect, lambda value: dialect.among(self.compared(value), wanted)) if wanted else None

    def any(self, dialect: Dialect, test: Test, text: str = "") -> Condition:
        """The condition that some value of the document passes the test, which needs this text in any case."""
        if text and self.json and self.table is None and self.type in WORDS and is_plain(text):
            return and_(dialect.json_contains(self.column, text), self.in_row(dialect, test))
        if self.table is not None and self.on is not None:
            own = select(1).select_from(self.table).correlate_except(self.table)
            return exists(own.where(self.on, self.in_row(dialect, test)))
        return self.in_row(dialect, test)

    def in_row(self, dialect: Dialect, test: Test) -> Condition:
        """The condition that some value in a row of the table of the field passes the test."""
        if not self.json:
            return test(self.column)
        rows = self.values(dialect, "v")
        return exists(select(1).select_from(rows).where(test(self.typed(dialect, rows.c.value))))

    def values(self, dialect: Dialect, name: str) -> FromClause:
        """The values in JSON as rows with one column, `value`."""
        if name not in self.made:  # it takes a millisecond
            self.made[name] = dialect.each(dialect.values(self.column, self.path), name)
        return self.made[name]

    def typed(self, dialect: Dialect, value: Column) -> Column:
        """A value from JSON in the type of the field."""
        if self.type in NUMBERS:
            return dialect.number(value)
        if self.type == "date":
            return dialect.moment(value)
        return value if self.type == "boolean" else dialect.text(value)

    def compared(self, column: Column) -> Column:
        """The value in the form in which it is compared, sorted and counted."""
        return func.lower(column) if self.lower else column

    @property
    def spaced(self) -> bool:
        """Whether dates have a space before the time, as SQLite writes them."""
        return isinstance(self.column.type, Moment)

    def known(self, dialect: Dialect) -> Condition:
        return self.any(dialect, lambda value: value.is_not(None))

    def equals(self, dialect: Dialect, text: str) -> Condition:
        """The condition that some value is the one that the text means; false for a text that means no value."""
        if self.type == "date":
            return self.between(dialect, {"gte": text, "lte": text})
        wanted = self.value(text)
        if wanted is None:
            return false()
        if self.type == "boolean" and self.json:
            return self.any(dialect, lambda value: dialect.boolean(value, wanted))
        if self.type == "boolean":
            return self.column.is_(true() if wanted else false())
        return self.any(dialect, lambda value: self.compared(value) == wanted, text)

    def value(self, text: str) -> Any:
        """The value that a text means in this field; None if it means none."""
        if self.type == "boolean":
            return BOOLEANS.get(text.lower())
        if self.type == "long":
            found = int(text.partition(".")[0]) if INTEGER.fullmatch(text) else None
            return found if found is not None and abs(found) <= MAX_LONG else None
        if self.type == "double":
            return number(text)
        if not self.json and isinstance(self.column.type, Uuid):
            return uuid_of(text)
        return text.lower() if self.lower else text

    def between(self, dialect: Dialect, ends: dict[str, str]) -> Condition:
        """The condition that some value is within the ends: gt, gte, lt, lte."""
        if self.type == "date":
            bounds = [self.date_bound(end, text) for end, text in ends.items()]
        else:
            bounds = [(end, self.end_value(text)) for end, text in ends.items()]
        if any(bound is None or bound[1] is None for bound in bounds) or self.type == "boolean":
            return false()
        return self.any(
            dialect, lambda value: and_(*(beyond(self.compared(value), *bound) for bound in bounds if bound))
        )

    def end_value(self, text: str) -> Any:
        return number(text) if self.type == "long" and not INTEGER.fullmatch(text) else self.value(text)

    def date_bound(self, end: str, text: str) -> tuple[str, Any] | None:
        """The bound for a date, which may be a day, a month or a year; None for other texts."""
        found = period(text)
        if found is None:
            return None
        first, after = found
        bound = {"gte": ("gte", first), "gt": ("gte", after), "lte": ("lt", after), "lt": ("lt", first)}[end]
        return bound[0], self.date_value(bound[1])

    def date_value(self, moment: datetime.datetime) -> Any:
        if self.json:
            return iso(moment)
        if not isinstance(self.column.type, Date | DateTime):
            day = moment.date().isoformat()
            return day if moment.time() == datetime.time() else moment.isoformat(" " if self.spaced else "T")
        if isinstance(self.column.type, Date):
            return moment.date() if moment.time() == datetime.time() else literal(moment, DateTime)
        return moment.replace(tzinfo=datetime.UTC) if self.column.type.timezone else moment

    def sort_key(self, dialect: Dialect, descending: bool) -> Column:
        """The sort value of a row: the smallest of several values, or in descending order the largest."""
        if self.single and self.spaced:
            return type_coerce(self.column, String())  # in the stored form, because it is compared with stored values
        if self.single:
            return self.compared(self.column)
        best = func.max if descending else func.min
        sources, value = ([] if self.table is None else [self.table]), self.column
        if self.json:
            sources.append(self.values(dialect, "s"))
            value = self.typed(dialect, sources[-1].c.value)
        own = select(best(self.compared(value))).select_from(*sources).correlate_except(*sources)
        return (own if self.on is None else own.where(self.on)).scalar_subquery()


def beyond(value: Column, end: str, bound: Any) -> Condition:
    found: dict[str, Condition] = {
        "gt": value > bound,
        "gte": value >= bound,
        "lt": value < bound,
        "lte": value <= bound,
    }
    return found[end]


def is_plain(text: str) -> bool:
    """Whether JSON has the text as it is: without signs that it may escape, and not as a number in another form."""
    return text.isascii() and text.isprintable() and not set(text) & set('/"\\') and bool(LETTER.search(text))


def number(text: str) -> float | None:
    found = float(text) if DECIMAL.fullmatch(text) else None
    return None if found in (float("inf"), float("-inf")) else found


def uuid_of(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
