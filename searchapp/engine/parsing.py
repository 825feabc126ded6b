"""Parses values and options in a request body, as lenient and as strict as Elasticsearch."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from . import errors
from .values.addresses import address_term
from .values.date_formats import formats
from .values.java_numbers import printed_double, read_double

Converter = Callable[[Any], Any]
Converters = Mapping[str, Converter]

OPERATORS = ("and", "or")


def as_list(clauses: Any) -> list[Any]:
    """The clauses of an option that may have a list or a single clause; empty for null."""
    return clauses if isinstance(clauses, list) else [] if clauses is None else [clauses]


def an_object(name: str, body: Any) -> dict[str, Any]:
    """The body of a query. EngineError unless it is an object; `name` is that of the query."""
    if not isinstance(body, dict):
        raise errors.parsing_error(f"[{name}] query malformed, no start_object after query name")
    return body


def options(name: str, given: Mapping[str, Any], converters: Converters) -> dict[str, Any]:
    """The converted options. EngineError 400 names an unknown one."""
    return {key: _converter(name, key, converters)(value) for key, value in given.items()}


def field_options(name: str, body: Any, main: str, converters: Converters) -> tuple[str, dict[str, Any]]:
    """The field of `{field: value}` or `{field: {main: value, option: ...}}`, and its options."""
    field, value = only_field(name, an_object(name, body))
    if isinstance(value, list):
        raise errors.parsing_error(f"[{name}] query does not support array of values")
    if value is None:
        raise errors.illegal("field name is null or empty")
    given = value if isinstance(value, dict) else {main: value}
    return field, options(name, given, converters)


def only_field(name: str, body: Mapping[str, Any]) -> tuple[str, Any]:
    """The only field of a query, and its value. EngineError for no field and for several."""
    if not body:
        raise errors.illegal("field name is null or empty")
    field, *others = body
    if others:
        raise errors.parsing_error(f"[{name}] query doesn't support multiple fields, found [{field}] and [{others[0]}]")
    return field, body[field]


def field_of_object(name: str, key: str, convert: Converter, value: Any) -> Any:
    """The converted value of a field that Elasticsearch reads with an object parser, whose errors name the field."""
    try:
        return convert(value)
    except errors.EngineError as error:
        if isinstance(error, errors.CreationError) or error.type == errors.UNSUPPORTED:
            raise
        raise errors.content_error(f"[{name}] failed to parse field [{key}]: {error.reason}") from error


def _converter(name: str, key: str, converters: Converters) -> Converter:
    if key in converters:
        return converters[key]
    raise errors.parsing_error(f"[{name}] query does not support [{key}]")


def scalar(value: Any) -> Any:
    """A text, number or boolean. EngineError for another value."""
    if isinstance(value, list | dict):
        raise errors.parsing_error("query does not support arrays for value")
    if value is None:
        raise errors.illegal("value cannot be null")
    return value


def text(value: Any) -> str:
    """The text of a scalar: of a boolean as in JSON, of a number as Java prints it. EngineError for other values."""
    if type(value) is str:
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return printed_double(value)
    if isinstance(value, str | int | float):
        return str(value)
    raise errors.parsing_error(f"unknown token [{token(value)}] where a text is expected")


def only_text(value: Any) -> str:
    """The text. EngineError for other values, also numbers."""
    if not isinstance(value, str):
        raise errors.content_error(f"doesn't support values of type: {token(value)}")
    return value


def number(value: Any) -> float:
    """A finite number, also as a text. EngineError for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise errors.content_error(f"Current token ({token(value)}) not numeric, can not use numeric value accessors")
    try:
        result = float(value)
    except (ValueError, OverflowError):
        raise errors.number_format(value) from None
    if not math.isfinite(result):
        raise errors.illegal(f"[{value}] is not a finite number")
    return result


def double(text: str) -> float:
    """A double in Java's syntax. EngineError for another text."""
    try:
        return read_double(text)
    except ValueError:
        raise errors.number_format(text) from None


def address(text: str) -> str:
    """The digits of an address. EngineError for another text."""
    try:
        return address_term(text)
    except ValueError as error:
        raise errors.illegal(str(error)) from None


def integer(value: Any) -> int:
    """An integer: a text such as `"3"` is accepted, 2.7 is cut to 2. EngineError for other values."""
    result = int(number(value))
    if abs(result) >= 2**31:
        raise errors.content_error(f"Numeric value ({value}) out of range of int")
    return result


def integer_from(least: int, reason: str, error: Callable[[str], errors.EngineError] = errors.illegal) -> Converter:
    """The converter of an integer of at least `least`; `reason` may have a place for a smaller one."""

    def convert(value: Any) -> int:
        result = integer(value)
        if result < least:
            raise error(reason.format(result))
        return result

    return convert


def boolean(value: Any) -> bool:
    """A boolean, also as a text; an empty text is false. EngineError for other values."""
    if value is True or value == "true":
        return True
    if value is False or value in ("false", ""):
        return False
    raise errors.illegal(f"Failed to parse value [{value}] as only [true] or [false] are allowed.")


MAX_FLOAT = 3.4028235e38


def boost(value: Any) -> float:
    """A weight from 0 to the largest float. EngineError for other values."""
    result = number(value)
    if math.copysign(1.0, result) < 0:
        raise errors.illegal("negative [boost] are not allowed, use a value between 0 and 1 to deboost")
    if result > MAX_FLOAT:
        raise errors.CreationError("boost must be a positive float, got Infinity")
    return result


def operator(value: Any) -> str:
    """`and` or `or`, from any case. EngineError for other values."""
    result = text(value).lower()
    if result not in OPERATORS:
        raise errors.illegal(f"No enum constant org.elasticsearch.index.query.Operator.{result.upper()}")
    return result


def spec(value: Any) -> str | None:
    """A `minimum_should_match`; `minimum` checks it later."""
    if isinstance(value, list | dict):
        raise wrong_type("minimum_should_match", value)
    return None if value is None else text(value)


def given_spec(value: Any) -> str | None:
    """A `minimum_should_match` of a query on texts, which cannot be null."""
    if value is None:
        raise errors.parsing_error("unknown token [VALUE_NULL] after [minimum_should_match]")
    return spec(value)


def ignored(value: Any) -> None:
    """The converter of an option that does not change the response."""


def unsupported(what: str) -> Converter:
    """The converter of an option that the engine does not have: raises EngineError."""

    def refuse(value: Any) -> NoReturn:
        raise errors.unsupported_error(f"unsupported option: {what}")

    return refuse


NAME = unsupported("_name")


def token(value: Any) -> str:
    """The name of a value's JSON type in Elasticsearch's errors."""
    if value is None or isinstance(value, bool):
        return {None: "VALUE_NULL", True: "VALUE_TRUE", False: "VALUE_FALSE"}[value]
    if isinstance(value, dict | list):
        return "START_OBJECT" if isinstance(value, dict) else "START_ARRAY"
    return "VALUE_STRING" if isinstance(value, str) else "VALUE_NUMBER"


def wrong_type(name: str, value: Any) -> errors.EngineError:
    """The error for a value of a JSON type that an option does not take."""
    return errors.content_error(f"{name} doesn't support values of type: {token(value)}")


def minimum(required: str | None, clauses: int) -> int:
    """The number of optional clauses that must match, for `2`, `-1`, `75%`, `-25%`, `2<75% 9<-3`."""
    if required is None:
        return 0
    if "<" not in required:
        return _amount(required.strip(), clauses)
    result = clauses
    for part in re.sub(r"\s*<\s*", "<", required.strip()).split(" "):
        bound, amount, *_ = *part.split("<"), ""
        if clauses <= _integer(bound):
            break
        result = _amount(amount, clauses)
    return result


def _amount(amount: str, clauses: int) -> int:
    given = _integer(amount.removesuffix("%"))
    part = int(clauses * given / 100) if amount.endswith("%") else given
    return max(clauses + part if given < 0 else part, 0)


def _integer(value: str) -> int:
    if not re.fullmatch(r"[+-]?\d+", value) or abs(int(value)) >= 2**31:
        raise errors.WrongAmount(f'For input string: "{value}"', errors.NUMBER_FORMAT)
    return int(value)


def date_format(value: Any) -> str:
    """The names of date formats, such as `yyyy||epoch_millis`. EngineError 400 for an unknown one."""
    names = text(value)
    try:
        formats(names)
    except ValueError as error:
        raise errors.illegal(str(error)) from error
    return names
