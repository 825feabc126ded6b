"""Parses answers of Elasticsearch, except the documents of hits: they stay JSON, because most are sent unchanged.

The types name all keys that Elasticsearch documents; other keys are not read.
"""

from collections.abc import Callable
from typing import Any, TypedDict

import msgspec
import orjson
from msgspec import Raw

from ...json_text import value_of_json


class Hit(TypedDict, total=False):
    _index: Any
    _id: Any
    _score: Any
    _source: Raw
    _version: Any
    _seq_no: Any
    _primary_term: Any
    _routing: Any
    _ignored: Any
    _nested: Any
    _explanation: Any
    _shard: Any
    _node: Any
    _rank: Any
    sort: Any
    fields: Any
    highlight: Any
    inner_hits: Any
    matched_queries: Any
    ignored_field_values: Any


class Hits(TypedDict, total=False):
    total: Any
    max_score: Any
    hits: list[Hit]


class Answer(TypedDict, total=False):
    """The answer to one search, or its error."""

    took: Any
    timed_out: Any
    terminated_early: Any
    num_reduce_phases: Any
    _shards: Any
    _clusters: Any
    _scroll_id: Any
    pit_id: Any
    hits: Hits
    aggregations: Any
    suggest: Any
    profile: Any
    status: Any
    error: Any


class Answers(TypedDict, total=False):
    took: Any
    responses: list[Answer]


search_answer = msgspec.json.Decoder(Answer).decode
msearch_answer = msgspec.json.Decoder(Answers).decode


def parsed(target: str, data: bytes) -> Any:
    """The parsed answer to a request for `target`. In answers to searches each `_source` is JSON, a part of `data`.

    What no answer of ours can hold, such as halves of surrogate pairs, is replaced.
    Raises ValueError if it is not JSON.
    """
    path = target.partition("?")[0]
    if path.endswith(("/_search", "/_search/scroll")):
        return parsed_search(search_answer, data)
    if path.endswith("/_msearch"):
        return parsed_search(msearch_answer, data)
    return value_of_json(data)


def parsed_search(decode: Callable[[bytes], Any], data: bytes) -> Any:
    """The parsed answer to a search with its documents as JSON; parsed completely if it has another shape."""
    try:
        return decode(data)
    except ValueError:  # another answer, or text and numbers that are not valid
        value = value_of_json(data)
    try:
        return decode(orjson.dumps(value))
    except ValueError:
        return value
