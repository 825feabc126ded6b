"""Reduces a body for which the engines differ to a smaller one for which they still differ."""

from collections.abc import Callable, Iterator
from typing import Any

Body = dict[str, Any]
Differs = Callable[[Body], str | None]

TRIES = 400
COMPOUND = ("bool", "dis_max", "constant_score", "boosting", "nested", "function_score")


def shrunk(given: Body, differs: Differs, tries: int = TRIES) -> Body:
    """A body as small as it can be made that differs too."""
    smaller = True
    while smaller and tries > 0:
        smaller = False
        for candidate in _smaller(given):
            tries -= 1
            if tries > 0 and differs(candidate):
                given, smaller = candidate, True
                break
    return given


def _smaller(value: Any) -> Iterator[Any]:
    """The value with one part left out or replaced by what is inside it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            if key in ("query", "post_filter"):
                yield from ({**value, key: clause} for clause in _clauses(inner))
            yield from ({**value, key: smaller} for smaller in _smaller(inner))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            if len(value) > 1:
                yield value[:place] + value[place + 1 :]
            yield from ([*value[:place], smaller, *value[place + 1 :]] for smaller in _smaller(inner))
    elif isinstance(value, str) and " " in value:
        parts = value.split(" ")
        yield from (" ".join(parts[:place] + parts[place + 1 :]) for place in range(len(parts)))


def _clauses(query: Any) -> Iterator[Any]:
    """The queries inside a compound one."""
    if not isinstance(query, dict):
        return
    for name, inner in query.items():
        if name not in COMPOUND or not isinstance(inner, dict):
            continue
        for part in inner.values():
            for clause in part if isinstance(part, list) else [part]:
                if isinstance(clause, dict):
                    clause = clause.get("filter", clause)
                    yield clause
                    yield from _clauses(clause)
