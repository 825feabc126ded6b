"""The clauses of a body, each asked alone: a node reads them there, also one that it does not read in the body.

Next to a clause that matches nothing it reads no others, but the engine refuses errors in them.
"""

from collections.abc import Iterator
from typing import Any

from searchapp.engine.queries import COMPOUNDS, LEAVES
from tests.contract.engine_known import without
from tests.contract.engine_values import Body

ENDS = frozenset(("gt", "gte", "lt", "lte", "from", "to"))
WITH_CLAUSES = ("aggs", "filter", "filters")
"""The keys of a facet that may have clauses: `terms` and `range` are facets there, not queries."""


def alone(body: Body) -> Iterator[Body]:
    """The body with each of its clauses as its query; one of a `highlight_query` is highlighted itself.

    One of a facet is the filter of a facet too: there an error may have another type. Each facet is asked alone.
    """
    asked = {key: value for key, value in body.items() if key not in ("aggs", "post_filter")}
    others = {key: value for key, value in body.items() if key != "highlight"}
    yield from ({**asked, "query": clause} for clause in clauses(others))
    facets = body.get("aggs", {})
    filters = ({"filter": clause} for clause in clauses({"aggs": facets}))
    yield from ({"aggs": {"alone": facet}} for facet in (*filters, *each(facets)))
    yield from ({**without(asked, "highlight_query"), "query": clause} for clause in clauses(body.get("highlight")))


def each(facets: Body) -> Iterator[Body]:
    """Each facet at any depth, without those inside it."""
    for facet in facets.values():
        yield {name: options for name, options in facet.items() if name != "aggs"}
        yield from each(facet.get("aggs", {}))


def clauses(value: Any) -> Iterator[Body]:
    """The clauses in a value: those of a nested query in a nested query of their own, and each end of a range."""
    if isinstance(value, list):
        for one in value:
            yield from clauses(one)
    for name, inside in value.items() if isinstance(value, dict) else ():
        if name == "aggs":
            yield from clauses([{key: facet[key] for key in WITH_CLAUSES if key in facet} for facet in inside.values()])
        elif name == "range":
            yield from ends(inside)
        elif name in LEAVES:
            yield {name: inside}
        else:
            found = clauses(inside)
            yield from ({name: {**inside, "query": one}} for one in found) if name == "nested" else found
            if name in COMPOUNDS:
                yield {name: inside}


def ends(limits: Body) -> Iterator[Body]:
    """A range, and ranges with one of its ends each."""
    yield {"range": limits}
    for path, given in limits.items():
        for end in ENDS & given.keys():
            yield {"range": {path: {key: value for key, value in given.items() if key == end or key not in ENDS}}}
