"""Searches a list of terms with relaxing: each term without hits is replaced by another query."""

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import PipelineError
from ..protocols import Response
from .found import Relaxed, found_in, found_nothing
from .ids.meant import has_fields
from .one_text import can_be_relaxed, instead_of
from .relaxer import Relaxer, is_possible

MAX_ASKED = 100
"""The maximum number of terms of a list that are searched one by one, if the database refuses the list."""

NO_TEXT = ""
"""The query that finds nothing."""

MAX_IN_VAIN, FOR_EACH_FOUND = 15, 5
"""The maximum number of terms of a list that are relaxed without result; each result adds FOR_EACH_FOUND to it."""

Options = dict[str, Any]
Ask = Callable[[Any, Options, list[str]], Response]
"""A function from a query, or a list of queries, with its options and a list for warnings to the response."""


def relaxed_list(
    relaxer: Relaxer, ask: Ask, terms: list[Any], options: Options, warnings: list[str]
) -> tuple[list[Response], dict[int, Any]]:
    """The responses to a list, and the notes about terms without hits, which are replaced, by their positions."""
    readable = with_readable_terms(relaxer, terms, options)
    try:
        responses = ask(readable, options, warnings)
    except PipelineError as error:
        askable = with_askable_terms(relaxer, readable, options) if error.code == 400 else readable
        if askable == readable:  # asking again would end in the same way
            raise
        responses = ask(askable, options, warnings)
    instead = replaced(relaxer, terms, responses, options, warnings)
    responses = [*responses]
    for is_id in (True, False):
        positions = [position for position, found in instead.items() if found.is_id == is_id]
        if positions:
            asked = instead[positions[0]].options(options)
            others = ask([instead[position].query(asked) for position in positions], asked, [])
            for position, response in zip(positions, others, strict=True):
                responses[position] = response
    return responses, {position: found.note() for position, found in instead.items()}


def with_readable_terms(relaxer: Relaxer, terms: Sequence[Any], options: Options) -> list[Any]:
    """The terms of a list. Words that cannot be parsed are replaced by NO_TEXT, and so find nothing."""
    return [NO_TEXT if is_unreadable(relaxer, term, options) else term for term in terms]


def is_unreadable(relaxer: Relaxer, term: Any, options: Options) -> bool:
    """Whether a term is words that cannot be parsed. A term that names a field is a wrong query instead."""
    return is_possible(term) and not relaxer.is_readable(term, options) and can_be_relaxed(relaxer.asker(options), term)


def with_askable_terms(relaxer: Relaxer, terms: Sequence[Any], options: Options) -> list[Any]:
    """The terms, with NO_TEXT for words that the database refuses. They are found by asking for each term.

    The terms of a list that is too long for this are unchanged.
    """
    if len(terms) > MAX_ASKED:
        return [*terms]
    return [NO_TEXT if is_possible(term) and not relaxer.can_be_asked(term, options) else term for term in terms]


def replaced(
    relaxer: Relaxer, terms: Sequence[Any], responses: Sequence[Any], options: Options, warnings: list[str]
) -> dict[int, Relaxed]:
    """The replacing queries by the positions of terms without hits. A warning names terms that had no time."""
    missed = [position for position, each in enumerate(responses) if not found_in("", each).total]
    missed = [position for position in missed if is_possible(terms[position])]
    ids = relaxer.ids.of([terms[position] for position in missed], options) if not has_fields(options) else []
    found = {position: Relaxed("id", id, 1, is_id=True) for position, id in zip(missed, ids, strict=False) if id}
    positions = [position for position in missed if position not in found]
    asker = relaxer.asker(options, len(positions))
    in_vain = 0
    for number, position in enumerate(positions):
        if in_vain >= MAX_IN_VAIN or not asker.is_time_for_more():
            warnings.append(f"relax: only {number} of {len(positions)} terms without hits were searched otherwise")
            break
        instead = instead_of(asker, terms[position], found_nothing(terms[position]))
        if not instead and not relaxer.is_readable(terms[position], options):
            instead = relaxer.as_words(terms[position], options)
        in_vain = max(0, in_vain - FOR_EACH_FOUND) if instead else in_vain + 1
        if instead:
            found[position] = instead
    return found
