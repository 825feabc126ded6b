"""The tantivy queries for ranges of a field, and for equal numbers and dates, which are ranges of one value."""

from typing import Any

from tantivy import FieldType, Query

from ...errors import CreationError
from ...mapping.mapping import FLOATS, Field
from ...mapping.tantivy_schema import ID, PATHS
from ...parsing import text
from ...values.addresses import LAST_ADDRESS, address_term, network_ends
from ...values.dates import date_bound
from ...work import work
from ..combinators import everything, nothing
from ..context import Context, check_field, check_searchable, nothing_outside_scope
from ..sorted_terms import any_term, between
from . import numbers
from .exists import exists_query

LONG_END = 2**63


@nothing_outside_scope
def range_query(
    context: Context,
    path: str,
    /,
    low: Any,
    high: Any,
    include_low: bool = True,
    include_high: bool = True,
    **zone: Any,
) -> Query:
    """A query for values between two ends; None is an open end. `zone` may have `format` and `time_zone`."""
    check_field(path, (ID,))
    if path == ID and low is None and high is None:
        return everything()
    if path == ID:
        raise CreationError(f"Field [{ID}] of type [{ID}] does not support range queries")
    field = context.field(path)
    if field is None:
        return nothing()
    if low is None and high is None:
        return exists_query(context, path)
    check_searchable(field)
    if field.is_text or field.is_keyword:
        first, last = (None if end is None else context.normalize(field, end_text(end)) for end in (low, high))
        return between(context.reader, field, first, last, include_low, include_high)
    if field.is_address:
        return _address_range(context, field, low, high, include_low, include_high)
    if field.type == "date":
        return _date_range(context, field, low, high, include_low, include_high, **zone)
    if field.type == "boolean":
        no, yes = (None if end is None else numbers.truth(end) for end in (low, high))
        if not field.index and yes is not None and not include_high:  # Elasticsearch opens the lower end instead
            no, include_high = None, True
        return column_range(context, field, no, yes, include_low, include_high)
    if field.is_integer:
        return column_range(context, field, *numbers.integer_bounds(field, low, high, include_low, include_high))
    return _float_range(context, field, low, high, include_low, include_high)


def address_query(context: Context, field: Field, value: str) -> Query:
    """A query for an address, or for all addresses of a network such as `10.0.0.0/8`."""
    if "/" not in value:
        return any_term(context.reader, field.column, [_digits(value)])
    try:
        low, high = network_ends(value)
    except ValueError as error:
        raise CreationError(str(error)) from None
    return between(context.reader, field, low, high, True, True)


def _address_range(context: Context, field: Field, low: Any, high: Any, include_low: bool, include_high: bool) -> Query:
    first = None if low is None else _digits(end_text(low))
    if first == LAST_ADDRESS and not include_low:  # Elasticsearch does not read the other end
        return nothing()
    last = None if high is None else _digits(end_text(high))
    return between(context.reader, field, first, last, include_low, include_high)


def _digits(address: str) -> str:
    try:
        return address_term(address)
    except ValueError as error:
        raise CreationError(str(error)) from None


def has_no_dates(context: Context, path: str) -> bool:
    """Whether a date field has no values in the index: Elasticsearch does not read the ends of a range over it."""
    field = context.field(path)
    if field is None or field.type != "date" or (field.doc_values and not field.index):
        return False
    return not field.index or not context.reader.searcher.doc_freq(PATHS, field.path)


def end_text(end: Any) -> str:
    """The text of a range's end. A list is printed as Java does."""
    if isinstance(end, list):
        return f"[{', '.join('null' if one is None else end_text(one) for one in end)}]"
    return text(end)


def number_or_date(context: Context, field: Field, value: Any) -> Query:
    """The documents with this number or date; a date without time is the whole day."""
    if field.type == "date":
        return _date_range(context, field, value, value, True, True)
    number = numbers.equal(field, value)
    return nothing() if number is None else column_range(context, field, number, number)


def column_range(
    context: Context, field: Field, low: Any, high: Any, include_low: bool = True, include_high: bool = True
) -> Query:
    """A query for numbers between two ends; None is an open end."""
    work().count_scan(context.reader.stats.docs)
    is_float = field.type in FLOATS
    if low is None and high is None:
        return exists_query(context, field.path)
    if low is not None and (low > high if high is not None else not is_float and low >= LONG_END):
        return nothing()
    if high is not None and not is_float and high < -LONG_END:
        return nothing()
    kind = FieldType.Float if is_float else FieldType.Integer
    return Query.range_query(
        context.reader.schema, field.column, kind, low, high, include_low or low is None, include_high or high is None
    )


def _float_range(context: Context, field: Field, low: Any, high: Any, include_low: bool, include_high: bool) -> Query:
    ends = numbers.float_bounds(field, low, high)
    return nothing() if ends is None else column_range(context, field, *ends, include_low, include_high)


def _date_range(
    context: Context, field: Field, low: Any, high: Any, include_low: bool, include_high: bool, **zone: Any
) -> Query:
    """A range of dates. An excluded start and an included end are rounded up.

    If one end is a number, the other one is read as milliseconds too.
    """
    if "format" not in zone and any(_is_number(end) for end in (low, high)):
        zone["format"] = "epoch_millis"
    first = None if low is None else date_bound(low, field.format, not include_low, **zone) + (not include_low)
    last = None if high is None else date_bound(high, field.format, include_high, **zone) - (not include_high)
    return column_range(context, field, first, last)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
