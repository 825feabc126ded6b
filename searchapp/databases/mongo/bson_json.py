"""Writes MongoDB's own values as JSON for callers, and reads such values from texts.

An ObjectId and a UUID become texts, a date ISO 8601 in UTC, a decimal a number. The decoder of pymongo does it.
"""

import base64
import json
import re
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from bson import Binary, Code, DBRef, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp, json_util
from bson.codec_options import CodecOptions, DatetimeConversion, TypeDecoder, TypeRegistry
from bson.datetime_ms import DatetimeMS

from .query.filters import FRACTION
from .query.regexp import condition_of
from .query.stored_dates import MOMENT

INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}")
JSON = json_util.JSONOptions(datetime_conversion=DatetimeConversion.DATETIME_MS)


def decoder(kind: type, read: Any) -> TypeDecoder:
    """The decoder that turns every value of a type of BSON into a value of JSON."""

    class Decoder(TypeDecoder):
        bson_type = kind

        def transform_bson(self, value: Any) -> Any:
            return read(value)

    return Decoder()


def date_text(value: DatetimeMS) -> Any:
    """ISO 8601 in UTC, with milliseconds if they are not 0; the number itself for years outside of Python's range."""
    millis = int(value)
    try:
        moment = datetime.fromtimestamp(millis // 1000, UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        return millis
    fraction = f".{millis % 1000:03d}" if millis % 1000 else ""
    return f"{moment.isoformat()}{fraction}Z"


def binary_text(value: Binary) -> str:
    """A UUID in its usual form, other bytes in base64."""
    if value.subtype in (3, 4) and len(value) == 16:
        return str(uuid.UUID(bytes=bytes(value)))
    return base64.b64encode(value).decode()


def decimal_number(value: Decimal128) -> Any:
    number = float(value.to_decimal()) if value.to_decimal().is_finite() else None
    return int(number) if number is not None and number.is_integer() and abs(number) < 2**53 else number


def finite(value: float) -> float | None:
    return value if value - value == 0 else None


DECODERS = (
    (ObjectId, str),
    (DatetimeMS, date_text),
    (Binary, binary_text),
    (bytes, lambda value: base64.b64encode(value).decode()),
    (Decimal128, decimal_number),
    (Int64, int),
    (float, finite),
    (Regex, lambda value: value.pattern if isinstance(value.pattern, str) else value.pattern.decode(errors="replace")),
    (Code, str),
    (Timestamp, lambda value: value.as_datetime().replace(tzinfo=None).isoformat() + "Z"),
    (DBRef, lambda value: f"{value.collection}/{text_id(value.id)}"),
    (MinKey, lambda _: None),
    (MaxKey, lambda _: None),
)

PLAIN: CodecOptions[Any] = CodecOptions(
    datetime_conversion=DatetimeConversion.DATETIME_MS,
    unicode_decode_error_handler="replace",
    type_registry=TypeRegistry([decoder(kind, read) for kind, read in DECODERS]),
)
"""Reads documents as values of JSON."""

MONGO: CodecOptions[Any] = CodecOptions(
    datetime_conversion=DatetimeConversion.DATETIME_MS, unicode_decode_error_handler="replace"
)
"""Reads documents as values of MongoDB, which can be sent to it again."""


def text_id(value: Any) -> str:
    """The text of an `_id` of any type."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, default=str, ensure_ascii=False, separators=(",", ":"))


def values_of_id(text: str) -> list[Any]:
    """The values of an `_id` that a text may mean: the text, an ObjectId, number, date, boolean, object or UUID."""
    found: list[Any] = [text]
    if ObjectId.is_valid(text):
        found.append(ObjectId(text))
    if INTEGER.fullmatch(text) and abs(int(text)) < 2**63:
        found.append(int(text))
    elif FRACTION.fullmatch(text):
        found.append(float(text))
    elif MOMENT.fullmatch(text):
        found += read_or_empty(text, datetime.fromisoformat)
    elif text in ("true", "false") or (text.startswith("{") and '"$' not in text):
        found += read_or_empty(text, json.loads)
    if len(text) == 36 and text.count("-") == 4:
        found += read_or_empty(text, uuid_value)
    return found


def read_or_empty(text: str, read_value: Callable[[str], Any]) -> list[Any]:
    """The value that a function reads from a text; empty if it cannot read the text."""
    try:
        return [read_value(text)]
    except (ValueError, RecursionError):
        return []


def uuid_value(text: str) -> Binary:
    return Binary(uuid.UUID(text).bytes, 4)


def spellings(text: str) -> set[str]:
    """The spellings by which an id is looked up: ObjectIds and UUIDs also in lower case."""
    return {text, text.lower()} if ObjectId.is_valid(text) or len(text) == 36 else {text}


def from_plain(condition: Any, any_case: bool = False) -> Any:
    """A filter in which Extended JSON and patterns are replaced by values of MongoDB, and `_id` may have any type.

    With `any_case` patterns ignore case, as comparisons do with a collation of strength 1 or 2.
    """
    if isinstance(condition, list):
        return [from_plain(each, any_case) for each in condition]
    if not isinstance(condition, dict):
        return condition
    if len(condition) == 1:
        name, value = next(iter(condition.items()))
        if name == "$oid":
            return ObjectId(value)
        if name == "$date":
            return datetime.fromisoformat(value)
        if name == "_id" and isinstance(value, dict) and value.keys() <= {"$eq", "$in"}:
            return {"_id": of_any_type(value.get("$in", [value["$eq"]] if "$eq" in value else []))}
    if "$regexp" in condition:
        condition = condition_of(condition["$regexp"], condition.get("kind"))
    if any_case and "$regex" in condition:
        return {**condition, "$options": condition.get("$options", "").replace("i", "") + "i"}
    return {name: from_plain(value, any_case) for name, value in condition.items()}


def of_any_type(ids: Iterable[Any]) -> dict[str, Any]:
    """The condition that finds these ids, whatever the type of the `_id`."""
    found = [value for text in ids for value in (values_of_id(text) if isinstance(text, str) else [from_plain(text)])]
    return {"$eq": found[0]} if len(found) == 1 else {"$in": found}


def documents(found: Iterable[Any]) -> list[Any]:
    """The documents, each with its `_id` as text."""
    hits = list(found)
    for hit in hits:
        if type(hit["_id"]) is not str:
            hit["_id"] = text_id(hit["_id"])
    return hits


def dumped(value: Any) -> str:
    """Values as Extended JSON, to be read again by `loaded`."""
    return str(json_util.dumps(value))


def loaded(text: str) -> Any:
    return json_util.loads(text, json_options=JSON)
