"""The functions of JMESPath expressions: those of the language, and two for lists of values."""

from typing import Any

import orjson
from jmespath.functions import Functions, signature


class DocumentFunctions(Functions):
    """`unique(list)` is the list with each value once, `unique_count(list)` the number of them."""

    @signature({"types": ["array"]})
    def _func_unique(self, values: list[Any]) -> list[Any]:
        return in_order(distinct(values))

    @signature({"types": ["array"]})
    def _func_unique_count(self, values: list[Any]) -> int:
        return len(distinct(values))


def distinct(values: list[Any]) -> list[Any]:
    """The first of each value; values are the same where JSON writes them alike."""
    found: dict[bytes, Any] = {}
    for value in values:
        found.setdefault(orjson.dumps(value, option=orjson.OPT_SORT_KEYS), value)
    return list(found.values())


def in_order(values: list[Any]) -> list[Any]:
    """Texts or numbers sorted, anything else as it is."""
    is_sortable = any(all(isinstance(value, kind) for value in values) for kind in (str, int | float))
    return sorted(values) if is_sortable else values
