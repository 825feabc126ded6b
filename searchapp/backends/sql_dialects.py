"""What SQL databases say in different words: values inside JSON, words of a text, the order of texts.

A value inside JSON is found by its path through objects and lists: `values` gives all of them as a JSON array, and
`each` the array as rows with one column, `value`.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import (
    TIMESTAMP,
    BigInteger,
    ColumnElement,
    Float,
    Integer,
    Numeric,
    String,
    Text,
    and_,
    any_,
    bindparam,
    case,
    cast,
    false,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, JSONPATH, REGCONFIG, TSVECTOR
from sqlalchemy.sql.selectable import FromClause

Column = ColumnElement[Any]
Condition = ColumnElement[bool]

NUMBER = r"^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$"
MILLISECONDS = r"^-?[0-9]{5,15}$"
ISO = (
    r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])"
    r"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][01][0-9]:?[0-5][0-9])?)?)?)?$"
)
MOMENT = "%Y-%m-%dT%H:%M:%fZ"
MYSQL_MOMENT = "%Y-%m-%dT%H:%i:%s.000Z"
PG_MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
PERIODS = {
    "year": (4, "-01-01T00:00:00.000Z"),
    "month": (7, "-01T00:00:00.000Z"),
    "day": (10, "T00:00:00.000Z"),
    "hour": (13, ":00:00.000Z"),
    "minute": (16, ":00.000Z"),
}
WILD = {"*": "%", "?": "_"}
ESCAPE = "!"


class Dialect:
    """What is common; and SQLite's words, where each has its own."""

    name = "sqlite"
    lists = True
    """Whether several values inside JSON can be told from one."""

    def values(self, column: Column, path: Sequence[str]) -> Column:
        """A JSON array of all that stands at the path."""
        if not path:
            return self.as_array(column)
        steps = [func.json_each(self.as_array(self.step(column, path[0]))).table_valued("value", "type", name="v0")]
        for number, key in enumerate(path[1:], 1):
            last = steps[-1].c
            inner = case((last.type == "object", self.step(last.value, key)))
            steps.append(func.json_each(self.as_array(inner)).table_valued("value", "type", name=f"v{number}"))
        last = steps[-1].c
        found = select(func.json_group_array(last.value)).select_from(*steps)
        return found.where(last.value.is_not(None)).scalar_subquery()

    def step(self, value: Column, key: str) -> Column:
        return value.op("->")(literal('$."' + key.replace('"', "") + '"'))

    def as_array(self, value: Column) -> Column:
        return case((func.json_type(value) == "array", value), else_=func.json_array(func.json(value)))

    def each(self, array: Column, name: str) -> FromClause:
        return func.json_each(array).table_valued("value", name=name)

    def number(self, value: Column) -> Column:
        """A value out of JSON as a number, NULL for what is none."""
        return case((func.typeof(value).in_(("integer", "real")), value))

    def floor(self, value: Column) -> Column:
        whole = cast(value, BigInteger)
        return whole - case((value < whole, 1), else_=0)

    def moment(self, value: Column) -> Column:
        """A date out of JSON, a text or milliseconds since 1970, as a text of UTC; NULL for others."""
        number = func.strftime(MOMENT, value / 1000.0, "unixepoch")
        whole = case(
            (func.length(value) == 4, value.op("||")("-01-01")), (func.length(value) == 7, value.op("||")("-01"))
        )
        text = func.strftime(MOMENT, func.coalesce(whole, value))
        return case((func.typeof(value).in_(("integer", "real")), number), else_=text)

    def moment_of(self, value: Column) -> Column:
        """The same for a column of dates."""
        return func.strftime(MOMENT, value)

    def period(self, moment: Column, by: str) -> Column:
        """The beginning of the year, quarter, ... that a moment is in, as a moment."""
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

    def text(self, value: Column) -> Column:
        return cast(value, String)

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        """Whether the value is one of many, which go to the database as one parameter."""
        rows = func.json_each(json.dumps(list(wanted))).table_valued("value", name="w")
        return value.in_(select(rows.c.value))

    def among_bound(self, value: Column, name: str) -> Condition:
        """The same with the list given later, as `list_parameter` makes it."""
        rows = func.json_each(bindparam(name, type_=String)).table_valued("value", name="w")
        return value.in_(select(rows.c.value))

    def list_parameter(self, values: Sequence[Any]) -> Any:
        return orjson.dumps(values, default=str).decode()

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        """The rows of a joined table as a JSON array of objects."""
        pairs = [part for column in columns for part in (literal(column.key), column)]
        return select(func.json_group_array(func.json_object(*pairs))).select_from(table).where(on).scalar_subquery()

    def has_words(self, text: Column, words: str, language: str) -> Condition:
        """Whether the text has all the words; without a full-text index every word is looked for as a part of it."""
        parts = dict.fromkeys(words.split())
        return and_(*(func.lower(text).like(like(part.lower()), escape=ESCAPE) for part in parts)) if parts else false()

    def has_phrase(self, text: Column, words: str, language: str) -> Condition:
        return func.lower(text).like(like(" ".join(words.lower().split())), escape=ESCAPE)

    def has_prefix(self, text: Column, start: str, language: str) -> Condition:
        return func.lower(text).like(like(start.lower()), escape=ESCAPE)

    def joined(self, columns: Sequence[Column]) -> Column:
        """All texts as one."""
        parts = [func.coalesce(cast(column, String), "") for column in columns]
        whole: Column = parts[0]
        for part in parts[1:]:
            whole = whole.op("||")(literal(" ")).op("||")(part)
        return whole

    def ordered(self, key: Column, descending: bool) -> Sequence[Column]:
        """What sorts by the key, rows without a value last."""
        return [(key.desc() if descending else key.asc()).nulls_last()]

    def random(self) -> Column:
        return func.random()

    def read_only(self) -> tuple[str, ...]:
        """Statements that make a connection unable to write."""
        return ("PRAGMA query_only = ON",)


class PostgresDialect(Dialect):
    name = "postgresql"

    def values(self, column: Column, path: Sequence[str]) -> Column:
        steps = "$" + "".join(f".{json.dumps(key)}" for key in path) + "[*]"
        return func.jsonb_path_query_array(cast(column, JSONB), cast(literal(steps), JSONPATH))

    def each(self, array: Column, name: str) -> FromClause:
        return func.jsonb_array_elements_text(array).table_valued("value", name=name)

    def number(self, value: Column) -> Column:
        text = cast(value, String)
        return case((text.regexp_match(NUMBER), cast(text, Numeric)))

    def floor(self, value: Column) -> Column:
        return func.floor(value)

    def moment(self, value: Column) -> Column:
        text = cast(value, String)
        begun = case((func.length(text) == 4, text.op("||")("-01-01")), (func.length(text) == 7, text.op("||")("-01")))
        date = func.to_char(cast(func.coalesce(begun, text), TIMESTAMP(timezone=True)), PG_MOMENT)
        number = func.to_char(func.to_timestamp(cast(text, Numeric) / 1000), PG_MOMENT)
        return case((text.regexp_match(MILLISECONDS), number), (text.regexp_match(ISO), date))

    def moment_of(self, value: Column) -> Column:
        return func.to_char(cast(value, TIMESTAMP(timezone=True)), PG_MOMENT)

    def period(self, moment: Column, by: str) -> Column:
        return func.to_char(func.date_trunc(by, cast(moment, TIMESTAMP(timezone=True))), PG_MOMENT)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value == ("true" if wanted else "false")

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        kind = value.type if not isinstance(wanted[0], str) else String()
        return value == any_(cast(literal(list(wanted), ARRAY(kind)), ARRAY(kind)))

    def among_bound(self, value: Column, name: str) -> Condition:
        kind = String() if isinstance(value.type, String) else value.type
        return value == any_(cast(bindparam(name, type_=ARRAY(kind)), ARRAY(kind)))

    def list_parameter(self, values: Sequence[Any]) -> Any:
        return list(values)

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        pairs = [part for column in columns for part in (cast(literal(column.key), Text), column)]
        rows = func.jsonb_agg(func.jsonb_strip_nulls(func.jsonb_build_object(*pairs)))
        return select(func.coalesce(rows, cast(literal("[]"), JSONB))).select_from(table).where(on).scalar_subquery()

    def has_words(self, text: Column, words: str, language: str) -> Condition:
        return self.vector(text, language).op("@@")(func.plainto_tsquery(config(language), words))

    def has_phrase(self, text: Column, words: str, language: str) -> Condition:
        return self.vector(text, language).op("@@")(func.phraseto_tsquery(config(language), words))

    def has_prefix(self, text: Column, start: str, language: str) -> Condition:
        quoted = "'" + start.replace("\\", "\\\\").replace("'", "''") + "':*"
        return self.vector(text, language).op("@@")(func.to_tsquery(config(language), quoted))

    def vector(self, text: Column, language: str) -> Column:
        return text if isinstance(text.type, TSVECTOR) else func.to_tsvector(config(language), text)

    def joined(self, columns: Sequence[Column]) -> Column:
        return func.concat_ws(" ", *(cast(column, String) for column in columns))

    def read_only(self) -> tuple[str, ...]:
        return ("SET default_transaction_read_only = on", "SET TIME ZONE 'UTC'")


class MysqlDialect(Dialect):
    """Compiled and never run by our tests: values inside JSON are single ones."""

    name = "mysql"
    lists = False

    def values(self, column: Column, path: Sequence[str]) -> Column:
        steps = "$" + "".join(f".{json.dumps(key)}" for key in path)
        return func.json_unquote(func.json_extract(column, steps))

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        return value.in_(wanted)

    def number(self, value: Column) -> Column:
        return cast(value, Float)

    def floor(self, value: Column) -> Column:
        return func.floor(value)

    def moment(self, value: Column) -> Column:
        return self.moment_of(func.replace(func.replace(value, "T", " "), "Z", ""))

    def moment_of(self, value: Column) -> Column:
        return func.date_format(value, MYSQL_MOMENT)

    def period(self, moment: Column, by: str) -> Column:
        day = func.substr(moment, 1, 10)
        if by == "week":
            return self.moment_of(func.subdate(day, func.weekday(day)))
        if by == "quarter":
            month = func.lpad(func.quarter(day) * 3 - 2, 2, "0")
            return func.concat(func.substr(moment, 1, 5), month, "-01T00:00:00.000Z")
        length, rest = PERIODS[by]
        return func.concat(func.substr(moment, 1, length), rest)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value == ("true" if wanted else "false")

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        pairs = [part for column in columns for part in (literal(column.key), column)]
        own = select(func.json_arrayagg(func.json_object(*pairs))).select_from(table).correlate_except(table)
        return own.where(on).scalar_subquery()

    def joined(self, columns: Sequence[Column]) -> Column:
        return func.concat_ws(" ", *columns)

    def ordered(self, key: Column, descending: bool) -> Sequence[Column]:
        return [key.is_(None), key.desc() if descending else key.asc()]

    def random(self) -> Column:
        return func.rand()

    def read_only(self) -> tuple[str, ...]:
        return ("SET SESSION TRANSACTION READ ONLY",)


DIALECTS = {dialect.name: dialect for dialect in (Dialect(), PostgresDialect(), MysqlDialect())}


def dialect_of(name: str) -> Dialect:
    """The dialect of that name, the plainest for one we do not know."""
    return DIALECTS.get("mysql" if name == "mariadb" else name, DIALECTS["sqlite"])


def config(language: str) -> Column:
    """A text search configuration as a constant, as an index of its own has it; its name is from our settings."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", language):
        raise ValueError(f"no name of a text search configuration: {language}")
    return literal_column(f"'{language}'::regconfig", REGCONFIG)


def like(text: str) -> str:
    """The LIKE pattern of a text anywhere."""
    return f"%{escaped(text)}%"


def escaped(text: str) -> str:
    return "".join(ESCAPE + char if char in "%_" + ESCAPE else char for char in text)


def like_pattern(pattern: str) -> str:
    """The LIKE pattern of `*`, `?` and characters escaped by a backslash."""
    found, chars = [], iter(pattern)
    for char in chars:
        found.append(WILD[char] if char in WILD else escaped(next(chars, "") if char == "\\" else char))
    return "".join(found)
