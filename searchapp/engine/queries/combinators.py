"""Functions that combine tantivy queries: bool, dis_max, constant score, filter."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tantivy import Occur, Query, Schema

from ..errors import CreationError
from ..mapping.tantivy_schema import SEQ

MAX_SCORES = 2000
EXACT, ROUGH = 9, 4
"""Digits of a score; fewer digits if there are more than MAX_SCORES scores, because each score needs a query."""
MAX_SINGLE = 64
"""Documents that are searched one by one, without an automaton."""

NOTHING = Query.empty_query()
"""The query without hits. It is one object, so that `query is NOTHING` saves a search."""


EVERYTHING = Query.const_score_query(Query.all_query(), 1.0)
"""The query for all documents with score 1, which is one object too."""


def nothing() -> Query:
    """The query without hits. It is always the same object."""
    return NOTHING


def everything(score: float = 1.0) -> Query:
    """All documents with a score. (tantivy's all_query alone loses its score next to other required clauses.)"""
    return EVERYTHING if score == 1.0 else Query.const_score_query(Query.all_query(), score)


def constant(query: Query, score: float = 1.0) -> Query:
    """The query with this score for each of its documents. NOTHING stays NOTHING."""
    return query if query is NOTHING else Query.const_score_query(query, score)


def scored(schema: Schema, scores: Mapping[int, float]) -> Query:
    """A query for the documents with these `_seq`, with these scores."""
    groups = defaultdict[float, list[int]](list)
    digits = EXACT if len(set(scores.values())) <= MAX_SCORES else ROUGH
    for seq, score in scores.items():
        groups[float(f"{score:.{digits}g}")].append(seq)
    return any_of([constant(documents_with_seqs(schema, seqs), score) for score, seqs in groups.items()])


def documents_with_seqs(schema: Schema, seqs: Sequence[int]) -> Query:
    """The documents with these `_seq`. A few are searched one by one, in a tenth of the time of a set."""
    if len(seqs) > MAX_SINGLE:
        return Query.term_set_query(schema, SEQ, list(seqs))
    return any_of([Query.term_query(schema, SEQ, seq, "basic") for seq in seqs])


def filtered(query: Query) -> Query:
    """The query as a filter: it must match and adds nothing to the score."""
    return constant(query, 0.0)


def boosted(query: Query, factor: float) -> Query:
    """The query with its scores multiplied."""
    return query if factor == 1.0 or query is NOTHING else Query.boost_query(query, factor)


def all_of(queries: Sequence[Query]) -> Query:
    """The documents that match every query; the scores are added. There must be at least one."""
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Must, query) for query in queries])


def any_of(queries: Sequence[Query]) -> Query:
    """The documents that match one of the queries; the scores are added. No documents without queries."""
    if not queries:
        return nothing()
    return at_least(1, queries, [])


def best_of(queries: Sequence[Query], tie_breaker: float = 0.0) -> Query:
    """A dis_max query. Queries that are NOTHING are left out."""
    if len(queries) > 1 and not 0 <= tie_breaker <= 1:
        raise CreationError("tieBreakerMultiplier must be in [0, 1]")
    queries = [query for query in queries if query is not NOTHING]
    if not queries:
        return nothing()
    if len(queries) == 1:
        return queries[0]
    return Query.disjunction_max_query(list(queries), tie_breaker)


def at_least(required: int, should: Sequence[Query], must: Sequence[Query]) -> Query:
    """All queries of `must` and at least `required` of `should`; at least one of `should` without `must`."""
    required = max(required, 0 if must else 1)
    if required == 1 and len(should) == 1 and not must:
        return should[0]
    if required == len(should):
        return all_of([*must, *should])
    clauses = [(Occur.Must, query) for query in must] + [(Occur.Should, query) for query in should]
    return Query.boolean_query(clauses, required)


def without(query: Query, excluded: Sequence[Query]) -> Query:
    """The query without the documents that match an excluded query."""
    if not excluded:
        return query
    return Query.boolean_query([(Occur.Must, query), *((Occur.MustNot, other) for other in excluded)])
