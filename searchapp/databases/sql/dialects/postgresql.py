"""The dialect of PostgreSQL: jsonpath, text search, arrays."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, CITEXT, JSONB, JSONPATH, REGCONFIG, TSVECTOR
from sqlalchemy.sql.selectable import FromClause

from .base import MAX_ARGUMENTS, Column, Condition, Dialect, batched, pairs
from .regexp import translated

NUMBER = r"^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$"
MILLISECONDS = r"^-?[0-9]{5,15}$"
ISO = (
    r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])"
    r"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?(Z|[+-][01][0-9]:?[0-5][0-9])?)?)?)?$"
)
COUNTED = (datetime(1, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))
"""The moments that are counted by periods, as on MongoDB. Python has no dates for others."""
MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'


class PostgresDialect(Dialect):
    name = "postgresql"

    def values(self, column: Column, path: Sequence[str]) -> Column:
        steps = "$" + "".join(f".{json.dumps(key)}" for key in path) + "[*]"
        return sa.func.jsonb_path_query_array(sa.cast(column, JSONB), sa.cast(sa.literal(steps), JSONPATH))

    def each(self, array: Column, name: str) -> FromClause:
        return sa.func.jsonb_array_elements_text(array).table_valued("value", name=name)

    def number(self, value: Column) -> Column:
        text = sa.cast(value, sa.String)
        return sa.case((text.regexp_match(NUMBER), sa.cast(text, sa.Numeric)))

    def moment(self, value: Column) -> Column:
        text = sa.cast(value, sa.String)
        begun = sa.case(
            (sa.func.length(text) == 4, text.op("||")("-01-01")), (sa.func.length(text) == 7, text.op("||")("-01"))
        )
        date = sa.func.to_char(sa.cast(sa.func.coalesce(begun, text), sa.TIMESTAMP(timezone=True)), MOMENT)
        number = sa.func.to_char(sa.func.to_timestamp(sa.cast(text, sa.Numeric) / 1000), MOMENT)
        return sa.case((text.regexp_match(MILLISECONDS), number), (text.regexp_match(ISO), date))

    def moment_of(self, value: Column) -> Column:
        moment = sa.cast(value, sa.TIMESTAMP(timezone=True))
        return sa.case((moment.between(*COUNTED), sa.func.to_char(moment, MOMENT)))

    def period(self, moment: Column, by: str) -> Column:
        return sa.func.to_char(sa.func.date_trunc(by, sa.cast(moment, sa.TIMESTAMP(timezone=True))), MOMENT)

    def boolean(self, value: Column, wanted: bool) -> Condition:
        return value == ("true" if wanted else "false")

    def among(self, value: Column, wanted: Sequence[Any]) -> Condition:
        kind = value.type if not isinstance(wanted[0], str) or isinstance(value.type, CITEXT) else sa.String()
        return value == sa.any_(sa.cast(sa.literal(list(wanted), ARRAY(kind)), ARRAY(kind)))

    def among_bound(self, value: Column, name: str) -> Condition:
        kind = sa.String() if isinstance(value.type, sa.String) and not isinstance(value.type, CITEXT) else value.type
        return value == sa.any_(sa.cast(sa.bindparam(name, type_=ARRAY(kind)), ARRAY(kind)))

    def list_parameter(self, values: Sequence[Any]) -> Any:
        return list(values)

    def object(self, columns: Sequence[Column]) -> Column:
        joined: Column
        joined, *parts = [sa.func.jsonb_build_object(*pairs(some)) for some in batched(columns, MAX_ARGUMENTS // 2)]
        for part in parts:
            joined = joined.op("||")(part)
        return joined

    def objects(self, table: FromClause, columns: Sequence[Column], on: Condition) -> Column:
        rows = sa.func.jsonb_agg(sa.func.jsonb_strip_nulls(self.object(columns)))
        return (
            sa.select(sa.func.coalesce(rows, sa.cast(sa.literal("[]"), JSONB)))
            .select_from(table)
            .where(on)
            .scalar_subquery()
        )

    def has_words(self, text: Column, words: str, language: str) -> Condition:
        return self.vector(text, language).bool_op("@@")(sa.func.plainto_tsquery(config(language), words))

    def has_phrase(self, text: Column, words: str, language: str) -> Condition:
        return self.vector(text, language).bool_op("@@")(sa.func.phraseto_tsquery(config(language), words))

    def has_prefix(self, text: Column, start: str, language: str) -> Condition:
        quoted = "'" + start.replace("\\", "\\\\").replace("'", "''") + "':*"
        return self.vector(text, language).bool_op("@@")(sa.func.to_tsquery(config(language), quoted))

    def parted(self, text: Column) -> Column:
        if isinstance(text.type, TSVECTOR):
            return text
        signs, blanks = f"'{JOINING}'", f"'{' ' * len(JOINING)}'"
        return sa.func.translate(text, sa.literal_column(signs), sa.literal_column(blanks))  # as an index has it

    def parted_words(self, words: str) -> str:
        return words.translate(str.maketrans(JOINING, " " * len(JOINING)))

    def vector(self, text: Column, language: str) -> Column:
        return text if isinstance(text.type, TSVECTOR) else sa.func.to_tsvector(config(language), text)

    def fits(self, value: Column, pattern: str) -> Condition:
        return sa.cast(value, sa.Text).regexp_match(translated(pattern))

    def joined(self, columns: Sequence[Column]) -> Column:
        texts: list[Column] = [sa.cast(column, sa.String) for column in columns]
        while len(texts) > MAX_ARGUMENTS:
            texts = [sa.func.concat_ws(" ", *some) for some in batched(texts, MAX_ARGUMENTS)]
        return sa.func.concat_ws(" ", *texts)

    def estimate(self, table: sa.Table) -> sa.Select[tuple[Any]]:
        """The rows at the last ANALYZE; -1 before the first."""
        relations = sa.table("pg_class", sa.column("oid"), sa.column("reltuples"))
        name = ".".join('"{}"'.format(part.replace('"', '""')) for part in (table.schema, table.name) if part)
        return sa.select(relations.c.reltuples).where(relations.c.oid == sa.func.to_regclass(name))

    def read_only(self) -> tuple[str, ...]:
        return ("SET default_transaction_read_only = on", "SET TIME ZONE 'UTC'")


JOINING = "<>/-+@"
"""Characters that make PostgreSQL read several words as one tag, path or address, or a number with a sign."""


def config(language: str) -> Column:
    """A text search configuration as a constant, so that indexes apply. The name comes from our settings."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", language):
        raise ValueError(f"not the name of a text search configuration: {language}")
    return sa.literal_column(f"'{language}'::regconfig", REGCONFIG)
