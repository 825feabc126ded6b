"""The account of a score: tantivy's, in the form and the words of Elasticsearch's.

tantivy says "sum of" whatever a query does with the scores inside it, so that the words are found by the numbers.
"""

import re
from collections.abc import Sequence
from math import isclose
from typing import Any

from ..values.floats import shortest

Explanation = dict[str, Any]

BOOST = re.compile(r"Boost x(\S+) of \.\.\.")
COMBINED = "BooleanClause. sum of ..."
WORDS = {
    "Const": "constant score",
    "TermQuery, product of...": "score of a term, product of:",
    "Phrase Scorer": "score of a phrase, of:",
}
NEAR = 1e-4


def explanation(node: Explanation) -> Explanation:
    """The explanation of a value, with those of the values that it comes from."""
    value, description = node.get("value", 0.0), node.get("description", "")
    details = [explanation(inner) for inner in node.get("details") or []]
    boost = BOOST.fullmatch(description)
    if boost is not None:
        details = [{"value": shortest(float(boost[1])), "description": "boost", "details": []}, *details]
        description = "product of:"
    elif description == COMBINED:
        description = _combination(value, [inner["value"] for inner in details])
    return {"value": shortest(value), "description": WORDS.get(description, description), "details": details}


def _combination(value: float, parts: Sequence[float]) -> str:
    """How the parts make up the value."""
    total, best = sum(parts), max(parts, default=0.0)
    if isclose(value, total, rel_tol=NEAR, abs_tol=1e-9):
        return "sum of:"
    if isclose(value, best, rel_tol=NEAR):
        return "max of:"
    return f"max plus {(value - best) / (total - best):.3g} times others of:"
