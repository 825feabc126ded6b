"""The tantivy queries for values of a field: term, terms, ids."""

from typing import Any

from tantivy import Query

from ...errors import CreationError
from ...index import bm25
from ...mapping.mapping import Field
from ...mapping.tantivy_schema import ID, SEQ
from ...parsing import text
from ..combinators import any_of, constant, everything, nothing
from ..context import ANSWERED, Context, check_searchable, nothing_outside_scope
from ..shared_terms import Terms, own_terms
from ..sorted_terms import any_term
from . import numbers
from .patterns import case_insensitive
from .ranges import address_query, number_or_date


@nothing_outside_scope
def term_query(context: Context, path: str, value: Any, insensitive: bool = False) -> Query:
    """A query for this value. Scores are BM25 on text, keyword and boolean; 1 on others, and if case is ignored."""
    if path in ANSWERED and insensitive:
        return nothing()
    if path in ANSWERED:
        return constant(_metadata_query(context, path, [text(value)]))
    field = context.field(path)
    if field is None:
        return nothing()
    if insensitive and not (value == "" and field.is_keyword):
        check_searchable(field)
        return constant(case_insensitive(context, field, value))
    return value_query(context, field, value)


def value_query(context: Context, field: Field, value: Any) -> Query:
    """Like `term_query`, for a field that the context sees."""
    check_searchable(field)
    if field.is_text:
        return bm25.text_term(context.reader, field, text(value))
    if field.is_keyword or field.type == "boolean":
        return bm25.constant_term(context.reader, field, _exact(context, field, value))
    if field.is_address:
        return constant(address_query(context, field, text(value)))
    return constant(number_or_date(context, field, value))


def term_terms(context: Context, path: str, value: Any) -> Terms | None:
    """The value as a term with its document count; None if the field is not an indexed text or keyword."""
    field = context.field(path)
    if field is None or not field.index or not (field.is_text or field.is_keyword):
        return None
    return own_terms(context.reader, field, [_exact(context, field, value)])


@nothing_outside_scope
def terms_query(context: Context, path: str, values: list[Any]) -> Query:
    """A query for any of the values."""
    if path in ANSWERED or context.field(path) is not None:
        _check_number(context, len(values))
    if path in ANSWERED:
        return _metadata_query(context, path, [text(value) for value in values])
    field = context.field(path)
    if field is None or not values:
        return nothing()
    check_searchable(field)
    if field.type == "date":
        return any_of([number_or_date(context, field, value) for value in values])
    if field.is_address:
        return any_of([address_query(context, field, text(value)) for value in values])
    if field.is_number and field.index:
        numbers.check_range(field, values)
    exact = [found for value in values if (found := _exact(context, field, value)) is not None]
    return any_term(context.reader, field.column, exact)


def ids_query(context: Context, values: list[str]) -> Query:
    """A query for the documents with these ids."""
    return _metadata_query(context, ID, values)


def _check_number(context: Context, terms: int) -> None:
    most = context.settings.max_terms_count
    if terms > most:
        raise CreationError(
            f"The number of terms [{terms}] used in the Terms Query request has exceeded the"
            f" allowed maximum of [{most}]. This maximum can be set by changing the [index.max_terms_count] index level"
            " setting."
        )


def _metadata_query(context: Context, path: str, values: list[str]) -> Query:
    if context.outer is not None:
        return _objects_of(context, context.outer, path, values)
    if path == ID:
        if "" in values:
            raise CreationError("Ids can't be empty")
        return any_term(context.reader, ID, values)
    return everything() if path == "_index" and context.reader.name in values else nothing()


def _objects_of(context: Context, outer: Context, path: str, values: list[str]) -> Query:
    """A query for the nested objects in documents with one of these values."""
    documents = set(outer.reader.matching(_metadata_query(outer, path, values)))
    return any_term(context.reader, SEQ, [seq for seq, parent in enumerate(context.parents) if parent in documents])


def _exact(context: Context, field: Field, value: Any) -> Any:
    """The value as it is indexed; None if no document can have it."""
    if field.is_text:
        return text(value)
    if field.is_keyword:
        return context.normalize(field, text(value))
    return numbers.truth(value) if field.type == "boolean" else numbers.equal(field, value)
