"""The rows that each term of a batch may match in exact fields, found by one statement for all terms.

A lookup in many fields, some of them texts, reads every row of a table. With these candidates, the conditions of a
term are only tested on them, and on the rows that full-text indexes find.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, false, or_, select

from ...querystring.tree import Value
from .conditions import Where, cannot_be_stored, is_indexed
from .dialects import Condition
from .schema.fields import Field
from .term_batch import EXACT, all_values, values_in

MAX_CANDIDATES = 1000
"""Rows of one term; one with more is looked up without them."""
MAX_ROWS = 20_000


def candidates(queries: list[Any], where: Where, connection: Connection) -> list[Condition | None]:
    """For each query a condition that holds for all rows that match it; None if the candidates are not known.

    The queries are all looked up in the same fields, or nothing is known of any.
    """
    unknown: list[Condition | None] = [None] * len(queries)
    first = queries[0]
    if len(queries) < 2 or not all(is_like(query, first) for query in queries):
        return unknown
    fields = [field for field, _ in where.fields(first)]
    exact = [field for field in fields if field.type in EXACT and field.table is None]
    by_index = where.collection.in_all if all(is_indexed(query.text) for query in queries) else ()
    if where.collection.loaded and not any(field.json and field.name not in by_index for field in exact):
        return unknown
    rows = candidate_rows(
        exact, [query.text for query in queries if not cannot_be_stored(query.text)], where, connection
    )
    if rows is None:
        return unknown
    others = [field for field in fields if field not in exact]
    ids = ids_of_values(rows, exact, where)
    return [narrowed(query.text, ids, exact, others, where) for query in queries]


def is_like(query: Any, first: Any) -> bool:
    return isinstance(query, Value) and not query.any_case and query.fields == first.fields


def candidate_rows(exact: list[Field], terms: list[str], where: Where, connection: Connection) -> list[Any] | None:
    """The key and the values of each row that has one of the terms in an exact field; None for too many rows."""
    conditions = [field.among(where.dialect, terms) for field in exact]
    wanted = [condition for condition in conditions if condition is not None]
    if not wanted:
        return None
    collection = where.collection
    values = [all_values(field, where.dialect).label(f"m{number}") for number, field in enumerate(exact)]
    columns = [collection.key.column, *values]
    statement = select(*columns).select_from(collection.source).where(or_(false(), *wanted)).limit(MAX_ROWS + 1)
    rows = list(connection.execution_options(compiled_cache=None).execute(statement))
    return rows if len(rows) <= MAX_ROWS else None


def ids_of_values(rows: Iterable[Any], exact: list[Field], where: Where) -> dict[tuple[str, str], list[str]]:
    """The ids of rows by the lower-case values of a field, since some columns ignore case."""
    ids: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        id = where.collection.id_of(row[0])
        for field, given in zip(exact, row[1:], strict=True):
            for value in values_in(given, field):
                ids.setdefault((field.name, str(value).lower()), []).append(id)
    return ids


def narrowed(
    text: str, ids: dict[tuple[str, str], list[str]], exact: list[Field], others: list[Field], where: Where
) -> Condition | None:
    """The condition that a row has the text in an exact field, or matches it in another field.

    Where the database compares without case and accents, all rows that were found may have the text.
    """
    if where.dialect.ignores_case:
        own = {id for each in ids.values() for id in each}
    else:
        own = {id for field in exact for id in ids.get((field.name, str(field.value(text)).lower()), ())}
    if len(own) > MAX_CANDIDATES:
        return None
    among = where.collection.key.among(where.dialect, sorted(own)) if own else None
    return or_(false() if among is None else among, *(where.matches(field, text) for field in others))
