"""The query for a term in chosen fields. Without weights, the order of the fields ranks their matches.

one scope       -> ids for `_id`, or a multi_match
several         -> dis_max of one clause each; matches in an earlier scope have higher scores than all later ones
with weights    -> a multi_match with the weights
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..querystring.names import fitting, scope_name, weight_of
from .field_checks import Fields, type_of
from .ranking.clauses import constant

Clause = dict[str, Any]

MAX_WORD_SCORE = 64
"""Above the BM25 score of any word, which is 2.2 times the logarithm of the number of documents: here 10^12."""


def scoped_query(
    q: str, scopes: list[str], exact: Callable[[list[str]], list[bool]], analyzer: str | None = None
) -> Clause:
    """The query for a text in scopes; `exact(scopes)` says for each scope whether its matches are all equally good."""
    if len(scopes) == 1 and scope_name(scopes[0]) == "_id":
        return {"ids": {"values": [q]}}
    if len(scopes) == 1:
        return matching(q, scopes, analyzer)
    if any("^" in scope for scope in scopes):
        return weighted(q, scopes, analyzer)
    unique = list(dict.fromkeys(scopes))
    return ranked(q, unique, exact(unique), analyzer)


def matching(q: str, names: Sequence[str], analyzer: str | None) -> Clause:
    """The best match of all words in one of the fields."""
    match: Clause = {"query": q, "fields": list(names), "operator": "and", "lenient": True}
    return {"multi_match": {**match, "analyzer": analyzer} if analyzer else match}


def weighted(q: str, scopes: Sequence[str], analyzer: str | None) -> Clause:
    """The best match by the given weights."""
    weights = [weight_of(scope) for scope in scopes if scope_name(scope) == "_id"]
    names = [scope for scope in scopes if scope_name(scope) != "_id"]
    queries = [constant({"ids": {"values": [q]}}, weights[0])] if weights else []
    queries += [matching(q, names, analyzer)] if names else []
    return {"dis_max": {"queries": queries}} if len(queries) > 1 else queries[0]


def ranked(q: str, scopes: Sequence[str], exact: Sequence[bool], analyzer: str | None) -> Clause:
    """A clause for each scope. Every match in a scope scores above all matches in later scopes."""
    step = 1 if all(exact) else MAX_WORD_SCORE * (1 + len(q.split()))
    queries = []
    for position, (scope, same_score) in enumerate(zip(scopes, exact, strict=True), 1):
        found = {"ids": {"values": [q]}} if scope == "_id" else matching(q, [scope], analyzer)
        below = (len(scopes) - position) * step
        queries.append(constant(found, below + 1) if same_score else raised(found, below))
    return {"dis_max": {"queries": queries}} if len(queries) > 1 else queries[0]


def are_alike(texts: Sequence[str], scopes: Sequence[str], exact: Callable[[list[str]], list[bool]]) -> bool:
    """Whether the queries for these texts differ only in the text; false if `_id` is the only scope."""
    if len(scopes) == 1:
        return scope_name(scopes[0]) != "_id"
    has_steps = not any("^" in scope for scope in scopes) and not all(exact(list(dict.fromkeys(scopes))))
    return not has_steps or len({len(text.split()) for text in texts}) == 1


def ranks_of(scopes: Sequence[str]) -> list[list[str]]:
    """The fields in groups of equal rank, the best first: single fields, or with weights the fields of equal weight."""
    if not any("^" in scope for scope in scopes):
        return [[scope] for scope in dict.fromkeys(scopes)]
    weights = {scope_name(scope): weight_of(scope) for scope in scopes}
    best_first = sorted(set(weights.values()), reverse=True)
    return [[name for name, weight in weights.items() if weight == each] for each in best_first]


def is_exact(scope: str, fields: Fields) -> bool:
    """Whether all matches in the scope are equally good: for ids, keywords and numbers."""
    if scope == "_id":
        return True
    names = fitting(fields, scope) if "*" in scope else [scope]
    return all(type_of(name, fields) not in (None, "text") for name in names)


def raised(clause: Clause, by: float) -> Clause:
    """The clause with a number added to its scores."""
    return {"bool": {"must": [clause, {"match_all": {"boost": by}}]}} if by else clause
