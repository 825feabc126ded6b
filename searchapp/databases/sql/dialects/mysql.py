"""The dialect of MySQL 8, and of MariaDB from 10.6."""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.mysql import TINYINT, YEAR, match
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import TypeEngine

from .base import ESCAPE, PERIODS, Column, Condition, Dialect, escaped
from .regexp import translated
from .sqlite_types import Flag
from .whole_words import UNSPACED

MOMENT = "%Y-%m-%dT%H:%i:%s.%f"
NUMBER = "^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$"
MILLISECONDS = "^-?[0-9]{5,15}$"
ISO = (
    "^[0-9]{4}(-[0-9]{2}(-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?)?)?$"
)
ROWS = "'$[*]' COLUMNS (value TEXT PATH '$')"
MAX_LISTS = 5
"""The number of last steps of a path that may be lists. Each of them doubles the paths to read."""

WORD = re.compile(r"[^\W_]+")
SIGNS = "[^[:alnum:]]+"
"""The characters between words, for the regular expressions of the database."""

MIN_LENGTH = 3
STOPWORDS = (
    " a about an are as at be by com de en for from how i in is it la of on or that the this to was what when where who"
    " will with und www "
)
"""Words that full-text indexes of InnoDB do not have, in addition to words shorter than MIN_LENGTH."""


class MysqlDialect(Dialect):
    """The dialect of MySQL 8 and MariaDB; the tests run on MariaDB."""

    name = "mysql"
    ignores_case = True

    def values(self, column: Column, path: Sequence[str]) -> Column:
        """The values at any of the paths, with and without lists on the way."""
        return sa.func.json_extract(column, *paths(path))

    def each(self, array: Column, name: str) -> FromClause:
        return sa.func.json_table(array, sa.literal_column(ROWS)).table_valued("value", name=name)

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        return value.in_(wanted)

    def number(self, value: Column) -> Column:
        return sa.case((value.regexp_match(NUMBER), sa.cast(value, sa.Double)))

    def moment(self, value: Column) -> Column:
        whole = sa.case(
            (sa.func.length(value) == 4, sa.func.concat(value, "-01-01")),
            (sa.func.length(value) == 7, sa.func.concat(value, "-01")),
        )
        day = sa.func.replace(sa.func.substr(sa.func.coalesce(whole, value), 1, 19), "T", " ")
        zone = sa.func.regexp_substr(value, "[+-][0-9]{2}:[0-9]{2}$")
        text = sa.func.coalesce(sa.func.convert_tz(day, sa.func.nullif(zone, ""), "+00:00"), day)
        number = sa.func.from_unixtime(sa.cast(value, sa.Double) / 1000)
        return sa.case(
            (value.regexp_match(MILLISECONDS), self.moment_of(number)), (value.regexp_match(ISO), self.moment_of(text))
        )

    def moment_of(self, value: Column) -> Column:
        return sa.func.concat(sa.func.substr(sa.func.date_format(value, MOMENT), 1, 23), "Z")

    def period(self, moment: Column, by: str) -> Column:
        day = sa.func.substr(moment, 1, 10)
        if by == "week":
            return self.moment_of(sa.func.subdate(day, sa.func.weekday(day)))
        if by == "quarter":
            month = sa.func.lpad(sa.func.quarter(day) * 3 - 2, 2, "0")
            return sa.func.concat(sa.func.substr(moment, 1, 5), month, "-01T00:00:00.000Z")
        length, rest = PERIODS[by]
        return sa.func.concat(sa.func.substr(moment, 1, length), rest)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value.in_(("true", "1") if wanted else ("false", "0"))

    def text(self, value: Column) -> Column:
        return value

    def object(self, columns: Sequence[Column]) -> Column:
        pairs = [part for column in columns for part in (sa.literal(column.key), column)]
        return sa.func.json_object(*pairs)

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        own = sa.select(sa.func.json_arrayagg(self.object(columns))).select_from(table).correlate_except(table)
        return sa.func.coalesce(own.where(on).scalar_subquery(), "[]")

    def indexed(self, columns: Sequence[Column], how: str, text: str) -> Condition:
        """Whether a full-text index over the columns finds the words. Words that it lacks are searched in the texts."""
        words = re.findall(r"\w+", text)
        if how == "phrase":
            near = sa.or_(*(self.has_phrase(column, text, "") for column in columns))
            return sa.and_(self.indexed(columns, "words", text), near)
        sign = "*" if how == "prefix" else ""
        known = [word for word in words if sign or (len(word) >= MIN_LENGTH and f" {word.lower()} " not in STOPWORDS)]
        rest = [word for word in words if word not in known]
        found = match(*columns, against=sa.literal(" ".join(f"+{word}{sign}" for word in known))).in_boolean_mode()
        parts = [sa.or_(*(self.has_words(column, word, "") for column in columns)) for word in rest]
        return sa.and_(found if known else sa.true(), *parts)

    def whole_words(self, text: Column, words: str, begun: bool = False) -> Condition:
        """Whether the text has the words; the collation compares them."""
        wanted = " ".join(WORD.findall(words))
        if not wanted:
            return sa.true()
        start = " " if wanted[0] < UNSPACED else ""
        end = " " if wanted[-1] < UNSPACED and not begun else ""
        spaced = sa.func.concat(" ", sa.func.regexp_replace(text, SIGNS, " "), " ")
        return sa.func.lower(spaced).like(f"%{start}{escaped(wanted.lower())}{end}%", escape=ESCAPE)

    def fits(self, value: Column, pattern: str) -> Condition:
        return value.regexp_match(f"(?s){translated(pattern)}")

    def joined(self, columns: Sequence[Column]) -> Column:
        return sa.func.concat_ws(" ", *columns)

    def ordered(self, key: Column, descending: bool) -> Sequence[Column]:
        return [key.is_(None), key.desc() if descending else key.asc()]

    def random(self) -> Column:
        return sa.func.rand()

    def estimate(self, table: sa.Table) -> sa.Select[tuple[Any]]:
        """The rows that the storage engine estimates."""
        tables = sa.table(
            "tables",
            sa.column("table_schema"),
            sa.column("table_name"),
            sa.column("table_rows"),
            schema="information_schema",
        )
        schema = sa.func.database() if table.schema is None else table.schema
        return sa.select(tables.c.table_rows).where(tables.c.table_schema == schema, tables.c.table_name == table.name)

    def read_only(self) -> tuple[str, ...]:
        return ("SET SESSION TRANSACTION READ ONLY", "SET time_zone = '+00:00'")


def paths(path: Sequence[str]) -> Iterator[str]:
    """The JSON paths to the values of a field, through objects and through lists of objects."""
    steps = [f".{json.dumps(key)}" for key in path]
    fixed, free = steps[: max(0, len(steps) - MAX_LISTS)], steps[max(0, len(steps) - MAX_LISTS) :]
    for lists in itertools.product(("", "[*]"), repeat=len(free) or 1):
        yield "$" + "".join(fixed) + "".join(step + each for step, each in zip(free or [""], lists, strict=True))


def flags(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type of a column, in which TINYINT(1) is a boolean, and YEAR a whole number."""
    if isinstance(kind, YEAR):
        return sa.SmallInteger()
    return Flag() if isinstance(kind, TINYINT) and kind.display_width == 1 else kind
