"""The dialect of SQLite, which is also used for databases without a dialect here."""

import json
import sys
from collections.abc import Sequence
from functools import reduce
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.sql.selectable import FromClause

from . import whole_words
from .base import ESCAPE, MAX_ARGUMENTS, PERIODS, Column, Condition, Dialect, batched, like, pairs
from .regexp import FUNCTION, check

ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
NUMBER = r"-?[0-9]+(\.[0-9]+)?([eE][\-+]?[0-9]+)?"
MOMENT = "%Y-%m-%dT%H:%M:%fZ"


class SqliteDialect(Dialect):
    name = "sqlite"

    def values(self, column: Column, path: Sequence[str]) -> Column:
        """A JSON array of all values at the path, without infinite numbers, which SQLite cannot write as JSON."""
        if not path:
            return self.as_array(column)
        steps = [sa.func.json_each(self.as_array(self.step(column, path[0]))).table_valued("value", "type", name="v0")]
        for number, key in enumerate(path[1:], 1):
            last = steps[-1].c
            inner = sa.case((last.type == "object", self.step(last.value, key)))
            steps.append(sa.func.json_each(self.as_array(inner)).table_valued("value", "type", name=f"v{number}"))
        last = steps[-1].c
        found = sa.select(sa.func.json_group_array(last.value)).select_from(*steps)
        finite = sa.or_(sa.func.typeof(last.value) != "real", sa.func.abs(last.value) <= sys.float_info.max)
        return found.where(last.value.is_not(None), finite).scalar_subquery()

    def step(self, value: Column, key: str) -> Column:
        return value.op("->")(sa.literal('$."' + key.replace('"', "") + '"'))

    def as_array(self, value: Column) -> Column:
        return sa.case((sa.func.json_type(value) == "array", value), else_=sa.func.json_array(sa.func.json(value)))

    def each(self, array: Column, name: str) -> FromClause:
        return sa.func.json_each(array).table_valued("value", name=name)

    def number(self, value: Column) -> Column:
        return sa.case((sa.func.typeof(value).in_(("integer", "real")), value))

    def parsed(self, text: Column) -> Column:
        fits = getattr(sa.func, FUNCTION)(NUMBER, text) == 1
        return sa.case((fits, sa.cast(text, sa.Double)))

    def floor(self, value: Column) -> Column:
        whole = sa.cast(value, sa.BigInteger)
        return whole - sa.case((value < whole, 1), else_=0)

    def moment(self, value: Column) -> Column:
        number = sa.func.strftime(MOMENT, value / 1000.0, "unixepoch")
        whole = sa.case(
            (sa.func.length(value) == 4, value.op("||")("-01-01")), (sa.func.length(value) == 7, value.op("||")("-01"))
        )
        text = sa.func.strftime(MOMENT, sa.func.coalesce(whole, value))
        return sa.case((sa.func.typeof(value).in_(("integer", "real")), number), else_=text)

    def moment_of(self, value: Column) -> Column:
        return sa.func.strftime(MOMENT, value)

    def period(self, moment: Column, by: str) -> Column:
        day = sa.func.substr(moment, 1, 10)
        if by == "week":
            return sa.func.strftime(MOMENT, day, "weekday 0", "-6 days")
        if by == "quarter":
            number = sa.cast(sa.func.substr(moment, 6, 2), sa.Integer)
            month = sa.case((number < 4, 1), (number < 7, 4), (number < 10, 7), else_=10)
            return sa.func.substr(moment, 1, 5).op("||")(sa.func.printf("%02d-01T00:00:00.000Z", month))
        length, rest = PERIODS[by]
        return sa.func.substr(moment, 1, length).op("||")(rest)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value == int(wanted)

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        rows = sa.func.json_each(json.dumps(list(wanted))).table_valued("value", name="w")
        return value.in_(sa.select(rows.c.value))

    def among_bound(self, value: Column, name: str) -> Condition:
        rows = sa.func.json_each(sa.bindparam(name, type_=sa.String)).table_valued("value", name="w")
        return value.in_(sa.select(rows.c.value))

    def list_parameter(self, values: Sequence[Any]) -> Any:
        return orjson.dumps(values, default=str).decode()

    def object(self, columns: Sequence[Column]) -> Column:
        parts = [sa.func.json_object(*pairs(some)) for some in batched(columns, MAX_ARGUMENTS // 2)]
        return reduce(sa.func.json_patch, parts)

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        rows = sa.func.json_group_array(self.object(columns))
        return sa.select(rows).select_from(table).where(on).scalar_subquery()

    def fits(self, value: Column, pattern: str) -> Condition:
        check(pattern)
        fits: Condition = getattr(sa.func, FUNCTION)(pattern, value) == 1
        return fits

    def whole_words(self, text: Column, words: str, begun: bool = False) -> Condition:
        found: Condition = getattr(sa.func, whole_words.FUNCTION)(words, int(begun), sa.cast(text, sa.LargeBinary)) == 1
        return found

    def contains(self, text: Column, part: str) -> Condition:
        """Whether a text contains a part in any case.

        SQLite changes only letters of ASCII to lower case. For other letters, the usual cases of a word are tried.
        """
        lowered = sa.func.lower(text)
        return sa.or_(*(lowered.like(like(form), escape=ESCAPE) for form in in_other_cases(part)))

    def json_contains(self, column: Column, text: str) -> Condition:
        source = sa.cast(column, sa.String)
        return sa.or_(self.contains(source, text), sa.func.instr(source, "\\u00") > 0)

    def joined(self, columns: Sequence[Column]) -> Column:
        texts: list[Column] = [sa.func.coalesce(sa.cast(column, sa.String), "") for column in columns]
        while len(texts) > 1:  # in halves, because SQLite limits the depth of expressions
            texts = [reduce(spaced, two) for two in batched(texts, 2)]
        return texts[0]

    def read_only(self) -> tuple[str, ...]:
        return ("PRAGMA query_only = ON",)


def in_other_cases(part: str) -> list[str]:
    """A part of a text in lower case, with capitals at its start or in each word, and in upper case.

    Letters in ASCII are in lower case.
    """
    if part.isascii():
        return [part.lower()]
    forms = (part.lower(), part.capitalize(), part.title(), part.upper())
    return [*dict.fromkeys(form.translate(ASCII_LOWER) for form in forms)]


def spaced(one: Column, other: Column) -> Column:
    return one.op("||")(sa.literal(" ")).op("||")(other)
