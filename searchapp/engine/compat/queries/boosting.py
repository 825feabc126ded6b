"""The query boosting: a lower score for the documents that match a second query."""

from typing import Any

from tantivy import Query

from ... import parsing
from ...errors import parsing_error, unsupported_error
from ...queries.combinators import all_of, at_least, boosted, filtered, without
from ...queries.compound import Inner
from ...queries.context import Build, Context


def boosting(body: Any, inner: Inner) -> Build:
    """Parse a boosting query. `inner` parses its clauses. EngineError for a wrong form."""
    parts = dict.fromkeys(("positive", "negative"), lambda clause: inner(clause, 2))
    known = {**parts, "negative_boost": parsing.number, "boost": parsing.boost, "_name": parsing.NAME}
    given = parsing.options("boosting", parsing.an_object("boosting", body), known)
    for key in parts:
        if key not in given:
            raise parsing_error(f"[boosting] query requires '{key}' query to be set'")
    lowered = given.get("negative_boost", -1.0)
    if lowered < 0:
        raise parsing_error("[boosting] query requires 'negative_boost' to be set to be a positive value'")
    if lowered > parsing.MAX_FLOAT:
        raise unsupported_error(f"unsupported option: negative_boost above {parsing.MAX_FLOAT}")

    def build(context: Context) -> Query:
        positive, negative = given["positive"](context), given["negative"](context)
        both = boosted(all_of([positive, filtered(negative)]), lowered)
        return boosted(at_least(1, [without(positive, [negative]), both], []), given.get("boost", 1.0))

    return build


PARSERS = {"boosting": boosting}
