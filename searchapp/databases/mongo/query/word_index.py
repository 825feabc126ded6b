"""The list of a document's words, which has an index: the loader writes it, queries use it to find candidates.

Collections that our loader did not make have no such list, and are searched by regular expressions.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ....engine import source_values

WORDS = "_searchapp_words_"
"""The field with the list."""
MAX_WORD = 100
"""The maximum length of a word that can be looked up. Longer words are cut after one more character."""
WORD = re.compile(r"\w+")
"""A word, for the loader and for queries."""

Condition = dict[str, Any]
Document = Mapping[str, Any]


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, as the list holds them."""
    return WORD.findall(text.lower())


def words_of(document: Document, names: Iterable[str]) -> list[str]:
    """The words of these fields in lower case, and the complete id. Long words are cut."""
    values = (value for name in names for value in source_values(document, name))
    found = {word for text in texts(values) for word in words_in(text)}
    return sorted({*map(as_listed, (*found, str(document["_id"])))})


def as_listed(text: str) -> str:
    """A word or an id as the list holds it: in lower case, and cut if it is long."""
    return text.lower()[: MAX_WORD + 1]


def texts(values: Iterable[Any]) -> Iterable[str]:
    """The values as texts, including values in lists."""
    for value in values:
        if isinstance(value, list):
            yield from texts(value)
        elif value is not None and not isinstance(value, Mapping):
            yield str(value)


def stages_of(condition: Condition) -> list[dict[str, Any]]:
    """The stages that find the documents of a condition; the first uses the index of words if a word is required.

    MongoDB joins them to one condition.
    """
    first = leading(condition)
    return [{"$match": each} for each in ([first] if first else []) + ([condition] if condition != first else [])]


def is_staged(condition: Condition) -> bool:
    """Whether the index of words finds candidates, and another condition decides."""
    return leading(condition) not in (None, condition)


def projection_of(query: Mapping[str, Any], by_words: bool) -> Mapping[str, int] | None:
    """The fields that a query returns, without the list of words where documents have one."""
    projection: Mapping[str, int] | None = query.get("projection")
    if not by_words or (projection and 1 in projection.values()):
        return projection
    return {**(projection or {}), WORDS: 0}


def leading(condition: Condition) -> Condition | None:
    """The part of a condition that requires one of some listed words; None if there is no such part."""
    if len(condition) != 1:
        return None
    ((name, value),) = condition.items()
    if name == WORDS:
        return {WORDS: value.get("$elemMatch", value)}  # not every server uses the index for $elemMatch
    found = [leading(each) for each in value] if name in ("$and", "$or") else []
    known = [each for each in found if each]
    if name == "$and":
        return min(known, key=breadth, default=None)
    if not known or len(known) < len(found) or any(breadth(each) == OPEN for each in known):
        return None
    return {WORDS: {"$in": list(dict.fromkeys(word for each in known for word in complete_words(each)))}}


OPEN = (1000, 0)


def breadth(condition: Condition) -> tuple[int, int]:
    """A sort key for the number of documents that a condition on words finds: few, long words find the fewest."""
    words = complete_words(condition)
    return (len(words), -min(map(len, words))) if words else OPEN


def complete_words(condition: Condition) -> list[str]:
    """The complete words in a condition; none if it has only the beginning of a word."""
    value = condition[WORDS]
    return [value["$eq"]] if "$eq" in value else list(value.get("$in", ()))
