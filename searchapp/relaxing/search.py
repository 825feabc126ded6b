"""Searches with relaxing: a query or an id without hits is replaced by another one."""

from collections.abc import Callable
from typing import Any

from ..errors import PipelineError
from ..protocols import Response
from .found import found_in, found_nothing
from .lists import Ask, Options
from .relaxer import Relaxer

INTERRUPTED = ("raw", "rawquery")
"""Options that interrupt the pipeline before the formatter."""

Run = Callable[[Any, Any, Any], Any]
"""A function from the queries, their options and their terms to the responses."""

Answer = Callable[[Any, Options, Response, list[str]], Any]
"""A function from a query, its options, the response and the warnings to the answer."""


def relaxed_search(relaxer: Relaxer, ask: Ask, answer: Answer, q: Any, options: Options, warnings: list[str]) -> Any:
    """The answer to a query. One without hits is replaced by another query, which the answer names."""
    instead, response, itself = relaxer.ids.of_text(q, options), None, None
    is_refused = not relaxer.is_readable(q, options)
    if not (instead or is_refused or any(map(options.get, INTERRUPTED))):
        try:
            response = ask(q, options, warnings)
            itself = found_in(q, response) if relaxer.tells_all(options) else None
        except PipelineError as error:  # the database cannot ask it: `what is asthma?` has a wildcard
            if error.code != 400 or relaxer.can_be_asked(q, options):
                raise
            itself, is_refused = found_nothing(q), True
    instead = instead or relaxer.by_words(q, options, itself)
    if not instead and is_refused:
        instead = relaxer.as_words(q, options)
    if instead:
        asked = instead.options(options)
        return {"relaxed": instead.note(), **answer(q, asked, ask(instead.query(asked), asked, []), [])}
    result = answer(q, options, response or ask(q, options, warnings), warnings)
    if isinstance(result, dict) and result.get("total") == 0:
        result |= relaxer.other_values(q, options)
    return result


def with_other_forms(relaxer: Relaxer, run: Run, id: Any, response: Response, options: Options) -> Response:
    """The response to an id or a list of ids, in which one without a match is looked up in the form of the ids."""
    terms, responses = (id, [*response]) if isinstance(id, list) else ([id], [response])
    missed = [position for position, each in enumerate(responses) if not each["hits"]["hits"]]
    ids = relaxer.ids.by_patterns([str(terms[position]) for position in missed], options) if missed else []
    found = {position: id for position, id in zip(missed, ids, strict=True) if id is not None}
    if found:
        ids = [*found.values()]
        others = run(relaxer.builder.build_fetch(ids, **options), options, ids)
        for position, other in zip(found, others, strict=True):
            responses[position] = other
    return responses if isinstance(id, list) else responses[0]
