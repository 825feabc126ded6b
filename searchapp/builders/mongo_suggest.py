"""Completion on MongoDB: filters for the documents in which a value is what was typed, or begins with it."""

import re
from collections.abc import Iterable

from ..errors import PipelineError
from . import mongo_values as values
from .checks import scope_name
from .mongo_strings import StringQuery
from .mongo_values import Filter
from .suggest import LONGEST, WORD


def suggest_queries(text: str, suggest_fields: Iterable[str], strings: StringQuery) -> list[Filter]:
    """The filter for whole values, then one for the beginnings in each field, the heaviest field first."""
    if len(text) > LONGEST:
        summary = f"q must have at most {LONGEST} characters to be completed"
        raise PipelineError(400, summary, {"keyword": "q", "max": LONGEST, "num": len(text)})
    names = [scope_name(field) for field in sorted(suggest_fields, key=weight, reverse=True)]
    if not text.strip():
        return [values.NOTHING]
    whole = values.some(whole_value(name, text.strip()) for name in names if strings.kind(name) != "text")
    return [whole, *(beginning(name, text.lstrip(), strings.kind(name)) for name in names if name != "_id")]


def weight(field: str) -> float:
    return float(field.partition("^")[2] or 1)


def whole_value(name: str, text: str) -> Filter:
    """Exactly this value, in upper or lower case; an id is found in its own case."""
    return {"_id": {"$eq": text}} if name == "_id" else values.pattern(name, f"^{re.escape(text)}$")


def beginning(name: str, text: str, kind: str | None) -> Filter:
    """A value that begins with the text; in prose all its words, the last one begun unless something follows it."""
    if kind != "text":
        return values.pattern(name, f"^{re.escape(text)}")
    words = WORD.findall(text)
    begun = [rf"\b{re.escape(words.pop())}"] if words and WORD.match(text[-1]) else []
    patterns = [*map(values.whole, words), *begun]
    return values.every(values.pattern(name, each) for each in patterns) if patterns else values.NOTHING
