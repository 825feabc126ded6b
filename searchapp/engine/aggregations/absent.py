"""The option `missing`: documents without a value in the field are counted as if they had this value."""

from math import isfinite
from typing import Any

from tantivy import Query

from ..errors import unsupported_error
from ..mapping.mapping import Field
from ..parsing import double, text
from ..queries.combinators import any_of
from ..queries.field.exists import absent
from ..queries.field.numbers import truth
from ..values.dates import date_bound
from ..values.java_numbers import as_double
from .scope import MISSING, Aggregation, Scope

LONG_END = 2**63


def number_absent(scope: Scope, item: Aggregation, field: Field) -> int:
    """The number of documents that are counted with the missing value; 0 without the option."""
    return scope.narrowed(absent(scope.reader, field)).count() if MISSING in item.options else 0


def or_absent(scope: Scope, field: Field, query: Any, is_missing: bool) -> Query:
    """The query; with `is_missing`, documents without a value match too."""
    return any_of([query, absent(scope.reader, field)]) if is_missing else query


def date_format(item: Aggregation) -> dict[str, Any]:
    """The options of an aggregation by which dates are printed."""
    return {"format": item.options.get("format"), "time_zone": item.options.get("time_zone")}


def date_value(item: Aggregation, field: Field | None, value: str) -> int:
    """The milliseconds of a date in the options of an aggregation."""
    return date_bound(value, field.format if field else None, **date_format(item), shifts_epochs=False)


def missing_number(item: Aggregation, field: Field) -> Any:
    """The number of the option `missing`, of a date its milliseconds; None without the option."""
    if MISSING not in item.options:
        return None
    value = item.options[MISSING]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if field.type == "date" and not is_number:
        return date_value(item, field, text(value))
    if field.type == "boolean" and not is_number:
        return truth(text(value))
    number = value if is_number else double(text(value))
    if not isfinite(as_double(number)) or (field.type == "date" and not -LONG_END <= number < LONG_END):
        raise unsupported_error(f"unsupported option: missing [{text(value)}]")
    return number
