"""Searches many texts in keyword fields by one search: the score of a hit encodes the text and the field.

texts -> their terms in each field, each term with a score of its own -> one search -> the documents of each term
      -> the hits of each text, except texts that have to be searched alone
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from tantivy import Query

from ...index import bm25
from ...mapping.mapping import Field
from ...queries.combinators import any_of
from ...queries.context import Context
from ...work import work
from ..collect import ScoredAddresses, best

MAX_SHARED = 10
"""The maximum number of documents of a term that is searched together with others: all of them are collected."""

PLAIN = frozenset(("query", "fields", "operator", "lenient"))
"""Options of a multi_match that change nothing for a text in one keyword field."""

Counts = dict[str, int]
"""The number of documents of each term in a field."""


class Scope(NamedTuple):
    """A keyword field, and the score of all hits in it; None if each term has its own."""

    field: Field
    score: float | None


def keyword_scopes(context: Context, clause: Any) -> list[Scope]:
    """The keyword fields in which a query looks for its text, the best first; empty for other queries."""
    inside = clause.get("dis_max") if isinstance(clause, dict) else None
    parts = inside.get("queries") if isinstance(inside, dict) and len(inside) == 1 else None
    if not isinstance(parts, list):
        field = keyword_field(context, clause)
        return [Scope(field, None)] if field else []
    filters = [scored_filter(part) for part in parts]
    scores = [score for _, score in filters if score is not None]
    fields = [field for inner, _ in filters if (field := keyword_field(context, inner))]
    is_ranked = all(one > following for one, following in pairwise(scores))
    is_complete = len(scores) == len(fields) == len(parts)
    return [*map(Scope, fields, scores)] if is_complete and is_ranked else []


def scored_filter(clause: Any) -> tuple[Any, float | None]:
    """The filter of a constant_score and its score; None for other queries."""
    inside = clause.get("constant_score") if isinstance(clause, dict) else None
    if not isinstance(inside, dict) or inside.keys() != {"filter", "boost"}:
        return None, None
    return inside["filter"], float(inside["boost"])


def keyword_field(context: Context, clause: Any) -> Field | None:
    """The field of a multi_match that only looks for a term in one keyword field; None for other queries."""
    given = clause.get("multi_match") if isinstance(clause, dict) else None
    if not isinstance(given, dict) or not PLAIN.issuperset(given):
        return None
    names = given.get("fields")
    field = context.field(names[0]) if isinstance(names, list) and len(names) == 1 else None
    return field if field is not None and field.is_keyword and field.searchable else None


def found_texts(context: Context, scopes: Sequence[Scope], texts: Sequence[str]) -> dict[str, ScoredAddresses]:
    """All hits of each text, the best first.

    A text is left out if one of its terms is in many documents, in a deleted document, or in a document that also has
    another of the terms.
    """
    terms = [list(map(normalizer(context, scope.field), texts)) for scope in scopes]
    counts = [counts_of(context, scope.field, own) for scope, own in zip(scopes, terms, strict=True)]
    work().count_absent_terms(sum(list(own.values()).count(0) for own in counts))
    hits = hits_of(context, scopes, counts)
    in_order = (map(found.get, own) for found, own in zip(hits, terms, strict=True))
    return {text: [*chain(*own)] for text, *own in zip(texts, *in_order, strict=True) if None not in own}


def normalizer(context: Context, field: Field) -> Callable[[str], str]:
    """The function that makes the term of a text in a keyword field."""
    return str if field.normalizer is None else context.normalizer(field.normalizer)


def counts_of(context: Context, field: Field, terms: Iterable[str]) -> Counts:
    """The number of documents of each term."""
    doc_freq, column = context.reader.searcher.doc_freq, field.column
    return {term: doc_freq(column, term) for term in dict.fromkeys(terms)}


def hits_of(context: Context, scopes: Sequence[Scope], counts: Sequence[Counts]) -> list[dict[str, ScoredAddresses]]:
    """The documents of the terms in each scope, in index order, except of terms that `found_texts` leaves out.

    In the search, the sum of two scores is higher than each score.
    """
    reader, columns = context.reader, [scope.field.column for scope in scopes]
    keys = [(place, term, count) for place, own in enumerate(counts) for term, count in own.items()
            if 0 < count <= MAX_SHARED]  # fmt: skip
    work().count_leaves(len(keys))
    least, schema, term_query, constant = len(keys) + 1, reader.schema, Query.term_query, Query.const_score_query
    marked = [constant(term_query(schema, columns[place], term, "basic"), mark)
              for mark, (place, term, _) in enumerate(keys, least)]  # fmt: skip
    known = {pair: score_of(context, scopes[pair[0]], pair[1]) for pair in {(place, count) for place, _, count in keys}}
    scores = [known[place, count] for place, _, count in keys]
    hits: list[ScoredAddresses] = [[] for _ in keys]
    for mark, address in best(reader, any_of(marked), sum(count for _, _, count in keys), count=False)[0]:
        if mark < least + len(keys):
            position = int(mark) - least
            hits[position].append((scores[position], address))
    found: list[dict[str, ScoredAddresses]] = [{term: [] for term in own if not own[term]} for own in counts]
    for (place, term, count), own in zip(keys, hits, strict=True):
        if len(own) == count:
            found[place][term] = own
    return found


def score_of(context: Context, scope: Scope, count: int) -> float:
    """The score of hits for a term in a field; `count` is the number of documents with the term."""
    return bm25.term_score(context.reader, scope.field, count) if scope.score is None else scope.score
