"""The sorted terms of a field, cached with the generation. Ranges of texts and keywords are slices of them."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..costs import range_cost, walk_cost
from ..index.reader import Reader
from ..mapping.mapping import Field
from ..mapping.tantivy_schema import SEQ
from ..work import work
from .combinators import all_of, any_of, constant, filtered, nothing

COLUMN = re.compile(r"[A-Za-z_][\w.]*")
MAX_CACHE, TERM = 32 * 2**20, 60
"""Bytes of the lists that are cached for a generation, and of a term without its letters.

A longer list of all terms is cached alone.
"""
MAX_SINGLE = 32
"""The maximum number of terms that are searched one by one, without an automaton that marks documents in a bit set."""
PLAIN = re.compile(r"(?!(?:AND|OR|NOT|TO|IN)$)\w+")


def sorted_terms(reader: Reader, column: str, prefix: str = "") -> list[str]:
    """The terms of a text or keyword field with a prefix, sorted by code point; all terms without one."""
    cache: ByteCache[tuple[str, str], list[str]] = reader.once("terms", lambda: ByteCache(MAX_CACHE, math.inf))
    terms = cache.get((column, prefix))
    if terms is None:
        terms = sorted(term for term, _ in reader.searcher.terms_with_prefix(column, prefix))
        size = TERM * len(terms) + sum(map(len, terms))
        if not prefix or size <= MAX_CACHE:
            cache.put((column, prefix), terms, size)
    return terms


def until_deadline(terms: Iterable[str]) -> Iterator[str]:
    """The terms, unchanged. Raises LimitReached after the deadline."""
    for number, term in enumerate(terms):
        if not number & 255:
            work().check_deadline()
        yield term


def between(
    reader: Reader, field: Field, low: str | None, high: str | None, include_low: bool, include_high: bool
) -> Query:
    """A query for the documents with a term in the range; None is an open end."""
    work().count_leaves()
    if is_plain(field.column, low, high):
        work().count_pattern(range_cost(reader.stats.terms(field)))
        opening, closing = "[" if include_low else "{", "]" if include_high else "}"
        text = f"{field.column}:{opening}{low or '*'} TO {high or '*'}{closing}"
        return by_automaton(reader, constant(reader.index.parse_query(text)))
    terms = sorted_terms(reader, field.column)
    work().count_pattern(walk_cost(len(terms)))
    start = 0 if low is None else (bisect_left if include_low else bisect_right)(terms, low)
    end = len(terms) if high is None else (bisect_right if include_high else bisect_left)(terms, high)
    return any_term(reader, field.column, terms[start:end])


def is_plain(column: str, low: str | None, high: str | None) -> bool:
    """Whether tantivy's query syntax can express the range, which is faster than a list of terms."""
    ends = [end for end in (low, high) if end is not None]
    return bool(ends and COLUMN.fullmatch(column)) and all(PLAIN.fullmatch(end) for end in ends)


def any_term(reader: Reader, column: str, terms: Sequence[Any]) -> Query:
    """A query for the documents with one of the terms. A few are searched one by one, faster than by an automaton."""
    work().count_leaves()
    if 0 < len(terms) <= MAX_SINGLE:
        return constant(any_of([Query.term_query(reader.schema, column, term, "basic") for term in terms]))
    return by_automaton(reader, Query.term_set_query(reader.schema, column, list(terms))) if terms else nothing()


def by_automaton(reader: Reader, query: Query) -> Query:
    """The query of an automaton; with a narrowed reader, the list of the documents that it matches."""
    if reader.few is None:
        return query
    work().check_deadline()
    seqs = reader.matching(all_of([reader.few, filtered(query)]))
    these = [Query.term_query(reader.schema, SEQ, seq, "basic") for seq in seqs]
    return constant(any_of(these or [Query.empty_query()]))  # not NOTHING, which would be left out of the explanation
