"""Compiles Elasticsearch queries to tantivy queries, in two steps as in Elasticsearch.

    parse(clause) -> build      parses and checks the clause, without an index
    build(context) -> query     makes the tantivy query for one generation of one index

| module | queries |
|---|---|
| term.py | term, terms, ids, prefix, wildcard, regexp, range, exists |
| text/fuzzy.py | fuzzy |
| text/text.py | match, match_phrase |
| text/multi_match.py | multi_match |
| query_string/query.py | query_string |
| compound.py | match_all, match_none, bool, dis_max, constant_score |
| function_score.py | function_score |
| nested.py | nested |

engine/compat adds the queries that the service itself never uses.
"""

from typing import Any

from ..errors import illegal, parsing_error, unsupported_error
from . import compound, function_score, nested, term
from .context import Build
from .query_string import query
from .text import fuzzy, multi_match, text

MAX_DEPTH = 30
MAX_COPIES = 64
LEAVES = term.PARSERS | fuzzy.PARSERS | text.PARSERS | multi_match.PARSERS | query.PARSERS
COMPOUNDS = compound.PARSERS | function_score.PARSERS | nested.PARSERS
UNSUPPORTED = frozenset((
    "distance_feature", "field_masking_span", "geo_bounding_box", "geo_distance", "geo_grid", "geo_polygon",
    "geo_shape", "has_child", "has_parent", "intervals", "knn", "more_like_this", "parent_id", "percolate",
    "pinned", "rank_feature", "rule", "script", "script_score", "semantic", "shape", "simple_query_string",
    "span_containing", "span_first", "span_multi", "span_near", "span_not", "span_or", "span_term", "span_within",
    "sparse_vector", "terms_set", "text_expansion", "weighted_tokens", "wrapper",
))  # fmt: skip


def parse(clause: Any, depth: int = 1, copies: int = 1) -> Build:
    """The function that builds the query of a clause such as `{"term": {"symbol": "cdk2"}}`.

    `copies` is the number of times that the complete query contains this one; some compound queries copy their parts.
    EngineError 400 for a syntax error, for an unsupported query, and for queries that are nested too deep.
    """
    name, body = _named(clause)
    if depth > MAX_DEPTH:
        raise illegal(
            "The nested depth of the query exceeds the maximum nested depth for queries set in"
            " [indices.query.bool.max_nested_depth]"
        )
    if copies > MAX_COPIES:
        raise unsupported_error("unsupported query: boosting or function_score nested too deep")
    if name in LEAVES:
        return LEAVES[name](body)
    if name in COMPOUNDS:
        return COMPOUNDS[name](body, lambda inner, more=1: parse(inner, depth + 1, copies * more))
    if name in UNSUPPORTED:
        raise unsupported_error(f"unsupported query: {name}")
    raise parsing_error(f"unknown query [{name}]")


def _named(clause: Any) -> tuple[str, Any]:
    if not isinstance(clause, dict):
        raise parsing_error("[_na] query malformed, must start with start_object")
    if not clause:
        raise illegal("query malformed, empty clause found")
    name, *others = clause
    if others:
        raise parsing_error(f"[{name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]")
    return name, clause[name]
