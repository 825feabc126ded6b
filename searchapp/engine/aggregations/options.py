"""The options of aggregations, read from their bodies as Elasticsearch reads them."""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import content_error, illegal, parsing_error, unsupported_error
from ..mapping.mapping import Field
from ..parsing import boolean, date_format, field_of_object, integer_from, text, token, unsupported, wrong_type
from ..values.dates import check_zone as zone_exists
from .scope import Aggregation, Converters, Kind, Options

Order = list[tuple[str, bool]]
"""Pairs of a key and "is descending". A key is `_count`, `_key` or the path of a metric."""


def converted(name: str, kind: Kind, given: Mapping[str, Any]) -> Options:
    """The converted options of an aggregation. EngineError 400 for unknown and invalid ones."""
    if kind.read is not None:
        return kind.read(given)
    options = {}
    for key, value in given.items():
        if key not in kind.options:
            raise content_error(f"[{name}] unknown field [{key}]")
        if value is None:
            raise wrong_type(f"[{name}] {key}", None)
        options[key] = kind.options[key](value)
    kind.check(options)
    return options


def needs_field(options: Options) -> None:
    """Raise EngineError if the options name no field."""
    if "field" not in options:
        raise illegal("Required one of fields [field, script], but none were specified.")


def path(value: Any) -> str:
    """The name of a field. EngineError for another JSON type."""
    if not isinstance(value, str):
        raise wrong_type("[field]", value)
    return value


def one_value(value: Any) -> Any:
    """The value of `missing`: a text, a number or a boolean."""
    if isinstance(value, list | dict):
        raise wrong_type("[missing]", value)
    return value


min_doc_count = integer_from(0, "[minDocCount] must be greater than or equal to 0. Found [{}]", content_error)


def check_format(item: Aggregation, field: Field) -> None:
    """Raise EngineError for a `format` of a field that has no dates, and for one that is not of dates."""
    if "format" not in item.options:
        return
    if field.type == "date":
        date_format(item.options["format"])
        return
    if field.is_number:
        raise unsupported_error(f"unsupported option: format of {item.kind_name} of numbers")
    raise illegal(f"Field [{field.path}] of type [{field.type}] does not support custom formats")


def time_zone(kind: str) -> Callable[[Any], str]:
    """A function that reads the time zone of a kind of aggregation: a name, an offset, or a number of hours."""

    def read(value: Any) -> str:
        if isinstance(value, bool | list | dict):
            raise wrong_type(f"[{kind}] time_zone", value)
        name = f"{int(value):+03}:00" if isinstance(value, int | float) else text(value)
        field_of_object(kind, "time_zone", zone_exists, name)
        return name

    return read


def check_zone(item: Aggregation, field: Field) -> None:
    """Raise EngineError for a time zone of a field without dates, and together with a format that prints zone names."""
    if "time_zone" not in item.options:
        return
    if field.type != "date":
        raise illegal(f"Field [{field.path}] of type [{field.type}] does not support custom time zones")
    if "VV" in (item.options.get("format") or field.format or ""):
        raise unsupported_error(f"unsupported option: time_zone of {item.kind_name} with a format that prints its name")


def order(value: Any) -> Order:
    """The `order` of a body, with `_key` as the tie breaker at the end."""
    if not isinstance(value, dict | list) or value == []:
        raise wrong_type("order", value)
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


FIELD: Converters = {
    "field": path,
    "script": unsupported("script"),
    "missing": unsupported("missing of an aggregation"),
}
KEYED: Converters = {"keyed": boolean, "format": date_format}
