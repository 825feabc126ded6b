"""Parses a document by its mapping, into values for tantivy's fields, or raises the error that Elasticsearch gives.

walk      walks the source and the mapping together, collects the values of each field, adds new fields
copy      copies values to the `copy_to` targets
convert   converts the values of a field for its tantivy field and for the tantivy fields of its sub-fields
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import EngineError
from ..mapping.dynamic import guessed
from ..mapping.mapping import METADATA, Field, Mapping, Object
from ..mapping.tantivy_schema import ID, PATHS
from ..values.java_numbers import plain_text
from .document_errors import InvalidDocument, InvalidValue, check_name, conversion_error
from .field_values import converter, is_ascii, width

PLAIN = frozenset((str, int, float, bool))
SCALARS = tuple(PLAIN)

Values = dict["Leaf", list[Any]]


@dataclass(slots=True)
class Entry:
    """One document, ready for tantivy."""

    columns: dict[str, Any]
    """The value or list of values of each tantivy field."""
    terms: list[tuple[str, int]]
    """Path and number of terms of each field that has terms."""
    several: list[str]
    """The paths of the fields with two or more values."""
    wide: list[tuple[str, int]]
    """Path and width of each field with terms that are not ASCII."""


class Leaf:
    """A field with its sub-fields."""

    __slots__ = ("checked", "copy_to", "keeps_null", "path", "targets")

    def __init__(self, fields: list[Field], settings: dict[str, Any]):
        self.path = fields[0].path
        self.copy_to = fields[0].copy_to
        self.keeps_null = any(one.null_value is not None for one in fields)
        self.targets = [
            (one.path, one.column, converter(one, settings), one, one.is_text or one.is_exact, top_column(one))
            for one in fields
            if one.searchable
        ]
        self.checked = [
            (one, converter(one, settings))
            for one in fields
            if not (one.searchable or one.is_text or one.is_keyword or one.type == "boolean")
        ]
        """The fields that are not indexed, but whose values are checked, as Elasticsearch does."""
        for _, _, convert, field, _, _ in self.targets:
            _check_null_value(field, convert)


class Branch:
    """An object of the mapping with its fields and objects."""

    __slots__ = ("children", "object")

    def __init__(self, object: Object):
        self.object = object
        self.children: dict[str, Leaf | Branch] = {}


class DocumentReader:
    """Parses documents one after another, and adds dynamic fields to `mapping`."""

    def __init__(self, mapping: Mapping):
        self._start(mapping)

    def _start(self, mapping: Mapping) -> None:
        self.mapping = mapping
        self._root = _tree(mapping)

    def read(self, id: str, source: dict[str, Any]) -> Entry:
        """The entry for a source without `_id`. EngineError 400 if it is invalid; then the mapping does not change."""
        self._before: Mapping | None = None
        try:
            return self._read(id, source)
        except InvalidDocument as invalid:
            error = EngineError(400, invalid.type, invalid.reason(id))
        except EngineError as raised:
            error = raised
        if self._before is not None:
            self._start(self._before)
        raise error

    def _read(self, id: str, source: dict[str, Any]) -> Entry:
        found: Values = {}
        self._walk(self._root, source, found)
        if self._before is not None:
            self._check_guesses(self._before, found)
        self._copy(found)
        columns: dict[str, Any] = {ID: id}
        terms: list[tuple[str, int]] = []
        several: list[str] = []
        wide: list[tuple[str, int]] = []
        paths: list[str] = []
        for leaf, values in found.items():
            for field, convert in leaf.checked:
                _check_values(field, convert, values)
            for path, column, convert, field, has_characters, top in leaf.targets:
                try:
                    converted = convert(values)
                except ValueError as error:
                    raise conversion_error(field, values, convert, error) from error
                if converted is None:
                    continue
                indexed, count = converted
                paths.append(path)
                if count:
                    columns[column] = indexed
                    terms.append((path, count))
                    if has_characters and not is_ascii(indexed):
                        wide.append((path, width(indexed)))
                    if top and len(indexed) > 1:
                        several.append(path)
                        columns[top] = indexed[-1]
        columns[PATHS] = paths
        return Entry(columns, terms, several, wide)

    def _walk(self, branch: Branch, source: dict[str, Any], found: Values) -> None:
        children = branch.children
        for name, value in source.items():
            child = children.get(name)
            if child is None:
                self._unmapped(branch, name, value, found)
            elif type(child) is Leaf:
                if type(value) in PLAIN:
                    values = found.get(child)
                    if values is None:
                        found[child] = [value]
                    else:
                        values.append(value)
                else:
                    self._collect(child, value, found)
            else:
                self._enter(child, name, value, found)  # type: ignore[arg-type]

    def _collect(self, leaf: Leaf, value: Any, found: Values) -> None:
        if type(value) is list:
            values = found.setdefault(leaf, [])
            if PLAIN.issuperset(map(type, value)):
                values += value
            else:
                for one in value:
                    self._collect(leaf, one, found)
        elif isinstance(value, SCALARS) or (value is None and leaf.keeps_null):
            found.setdefault(leaf, []).append(value)
        elif isinstance(value, dict):
            field = self.mapping.fields[leaf.path]
            raise InvalidValue(field, value, "Expected a value but found an object")
        elif value is not None:
            raise InvalidValue(self.mapping.fields[leaf.path], value, f"{type(value).__name__} is not a JSON value")

    def _enter(self, branch: Branch, name: str, value: Any, found: Values) -> None:
        if isinstance(value, dict):
            if branch.object.enabled:
                self._walk(branch, value, found)
        elif isinstance(value, list):
            for one in value:
                self._enter(branch, "null", one, found)
        elif value is not None and branch.object.enabled:
            path = branch.object.path
            raise InvalidDocument(f"object mapping for [{path}] tried to parse field [{name}] as object,"
                           " but found a concrete value")  # fmt: skip

    def _unmapped(self, branch: Branch, name: str, value: Any, found: Values) -> None:
        check_name(name)
        path = branch.object.path
        if name in METADATA and not path:
            raise InvalidDocument(f"Field [{name}] is a metadata field and cannot be added inside a document."
                           " Use the index API request parameters.")  # fmt: skip
        if "." in name:
            first, _, rest = name.partition(".")
            self._walk(branch, {first: {rest: value}}, found)
        elif branch.object.dynamic == "strict":
            where = path or "_doc"
            reason = f"mapping set to strict, dynamic introduction of [{name}] within [{where}] is not allowed"
            raise InvalidDocument(reason, type="strict_dynamic_mapping_exception")
        elif branch.object.dynamic == "true":
            definition = guessed(self.mapping, value)
            if definition is not None:
                branch.children[name] = self._add(f"{path}.{name}" if path else name, definition)
                self._walk(branch, {name: value}, found)

    def _add(self, path: str, definition: dict[str, Any]) -> "Leaf | Branch":
        """Add a dynamic field to the mapping."""
        if self._before is None:
            self._before = self.mapping.copied()
        self.mapping.add_dynamic(path, definition)
        if path in self.mapping.objects:
            return Branch(self.mapping.objects[path])
        fields = self.mapping.fields
        return Leaf([fields[path], *self.mapping.below(path)], self.mapping.settings)

    def _check_guesses(self, before: Mapping, found: Values) -> None:
        """Raise InvalidDocument for a new field with values of several types."""
        for leaf, values in found.items():
            if leaf.path in before.fields:
                continue
            guesses = [guess for value in values if (guess := guessed(self.mapping, value)) is not None]
            other = next((guess for guess in guesses if guess != guesses[0]), None)
            if other is not None:
                changed = f"cannot be changed from type [{guesses[0]['type']}] to [{other['type']}]"
                raise InvalidDocument(f"mapper [{leaf.path}] {changed}", type="illegal_argument_exception")

    def _copy(self, found: Values) -> None:
        copies: dict[str, list[Any]] = {}
        for leaf, values in found.items():
            for target in leaf.copy_to:
                if target in copies:
                    copies[target] += values
                else:
                    copies[target] = list(values)
        for target, values in copies.items():
            texts = [value if type(value) is str else plain_text(value) for value in values if value is not None]
            if texts:
                self._walk(self._root, {target: texts}, found)


def top_column(field: Field) -> str | None:
    """The name of the column for the largest of several values; None for a field without doc values."""
    return field.top_column if field.doc_values else None


def _tree(mapping: Mapping) -> Branch:
    branches = {path: Branch(object) for path, object in mapping.objects.items()}
    for path, branch in branches.items():
        if path:
            parent, _, name = path.rpartition(".")
            branches[parent].children[name] = branch
    by_source: dict[str, list[Field]] = {}
    for field in mapping.fields.values():
        by_source.setdefault(field.source_path, []).append(field)
    for path, fields in by_source.items():
        parent, _, name = path.rpartition(".")
        branches[parent].children[name] = Leaf(fields, mapping.settings)
    return branches[""]


def _check_values(field: Field, convert: Callable[[list[Any]], Any], values: list[Any]) -> None:
    try:
        convert(values)
    except ValueError as error:
        raise conversion_error(field, values, convert, error) from error


def _check_null_value(field: Field, convert: Callable[[list[Any]], Any]) -> None:
    if field.null_value is not None:
        try:
            if field.null_value == "" and not field.is_keyword:
                raise ValueError("empty String")
            if field.is_integer and isinstance(field.null_value, float) and not field.null_value.is_integer():
                raise ValueError(f"Value [{field.null_value}] has a decimal part")
            convert([None])
        except ValueError as error:
            raise EngineError(400, "mapper_parsing_exception", f"Failed to parse mapping: {error}") from error
