"""The errors of invalid documents, with the types and reasons of Elasticsearch."""

from collections.abc import Callable
from typing import Any

from ..errors import EngineError
from ..mapping.field import Field
from ..values.java_numbers import plain_text

MAX_ID = 512
"""Bytes of UTF-8."""

MAX_PREVIEW = 256
_ID_HERE = "\x00id\x00"


class InvalidDocument(Exception):
    """An error in a document, without the document's id; `type` is Elasticsearch's error type."""

    def __init__(self, reason: str, cause: str | None = None, type: str = "document_parsing_exception"):
        self.type = type
        self._reason = reason
        self._cause = cause

    def reason(self, id: str) -> str:
        """The text of the error for the document with this id."""
        reason = self._reason.replace(_ID_HERE, id)
        return f"{reason}: {self._cause}" if self._cause else reason


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
) -> InvalidDocument:
    """The error for the first of the values that cannot be converted."""
    for value in values:
        try:
            convert([value])
        except ValueError as cause:
            return InvalidDocument(failed(field, value), str(cause))
    return InvalidDocument(failed(field, values[0]), str(error))


def failed(field: Field, value: Any) -> str:
    """The reason that names a field and the value that could not be parsed."""
    preview = _preview(value)
    return (f"failed to parse field [{field.path}] of type [{field.type}] in document with id '{_ID_HERE}'."
            f" Preview of field's value: '{preview[:MAX_PREVIEW]}'")  # fmt: skip


def _preview(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}={_preview(inner)}" for key, inner in value.items()) + "}"
    return plain_text(value)
