"""Lists of terms: one search body each, within the limits of a batch."""

from collections.abc import Callable
from typing import Any

from ..errors import ErrorKind, PipelineError
from .limits import Limits

Body = dict[str, Any]


def bodies_of(terms: list[Any], make: Callable[[Any], Body], keyword: str = "q") -> list[Body]:
    """The body for each term; an error names the keyword, the position and the text of its term."""
    bodies = []
    for position, term in enumerate(terms):
        try:
            if term is None:
                raise PipelineError(400, "null is not a term, use a text or a number", {"keyword": keyword})
            bodies.append(make(term))
        except PipelineError as error:
            raise error.at(position, term) from error
    return bodies


def check_length(terms: list[Any], keyword: str, limits: Limits) -> None:
    """Raise a 400 for more terms than a batch may have."""
    if len(terms) > limits.batch:
        summary = f"{keyword} has {len(terms)} entries, at most {limits.batch} are allowed: send several requests"
        details = {"keyword": keyword, "max": limits.batch, "num": len(terms)}
        raise PipelineError(400, summary, details, ErrorKind.BATCH_TOO_LARGE)


def check_hits(terms: list[Any], size: int, limits: Limits) -> None:
    """Raise a 400 for a batch that asks for too many hits."""
    hits = size * len(terms)
    if hits > limits.batch_hits:
        asked = f"{len(terms)} terms with size {size} ask for {hits} hits, at most {limits.batch_hits} are allowed"
        details = {"keyword": "size", "max": limits.batch_hits, "num": hits}
        raise PipelineError(400, f"{asked}: send fewer terms", details, ErrorKind.BATCH_TOO_LARGE)


def text_of(term: Any, keyword: str = "q") -> str:
    """The text of a term: a number as it is written, true and false in lower case."""
    if isinstance(term, str):
        return term
    if isinstance(term, bool):
        return "true" if term else "false"
    if isinstance(term, int | float):
        return str(term)
    raise PipelineError(400, f"{keyword} must be a text, a number or a list", {"keyword": keyword})
