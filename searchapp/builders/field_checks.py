"""Checks the field names of a request against the metadata. A wrong name is a 400 with a suggestion."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Protocol

from ..did_you_mean import did_you_mean
from ..errors import ErrorKind, PipelineError, quoted
from ..querystring.field_types import CONTAINERS
from ..querystring.names import fitting, is_scope, scope_name
from ..querystring.sub_fields import TEXTS, sorted_field

Fields = Mapping[str, Mapping[str, Any]]


class HasFields(Protocol):
    """An object that knows the fields of collections, such as the metadata."""

    def fields(self, item_type: str | None) -> Mapping[str, Any]:
        """The fields of an item type by name."""


GivenMetadata = HasFields | Mapping[str, Any] | None
"""The metadata that an application may give to a builder or parser. A mapping has the fields of all item types."""

MAX_WARNINGS = 10
"""The maximum number of names in the warnings of an answer."""


def as_list(value: Any) -> list[Any]:
    """The value as a list: a list is unchanged, another value becomes a list of one."""
    return value if isinstance(value, list) else [value]


def known_scope(scope: str, fields: Fields) -> bool:
    """True for a field, for `_id`, and for a pattern that some field fits."""
    name = scope_name(scope)
    if "*" in name:
        return bool(fitting(fields, name))
    return name in fields or name == "_id"


def is_searchable(field: Mapping[str, Any]) -> bool:
    """Whether a field can be searched. A table has columns that are searched without an index."""
    return field.get("index") is not False or field.get("searched_by_default") is True


def check_weights(scopes: Iterable[str]) -> None:
    """Refuses a scope whose weight is not a plain number."""
    for scope in scopes:
        if not is_scope(scope):
            raise refused(
                "scopes", scope, f"scopes: {quoted(scope)!r} is not a field with a weight, write it as symbol^2"
            )


def check_scopes(scopes: Iterable[str], fields: Fields) -> None:
    """Refuses a scope that is not a field, or an object."""
    for scope in scopes:
        name = scope_name(scope)
        if not known_scope(scope, fields):
            raise unknown_field("scopes", name, fields)
        if type_of(name, fields) in CONTAINERS:
            raise refused("scopes", name, f"scopes: {quoted(name)} is an object, {instead_of_object(name, fields)}")


def check_highlighted(names: Iterable[str], fields: Fields) -> None:
    """Refuses names for highlighting that are neither a field nor a pattern that some field matches."""
    for name in names:
        if name == "_id" or not known_scope(name, fields):
            raise unknown_field("highlight", name, fields)


def unknown_fields(keyword: str, names: Iterable[str], fields: Fields) -> list[str]:
    """Warnings for unknown field names, and for patterns that match no field.

    Only for the first MAX_WARNINGS names, because the nearest field is searched among hundreds.
    """
    unknown_names = (name for name in names if not name.startswith("_") and not known_scope(name, fields))
    kept = tuple(f"{name}." for name, field in fields.items() if field.get("index") is False)
    found = islice((name for name in unknown_names if not name.startswith(kept)), MAX_WARNINGS)
    return [f"{keyword}: no field is named {quoted(name)}{did_you_mean(name, fields, in_list)}" for name in found]


def check_sort(names: Iterable[str], fields: Fields) -> None:
    """Refuses a sort key that documents cannot be ordered by."""
    check_values("sort", "cannot sort by", [sorted_field(name, fields) for name in names], fields)


def check_facets(names: Iterable[str], fields: Fields) -> None:
    """Refuses a facet whose values cannot be counted."""
    check_values("aggs", "cannot count the values of", names, fields)


def check_values(keyword: str, cannot: str, names: Iterable[str], fields: Fields) -> None:
    """Raise a 400 for an unknown field, or one without values to sort or count; `cannot` begins the error."""
    for name in names:
        check_known(keyword, name, fields)
        hint = without_values(name, fields)
        if hint:
            raise refused(keyword, name, f"{cannot} {quoted(name)}, {hint}", ErrorKind.NOT_SORTABLE)


def check_known(keyword: str, name: str, fields: Fields) -> None:
    """Raise a 400 for an unknown field, with the nearest known one."""
    if name not in fields:
        raise unknown_field(keyword, name, fields)


def without_values(name: str, fields: Fields) -> str | None:
    """The reason why the values of the field cannot be sorted or counted, and an alternative; None if they can."""
    kind = type_of(name, fields)
    if kind in CONTAINERS:
        return f"which is an object: {instead_of_object(name, fields)}"
    if kind in TEXTS and not fields[name].get("doc_values"):
        return f"which is text: {instead_of_text(name, fields)}"
    if fields[name].get("nested"):
        return f"which is inside the nested objects of {fields[name]['nested']}: use another field"
    if fields[name].get("doc_values") is False:
        return "whose values are not stored for sorting and counting: use another field"
    return None


def instead_of_object(name: str, fields: Fields) -> str:
    """Which field to use instead of an object."""
    inside = [field for field in fields if field.startswith(f"{name}.")]
    return f"use a field inside it such as {inside[0]}" if inside else "use another field"


def instead_of_text(name: str, fields: Fields) -> str:
    """Which field to use instead of an analysed text."""
    exact = [field for field in fields if field.startswith(f"{name}.") and without_values(field, fields) is None]
    return f"use {exact[0]}" if exact else "use a keyword, number, date or boolean field"


def type_of(name: str, fields: Fields) -> str | None:
    """The type of a field, or None if it is unknown."""
    return fields[name].get("type") if name in fields else None


def in_list(name: str) -> str:
    """The name of a field as the text of a list needs it (CR4): in quotes if it has blanks."""
    return f'"{name}"' if " " in name else name


def unknown_field(keyword: str, name: str, fields: Fields) -> PipelineError:
    return refused(keyword, name, f"{keyword}: no field is named {quoted(name)}{did_you_mean(name, fields, in_list)}")


def refused(keyword: str, name: str, summary: str, kind: ErrorKind | None = None) -> PipelineError:
    return PipelineError(400, summary, {"keyword": keyword, "field": quoted(name)}, kind)
