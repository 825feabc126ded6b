"""Differences that docs/engines.md lists: answers to bodies with these parts are not compared, or not completely."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from searchapp.querystring.errors import LuceneError
from searchapp.querystring.parser import parse
from searchapp.querystring.writing import escaped
from tests.contract.engine_refused import has_refused

Answer = tuple[int, Any]
"""Status, and the response or the type of the error."""


class Unsupported(str):
    """The type of an error of the engine that names what it does not have."""


BESIDE = {"aggs", "highlight", "collapse"}
"""The keys of a body that may hold other queries than the main one."""
FAILURES = (
    (500, "unsupported_operation_exception"), (500, "illegal_state_exception"), (500, "null_pointer_exception"),
)  # fmt: skip
"""A query string with an error, or an unknown path of nested objects, inside a facet makes Elasticsearch fail.

So does `collapse` without a field, and a null for a number in `search_after`.
"""
FAILED_DATE = (500, "date_time_exception")
"""A node fails to read a wrong time zone of a query string, and to print that a date is missing."""
FAILED_MARKS = (500, "illegal_state_exception")
"""A node fails to mark a phrase with slop that reaches from one value of a field into the next."""
REFUSED = ((400, "illegal_argument_exception"), (400, "search_phase_execution_exception"))
LOOKED_FOR = re.compile(r"'highlight'.*('exists'|_exists_|:\*)|('exists'|_exists_|:\*).*'highlight'")
"""With these a node refuses texts that are too long to be highlighted, although nothing is highlighted there."""
NO_HITS = re.compile(r"(?=.*'top_hits')((?=.*'global')(?=.*'track_scores': True)|(?=.*'size': 0)(?=.*'min_doc_count'))")
"""A node refuses `top_hits` with scores inside `global`, and those of size 0 in buckets that are left out."""
SORTED_INSIDE = re.compile(r"'inner_hits': .*'sort'")
"""A node refuses a wrong sort of inner hits also if the page has no hits."""
OF_TEXT = ("query_shard_exception", "illegal_argument_exception")
COSTLY = ((400, "too_costly_exception"), (400, "highlight_too_costly_exception"))
"""What one search may do is bounded in the engine."""
SEVERAL = (400, "illegal_argument_exception")
"""A node refuses several values in `collapse` in hits that it passes in the order of the index, the engine in those of
the page."""
MARKED_WIDELY = re.compile(
    r"(?=.*'require_field_match': False)(?=.*('range'|'case_insensitive'| TO |:[<>]|phrase_prefix|'function_score'))"
)
"""With these a node also marks words of other clauses: of booleans, and of phrases one by one."""
COUNTED_OTHERWISE = re.compile(r"'(?:in|ex)clude': \[[^\]]*-0(?:\.0)?'?[,\]]|'global'.*'date_histogram'")
"""A node has -0 in a bucket of its own, and inside `global` counts dates that the query allows only."""


BESIDE_OTHERS = re.compile(r"'(bool|boosting|dis_max|function_score)'.*'inner_hits'")
"""Where a node may leave out inner hits: it does not read the clauses next to one that matches nothing."""


def is_known(body: Mapping[str, Any], one: Answer, other: Answer) -> bool:
    """Whether the answers of a node and of the engine may differ by a documented rule, as one is an error."""
    if other[0] == 400 and isinstance(other[1], Unsupported) and (one[0] == 400 or has_refused(body)):
        return True
    if (one[0], other[0]) == (500, 400):
        return one == FAILED_DATE or (one in FAILURES and bool({*BESIDE, "search_after"} & set(body)))
    shown = str(body)
    if (one[0], other[0]) == (500, 200):
        is_last_date = one == FAILED_DATE and "'sort'" in shown and "epoch_millis" in shown
        return is_last_date or (one == FAILED_MARKS and "highlight" in body)
    if one in REFUSED and other[0] == 200:
        known = (LOOKED_FOR, NO_HITS, SORTED_INSIDE)
        return ("collapse" in body and one == SEVERAL) or any(pattern.search(shown) for pattern in known)
    return other in COSTLY or ("collapse" in body and other == SEVERAL and one[0] == 200)


def is_late(body: Mapping[str, Any], refused: Answer) -> bool:
    """Whether the engine refuses the text of a query string: a node first sees errors of the clauses before."""
    return refused[1] in OF_TEXT and any(map(has_wrong_syntax, query_strings(body)))


def query_strings(value: Any) -> Iterator[str]:
    """The texts of the query strings at any depth."""
    given = value.get("query_string") if isinstance(value, dict) else None
    if isinstance(given, dict):
        text = str(given.get("query"))
        yield escaped(text) if given.get("escape") else text
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from query_strings(inner)


def has_wrong_syntax(text: str) -> bool:
    try:
        parse(text)
    except LuceneError:
        return True
    return False


def comparable(body: Mapping[str, Any], answer: Any) -> Any:
    """The response without the parts that may differ by a documented rule."""
    shown = str(body)
    if "'highlight'" in shown and MARKED_WIDELY.search(shown):
        answer = without(answer, "highlight")
    return {**answer, "aggregations": None} if COUNTED_OTHERWISE.search(shown) else answer


def without(value: Any, name: str) -> Any:
    """The value without the entries of this name, at any depth."""
    if isinstance(value, list):
        return [without(one, name) for one in value]
    if isinstance(value, dict):
        return {key: without(one, name) for key, one in value.items() if key != name}
    return value
