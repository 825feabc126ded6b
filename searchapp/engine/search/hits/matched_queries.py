"""The key `matched_queries` of a hit: the names, given by `_name`, of the clauses that it matches."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tantivy import Query

from ...errors import parsing_error
from ...index.reader import Reader
from ...mapping.tantivy_schema import SEQ
from ...parsing import text
from ...queries import parse
from ...queries.combinators import all_of, filtered
from ...queries.context import Context
from ...queries.match_none import inner_clauses, is_none
from ..collect import Hit, by_score

NAME = "_name"
MAX_NAMES = 1000
"""Names in a request: the clause of each is searched again, in half a millisecond."""
OF_ONE_FIELD = (
    "term", "prefix", "wildcard", "regexp", "fuzzy", "range", "match", "match_phrase", "match_bool_prefix",
    "match_phrase_prefix",
)  # fmt: skip
"""Queries whose options are those of a field."""
Named = Iterator[tuple[str, dict[str, Any]]]
Test = Callable[[dict[str, Any]], bool]


def has_names(clause: Any) -> bool:
    """Whether a clause or one inside it has a name. The clause may be invalid."""
    return any(True for _ in named_clauses(clause))


def named_clauses(clause: Any, is_left_out: Test = lambda clause: False) -> Named:
    """Each clause with a name, after those inside it. Objects inside a nested query are no hits."""
    if not isinstance(clause, dict) or len(clause) != 1:
        return
    ((kind, body),) = clause.items()
    if not isinstance(body, dict) or is_left_out(clause):
        return
    for inner in inner_clauses(kind, body) if kind != "nested" else ():
        yield from named_clauses(inner, is_left_out)
    given = next(iter(body.values()), None) if kind in OF_ONE_FIELD else body
    if isinstance(given, dict) and NAME in given:
        yield text(given[NAME]), clause


def matched_queries(reader: Reader, clauses: Sequence[Any], hits: list[Hit]) -> dict[int, list[str]]:
    """The names of the clauses that each of these hits matches, by `_seq`.

    Of several clauses with the same name the last one counts. As in Elasticsearch, the names of clauses next to one
    that matches nothing are left out.
    """
    context, names = Context(reader), defaultdict[int, list[str]](list)
    these = filtered(Query.term_set_query(reader.schema, SEQ, [hit.seq for hit in hits]))
    named = {
        name: found
        for clause in clauses
        for name, found in named_clauses(clause, lambda one: is_none(context, one))
    }  # fmt: skip
    if len(named) > MAX_NAMES:
        raise parsing_error(f"unsupported option: more than {MAX_NAMES} names of queries")
    for name, clause in named.items():
        query = all_of([filtered(parse(clause)(context)), these])
        for match in by_score(reader, query, len(hits), count=False)[0]:
            names[match.seq].append(name)
    return names
