"""Lists of terms: one search body each, within the limits of a batch."""

from collections.abc import Callable, Collection
from typing import Any

from ..errors import ErrorKind, PipelineError
from ..querystring.cost.clauses import matched
from ..querystring.limits import MAX_CLAUSES
from .field_checks import as_list
from .limits import Limits
from .special_terms import ANY

Body = dict[str, Any]

MAX_HIGHLIGHTED = 100_000
"""The maximum number of terms times highlighted fields in a batch: two seconds of an Elasticsearch node."""

MAX_FACETS = 4000
"""The maximum number of terms times facets in a batch: 1 to 2 seconds of an Elasticsearch node."""


def bodies_of(terms: list[Any], make: Callable[[Any], Body], keyword: str = "q") -> list[Body]:
    """The body for each term, one object for equal texts except those for random documents.

    An error names the keyword, the position and the text of its term.
    """
    bodies, made = list[Body](), dict[Any, Body]()
    for position, term in enumerate(terms):
        key = term if type(term) is str and term != ANY else (position,)
        try:
            if term is None:
                raise PipelineError(400, "null is not a term, use a text or a number", {"keyword": keyword})
            if key not in made:
                made[key] = make(term)
            bodies.append(made[key])
        except PipelineError as error:
            raise error.at(position, term) from error
    return bodies


def are_texts(terms: list[Any]) -> bool:
    """Whether all terms are texts that need no check of their own."""
    return bool(terms) and all(type(term) is str and 0 < len(term) <= MAX_CLAUSES for term in terms)


def check_length(terms: list[Any], keyword: str, limits: Limits) -> None:
    """Raise a 400 for more terms than a batch may have."""
    if len(terms) > limits.batch:
        summary = f"{keyword} has {len(terms)} entries, at most {limits.batch} are allowed: send several requests"
        details = {"keyword": keyword, "max": limits.batch, "num": len(terms)}
        raise PipelineError(400, summary, details, ErrorKind.BATCH_TOO_LARGE)


def check_hits(terms: list[Any], size: int, start: int, limits: Limits) -> None:
    """Raise a 400 for a batch with too many hits. Hits before `start` count too, because the database finds them."""
    hits = (start + size) * len(terms)
    if hits > limits.batch_hits:
        page = f"from {start} and size {size}" if start else f"size {size}"
        asked = f"{len(terms)} terms with {page} ask for {hits} hits, at most {limits.batch_hits} are allowed"
        details = {"keyword": "size", "max": limits.batch_hits, "num": hits}
        raise PipelineError(400, f"{asked}: send fewer terms", details, ErrorKind.BATCH_TOO_LARGE)


def check_facets(terms: list[Any], facets: Collection[str]) -> None:
    """Raise a 400 for a batch with too many facets: a search engine prepares each facet for each term."""
    num = len(terms) * len(facets)
    if num > MAX_FACETS:
        asked = f"{len(terms)} terms with {len(facets)} facets ask for {num} facets, at most {MAX_FACETS} are allowed"
        details = {"keyword": "facets", "max": MAX_FACETS, "num": num}
        raise PipelineError(400, f"{asked}: name fewer facets, or send fewer terms", details)


def check_highlighted_fields(terms: list[Any], wanted: Any, fields: Collection[str]) -> None:
    """Raise a 400 for a batch that highlights too many fields: a search engine prepares each field for each term."""
    names = ["*"] if wanted is True else as_list(wanted)
    num = len(terms) * matched(names, fields)
    if num > MAX_HIGHLIGHTED:
        asked = f"highlight has {num} fields for all terms together, at most {MAX_HIGHLIGHTED} are allowed"
        details = {"keyword": "highlight", "max": MAX_HIGHLIGHTED, "num": num}
        raise PipelineError(400, f"{asked}: name fewer fields, or send fewer terms", details)


def with_own_scopes(terms: list[Any], scopes: Any) -> list[tuple[Any, list[Any]]]:
    """Each term of a compound query with the scopes at the same position. Raises a 400 for a term without scopes."""
    if len(terms) != len(scopes) or any(term is None or isinstance(term, list) for term in terms):
        summary = f"q has {len(terms)} terms and scopes {len(scopes)} entries, each term needs one"
        raise PipelineError(400, summary, {"keyword": "scopes"})
    return [(term, as_list(scope)) for term, scope in zip(terms, scopes, strict=True)]


def unpaired(one: str, other: str) -> PipelineError:
    """The 400 for a list of terms without a list of scopes, or the reverse."""
    return PipelineError(400, f"if {one}, {other} must be a list of the same length", {"keyword": "scopes"})


def text_of(term: Any, keyword: str = "q") -> str:
    """The text of a term: a number as it is written, true and false in lower case."""
    if isinstance(term, str):
        return term
    if isinstance(term, bool):
        return "true" if term else "false"
    if isinstance(term, int | float):
        return str(term)
    raise PipelineError(400, f"{keyword} must be a text, a number or a list", {"keyword": keyword})
