"""Completion: the documents in which a value of some fields is what was typed, or begins with it.

A keyword field has to begin with the whole text, a text field has its words, the last one begun; `_id` is found whole.
"""

import re
from collections.abc import Iterable
from typing import Any

from ...errors import PipelineError
from ..field_checks import Fields, scope_name, type_of

MAX_LENGTH = 200
CANDIDATES = 5
"""How many documents are looked at for each suggestion, because several may have the same text."""

WORD = re.compile(r"\w+")

Clause = dict[str, Any]
Body = dict[str, Any]


def suggest_bodies(
    text: str, size: int, suggest_fields: Iterable[str], weight: str | None, fields: Fields
) -> list[Body]:
    """The search bodies for complete values and for beginnings of values; the fields have weights.

    The second is in the order of the documents' own weight where there is one, else in that of the fields' weights.
    """
    check_typed(text)
    suggest_fields = list(suggest_fields)
    shared = {"size": size, "_source": [scope_name(field) for field in suggest_fields], "track_total_hits": False}
    whole = best_of(whole_value(field, text.strip(), fields) for field in suggest_fields)
    begun = best_of(beginning(field, text.lstrip(), fields) for field in suggest_fields)
    order = {"sort": [{weight: {"order": "desc"}}]} if weight else {}
    return [{"query": whole, **shared}, {"query": begun, **shared, **order}]


def check_configured(suggest_fields: Iterable[str]) -> None:
    """A 404 where an item type has no fields for suggestions."""
    if not suggest_fields:
        raise PipelineError(404, "no fields are configured for suggestions")


def check_typed(text: str) -> None:
    """Refuses a text that is too long to be completed."""
    if len(text) > MAX_LENGTH:
        summary = f"q must have at most {MAX_LENGTH} characters to be completed"
        raise PipelineError(400, summary, {"keyword": "q", "max": MAX_LENGTH, "num": len(text)})


def best_of(clauses: Iterable[Clause | None]) -> Clause:
    found = [clause for clause in clauses if clause]
    return {"dis_max": {"queries": found}} if found else {"match_none": {}}


def whole_value(field: str, text: str, fields: Fields) -> Clause | None:
    """The query for documents with exactly this value, in upper or lower case."""
    name = scope_name(field)
    if not text or type_of(name, fields) == "text":
        return None
    if name == "_id":
        return scored({"ids": {"values": [text]}}, field)
    return scored({"term": {name: {"value": text, **any_case(name, fields)}}}, field)


def beginning(field: str, text: str, fields: Fields) -> Clause | None:
    """The query for documents with a value that begins with the text, or that has its words."""
    name = scope_name(field)
    if not text or name == "_id":
        return None
    if type_of(name, fields) == "text":
        words = words_query(name, text)
        return scored(words, field) if words else None
    return scored({"prefix": {name: {"value": text, **any_case(name, fields)}}}, field)


def words_query(name: str, text: str) -> Clause | None:
    """The query for the words of the text, the last one begun unless something follows it; None without words."""
    words = WORD.findall(text.lower())
    begun = words.pop() if words and WORD.match(text[-1]) else None
    must: list[Clause] = [{"match": {name: {"query": " ".join(words), "operator": "and"}}}] if words else []
    if begun:
        must.append({"prefix": {name: {"value": begun}}})
    return {"bool": {"must": must}} if must else None


def any_case(name: str, fields: Fields) -> Clause:
    """What makes upper and lower case the same in a field that keeps them."""
    return {} if fields.get(name, {}).get("normalizer") else {"case_insensitive": True}


def scored(query: Clause, field: str) -> Clause:
    """The query with the weight of the field as its score."""
    return {"constant_score": {"filter": query, "boost": weight(field)}}


def weight(field: str) -> float:
    """The weight of a field, 1 where it has none."""
    return float(field.partition("^")[2] or 1)
