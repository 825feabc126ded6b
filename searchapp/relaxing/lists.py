"""Searches a list of terms with relaxing: each term without hits is replaced by another query."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import ErrorKind, PipelineError
from ..protocols import Response
from .one_text import can_be_relaxed, replacement_for
from .relaxer import Relaxer, is_possible
from .result import Relaxed, result_of, result_without_hits

MAX_SEARCHED_ONE_BY_ONE = 100
"""The maximum number of terms that are searched one by one after the database refused the list."""

NO_TEXT = ""
"""The query that finds nothing."""

MAX_IN_VAIN, EXTRA_PER_RESULT = 15, 5
"""The maximum number of terms of a list that are relaxed without result; each result adds EXTRA_PER_RESULT to it."""

NO_TIME = "relax: no time was left to search for anything else"
"""The warning if the terms were searched, but no time was left to search for others in their place."""

Options = dict[str, Any]
Ask = Callable[[Any, Options, list[str]], Response]
"""A function that searches: it takes a query or a list of them, options and a list for warnings; returns responses."""


def relaxed_list(
    relaxer: Relaxer, ask: Ask, terms: list[Any], options: Options, warnings: list[str]
) -> tuple[list[Response], dict[int, Any]]:
    """The response to each term, and the notes about replaced terms by their positions in the list.

    Terms that were searched keep their responses, with a warning, if no time is left to search for others.
    """
    begun = time.thread_time()
    readable = [NO_TEXT if is_unreadable(relaxer, term, options) else term for term in terms]
    try:
        responses = ask(readable, options, warnings)
    except PipelineError as error:
        accepted = with_accepted_terms(relaxer, readable, options) if error.code == 400 else readable
        if accepted == readable:  # the same request would fail again
            raise
        responses = ask(accepted, options, warnings)
    try:
        instead = replaced(relaxer, terms, responses, options, warnings, begun)
        responses = with_replaced(ask, responses, instead, options)
    except PipelineError as error:
        if error.kind is not ErrorKind.TOO_LATE:
            raise
        warnings.append(NO_TIME)
        return responses, {}
    with_hits = {place: one for place, one in instead.items() if one.total or result_of("", responses[place]).total}
    return responses, {position: found.note() for position, found in with_hits.items()}


def with_replaced(
    ask: Ask, responses: Sequence[Response], instead: Mapping[int, Relaxed], options: Options
) -> list[Response]:
    """The responses, in which those to the queries in `instead` stand at their positions."""
    responses = [*responses]
    for is_id in (True, False):
        positions = [position for position, found in instead.items() if found.is_id == is_id]
        if positions:
            changed = instead[positions[0]].options(options)
            others = ask([instead[position].query(changed) for position in positions], changed, [])
            for position, response in zip(positions, others, strict=True):
                responses[position] = response
    return responses


def is_unreadable(relaxer: Relaxer, term: Any, options: Options) -> bool:
    """Whether a term has words only, and cannot be parsed. A term with a field name is a 400 instead."""
    return (
        is_possible(term) and not relaxer.is_readable(term, options) and can_be_relaxed(relaxer.runner(options), term)
    )


def with_accepted_terms(relaxer: Relaxer, terms: Sequence[Any], options: Options) -> list[Any]:
    """The terms, in which NO_TEXT replaces terms that the database refuses; each term is searched alone to find them.

    A list of more than MAX_SEARCHED_ONE_BY_ONE terms is returned unchanged.
    """
    if len(terms) > MAX_SEARCHED_ONE_BY_ONE:
        return [*terms]
    return [NO_TEXT if is_possible(term) and not relaxer.is_accepted(term, options) else term for term in terms]


def replaced(
    relaxer: Relaxer,
    terms: Sequence[Any],
    responses: Sequence[Any],
    options: Options,
    warnings: list[str],
    begun: float,
) -> dict[int, Relaxed]:
    """The query that replaces each term without hits, by its position; equal terms are relaxed once.

    The CPU time of the list counts from `begun`. A warning counts the terms that were left out for time.
    """
    missed = [position for position, each in enumerate(responses) if not result_of("", each).total]
    missed = [position for position in missed if is_possible(terms[position])]
    ids = relaxer.ids.of([terms[position] for position in missed], options)
    found = {position: Relaxed("id", id, 1, is_id=True) for position, id in zip(missed, ids, strict=True) if id}
    positions = [position for position in missed if position not in found]
    different = [*dict.fromkeys(terms[position] for position in positions)]
    runner = relaxer.runner(options, len(different), begun)
    by_term: dict[str, Relaxed] = {}
    in_vain = 0
    for number, term in enumerate(different):
        if in_vain >= MAX_IN_VAIN or not runner.is_time_for_more():
            last = f"the last {len(different) - number} of {len(different)} different terms without hits"
            warnings.append(f"relax: nothing similar was searched for {last}, send them in another request")
            break
        instead = replacement_for(runner, term, result_without_hits(term))
        if not instead and not relaxer.is_readable(term, options):
            instead = relaxer.as_words(term, options)
        in_vain = max(0, in_vain - EXTRA_PER_RESULT) if instead else in_vain + 1
        if instead:
            by_term[term] = instead
    return found | {position: by_term[terms[position]] for position in positions if terms[position] in by_term}
