"""Doc values: the fields that can be sorted by and counted in facets, and the texts of their values."""

from ..errors import illegal, unsupported_error
from ..mapping.mapping import METADATA, Field
from ..mapping.tantivy_schema import ID
from ..values.dates import date_text
from ..values.java_numbers import java_integer
from .reader import Reader

NO_ID_VALUES = (
    "Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting:"
    " indices.id_field_data.enabled"
)


def column_field(reader: Reader, path: str) -> Field | None:
    """Like `doc_values_field`; None also for a field in nested objects."""
    field = doc_values_field(reader, path)
    return field if field is not None and field.nested is None else None


def doc_values_field(reader: Reader, path: str) -> Field | None:
    """The field with doc values at a path; None if it is unmapped. EngineError if it has no doc values."""
    if path == ID:
        raise illegal(NO_ID_VALUES)
    if path in METADATA:
        raise unsupported_error(f"unsupported field: {path}")
    field = reader.mapping.fields.get(path)
    if field is None:
        return None
    if field.is_text:
        raise illegal(
            f"Fielddata is disabled on [{path}] in [{reader.name}]. Text fields are not optimised for"
            " operations that require per-document field data like aggregations and sorting, so these"
            " operations are disabled by default. Please use a keyword field instead."
        )
    if not field.doc_values:
        raise illegal(
            f"Can't load fielddata on [{path}] because fielddata is unsupported on fields of type"
            f" [{field.type}]. Use doc values instead."
        )
    return field


def value_text(
    field: Field | None, value: float, format: str | None = None, time_zone: str | None = None
) -> str | None:
    """The text of a date or boolean; None for numbers."""
    if field is None or field.type not in ("date", "boolean"):
        return None
    if field.type == "date":
        return date_text(java_integer(value, 64), format or field.format, time_zone)
    return "true" if value else "false"
