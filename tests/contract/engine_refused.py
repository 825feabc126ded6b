"""Random parts of bodies that a node answers and the engine refuses by name."""

from typing import Any

from tests.contract.engine_values import Body
from tests.contract.engine_vocabulary import Random


def refused(random: Random, body: Body) -> Body:
    """The body with one part that the engine does not have."""
    name = random.choice((*QUERIES, *FACETS, *KEYS))
    if name in KEYS:
        return body | {name: KEYS[name]}
    if name in FACETS:
        return body | {"aggs": body.get("aggs", {}) | {"refused": {name: FACETS[name](random)}}}
    clause = {name: QUERIES[name](random)}
    around = ({"bool": {"must": [clause]}}, {"constant_score": {"filter": clause}}, {"dis_max": {"queries": [clause]}})
    return body | {random.choice(("query", "query", "post_filter")): random.choice((clause, *around))}


def has_refused(body: Body) -> bool:
    shown = str(body)
    is_named = any(f"'{name}'" in shown for name in (*QUERIES, *FACETS, *KEYS, *SOMETIMES))
    return is_named or any(f"'mode': '{mode}'" in shown for mode in SORT_MODES) or has_refused_together(shown)


def has_refused_together(shown: str) -> bool:
    """Whether a body has parts that the engine refuses together."""
    return "'inner_hits'" in shown and any(f"'{name}'" in shown for name in APART)


SORT_MODES = ("avg", "sum", "median")
APART = ("collapse", "top_hits")
"""Parts that the engine refuses with inner hits of nested queries."""


SOMETIMES = ("match_bool_prefix", "match_phrase_prefix", "bool_prefix", "phrase_prefix", "analyze_wildcard")
"""Queries that the engine refuses for analyzers with several tokens at one position."""


def _text(random: Random) -> str:
    return random.choice(random.vocabulary.text)


def _word(random: Random) -> str:
    return random.choice(random.vocabulary.words)


def _number(random: Random) -> str:
    return random.choice(random.vocabulary.numbers)


QUERIES: dict[str, Any] = {
    "simple_query_string": lambda random: {"query": _word(random), "fields": [_text(random)]},
    "intervals": lambda random: {_text(random): {"match": {"query": _word(random)}}},
    "span_term": lambda random: {_text(random): _word(random)},
    "span_near": lambda random: {"clauses": [{"span_term": {_text(random): _word(random)}}], "slop": 1},
    "terms_set": lambda random: {_text(random): {"terms": [_word(random)], "minimum_should_match": 1}},
    "more_like_this": lambda random: {"fields": [_text(random)], "like": _word(random), "min_term_freq": 1},
    "script_score": lambda random: {"query": {"match_all": {}}, "script": {"source": "1"}},
    "field_value_factor": lambda random: {"field": _number(random)},
    "distance_feature": lambda random: {"field": random.choice(random.vocabulary.dates or ("nope",)), "origin": "now"},
    "geo_distance": lambda random: {"distance": "1km", "place": [1, 2]},
    "pinned": lambda random: {"ids": ["1"], "organic": {"match_all": {}}},
}
FACETS: dict[str, Any] = {
    "percentiles": lambda random: {"field": _number(random)},
    "significant_terms": lambda random: {"field": random.choice(random.vocabulary.keywords)},
    "multi_terms": lambda random: {"terms": [{"field": name} for name in random.vocabulary.keywords[:2]]},
    "weighted_avg": lambda random: {"value": {"field": _number(random)}, "weight": {"field": _number(random)}},
}
KEYS: Body = {
    "script_fields": {"x": {"script": "1"}},
    "runtime_mappings": {"x": {"type": "long"}},
    "suggest": {"text": "x"},
    "profile": True,
    "slice": {"id": 0, "max": 2},
    "indices_boost": [],
    "pit": {"id": "x"},
}
