"""Disjunctive facets: the values of a field are counted without the filter on this field.

Each field of the filter that has a facet needs a separate search, without hits.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .errors import PipelineError
from .options.split import split_outside_parentheses
from .querystring.conjuncts import without_field
from .querystring.facet_names import divided

NOT_REPEATED = (
    "size", "from_", "sort", "highlight", "explain", "version", "post_filter", "search_after", "scroll_id", "fetch_all",
    "disjunctive", "linked", "warnings", "jmespath",
)  # fmt: skip
"""Options about hits, which a search for facets alone does not need."""

MAX_FIELDS = 20
"""The maximum number of fields of the filter that are counted again, each by a separate search."""

Options = Mapping[str, Any]


def is_requested(options: Options) -> bool:
    """Whether the options ask for disjunctive facets."""
    return bool(options.get("disjunctive") and options.get("filter") and options.get("aggs"))


def check_filters(options: Options) -> None:
    """Raise a 400 before any search if too many fields of the filter must be counted again."""
    names = [facet.partition("(")[0] for facet in requested_facets(options)]
    other_filters(options["filter"], names)


def disjunctive_facets(search: Callable[..., Any], q: Any, options: Options, facets: Mapping[str, Any]) -> Any:
    """The facets. Facets on fields of the filter are counted again; `search` is Pipeline.search."""
    rest = {name: value for name, value in options.items() if name not in NOT_REPEATED}
    found = dict(facets)
    for text, names in other_filters(options["filter"], facets).items():
        requested = requested_facets(options)
        chosen = [facet for facet in requested if facet.partition("(")[0] in names] or requested
        answer = search(q, **{**rest, "filter": text, "aggs": chosen, "size": 0})
        found |= {name: answer["facets"][name] for name in names if name in answer["facets"]}
    return found


def requested_facets(options: Options) -> list[str]:
    """The facets that the options ask for."""
    aggs = options["aggs"]
    return split_outside_parentheses(aggs) if isinstance(aggs, str) else aggs


def other_filters(given: str, facets: Iterable[str]) -> dict[str, list[str]]:
    """The filter without the field of a facet, and these facets, for each field. Raises a 400 for too many fields."""
    found: dict[str, list[str]] = {}
    for name in facets:
        text = without_field(given, forms(name))
        if text != given:
            found.setdefault(text, []).append(name)
    if len(found) > MAX_FIELDS:
        summary = f"disjunctive counts at most {MAX_FIELDS} fields of the filter, not {len(found)}: ask for fewer"
        raise PipelineError(400, summary, {"keyword": "disjunctive", "max": MAX_FIELDS, "num": len(found)})
    return found


def forms(facet: str) -> list[str]:
    """The names that a filter may use for the field of a facet: the field and its sub-field `keyword`."""
    name, _ = divided(facet)
    return [facet, name, f"{name}.keyword", name.removesuffix(".keyword")]
