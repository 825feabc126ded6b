"""The terms of a field in order, kept per generation: ranges over texts and keywords are slices of them."""

from bisect import bisect_left, bisect_right

from tantivy import Query

from ..mapping import Field
from ..reader import Reader
from .ops import nothing


def sorted_terms(reader: Reader, column: str) -> list[str]:
    """Every term of a text or keyword column, by code point."""
    key = ("terms", column)
    if key not in reader.cache:
        reader.cache[key] = sorted(term for term, _ in reader.searcher.terms_with_prefix(column, ""))
    return reader.cache[key]


def between(
    reader: Reader, field: Field, low: str | None, high: str | None, include_low: bool, include_high: bool
) -> Query:
    """Documents with a term in the range; None is an open end."""
    terms = sorted_terms(reader, field.column)
    start = 0 if low is None else (bisect_left if include_low else bisect_right)(terms, low)
    end = len(terms) if high is None else (bisect_right if include_high else bisect_left)(terms, high)
    return any_term(reader, field, terms[start:end])


def any_term(reader: Reader, field: Field, terms: list[str]) -> Query:
    return Query.term_set_query(reader.schema, field.column, terms) if terms else nothing()
