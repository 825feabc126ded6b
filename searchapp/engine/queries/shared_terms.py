"""Optional clauses that are words: as in Lucene, a term that several of them share is scored once.

A fuzzy word becomes terms that all have the document count of the most frequent one. Lucene adds up the weights that a
term has in the clauses, and takes its document count from the first of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tantivy import Query

from ..index import bm25
from ..index.reader import Reader
from ..mapping.mapping import Field
from ..work import work
from .combinators import any_of, constant
from .context import Build, Context


class WeightedTerm(NamedTuple):
    field: Field
    term: str
    weight: float
    frequency: int
    """The document count with which it is scored."""


Terms = list[WeightedTerm]


@dataclass(frozen=True, slots=True)
class TermsBuild:
    """The build of a query that may be a disjunction of terms; `terms` is None for other queries."""

    build: Build
    terms: Callable[[Context], Terms | None]
    is_fuzzy: bool = False

    def __call__(self, context: Context) -> Query:
        return self.build(context)


def with_shared_terms(builds: Sequence[Build]) -> list[Build]:
    """The builds of optional clauses. If one is fuzzy, one build for all terms replaces the builds of terms."""
    of_terms = [build for build in builds if isinstance(build, TermsBuild)]
    if len(of_terms) < 2 or not any(build.is_fuzzy for build in of_terms):
        return list(builds)

    def build(context: Context) -> Query:
        found = [(one, one.terms(context)) for one in of_terms]
        others = [one(context) for one, terms in found if terms is None]
        terms = [term for _, terms in found for term in terms or ()]
        return any_of([*others, disjunction(context.reader, terms)])

    return [build, *(one for one in builds if not isinstance(one, TermsBuild))]


def disjunction(reader: Reader, terms: Iterable[WeightedTerm]) -> Query:
    """A query for any of the terms, each of them scored once."""
    found: dict[tuple[str, str], WeightedTerm] = {}
    for one in terms:
        key = one.field.path, one.term
        before = found.get(key)
        found[key] = before._replace(weight=before.weight + one.weight) if before and before.weight else one
    return any_of([blended(reader, *one) for one in found.values()])


def blended(reader: Reader, field: Field, term: str, weight: float, frequency: int) -> Query:
    """A query for a term with a weight, scored with `frequency` as its document count."""
    work().count_leaves()
    if field.is_text:
        ratio = bm25.blended_ratio(reader, field, term, frequency)
        return Query.boost_query(Query.term_query(reader.schema, field.column, term), weight * ratio)
    query = Query.term_query(reader.schema, field.column, term, index_option="basic")
    return constant(query, weight * bm25.keyword_score(reader, field, frequency))


def own_terms(reader: Reader, field: Field, terms: Iterable[str]) -> Terms:
    """The terms that documents have, each with its own document count."""
    counts = [(term, reader.searcher.doc_freq(field.column, term)) for term in terms]
    return [WeightedTerm(field, term, 1.0, count) for term, count in counts if count]


def scaled(terms: Terms | None, factor: float) -> Terms | None:
    """The terms with a boost; None for several terms: Lucene keeps a boosted disjunction apart."""
    if terms is None or factor == 1.0:
        return terms
    return [terms[0]._replace(weight=terms[0].weight * factor)] if len(terms) == 1 and factor else None
