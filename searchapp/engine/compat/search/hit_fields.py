"""The keys `fields` and `docvalue_fields` of a body: values of single fields in the hits, in the form of their types.

`fields` has the values in the order of the source, in nested objects by object. `docvalue_fields` has the
values that the index has for sorting: sorted, keywords once, nothing of texts and nested objects.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import orjson

from ....querystring.names import fits_pattern
from ...errors import content_error, illegal, unsupported_error
from ...index.doc_values import column_field
from ...index.reader import Reader
from ...indexing.field_values import converter, is_ignored
from ...mapping.field import Field
from ...mapping.mapping import METADATA
from ...parsing import boolean, date_format, field_of_object, text, token, wrong_type
from ...search.request import JsonHit, Request
from ...source.filter import leaves, source_values
from ...values.addresses import address_text
from ...values.dates import date_text
from ...values.java_numbers import plain_text, shortest
from ...work import work

JsonFields = dict[str, list[Any]]
Values = Callable[[Any, str], list[Any]]
"""A function from a document, or from a nested object and its path, to the values of a field."""
Convert = Callable[[Any], list[Any]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """An entry of `fields` or `docvalue_fields`: a name or a pattern, and a format for dates."""

    name: str
    format: str | None = None
    has_unmapped: bool = False
    """Whether values without a field are returned too."""


@dataclass(frozen=True, slots=True)
class HitFields:
    """The entries of both keys."""

    fields: Sequence[Wanted] = ()
    doc_values: Sequence[Wanted] = ()

    def reads_fields(self, reader: Reader) -> bool:
        """Whether the index has one of the `fields`."""
        return any(reader.mapping.resolve(one.name) for one in self.fields)

    def values(self, reader: Reader) -> Callable[[Any], JsonHit]:
        """A function from a source to the keys of a hit; both share the key `fields`."""
        fields, doc_values = fields_of(reader, self.fields), doc_values_of(reader, self.doc_values)

        def keys(source: Any) -> JsonHit:
            values, ignored = fields(source)
            found = {"fields": {**doc_values(source), **values}, "ignored_field_values": ignored}
            work().count_answer_bytes(len(orjson.dumps(found)))
            return {key: value for key, value in found.items() if value}

        return keys


def read_fields(request: Request, given: list[Any]) -> None:
    """Read the key `fields`. EngineError for a wrong entry."""
    _set(request, replace(hit_fields(request), fields=[_entry("fields", one) for one in given]))


def read_doc_values(request: Request, given: list[Any]) -> None:
    """Read the key `docvalue_fields`. EngineError for a wrong entry."""
    _set(request, replace(hit_fields(request), doc_values=[_entry("docvalue_fields", one) for one in given]))


def share_fields(request: Request, inner: Request) -> None:
    """Give an inner request the `fields` of a request, unless it has its own."""
    found = hit_fields(inner)
    _set(inner, replace(found, fields=found.fields or hit_fields(request).fields))


def hit_fields(request: Request) -> HitFields:
    """The wanted fields of a request, empty if it has none."""
    return cast(HitFields, request.fields) or HitFields()


def _set(request: Request, found: HitFields) -> None:
    request.fields = found if found.fields or found.doc_values else None


def _entry(key: str, given: Any) -> Wanted:
    if isinstance(given, str | int | float):
        return Wanted(text(given))
    if not isinstance(given, dict):
        raise content_error(f"[fetch_field_and_format] Expected START_OBJECT but was: {token(given)}")
    found = {name: _option(name, value) for name, value in given.items()}
    if "field" not in found:
        raise illegal("Required [field]")
    return Wanted(found["field"], found.get("format"), key == "fields" and found.get("include_unmapped", False))


def _option(name: str, value: Any) -> Any:
    if name == "include_unmapped":
        return field_of_object("fetch_field_and_format", name, boolean, value)
    if name not in ("field", "format"):
        raise content_error(f"[fetch_field_and_format] unknown field [{name}]")
    if not isinstance(value, str) and (name == "field" or value is not None):
        raise wrong_type(f"[fetch_field_and_format] {name}", value)
    return value


def fields_of(reader: Reader, wanted: Sequence[Wanted]) -> Callable[[Any], tuple[JsonFields, JsonFields]]:
    """A function from a source to the values of the fields, and to the values that are left out."""
    if not wanted:
        return lambda source: ({}, {})
    values: dict[str, Values] = {}
    ignored: dict[str, Values] = {}
    for one in wanted:
        if one.name in METADATA:
            raise unsupported_error(f"unsupported field: {one.name} of fields")
        for field in reader.mapping.resolve(one.name):
            reason = f"Field [{field.path}] of type [{field.type}] doesn't support formats."
            _check_format(field, one.format, f"error fetching [{field.path}]: {reason}")
            paths = reader.source_paths(field)
            values[field.path] = partial(_values, field, one.format, paths, _converted(reader, field))
            if field.ignore_above is not None or field.is_number:
                ignored[field.path] = partial(_ignored, field, paths)
    roots = [path for path, found in reader.mapping.objects.items() if found.nested]
    unmapped = [one.name for one in wanted if one.has_unmapped]
    if unmapped and roots:
        raise unsupported_error("unsupported option: include_unmapped of fields in an index with nested objects")

    def found(source: Any) -> tuple[JsonFields, JsonFields]:
        values_of = _by_object(values, roots, source, "")
        more = _unmapped(reader.mapping.fields, unmapped, source) if unmapped else {}
        return values_of | more, _by_object(ignored, roots, source, "")

    return found


def _unmapped(mapped: Container[str], patterns: Iterable[str], source: Any) -> JsonFields:
    """The values of a source that are not of a field, and whose path a pattern matches."""
    unmapped = {path: values for path, values in leaves(source).items() if path not in mapped and values != [None]}
    return {path: values for path, values in unmapped.items() if any(fits_pattern(path, each) for each in patterns)}


def doc_values_of(reader: Reader, wanted: Iterable[Wanted]) -> Callable[[Any], JsonFields]:
    """A function from a source to the doc values of the fields. EngineError for a field without them."""
    read: dict[str, Convert] = {}
    for one in wanted:
        if one.name in METADATA:
            column_field(reader, one.name)
        for named in reader.mapping.resolve(one.name):
            field = column_field(reader, named.path)
            if named.is_number and one.format is not None:
                raise unsupported_error(f"unsupported option: format of [{named.path}], a field of numbers")
            reason = f"Field [{named.path}] of type [{named.type}] does not support custom formats"
            _check_format(named, one.format, reason)
            if field is not None:
                read[field.path] = partial(_doc_values, field, one.format, converter(field, reader.mapping.settings))
    most = reader.mapping.index_settings.max_doc_values
    if len(read) > most:
        raise illegal(
            f"Trying to retrieve too many docvalue_fields. Must be less than or equal to: [{most}]"
            f" but was [{len(read)}]."
        )
    return lambda source: {path: found for path, values in read.items() if (found := values(source))}


def _check_format(field: Field, format: str | None, reason: str) -> None:
    """Raise EngineError for a format that the field does not have; `reason` is the text for fields without dates."""
    if format is None:
        return
    if field.type != "date":
        raise illegal(reason)
    date_format(format)


def _values(
    field: Field, format: str | None, paths: Iterable[str], convert: Convert, source: Any, root: str
) -> list[Any]:
    found = (convert(value) for value in _raw(source, paths, root))
    return [_printed(field, format, value) for values in found for value in values]


def _ignored(field: Field, paths: Iterable[str], source: Any, root: str) -> list[Any]:
    """The values that a field leaves out, for numbers also empty texts, which hits do not list in `_ignored`."""
    empty = ("",) if field.is_number else ()
    values = (value for value in _raw(source, paths, root) if value is not None)
    return [value for value in values if value in empty or is_ignored(field, value)]


def _raw(source: Any, paths: Iterable[str], root: str) -> Iterator[Any]:
    """The values of a source at these paths, which begin with the path of the source."""
    for path in paths:
        yield from source_values(source, path[len(root) :])


def _converted(reader: Reader, field: Field) -> Convert:
    """A function from a value of a source to a list with the value as the field reads it; empty without a value."""
    if field.is_text:
        return lambda value: [] if value is None else [plain_text(value)]
    convert = converter(field, reader.mapping.settings)

    def one(value: Any) -> list[Any]:
        with suppress(ValueError):  # of a field that is not in the index, and whose values are not checked
            found = convert([value])
            return [] if found is None else list(found[0])
        return []

    return one


def _doc_values(field: Field, format: str | None, convert: Callable[[list[Any]], Any], source: Any) -> list[Any]:
    found = convert(source_values(source, field.source_path))
    printed = [_printed(field, format, value) for value in found[0]] if found else []
    return [float(value) for value in found[0]] if found and field.type == "float" else printed


def _printed(field: Field, format: str | None, value: Any) -> Any:
    if field.type == "date":
        return date_text(value, format or field.format)
    if field.type == "boolean":
        return bool(value)
    if field.is_address:
        return address_text(value)
    return shortest(value) if field.type == "float" else value


def _by_object(found: Mapping[str, Values], roots: list[str], source: Any, root: str) -> JsonFields:
    """The values of a document, or of a nested object whose path with a dot is `root`, by their path below it.

    The values in nested objects are lists of such values, one for each object that has some.
    """
    made: JsonFields = {}
    inside: dict[str, dict[str, Values]] = {}
    for path, values in found.items():
        around = [one for one in roots if path.startswith(one + ".") and len(one) > len(root)]
        if around:
            inside.setdefault(min(around, key=len), {})[path] = values
        elif here := values(source, root):
            made[path[len(root) :]] = here
    for path, fields in inside.items():
        objects = [_by_object(fields, roots, one, f"{path}.") for one in source_values(source, path[len(root) :])]
        if some := [one for one in objects if one]:
            made[path[len(root) :]] = some
    return made
