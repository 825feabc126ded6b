"""What callers are told when the database fails: tables from its error types and statuses to PipelineError.

error of the database -> every cause in it -> BY_TYPE, then REFUSALS for a 400, then BY_STATUS
"""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import PipelineError, quoted
from ..shared.failures import (
    NOT_LOADED,
    OVERLOADED,
    REFUSED,
    STALE_SCROLL,
    TOO_MANY_SCROLLS,
    UNAVAILABLE,
    UNFORESEEN,
    Answer,
)

log = logging.getLogger(__name__)

BY_TYPE: dict[str, Answer] = {
    "too_many_scroll_contexts_exception": TOO_MANY_SCROLLS,
    "search_context_missing_exception": STALE_SCROLL,
    "es_rejected_execution_exception": OVERLOADED,
    "circuit_breaking_exception": OVERLOADED,
    "index_not_found_exception": NOT_LOADED,
    "index_closed_exception": NOT_LOADED,
    "corrupt_index_exception": NOT_LOADED,
    "index_corrupt_exception": NOT_LOADED,
    "index_format_exception": NOT_LOADED,
    "no_shard_available_action_exception": NOT_LOADED,
    "security_exception": REFUSED,
    "task_cancelled_exception": UNAVAILABLE,
    "node_closed_exception": UNAVAILABLE,
    "node_disconnected_exception": UNAVAILABLE,
    "node_not_connected_exception": UNAVAILABLE,
    "connect_transport_exception": UNAVAILABLE,
    "already_closed_exception": UNAVAILABLE,
    "shard_not_found_exception": UNAVAILABLE,
    "illegal_index_shard_state_exception": UNAVAILABLE,
    "master_not_discovered_exception": UNAVAILABLE,
}
BY_STATUS: dict[int, Answer] = {
    401: REFUSED,
    403: REFUSED,
    429: OVERLOADED,
    502: OVERLOADED,
    503: OVERLOADED,
}

UNREADABLE = "q cannot be parsed: {}"
SORTABLE = "{} cannot be sorted or counted, use a keyword, number, date or boolean field"
TOO_MANY_CLAUSES = "q has more than 1024 clauses, use fewer words or a narrower pattern"

REFUSALS: tuple[tuple[str, str], ...] = (
    (r"Fielddata access on the (_id) field", SORTABLE),
    (r"(?:Fielddata is disabled on|Can't load fielddata on) \[(.+?)\]", SORTABLE),
    (r"No mapping found for \[(.+?)\] in order to sort on", "{} cannot be sorted, there is no such field"),
    (
        r"Result window is too large, from \+ size must be less than or equal to: \[(\d+)\] but was \[(\d+)\]",
        "from + size must be at most {}, not {}; use fetch_all to read everything",
    ),
    (r"maxClauseCount is set to|too many (?:nested )?clauses", TOO_MANY_CLAUSES),
    (r"[Tt]rying to create too many buckets", "the facets have too many values, use fewer or smaller ones"),
    (r"automaton is too large|too.complex", UNREADABLE.format("the pattern is too complex")),
    (r'For input string: "(.*?)"', UNREADABLE.format("{} is not a number")),
    (r"failed to parse date field \[(.+?)\]", UNREADABLE.format("{} is not a date")),
    (r"Can't parse boolean value \[(.+?)\]", UNREADABLE.format("{} is not true or false")),
    (r"\[?(?:analyzer \[(.+?)\] not found|Unknown analyzer \[(.+?)\])", "unknown analyzer: {}"),
    (r"unknown query \[(.+?)\]", "unsupported query: {}"),
    (r"(unsupported [\w ]+: .+)", "{}"),
    (r"Can only use (.+)", UNREADABLE.format("can only use {}")),
    (r"(?s)failed to create query: (.+)", UNREADABLE),
)
"""Reasons of a 400, and what is said instead: our words, without the names of indices and classes."""

COLUMN = re.compile(r"(?s)(.+?)(?: at line 1,| at) column (\d+)")
ENCOUNTERED = re.compile(r"(?s)Encountered (?:\" (?:<\w+>|\"[^\"]*\") \")?\"?(.+?) ?\"{0,2}$")
LEXICAL = re.compile(
    r'(?s)Lexical error at line 1, column (\d+)\.\s+Encountered: (.+?)(?: after prefix "(.+)")? \(in lexical'
)


def pipeline_error(status: int, error: Any, position: int | None = None) -> PipelineError:
    """The error for a response that failed; `position` is that of the failing query in a batch."""
    found = list(causes(error))
    names = index_names(found)
    answer = known_answer(status, found)
    if status == 400 and answer is None:
        return refusal(found, names, position)
    code, summary = answer or UNFORESEEN
    if code >= 500:
        log.warning("the database failed with %s: %s", status, found[-1:] or error)
    return PipelineError(code, summary)


def known_answer(status: int, found: list[Mapping[str, Any]]) -> Answer | None:
    """What the tables say; None for what they do not know."""
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


def refusal(found: list[Mapping[str, Any]], names: set[str], position: int | None) -> PipelineError:
    """The 400 that says what is wrong with the query, in our words."""
    reasons = [str(cause.get("reason") or cause.get("type")) for cause in found]
    syntax = syntax_error(reasons)
    summary = UNREADABLE.format(syntax) if syntax else next(filter(None, map(our_words, reasons)), None)
    if summary is None:
        summary = f"the query was refused: {without_names(reasons[-1], names)}" if reasons else "the query was refused"
    details: dict[str, Any] = {"root_cause_line_00": syntax or without_names(first_line(reasons), names)}
    text = unreadable_text(reasons)
    if text is not None:
        details["text"] = text
    if position is not None:
        summary, details = f"{summary} (at position {position})", {**details, "position": position}
    return PipelineError(400, summary, details)


def our_words(reason: str) -> str | None:
    """What REFUSALS says instead of `reason`, None when it knows nothing."""
    for pattern, text in REFUSALS:
        if match := re.search(pattern, reason):
            return text.format(*map(quoted, filter(None, match.groups())))
    return None


def syntax_error(reasons: list[str]) -> str | None:
    """What is wrong with a query string, and at which column, counted from 1."""
    if not any(reason.startswith("Failed to parse query [") for reason in reasons):
        return None
    cause = next((reason for reason in reversed(reasons) if "column " in reason), "")
    if match := LEXICAL.search(cause):
        return lexical_error(int(match[1]), match[2], match[3])
    if match := COLUMN.search(cause.removeprefix("parse_exception: ")):
        return f"{unexpected(match[1])} at column {int(match[2]) + 1}"
    return "not a query string"


def unreadable_text(reasons: list[str]) -> str | None:
    """The query string that could not be parsed, None when something else was wrong."""
    matches = filter(None, (re.fullmatch(r"(?s)Failed to parse query \[(.*)\]", reason) for reason in reasons))
    return next((match[1] for match in matches), None)


def lexical_error(column: int, character: str, prefix: str | None) -> str:
    """What is wrong where Lucene found no token: a quote that stays open, or a character it did not expect."""
    opened = (prefix or "").replace('\\"', '"')
    if character == "<EOF>" and opened[:1] in ('"', "/"):
        return f"{opened[0]} is not closed at column {column - len(opened)}"
    return f"{unexpected_token(character)} at column {column}"


def unexpected_token(token: str) -> str:
    return "unexpected end" if token == "<EOF>" else f"unexpected {token.strip()}"


def unexpected(what: str) -> str:
    """`unexpected )` for what Lucene says it encountered."""
    match = ENCOUNTERED.match(what)
    if not match:
        return what
    return unexpected_token(match[1])


def first_line(reasons: list[str]) -> str:
    """The line that existing clients show: the innermost reason's first."""
    return reasons[-1].strip().splitlines()[0] if reasons else ""


def index_names(found: list[Mapping[str, Any]]) -> set[str]:
    """The indices that an error speaks of."""
    shards = [shard for cause in found for shard in (cause, *cause.get("failed_shards", ()))]
    return {str(shard["index"]) for shard in shards if shard.get("index")}


def without_names(text: str, names: set[str]) -> str:
    """`text` without the names of indices and of the packages of classes."""
    for name in names:
        text = text.replace(name, "index")
    return re.sub(r"\b(?:\w+\.){2,}([A-Z]\w*)", r"\1", text)
