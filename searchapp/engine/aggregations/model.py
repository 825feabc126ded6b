"""What an aggregation is once it is read, and what each kind of aggregation has to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..queries.parsing import boolean, content_error, illegal, parsing_error, refused, text, token, whole
from ..values.date_formats import formats

if TYPE_CHECKING:
    from .scope import Scope

Answer = dict[str, Any]
Options = dict[str, Any]
Converters = Mapping[str, Callable[[Any], Any]]
Order = list[tuple[str, bool]]
"""Keys with "is descending": `_count`, `_key` or the path of a metric."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of aggregation: its options, what tantivy is asked for it, and how its answer reads."""

    options: Converters
    answer: Callable[[Scope, Aggregation, Answer | None], Answer]
    request: Callable[[Scope, Aggregation], Answer | None] | None = None
    """None where tantivy has no word for it: it is then asked for in each bucket around it."""
    inner: bool = True
    """Whether there may be others inside."""
    fills: bool = False
    """Whether its buckets without documents only fill a gap."""
    check: Callable[[Options], None] = field(default=lambda options: None)
    validate: Callable[[Scope, Aggregation], Any] | None = None
    """Looks for errors that counting would not meet in an empty bucket."""
    read: Callable[[Mapping[str, Any]], Options] | None = None
    """Reads the options, where they are no list of known names."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """One named aggregation with those inside it."""

    name: str
    kind_name: str
    kind: Kind
    options: Options
    children: list[Aggregation]
    meta: Answer | None
    definition: list[Any]
    """Its name and what was given, to know it again."""


def converted(name: str, kind: Kind, given: Mapping[str, Any]) -> Options:
    """The options, converted and checked."""
    if kind.read is not None:
        return kind.read(given)
    options = {}
    for key, value in given.items():
        if key not in kind.options:
            raise content_error(f"[{name}] unknown field [{key}]")
        if value is None:
            raise content_error(f"[{name}] {key} doesn't support values of type: VALUE_NULL")
        options[key] = kind.options[key](value)
    kind.check(options)
    return options


def needs_field(options: Options) -> None:
    if "field" not in options:
        raise illegal("Required one of fields [field, script], but none were specified.")


def path(value: Any) -> str:
    if not isinstance(value, str):
        raise content_error(f"[field] doesn't support values of type: {token(value)}")
    return value


def min_doc_count(value: Any) -> int:
    result = whole(value)
    if result < 0:
        raise content_error(f"[minDocCount] must be greater than or equal to 0. Found [{result}]")
    return result


def date_format(value: Any) -> str:
    result = text(value)
    try:
        formats(result)
    except ValueError as error:
        raise illegal(str(error)) from error
    return result


def order(value: Any) -> Order:
    """The order with its tie breaker."""
    if not isinstance(value, dict | list) or value == []:
        raise content_error(f"order doesn't support values of type: {token(value)}")
    keys = [_order_key(item) for item in (value if isinstance(value, list) else [value])]
    return keys if any(key == "_key" for key, _ in keys) else [*keys, ("_key", False)]


def _order_key(item: Any) -> tuple[str, bool]:
    if not isinstance(item, dict):
        raise parsing_error(f"Unexpected token [{token(item)}] for [order]")
    if len(item) != 1:
        what = "at least one" if not item else "a single"
        raise parsing_error(f"Must specify {what} field for [order]")
    ((key, direction),) = item.items()
    if not isinstance(direction, str) or direction.lower() not in ("asc", "desc"):
        raise parsing_error(f"Unknown order direction [{direction}]")
    return key, direction.lower() == "desc"


FIELD: Converters = {"field": path, "script": refused("script"), "missing": refused("missing of an aggregation")}
KEYED: Converters = {"keyed": boolean, "format": date_format}
