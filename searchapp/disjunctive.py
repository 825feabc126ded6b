"""Disjunctive facets: the values of a field are counted as if the filter did not restrict this field.

Each facet on a field that the filter names needs a search of its own, without hits.
"""

from collections.abc import Callable, Mapping
from typing import Any

from .errors import PipelineError
from .options.split import split_outside_parentheses
from .querystring.conjuncts import without_field

NOT_REPEATED = (
    "size", "from_", "sort", "highlight", "explain", "version", "post_filter", "search_after", "scroll_id", "fetch_all",
    "disjunctive", "linked", "warnings", "jmespath",
)  # fmt: skip
"""Options of hits, which a search for facets alone does not need."""

MAX_FIELDS = 20
"""Fields of the filter that are counted again, each by a search of its own."""

Options = Mapping[str, Any]


def is_asked(options: Options) -> bool:
    """Whether the options ask for disjunctive facets."""
    return bool(options.get("disjunctive") and options.get("filter") and options.get("aggs"))


def disjunctive_facets(search: Callable[..., Any], q: Any, options: Options, facets: Mapping[str, Any]) -> Any:
    """The facets; those on fields of the filter are counted again. `search` is Pipeline.search."""
    filters = {name: without_field(options["filter"], forms(name)) for name in facets}
    rest = {name: value for name, value in options.items() if name not in NOT_REPEATED}
    aggs = options["aggs"]
    listed = split_outside_parentheses(aggs) if isinstance(aggs, str) else aggs
    found = dict(facets)
    others = dict.fromkeys(text for text in filters.values() if text != options["filter"])
    if len(others) > MAX_FIELDS:
        summary = f"disjunctive counts at most {MAX_FIELDS} fields of the filter, not {len(others)}: ask for fewer"
        raise PipelineError(400, summary, {"keyword": "disjunctive", "max": MAX_FIELDS, "num": len(others)})
    for text in others:
        names = [name for name in facets if filters[name] == text]
        chosen = [facet for facet in listed if facet.partition("(")[0] in names] or listed
        answer = search(q, **{**rest, "filter": text, "aggs": chosen, "size": 0})
        found |= {name: answer["facets"][name] for name in names if name in answer["facets"]}
    return found


def forms(facet: str) -> list[str]:
    """The names that a filter may use for the field of a facet: the field and its sub-field `keyword`."""
    name = facet.partition(":")[0]
    return [facet, name, f"{name}.keyword", name.removesuffix(".keyword")]
