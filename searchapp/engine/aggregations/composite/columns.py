"""The sources of a composite aggregation in an index: the form of their keys, and queries for documents with a key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tantivy import Query

from ...errors import EngineError, content_error, illegal, number_format, parsing_error
from ...index.doc_values import value_text
from ...mapping.mapping import FLOATS, Field
from ...parsing import address, double, text, token
from ...queries.combinators import everything, nothing
from ...queries.field.exists import absent
from ...values.addresses import address_text
from ...values.java_numbers import java_integer
from ..absent import date_value
from ..calendar import intervals_of
from ..histogram_options import length_of, shift_of, zone_of
from ..options import check_format, check_zone
from ..scope import Aggregation, Result, Scope
from ..term_options import INTEGER
from .sources import Source

UNMAPPED = "\0"
"""The name of no field."""


@dataclass(frozen=True, slots=True)
class Column:
    """A source with its field; None for an unmapped field, in which no document has a value."""

    source: Source
    field: Field | None

    @property
    def has_intervals(self) -> bool:
        return self.field is not None and self.source.item.kind_name != "terms"


def bound(scope: Scope, source: Source) -> Column:
    """The column of a source. EngineError for a field without such keys."""
    item = source.item
    if item.kind_name == "terms":
        return Column(source, scope.field(item))
    field, _ = scope.number_field(item), length_of(item)
    if field is not None and field.type == "boolean":
        raise illegal(f"Field [{field.path}] of type [boolean] is not supported for aggregation [{item.kind_name}]")
    if field is not None and field.type == "date" and item.kind_name == "histogram":
        raise parsing_error("unsupported source: histogram of dates")
    if field is not None and item.kind_name == "date_histogram":
        check_format(item, field)
        check_zone(item, field)
    return Column(source, field)


def tantivy_source(column: Column) -> Result:
    """tantivy's source of terms."""
    asked: Result = {
        "field": UNMAPPED if column.field is None else column.field.column,
        "order": "desc" if column.source.is_descending else "asc",
        "missing_bucket": column.source.has_missing,
    }
    if column.source.has_missing:
        asked["missing_order"] = "first" if column.source.is_none_first else "last"
    return {"terms": asked}


def tantivy_after(column: Column, key: Any) -> str:
    """A key in tantivy's `after`."""
    if key is None:
        return "null:"
    if column.field is None or column.field.is_exact:
        return f"str:{key}"
    return f"f64:{key!r}" if column.field.type in FLOATS else f"i64:{key}"


def printed(column: Column, key: Any) -> Any:
    """The key as it is in a response."""
    field, item = column.field, column.source.item
    if key is None or field is None:
        return None
    if field.is_address:
        return address_text(key)
    if field.type == "boolean":
        return bool(key)
    if "format" in item.options:
        return _formatted(item, field, key)
    return float(key) if field.type in FLOATS or item.kind_name == "histogram" else key


def _formatted(item: Aggregation, field: Field, key: int) -> str:
    """The text of a date. EngineError for a format that loses a part of it, so that it could not be in `after`."""
    printed_date = str(value_text(field, key, item.options["format"], zone_of(item)))
    if date_value(item, field, printed_date) != key:
        raise illegal(f"Format [{item.options['format']}] created output it couldn't parse for value [{key}]")
    return printed_date


def having(scope: Scope, column: Column, key: Any) -> Query:
    """A query for the documents with a term, or without a value."""
    if column.field is None:
        return everything() if key is None else nothing()
    if key is None:
        return absent(scope.reader, column.field)
    return Query.term_query(scope.reader.schema, column.field.column, key, index_option="basic")


def ends(scope: Scope, item: Aggregation, field: Field) -> Callable[[Any], Any]:
    """A function from the start of an interval to its end."""
    if item.kind_name == "histogram":
        return lambda start: start + item.options["interval"]
    intervals, shift = intervals_of(scope, item, field), shift_of(item)
    return lambda start: intervals.start(intervals.number(start - shift) + 1) + shift


def read_after(column: Column, name: str, given: Any) -> Any:
    """The key that a value of `after` stands for. EngineError 400 for one that its source cannot have."""
    source, field = column.source, column.field
    if isinstance(given, dict | list) or (given is None and not source.has_missing):
        raise illegal(f"Invalid value for [after.{source.item.name}], expected comparable, got [{token(given)}]")
    if given is None or (field is None and source.item.kind_name == "terms"):
        return given
    try:
        return _read(source.item, field, given)
    except EngineError as error:
        what = f"Cannot set after key in the composite aggregation [{name}]"
        raise EngineError(400, "parse_exception", f"{what}: [{source.item.name}] {error.reason}") from error


def _read(item: Aggregation, field: Field | None, given: Any) -> Any:
    if field is not None and field.is_exact:
        if not isinstance(given, str):
            raise content_error(f"invalid value, expected string, got {token(given)}")
        return address(given) if field.is_address else given
    if field is not None and field.type == "boolean":
        if text(given) not in ("true", "false"):
            raise content_error(f"Cannot parse boolean [{given}], expected either [true] or [false]")
        return int(text(given) == "true")
    if "format" in item.options:
        if text(given).startswith("now"):
            raise illegal("now() is not supported in [after] key")
        return date_value(item, field, text(given))
    if isinstance(given, bool):
        raise number_format(text(given))
    if item.kind_name == "histogram" or (field is not None and field.type in FLOATS):
        return double(text(given))
    if isinstance(given, str):
        given = int(given) if INTEGER.fullmatch(given) else double(given)
    return java_integer(given, 64)
