"""Puts the hits of a query in the order of the ranking profile, whose clauses are beside the query."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import orjson

from . import clauses, typed
from .profile import field, is_searched

if TYPE_CHECKING:
    from ..collection_fields import State

REST = 0.1
"""The factor of the score of the query itself, which orders hits with the same points."""

PLACEHOLDER = "\0"
"""The placeholder of the text in a template."""

Clause = dict[str, Any]


def by_profile(query: Clause, q: str, state: "State") -> Clause:
    """The query with its hits in the order of the ranking profile."""
    read = typed.read(q)
    found: Iterable[Clause]
    if read is None:
        texts = typed.alternatives(q)
        found = clauses.for_alternatives(texts, state.profile) if texts else ()
    elif not read.begun:
        found = state.words_clauses(read.text)
        if not read.text.isalnum():
            signed = clauses.with_signs(read.text, state.profile.names, state.fields)
            found = [*found, *clauses.in_other_forms(read.text, state.profile), *signed]
    elif read.field is None:
        found = clauses.for_beginning(read.text, state.profile.names, state.profile.aliases)
    else:
        named = [field(read.field, 1.0, state.fields)] if is_searched(read.field, state.fields) else []
        found = clauses.for_beginning(read.text, named)
    return ranked(query, found)


def ranked(query: Clause, clauses: Iterable[Clause]) -> Clause:
    """The query with its hits in the order of the clauses."""
    should = [*clauses]
    return {"bool": {"must": [{"bool": {"must": [query], "boost": REST}}], "should": should}} if should else query


def unranked(query: Clause) -> Clause:
    """The query without the clauses that order its hits. A query without such clauses is returned itself."""
    found = query.get("bool", {})
    if [*found] != ["must", "should"] or found["must"][0].get("bool", {}).get("boost") != REST:
        return query
    inner: Clause = found["must"][0]["bool"]["must"][0]
    return inner


class ClauseTemplate:
    """The clauses of `make` for any text: made once as JSON, in which each text replaces the placeholder.

    `make` must put the text into the clauses unchanged, and must not depend on it otherwise.
    """

    def __init__(self, make: Callable[[str], Iterable[Clause]]):
        self.make = make
        self.parts = orjson.dumps([*make(PLACEHOLDER)]).split(orjson.dumps(PLACEHOLDER))

    def __call__(self, text: str) -> list[Clause]:
        try:
            clauses: list[Clause] = orjson.loads(orjson.dumps(text).join(self.parts))
        except TypeError:  # half a character cannot be JSON
            clauses = [*self.make(text)]
        return clauses
