"""The errors of invalid documents, with the types and reasons of Elasticsearch."""

from collections.abc import Callable
from typing import Any

from ..errors import EngineError
from ..mapping.field import Field
from ..values.java_numbers import plain_text

MAX_ID = 512
"""Bytes of UTF-8."""

MAX_PREVIEW = 256


class InvalidDocument(Exception):
    """An error in a document, without the document's id; `type` is Elasticsearch's error type."""

    def __init__(self, reason: str, type: str = "document_parsing_exception"):
        self.type = type
        self._reason = reason

    def reason(self, id: str) -> str:
        """The text of the error for the document with this id."""
        return self._reason


class InvalidValue(InvalidDocument):
    """A value that its field cannot hold; the text of the error begins with the field, the document and the value."""

    def __init__(self, field: Field, value: Any, cause: str):
        super().__init__(cause)
        self._field = f"[{field.path}] of type [{field.type}]"
        self._preview = _preview(value)[:MAX_PREVIEW]

    def reason(self, id: str) -> str:
        failed = f"failed to parse field {self._field} in document with id '{id}'."
        return f"{failed} Preview of field's value: '{self._preview}': {self._reason}"


def check_id(id: Any) -> str:
    """The id of a document. EngineError 400 if it is not a text of 1 to 512 bytes."""
    if not isinstance(id, str):
        raise EngineError(400, "document_parsing_exception", f"_id must be a text, not [{id!r:.100}]")
    if not id:
        raise EngineError(400, "illegal_argument_exception", "if _id is specified it must not be empty")
    try:
        length = len(id.encode())
    except UnicodeEncodeError:
        raise EngineError(400, "document_parsing_exception", f"_id is not valid Unicode: [{id!r:.100}]") from None
    if length > MAX_ID:
        reason = f"id [{id}] is too long, must be no longer than {MAX_ID} bytes but was: {length}"
        raise EngineError(400, "action_request_validation_exception", f"Validation Failed: 1: {reason};")
    return id


def check_name(name: str) -> None:
    """Raise InvalidDocument for a field name with an empty or blank part."""
    if not name:
        raise InvalidDocument("failed to parse: field name cannot be an empty string")
    if not name.strip():
        raise InvalidDocument(f"Field name cannot contain only whitespace: [{name}]")
    if "." in name and not all(part.strip() for part in name.split(".")):
        raise InvalidDocument(f"failed to parse: field name cannot contain only whitespace: ['{name}']")


def conversion_error(
    field: Field, values: list[Any], convert: Callable[[list[Any]], Any], error: Exception
) -> InvalidValue:
    """The error for the first of the values that cannot be converted."""
    for value in values:
        try:
            convert([value])
        except ValueError as cause:
            return InvalidValue(field, value, str(cause))
    return InvalidValue(field, values[0], str(error))


def _preview(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}={_preview(inner)}" for key, inner in value.items()) + "}"
    return plain_text(value)
