"""Many terms of one keyword field in one search: the score of a hit says which of the terms its document has.

terms -> those with few documents, each with a score of its own -> one search -> the documents of each term
      -> the others, one search each
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tantivy import DocAddress, Query

from ...index import bm25
from ...index.reader import Reader
from ...mapping.mapping import Field
from ...queries.combinators import any_of
from ...queries.context import Context
from ...work import work
from ..collect import ScoredAddresses, best

MAX_SHARED = 10
"""Documents of a term that is searched together with others, which finds all its documents."""

PLAIN = frozenset(("query", "fields", "operator", "lenient"))
"""Options of a multi_match that change nothing for a text in one keyword field."""

Found = tuple[ScoredAddresses, int]
"""The first hits of a term, and the number of all hits."""


def keyword_field(context: Context, clause: Any) -> Field | None:
    """The field of a multi_match that only looks for a term in one keyword field; None for other queries."""
    given = clause.get("multi_match") if isinstance(clause, dict) and len(clause) == 1 else None
    if not isinstance(given, dict) or not PLAIN.issuperset(given):
        return None
    names = given.get("fields")
    field = context.field(names[0]) if isinstance(names, list) and len(names) == 1 else None
    return field if field is not None and field.is_keyword and field.searchable else None


def found_terms(reader: Reader, field: Field, terms: Iterable[str], wanted: int, counted: bool) -> dict[str, Found]:
    """For each normalized term what `best` returns."""
    counts = {term: reader.searcher.doc_freq(field.column, term) for term in terms}
    shared = [term for term, count in counts.items() if 0 < count <= MAX_SHARED]
    work().absent(sum(not count for count in counts.values()))
    work().leaf(len(shared))
    addresses = addresses_of(reader, field, shared, sum(counts[term] for term in shared))
    scores = {count: bm25.term_score(reader, field, count) for count in set(counts.values())}
    make, found = bm25.term_maker(reader, field), {}
    for term, count in counts.items():
        here = addresses.get(term, [])
        if len(here) == count:
            found[term] = [(scores[count], address) for address in here[:wanted]], count if counted else 0
        else:  # it has many documents, one of them was deleted, or one has another of the terms too
            query = make(term)
            found[term] = best(reader, query, wanted, counted) if query else ([], 0)
    return found


def addresses_of(reader: Reader, field: Field, terms: Sequence[str], most: int) -> dict[str, list[DocAddress]]:
    """The documents that have one of the terms, by term, in index order. Those with several of the terms are left out.

    The scores are so high that the sum of two is higher than each of them.
    """
    least = len(terms) + 1
    queries = [Query.term_query(reader.schema, field.column, term, "basic") for term in terms]
    scored = [Query.const_score_query(query, least + position) for position, query in enumerate(queries)]
    found: dict[str, list[DocAddress]] = {term: [] for term in terms}
    for score, address in best(reader, any_of(scored), most, count=False)[0]:
        if score < least + len(terms):
            found[terms[int(score) - least]].append(address)
    return found
