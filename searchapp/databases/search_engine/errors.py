"""Turns failures of search engines into PipelineErrors: tables by type of error and by status.

error of the database -> every cause in it -> BY_TYPE, then REFUSALS for a 400, then BY_STATUS
"""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import ErrorKind, PipelineError, QueryTextError, quoted
from ...querystring.limits import query_text_error
from ...querystring.parser import syntax_fault

log = logging.getLogger(__name__)

BY_TYPE: dict[str, ErrorKind] = {
    "too_many_scroll_contexts_exception": ErrorKind.TOO_MANY_SCROLLS,
    "search_context_missing_exception": ErrorKind.STALE_SCROLL,
    "es_rejected_execution_exception": ErrorKind.OVERLOADED,
    "circuit_breaking_exception": ErrorKind.OVERLOADED,
    "index_not_found_exception": ErrorKind.NOT_LOADED,
    "index_closed_exception": ErrorKind.NOT_LOADED,
    "corrupt_index_exception": ErrorKind.NOT_LOADED,
    "index_corrupt_exception": ErrorKind.NOT_LOADED,
    "index_format_exception": ErrorKind.NOT_LOADED,
    "no_shard_available_action_exception": ErrorKind.NOT_LOADED,
    "security_exception": ErrorKind.REFUSED,
    "task_cancelled_exception": ErrorKind.UNAVAILABLE,
    "node_closed_exception": ErrorKind.UNAVAILABLE,
    "node_disconnected_exception": ErrorKind.UNAVAILABLE,
    "node_not_connected_exception": ErrorKind.UNAVAILABLE,
    "connect_transport_exception": ErrorKind.UNAVAILABLE,
    "already_closed_exception": ErrorKind.UNAVAILABLE,
    "shard_not_found_exception": ErrorKind.UNAVAILABLE,
    "illegal_index_shard_state_exception": ErrorKind.UNAVAILABLE,
    "master_not_discovered_exception": ErrorKind.UNAVAILABLE,
}
BY_STATUS: dict[int, ErrorKind] = {
    401: ErrorKind.REFUSED,
    403: ErrorKind.REFUSED,
    429: ErrorKind.OVERLOADED,
    502: ErrorKind.OVERLOADED,
    503: ErrorKind.OVERLOADED,
}

SORTABLE = "{} cannot be sorted or counted, use a keyword, number, date or boolean field"
TOO_MANY_CLAUSES = "q has too many clauses: use fewer words or a narrower pattern"

UNREADABLE: tuple[tuple[str, str], ...] = (
    (r"automaton is too large|too.complex|exceeds size limit", "the pattern is too complex"),
    (r'For input string: "(.*?)"', "{} is not a number"),
    (r"failed to parse date field \[(.+?)\]", "{} is not a date"),
    (r"Can't parse boolean value \[(.+?)\]", "{} is not true or false"),
    (r"Can only use (.+)", "can only use {}"),
    (r"(?s)failed to create query: (.+)", "{}"),
)
"""Reasons of Elasticsearch for a query text that cannot be read, with our text for each."""

REFUSALS: tuple[tuple[str, str, ErrorKind], ...] = (
    (r"Fielddata access on the (_id) field", SORTABLE, ErrorKind.NOT_SORTABLE),
    (r"(?:Fielddata is disabled on|Can't load fielddata on) \[(.+?)\]", SORTABLE, ErrorKind.NOT_SORTABLE),
    (
        r"No mapping found for \[(.+?)\] in order to sort on",
        "{} cannot be sorted: no such field",
        ErrorKind.NOT_SORTABLE,
    ),
    (
        r"Result window is too large, from \+ size must be less than or equal to: \[(\d+)\] but was \[(\d+)\]",
        "from + size must be at most {}, not {}; use fetch_all to read everything",
        ErrorKind.BEYOND_WINDOW,
    ),
    (r"maxClauseCount is set to|too many (?:nested )?clauses", TOO_MANY_CLAUSES, ErrorKind.BAD_REQUEST),
    (
        r"[Tt]rying to create too many buckets",
        "the facets have too many values, use fewer or smaller ones",
        ErrorKind.TOO_MANY_BUCKETS,
    ),
    (r"\[?(?:analyzer \[(.+?)\] not found|Unknown analyzer \[(.+?)\])", "unknown analyzer: {}", ErrorKind.BAD_REQUEST),
    (r"unknown query \[(.+?)\]", "unsupported query: {}", ErrorKind.BAD_REQUEST),
    (
        r"Determinizing .+ would require more than",
        "the patterns are too complex, use fewer or simpler ones",
        ErrorKind.BAD_REQUEST,
    ),
    (
        r"The length \[\d+\] of field \[(.+?)\] exceeds the \[index.highlight.max_analyzed_offset\]",
        "{} is too long to highlight",
        ErrorKind.TOO_LONG_TO_HIGHLIGHT,
    ),
)
"""Reasons of Elasticsearch for another 400, with our text for each, which names no indices and classes."""

OF_ENGINE: dict[str, ErrorKind] = {
    "unsupported_exception": ErrorKind.BAD_REQUEST,
    "too_costly_exception": ErrorKind.BAD_REQUEST,
    "together_too_costly_exception": ErrorKind.BATCH_TOO_LARGE,
    "highlight_too_costly_exception": ErrorKind.TOO_LONG_TO_HIGHLIGHT,
}
"""The error types that only the embedded engine has. Their reasons are our texts."""

REFUSED_WITH_500 = frozenset(("unsupported_operation_exception", "too_complex_to_determinize_exception"))
"""The error types that have the status 500: a sort or facet that the type of a field does not support, and patterns."""


def pipeline_error(status: int, error: Any, position: int | None = None) -> PipelineError:
    """The error for a failed response; `position` is the position of the query in a batch."""
    found = list(causes(error))
    kind = known_kind(status, found)
    if kind is None and (status == 400 or any(cause.get("type") in REFUSED_WITH_500 for cause in found)):
        refused = refusal(found, index_names(found))
        return refused if position is None else refused.copy(position=position)
    kind = kind or ErrorKind.INTERNAL
    if kind.value.status >= 500:
        log.warning("the database failed with %s: %s", status, found[-1:] or error)
    return PipelineError.of(kind)


def known_kind(status: int, found: list[Mapping[str, Any]]) -> ErrorKind | None:
    """The kind of error by the tables; None for an unknown error."""
    for cause in found:
        if cause.get("type") in BY_TYPE:
            return BY_TYPE[cause["type"]]
    return BY_STATUS.get(status)


def causes(error: Any) -> Iterator[Mapping[str, Any]]:
    """The error and all that caused it, outermost first."""
    if not isinstance(error, Mapping):
        return
    yield error
    inner = [*error.get("root_cause", ()), *(shard.get("reason") for shard in error.get("failed_shards", ()))]
    for cause in [*inner, error.get("caused_by")]:
        yield from causes(cause)


def refusal(found: list[Mapping[str, Any]], names: set[str]) -> PipelineError:
    """The 400 for a refused query, with our own error text."""
    reasons = [str(cause.get("reason") or cause.get("type")) for cause in found]
    text = unreadable_text(reasons)
    if text is not None:
        return syntax_error(text)
    line = without_names(first_line(reasons), names)
    for cause in found:
        if kind := OF_ENGINE.get(cause.get("type", "")):
            return PipelineError(400, str(cause["reason"]), {"root_cause_line_00": line}, kind)
    for reason in reasons:
        if error := known_refusal(reason):
            return error.copy(root_cause_line_00=line)
    why = f": {without_names(reasons[-1], names)}" if reasons else ""
    return PipelineError(400, f"the query was refused{why}", {"root_cause_line_00": line})


def known_refusal(reason: str) -> PipelineError | None:
    """The error for a reason in the tables; None for other reasons."""
    for pattern, text, kind in REFUSALS:
        if match := re.search(pattern, reason):
            return PipelineError(400, text.format(*map(quoted, filter(None, match.groups()))), None, kind)
    for pattern, text in UNREADABLE:
        if match := re.search(pattern, reason):
            return QueryTextError(text.format(*map(quoted, filter(None, match.groups()))))
    return None


def syntax_error(text: str) -> QueryTextError:
    """The error for a text that is not a query string, as our parser reports it; it reads the syntax of Lucene."""
    fault = syntax_fault(text)
    return query_text_error(fault, text) if fault else QueryTextError("not a query string", text=text)


def unreadable_text(reasons: list[str]) -> str | None:
    """The query string that could not be parsed; None for other errors."""
    matches = filter(None, (re.fullmatch(r"(?s)Failed to parse query \[(.*)\]", reason) for reason in reasons))
    return next((match[1] for match in matches), None)


def first_line(reasons: list[str]) -> str:
    """The first line of the innermost reason, which existing clients show."""
    return reasons[-1].strip().splitlines()[0] if reasons else ""


def index_names(found: list[Mapping[str, Any]]) -> set[str]:
    """The names of indices in an error."""
    shards = [shard for cause in found for shard in (cause, *cause.get("failed_shards", ()))]
    return {str(shard["index"]) for shard in shards if shard.get("index")}


def without_names(text: str, names: set[str]) -> str:
    """`text` without the names of indices and of the packages of classes."""
    for name in names:
        text = text.replace(name, "index")
    return re.sub(r"\b(?:\w+\.){2,}([A-Z]\w*)", r"\1", text)
