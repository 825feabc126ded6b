"""`explain`: tantivy's explanation of a score in the form of Elasticsearch's.

tantivy writes "sum of" for every combination of scores, so the numbers decide between sum, maximum and dis_max.
"""

import re
from collections.abc import Sequence
from math import isclose
from typing import Any

from ...values.java_numbers import shortest

Explanation = dict[str, Any]

BOOST = re.compile(r"Boost x(\S+) of \.\.\.")
COMBINED = "BooleanClause. sum of ..."
WORDS = {
    "Const": "constant score",
    "TermQuery, product of...": "score of a term, product of:",
    "Phrase Scorer": "score of a phrase, of:",
}
TOLERANCE = 1e-4


def explanation(node: Explanation) -> Explanation:
    """The explanation of a score in Elasticsearch's form, from tantivy's, with all details."""
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
    """The description of the combination that makes the value from its parts."""
    total, best = sum(parts), max(parts, default=0.0)
    if isclose(value, total, rel_tol=TOLERANCE, abs_tol=1e-9):
        return "sum of:"
    if isclose(value, best, rel_tol=TOLERANCE):
        return "max of:"
    return f"max plus {(value - best) / (total - best):.3g} times others of:"
