"""Adds the clauses of the ranking profile to a query, so that they order its hits."""

from collections.abc import Iterable
from typing import Any

from ..collection_fields import State
from . import clauses, typed
from .profile import field, is_searched

QUERY_FACTOR = 0.1
"""The factor of the score of the query itself, which orders hits with the same points."""

Clause = dict[str, Any]


def by_profile(query: Clause, q: str, state: State) -> Clause:
    """The query with its hits in the order of the ranking profile."""
    read = typed.read_typed(q)
    found: Iterable[Clause]
    if read is None:
        texts = typed.alternatives(q)
        found = clauses.for_alternatives(texts, state.profile) if texts else ()
    elif not read.begun:
        found = state.words_clauses(read.text)
        if not read.text.isalnum():
            signed = clauses.with_signs(read.text, state.profile.names, state.fields)
            some = clauses.named_by_some(read.text, state.profile.names)
            found = [*found, *clauses.in_other_forms(read.text, state.profile), *some, *signed]
        if not read.text.isascii():
            found = [*found, *clauses.with_accents("term", read.text, state.profile.names)]
    elif read.field is None:
        found = clauses.for_beginning(read.text, state.profile.names, state.profile.aliases)
    else:
        named = [field(read.field, 1.0, state.fields)] if is_searched(read.field, state.fields) else []
        found = clauses.for_beginning(read.text, named)
    return ranked(query, found)


def ranked(query: Clause, clauses: Iterable[Clause]) -> Clause:
    """The query with its hits in the order of the clauses."""
    should = [*clauses]
    return (
        {"bool": {"must": [{"bool": {"must": [query], "boost": QUERY_FACTOR}}], "should": should}} if should else query
    )


def unranked(query: Clause) -> Clause:
    """The query without the clauses that order its hits. A query without such clauses is returned itself."""
    found = query.get("bool", {})
    if [*found] != ["must", "should"] or found["must"][0].get("bool", {}).get("boost") != QUERY_FACTOR:
        return query
    inner: Clause = found["must"][0]["bool"]["must"][0]
    return inner
