"""Searches with relaxing: another query or id replaces one without hits."""

from collections.abc import Callable
from typing import Any

from ..errors import ErrorKind, PipelineError, none_on_error
from ..protocols import Response
from .lists import NO_TIME, Ask, Options
from .relaxer import Relaxer
from .result import result_of, result_without_hits

INTERRUPTED = ("raw", "rawquery")
"""Options that interrupt the pipeline before the formatter."""

Run = Callable[[Any, Any, Any], Any]
"""A function that runs search bodies: it takes bodies, options and terms; returns responses."""

Answer = Callable[[Any, Options, Response, list[str]], Any]
"""A function that makes the answer from a query, its options, the response and the warnings."""


def relaxed_search(relaxer: Relaxer, ask: Ask, answer: Answer, q: Any, options: Options, warnings: list[str]) -> Any:
    """The answer to a query, or to the query that replaces it; if that has hits, the answer names it in `relaxed`.

    A query that was answered keeps its answer, with a warning, if no time is left to find another one.
    """
    instead, response, own_result = relaxer.ids.of_text(q, options), None, None
    is_refused = not relaxer.is_readable(q, options)
    if not (instead or is_refused or any(map(options.get, INTERRUPTED))):
        try:
            response = ask(q, options, warnings)
            own_result = result_of(q, response) if relaxer.shows_all_hits(options) else None
        except PipelineError as error:  # the database refuses it: `what is asthma?` has a wildcard
            if error.code != 400 or relaxer.is_accepted(q, options):
                raise
            own_result, is_refused = result_without_hits(q), True
    try:
        instead = instead or relaxer.by_words(q, options, own_result)
        if not instead and is_refused:
            instead = relaxer.as_words(q, options)
        if instead:
            changed = instead.options(options)
            result = answer(q, changed, ask(instead.query(changed), changed, []), [])
            return {"relaxed": instead.note(), **result} if instead.total or result.get("total") else result
    except PipelineError as error:
        if response is None or error.kind is not ErrorKind.TOO_LATE:
            raise
        warnings.append(NO_TIME)
    result = answer(q, options, response or ask(q, options, warnings), warnings)
    if isinstance(result, dict) and result.get("total") == 0:
        result |= none_on_error(lambda: relaxer.other_values(q, options)) or {}
    return result


def with_other_forms(relaxer: Relaxer, run: Run, id: Any, response: Response, options: Options) -> Response:
    """The response to an id or a list of ids; an id without a match is looked up again in the form of the ids."""
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
