"""The words of PostgreSQL: jsonpath, text search, arrays."""

import json
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    TIMESTAMP,
    Numeric,
    String,
    Text,
    any_,
    bindparam,
    case,
    cast,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, JSONPATH, REGCONFIG, TSVECTOR
from sqlalchemy.sql.selectable import FromClause

from .sql_patterns import translated
from .sql_sqlite import Column, Condition, Dialect

NUMBER = r"^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$"
MILLISECONDS = r"^-?[0-9]{5,15}$"
ISO = (
    r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])"
    r"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][01][0-9]:?[0-5][0-9])?)?)?)?$"
)
MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'


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
        date = func.to_char(cast(func.coalesce(begun, text), TIMESTAMP(timezone=True)), MOMENT)
        number = func.to_char(func.to_timestamp(cast(text, Numeric) / 1000), MOMENT)
        return case((text.regexp_match(MILLISECONDS), number), (text.regexp_match(ISO), date))

    def moment_of(self, value: Column) -> Column:
        return func.to_char(cast(value, TIMESTAMP(timezone=True)), MOMENT)

    def period(self, moment: Column, by: str) -> Column:
        return func.to_char(func.date_trunc(by, cast(moment, TIMESTAMP(timezone=True))), MOMENT)

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
        return self.vector(text, language).bool_op("@@")(func.plainto_tsquery(config(language), words))

    def has_phrase(self, text: Column, words: str, language: str) -> Condition:
        return self.vector(text, language).bool_op("@@")(func.phraseto_tsquery(config(language), words))

    def has_prefix(self, text: Column, start: str, language: str) -> Condition:
        quoted = "'" + start.replace("\\", "\\\\").replace("'", "''") + "':*"
        return self.vector(text, language).bool_op("@@")(func.to_tsquery(config(language), quoted))

    def vector(self, text: Column, language: str) -> Column:
        return text if isinstance(text.type, TSVECTOR) else func.to_tsvector(config(language), text)

    def fits(self, value: Column, pattern: str) -> Condition:
        return cast(value, Text).regexp_match(translated(pattern))

    def joined(self, columns: Sequence[Column]) -> Column:
        return func.concat_ws(" ", *(cast(column, String) for column in columns))

    def read_only(self) -> tuple[str, ...]:
        return ("SET default_transaction_read_only = on", "SET TIME ZONE 'UTC'")


def config(language: str) -> Column:
    """A text search configuration as a constant, as an index of its own has it; its name is from our settings."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", language):
        raise ValueError(f"no name of a text search configuration: {language}")
    return literal_column(f"'{language}'::regconfig", REGCONFIG)
