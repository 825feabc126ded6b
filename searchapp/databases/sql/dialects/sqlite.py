"""The dialect of SQLite, which is also used for databases without a dialect here."""

import json
import sys
from collections.abc import Sequence
from functools import reduce
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import orjson
from sqlalchemy import (
    BigInteger,
    Double,
    Integer,
    LargeBinary,
    String,
    bindparam,
    case,
    cast,
    func,
    literal,
    or_,
    select,
)
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
        steps = [func.json_each(self.as_array(self.step(column, path[0]))).table_valued("value", "type", name="v0")]
        for number, key in enumerate(path[1:], 1):
            last = steps[-1].c
            inner = case((last.type == "object", self.step(last.value, key)))
            steps.append(func.json_each(self.as_array(inner)).table_valued("value", "type", name=f"v{number}"))
        last = steps[-1].c
        found = select(func.json_group_array(last.value)).select_from(*steps)
        finite = or_(func.typeof(last.value) != "real", func.abs(last.value) <= sys.float_info.max)
        return found.where(last.value.is_not(None), finite).scalar_subquery()

    def step(self, value: Column, key: str) -> Column:
        return value.op("->")(literal('$."' + key.replace('"', "") + '"'))

    def as_array(self, value: Column) -> Column:
        return case((func.json_type(value) == "array", value), else_=func.json_array(func.json(value)))

    def each(self, array: Column, name: str) -> FromClause:
        return func.json_each(array).table_valued("value", name=name)

    def number(self, value: Column) -> Column:
        return case((func.typeof(value).in_(("integer", "real")), value))

    def parsed(self, text: Column) -> Column:
        fits = getattr(func, FUNCTION)(NUMBER, text) == 1
        return case((fits, cast(text, Double)))

    def floor(self, value: Column) -> Column:
        whole = cast(value, BigInteger)
        return whole - case((value < whole, 1), else_=0)

    def moment(self, value: Column) -> Column:
        number = func.strftime(MOMENT, value / 1000.0, "unixepoch")
        whole = case(
            (func.length(value) == 4, value.op("||")("-01-01")), (func.length(value) == 7, value.op("||")("-01"))
        )
        text = func.strftime(MOMENT, func.coalesce(whole, value))
        return case((func.typeof(value).in_(("integer", "real")), number), else_=text)

    def moment_of(self, value: Column) -> Column:
        return func.strftime(MOMENT, value)

    def period(self, moment: Column, by: str) -> Column:
        day = func.substr(moment, 1, 10)
        if by == "week":
            return func.strftime(MOMENT, day, "weekday 0", "-6 days")
        if by == "quarter":
            number = cast(func.substr(moment, 6, 2), Integer)
            month = case((number < 4, 1), (number < 7, 4), (number < 10, 7), else_=10)
            return func.substr(moment, 1, 5).op("||")(func.printf("%02d-01T00:00:00.000Z", month))
        length, rest = PERIODS[by]
        return func.substr(moment, 1, length).op("||")(rest)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value == int(wanted)

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        rows = func.json_each(json.dumps(list(wanted))).table_valued("value", name="w")
        return value.in_(select(rows.c.value))

    def among_bound(self, value: Column, name: str) -> Condition:
        rows = func.json_each(bindparam(name, type_=String)).table_valued("value", name="w")
        return value.in_(select(rows.c.value))

    def list_parameter(self, values: Sequence[Any]) -> Any:
        return orjson.dumps(values, default=str).decode()

    def object(self, columns: Sequence[Column]) -> Column:
        parts = [func.json_object(*pairs(some)) for some in batched(columns, MAX_ARGUMENTS // 2)]
        return reduce(func.json_patch, parts)

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        rows = func.json_group_array(self.object(columns))
        return select(rows).select_from(table).where(on).scalar_subquery()

    def fits(self, value: Column, pattern: str) -> Condition:
        check(pattern)
        fits: Condition = getattr(func, FUNCTION)(pattern, value) == 1
        return fits

    def whole_words(self, text: Column, words: str, begun: bool = False) -> Condition:
        found: Condition = getattr(func, whole_words.FUNCTION)(words, int(begun), cast(text, LargeBinary)) == 1
        return found

    def contains(self, text: Column, part: str) -> Condition:
        """Whether a text contains a part in any case.

        SQLite changes only letters of ASCII to lower case. For other letters, the usual cases of a word are tried.
        """
        lowered = func.lower(text)
        return or_(*(lowered.like(like(form), escape=ESCAPE) for form in in_other_cases(part)))

    def joined(self, columns: Sequence[Column]) -> Column:
        texts: list[Column] = [func.coalesce(cast(column, String), "") for column in columns]
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
    return one.op("||")(literal(" ")).op("||")(other)
