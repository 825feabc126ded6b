"""The fields of an index: parses an Elasticsearch mapping, and checks it as strictly as Elasticsearch does.

`Mapping(definition, settings)` has

    mapping.fields      {path: Field}   all fields, with sub-fields (`name`, `name.raw`, `alias.symbol`)
    mapping.objects     {path: Object}  all objects and nested objects; the root is ""
    mapping.resolve("alias.*")          the fields that a pattern matches, by path
    mapping.definition                  the mapping as `GET _mapping` returns it, with dynamic fields
    mapping.meta                        its `_meta`

tantivy_schema.py describes how a field is stored in the tantivy index.
"""

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from typing import Any

from ...querystring.names import fitting
from ..analysis.analyzers import analyzer, normalizer
from ..analysis.definitions import with_default_analyzers
from ..errors import EngineError, illegal
from .expand import expanded, sorted_properties
from .field import (
    DEFAULT_ANALYZER,
    FLOATS,
    INTEGERS,
    LEAF_TYPES,
    OBJECT_TYPES,
    Field,
    boolean,
    check_parameters,
    field_of,
    is_one_of,
    mapping_error,
)
from .index_settings import index_settings, unified

__all__ = ["DEFAULT_ANALYZER", "FLOATS", "INTEGERS", "LEAF_TYPES", "METADATA", "Field", "Mapping", "Object"]

ROOT_PARAMETERS = frozenset(("properties", "dynamic", "_meta", "date_detection", "numeric_detection", "_source"))
ROOT_ONLY: dict[str, tuple[Any, ...]] = {
    "_routing": ({}, {"required": False}), "dynamic_templates": ([],), "enabled": (True,), "runtime": ({},),
    "subobjects": (True,), **dict.fromkeys(("_data_stream_timestamp", "_field_names", "dynamic_date_formats"), ()),
}  # fmt: skip
"""Parameters of a mapping that would change responses, with the values that do not."""
METADATA = frozenset((
    "_data_stream_timestamp", "_doc_count", "_field_names", "_id", "_ignored", "_ignored_source", "_index",
    "_nested_path", "_routing", "_seq_no", "_source", "_tier", "_version",
))  # fmt: skip

MAX_FIELDS = 32_000
"""The index settings cannot allow more: an index of tantivy has 65,535 fields, and a field of ours takes up to two."""


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the mapping. Objects with `enabled: false` are stored in the source, but not indexed."""

    path: str
    nested: bool = False
    enabled: bool = True
    dynamic: str = "true"


class Mapping:
    """A valid mapping; EngineError 400 for an invalid one. Only `add_dynamic` changes it."""

    def __init__(self, definition: MappingType[str, Any] | None = None, settings: MappingType[str, Any] | None = None):
        for name, whole in (("mapping", definition), ("settings", settings)):
            if not isinstance(whole or {}, MappingType):
                raise mapping_error(f"[{name}] must be an object")
        definition = definition or {}
        for given, name in ((settings or {}, "index"), (definition, "_meta")):
            if not isinstance(given.get(name) or {}, dict):
                raise mapping_error(f"[{name}] must be an object")
        self.settings: dict[str, Any] = unified(settings)
        self.index_settings = index_settings(settings)
        self.fields: dict[str, Field] = {}
        self.objects: dict[str, Object] = {}
        self.meta: dict[str, Any] = dict(definition.get("_meta") or {})
        self.date_detection = boolean("_doc", "date_detection", definition.get("date_detection", True))
        self.numeric_detection = boolean("_doc", "numeric_detection", definition.get("numeric_detection", False))
        self._known_analysis: set[str | None] = {None}
        self._definition = expanded(definition)
        self._read_root(self._definition)

    @property
    def definition(self) -> dict[str, Any]:
        """The mapping as JSON with sorted properties, and `_meta` if it has some."""
        definition = sorted_properties(self._definition)
        return {**definition, "_meta": self.meta} if self.meta else definition

    def resolve(self, pattern: str) -> list[Field]:
        """The fields that a name or a pattern with `*` matches, sorted by path."""
        if "*" not in pattern:
            return [self.fields[pattern]] if pattern in self.fields else []
        return [self.fields[path] for path in sorted(fitting(self.fields, pattern))]

    def below(self, path: str) -> Iterator[Field]:
        """The fields inside the object at `path`."""
        start = path + "."
        return (field for name, field in self.fields.items() if name.startswith(start))

    def copied(self) -> "Mapping":
        """A copy that can be changed without changing this mapping."""
        return Mapping(self.definition, self.settings)

    def add_dynamic(self, path: str, definition: dict[str, Any]) -> None:
        """Add a field or object of a document, with its parents. EngineError 400 if there are too many fields."""
        parent, _, name = path.rpartition(".")
        if parent not in self.objects:
            self.add_dynamic(parent, {"type": "object"})
        most = min(self.index_settings.max_fields, MAX_FIELDS)
        if len(self.fields) + len(self.objects) > most:
            reason = f"Limit of total fields [{most}] has been exceeded while adding new fields [1]"
            raise EngineError(400, "document_parsing_exception", reason)
        properties = self._definition
        for part in parent.split(".") if parent else ():
            properties = properties.setdefault("properties", {})[part]
        properties.setdefault("properties", {})[name] = definition
        if "properties" in properties and properties.get("type") == "object":
            del properties["type"]
        self._read_property(name, definition, self.objects[parent], _nested_parent(self.objects, parent))

    def _read_root(self, definition: dict[str, Any]) -> None:
        for name in ROOT_ONLY.keys() & definition.keys():
            if not is_one_of(definition[name], ROOT_ONLY[name]):
                raise mapping_error(f"unsupported mapping parameter: {name}")
        known = ROOT_PARAMETERS | ROOT_ONLY.keys()
        unknown = [f"[{name} : {definition[name]}]" for name in definition if name not in known]
        if unknown:
            raise mapping_error(f"Root mapping definition has unsupported parameters:  {' '.join(unknown)}")
        if definition.get("_source") not in (None, {}, {"enabled": True}):
            raise mapping_error("unsupported mapping parameter: _source")
        root = Object("", dynamic=_dynamic(definition, "true"))
        self.objects[""] = root
        self._read_properties(definition, root, None)
        most = min(self.index_settings.max_fields, MAX_FIELDS)
        if len(self.fields) + len(self.objects) - 1 > most:
            raise illegal(f"Limit of total fields [{most}] has been exceeded")

    def _read_properties(self, definition: dict[str, Any], parent: Object, nested: str | None) -> None:
        properties = definition.get("properties", {})
        if not isinstance(properties, dict):
            raise mapping_error(f"Expected map for property [properties] on field [{parent.path}]")
        for name, inner in properties.items():
            self._read_property(name, inner, parent, nested)

    def _read_property(self, name: str, definition: Any, parent: Object, nested: str | None) -> None:
        path = f"{parent.path}.{name}" if parent.path else name
        if not all(part.strip() for part in name.split(".")):
            raise mapping_error("field name cannot be an empty string")
        if any("\ud800" <= sign <= "\udfff" for sign in name):
            raise mapping_error("a field name has half of a surrogate pair, which is not valid Unicode")
        if path in METADATA:
            raise mapping_error(f"Field [{path}] is defined more than once")
        if not isinstance(definition, dict):
            raise mapping_error(f"Expected map for property [fields] on field [{name}] but got [{definition}]")
        is_object = "properties" in definition or definition.keys() == {"enabled"}
        kind: Any = definition.get("type", "object" if is_object else None)
        check_parameters(path, kind, definition)
        if kind in OBJECT_TYPES:
            self._read_object(path, kind, definition, parent, nested)
        else:
            self._read_leaf(path, kind, definition, nested)

    def _read_object(
        self, path: str, kind: str, definition: dict[str, Any], parent: Object, nested: str | None
    ) -> None:
        most = self.index_settings.max_depth
        if path.count(".") + 2 > most:
            raise illegal(f"Limit of mapping depth [{most}] has been exceeded due to object field [{path}]")
        enabled = parent.enabled and boolean(path, "enabled", definition.get("enabled", True))
        here = Object(path, kind == "nested", enabled, _dynamic(definition, parent.dynamic))
        self.objects[path] = here
        if enabled:
            self._read_properties(definition, here, path if here.nested else nested)

    def _read_leaf(self, path: str, kind: str, definition: dict[str, Any], nested: str | None) -> None:
        self._add_field(path, path, kind, definition, nested)
        sub_fields = definition.get("fields", {})
        if sub_fields == []:  # an empty object of PHP
            return
        if not isinstance(sub_fields, dict):
            raise mapping_error(f"Expected map for property [fields] on field [{path}]")
        for name, inner in sub_fields.items():
            if "." in name:
                raise mapping_error(f"Field name [{name}] which is a multi field of [{path}] cannot contain '.'")
            if isinstance(inner, dict) and "fields" in inner:
                raise mapping_error(f"Encountered a multi-field [{name}] which itself contains a multi-field")
            self._read_sub_field(f"{path}.{name}", path, inner, nested)

    def _read_sub_field(self, path: str, source_path: str, definition: Any, nested: str | None) -> None:
        kind = definition.get("type") if isinstance(definition, dict) else None
        if kind in OBJECT_TYPES:
            raise mapping_error(f"Type [{kind}] cannot be used in multi field")
        check_parameters(path, kind, definition)
        if "copy_to" in definition:
            raise illegal(f"[copy_to] may not be used to copy from a multi-field: [{path}]")
        self._add_field(path, source_path, kind, definition, nested)

    def _add_field(
        self, path: str, source_path: str, kind: Any, definition: dict[str, Any], nested: str | None
    ) -> None:
        if kind == "text":
            definition = with_default_analyzers(definition, self.settings)
        field = field_of(path, source_path, kind, definition, nested)
        self._check_analysis(field)
        self.fields[path] = field

    def _check_analysis(self, field: Field) -> None:
        for name in {field.analyzer, field.search_analyzer} - self._known_analysis:
            try:
                analyzer(name, self.settings)  # type: ignore[arg-type]
            except EngineError as error:
                raise mapping_error(f"analyzer [{name}] has not been configured in mappings: {error.reason}") from error
        if field.normalizer not in self._known_analysis:
            try:
                normalizer(field.normalizer, self.settings)  # type: ignore[arg-type]
            except EngineError as error:
                reason = f"normalizer [{field.normalizer}] not found for field [{field.path}]: {error.reason}"
                raise mapping_error(reason) from error
        self._known_analysis |= {field.analyzer, field.search_analyzer, field.normalizer}


def _dynamic(definition: dict[str, Any], inherited: str) -> str:
    value = str(definition.get("dynamic", inherited)).lower()
    if value not in ("true", "false", "strict"):
        raise mapping_error(f"unsupported mapping parameter: dynamic [{value}]")
    return value


def _nested_parent(objects: dict[str, Object], path: str) -> str | None:
    while path:
        if objects[path].nested:
            return path
        path = path.rpartition(".")[0]
    return None
