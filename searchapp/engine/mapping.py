"""The fields of an index: an Elasticsearch mapping read once, checked as strictly as Elasticsearch does.

`Mapping(definition, settings)` gives

    mapping.fields      {path: Field}   every leaf, sub-fields too (`name`, `name.raw`, `alias.symbol`)
    mapping.objects     {path: Object}  every object and nested object, the root is ""
    mapping.resolve("alias.*")          the fields that a pattern names, by path
    mapping.definition                  the mapping as `GET _mapping` would show it, dynamic fields included
    mapping.meta                        its `_meta`

How a field is found in the tantivy index stands in schema.py.
"""

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from re import Pattern
from re import compile as compile_pattern
from typing import Any

from .errors import EngineError

INTEGERS = {"byte": 8, "short": 16, "integer": 32, "long": 64}
FLOATS = ("float", "double")
LEAF_TYPES = (*INTEGERS, *FLOATS, "keyword", "text", "boolean", "date")
OBJECT_TYPES = ("object", "nested")
KNOWN_TYPES = frozenset((
    "aggregate_metric_double", "alias", "annotated_text", "binary", "completion", "constant_keyword",
    "counted_keyword", "date_nanos", "date_range", "dense_vector", "double_range", "flattened", "float_range",
    "geo_point", "geo_shape", "half_float", "histogram", "integer_range", "ip", "ip_range", "join", "long_range",
    "match_only_text", "murmur3", "passthrough", "percolator", "point", "rank_feature", "rank_features",
    "rank_vectors", "scaled_float", "search_as_you_type", "semantic_text", "shape", "sparse_vector", "token_count",
    "unsigned_long", "version", "wildcard",
))  # fmt: skip
COMMON_PARAMETERS = frozenset(("type", "index", "store", "copy_to", "fields", "meta"))
COLUMN_PARAMETERS = COMMON_PARAMETERS | {"doc_values", "null_value"}
NUMBER_PARAMETERS = COLUMN_PARAMETERS | {"coerce", "ignore_malformed"}
PARAMETERS = {
    **dict.fromkeys((*INTEGERS, *FLOATS), NUMBER_PARAMETERS),
    "keyword": COLUMN_PARAMETERS | {"normalizer", "ignore_above", "norms", "eager_global_ordinals", "index_options"},
    "text": COMMON_PARAMETERS | {"analyzer", "search_analyzer", "norms", "index_options", "eager_global_ordinals"},
    "boolean": COLUMN_PARAMETERS,
    "date": COLUMN_PARAMETERS | {"format", "ignore_malformed"},
    "object": frozenset(("type", "properties", "enabled", "dynamic")),
    "nested": frozenset(("type", "properties", "enabled", "dynamic", "include_in_parent", "include_in_root")),
}
ROOT_PARAMETERS = frozenset(("properties", "dynamic", "_meta", "date_detection", "numeric_detection", "_source"))
FIXED = {  # parameters that change answers and have one supported value
    "store": (False,),
    "norms": (False, True),
    "eager_global_ordinals": (False, True),
    "index_options": ("docs", "freqs", "positions"),
    "ignore_malformed": (False,),
    "coerce": (True,),
    "include_in_parent": (False,),
    "include_in_root": (False,),
}
DEFAULT_ANALYZER = "standard"
MAX_FIELDS = 1000
SPECIAL_STARTS = "-_^="


@dataclass(frozen=True, slots=True)
class Field:
    """One leaf of the mapping; `path` is what a request says, `column` is the name of its tantivy field."""

    path: str
    type: str
    source_path: str
    """Where its values are in the source: the path itself, or the parent's for a sub-field."""
    column: str
    index: bool = True
    doc_values: bool = True
    normalizer: str | None = None
    analyzer: str | None = None
    search_analyzer: str | None = None
    ignore_above: int | None = None
    null_value: Any = None
    format: str | None = None
    copy_to: tuple[str, ...] = ()
    nested: str | None = None
    """Path of the innermost nested object around it."""

    @property
    def is_text(self) -> bool:
        return self.type == "text"

    @property
    def is_keyword(self) -> bool:
        return self.type == "keyword"

    @property
    def is_integer(self) -> bool:
        return self.type in INTEGERS

    @property
    def is_number(self) -> bool:
        return self.type in INTEGERS or self.type in FLOATS

    @property
    def searchable(self) -> bool:
        """Elasticsearch answers from doc values what is not indexed, text has none."""
        return self.index or self.doc_values

    @property
    def top_column(self) -> str:
        """The companion column: the largest value of a document that has two or more."""
        return "^" + self.column


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the mapping: `enabled: false` ones are kept in the source and nothing else."""

    path: str
    nested: bool = False
    enabled: bool = True
    dynamic: str = "true"


class Mapping:
    """A checked mapping. It grows by `add_dynamic` only."""

    def __init__(self, definition: MappingType[str, Any] | None = None, settings: MappingType[str, Any] | None = None):
        definition = definition or {}
        self.settings: dict[str, Any] = dict(settings or {})
        self.fields: dict[str, Field] = {}
        self.objects: dict[str, Object] = {}
        self.meta: dict[str, Any] = definition.get("_meta") or {}
        self.date_detection: bool = definition.get("date_detection", True)
        self.numeric_detection: bool = definition.get("numeric_detection", False)
        self._definition = _expanded(definition)
        self._read_root(self._definition)

    @property
    def definition(self) -> dict[str, Any]:
        return _sorted_properties(self._definition)

    def resolve(self, pattern: str) -> list[Field]:
        """The fields a name or a pattern (`*`) stands for, ordered by path; none when nothing matches."""
        if "*" not in pattern:
            return [self.fields[pattern]] if pattern in self.fields else []
        matches = _wildcard(pattern).fullmatch
        return [self.fields[path] for path in sorted(self.fields) if matches(path)]

    def below(self, path: str) -> Iterator[Field]:
        """The fields inside the object at `path`."""
        start = path + "."
        return (field for name, field in self.fields.items() if name.startswith(start))

    def copied(self) -> "Mapping":
        """An independent mapping with the same fields, to grow for the next generation."""
        return Mapping(self._definition, self.settings)

    def add_dynamic(self, path: str, definition: dict[str, Any]) -> None:
        """Add a field or object that a document brought along; its parents must be objects."""
        parent, _, name = path.rpartition(".")
        if parent not in self.objects:
            self.add_dynamic(parent, {"type": "object"})
        if len(self.fields) + len(self.objects) > self.max_fields:
            reason = f"Limit of total fields [{self.max_fields}] has been exceeded while adding new fields [1]"
            raise EngineError(400, "document_parsing_exception", reason)
        properties = self._definition
        for part in parent.split(".") if parent else ():
            properties = properties.setdefault("properties", {})[part]
        properties.setdefault("properties", {})[name] = definition
        if "properties" in properties and properties.get("type") == "object":
            del properties["type"]
        self._read_property(name, definition, self.objects[parent], _nested_around(self.objects, parent))

    @property
    def max_fields(self) -> int:
        settings = self.settings.get("index", self.settings)
        limit = settings.get("mapping.total_fields.limit", MAX_FIELDS)
        return int(limit)

    def _read_root(self, definition: dict[str, Any]) -> None:
        unknown = sorted(set(definition) - ROOT_PARAMETERS)
        if unknown:
            raise _refused(f"Root mapping definition has unsupported parameters:  {unknown}")
        if definition.get("_source") not in (None, {}, {"enabled": True}):
            raise _refused("unsupported mapping parameter: _source")
        root = Object("", dynamic=_dynamic(definition, "true"))
        self.objects[""] = root
        self._read_properties(definition, root, None)
        if len(self.fields) + len(self.objects) - 1 > self.max_fields:
            reason = f"Limit of total fields [{self.max_fields}] has been exceeded"
            raise EngineError(400, "illegal_argument_exception", reason)

    def _read_properties(self, definition: dict[str, Any], parent: Object, nested: str | None) -> None:
        properties = definition.get("properties", {})
        if not isinstance(properties, dict):
            raise _refused(f"Expected map for property [properties] on field [{parent.path}]")
        for name, inner in properties.items():
            self._read_property(name, inner, parent, nested)

    def _read_property(self, name: str, definition: Any, parent: Object, nested: str | None) -> None:
        path = f"{parent.path}.{name}" if parent.path else name
        if not name.strip():
            raise _refused("field name cannot be an empty string")
        if not isinstance(definition, dict):
            raise _refused(f"Expected map for property [fields] on field [{name}] but got [{definition}]")
        kind: Any = definition.get("type", "object" if "properties" in definition or not definition else None)
        _check_parameters(path, kind, definition)
        if kind in OBJECT_TYPES:
            self._read_object(path, kind, definition, parent, nested)
        else:
            self._read_leaf(path, kind, definition, nested)

    def _read_object(
        self, path: str, kind: str, definition: dict[str, Any], parent: Object, nested: str | None
    ) -> None:
        enabled = parent.enabled and _boolean(path, "enabled", definition.get("enabled", True))
        here = Object(path, kind == "nested", enabled, _dynamic(definition, parent.dynamic))
        self.objects[path] = here
        if enabled:
            self._read_properties(definition, here, path if here.nested else nested)

    def _read_leaf(self, path: str, kind: str, definition: dict[str, Any], nested: str | None) -> None:
        self.fields[path] = _field(path, path, kind, definition, nested)
        sub_fields = definition.get("fields", {})
        for name, inner in sub_fields.items():
            sub_path = f"{path}.{name}"
            sub_kind = inner.get("type") if isinstance(inner, dict) else None
            if sub_kind in OBJECT_TYPES or sub_kind is None:
                raise _refused(f"Type [{sub_kind}] cannot be used in multi field [{sub_path}]")
            if "copy_to" in inner:
                raise _refused("copy_to in multi fields is not allowed. Found the copy_to in field"
                               f" [{name}] which is within a multi field.")
            _check_parameters(sub_path, sub_kind, inner)
            self.fields[sub_path] = _field(sub_path, path, sub_kind, inner, nested)


def column_name(path: str) -> str:
    """The tantivy name of a path: the path, after `=` where a reserved sign or a refused one would stand first."""
    return "=" + path if path[0] in SPECIAL_STARTS else path


def _field(path: str, source_path: str, kind: str, definition: dict[str, Any], nested: str | None) -> Field:
    copy_to = definition.get("copy_to", ())
    analyzer = definition.get("analyzer", DEFAULT_ANALYZER) if kind == "text" else None
    return Field(
        path=path,
        type=kind,
        source_path=source_path,
        column=column_name(path),
        index=_boolean(path, "index", definition.get("index", True)),
        doc_values=kind != "text" and _boolean(path, "doc_values", definition.get("doc_values", True)),
        normalizer=definition.get("normalizer"),
        analyzer=analyzer,
        search_analyzer=definition.get("search_analyzer", analyzer),
        ignore_above=_whole(path, "ignore_above", definition.get("ignore_above")),
        null_value=definition.get("null_value"),
        format=definition.get("format"),
        copy_to=(copy_to,) if isinstance(copy_to, str) else tuple(copy_to),
        nested=nested,
    )


def _check_parameters(path: str, kind: Any, definition: dict[str, Any]) -> None:
    """Refuse an unknown type, an unknown parameter and a value that the engine cannot honour, by name."""
    if kind is None:
        raise _refused(f"No type specified for field [{path}]")
    if kind in KNOWN_TYPES:
        raise _refused(f"unsupported mapping type: {kind} on field [{path}]")
    if kind not in PARAMETERS:
        raise _refused(f"The mapper type [{kind}] declared on field [{path}] does not exist. It might have been created"
                       " within a future version or requires a plugin to be installed. Check the documentation.")
    for name, value in definition.items():
        if name not in PARAMETERS[kind]:
            raise _refused(f"unknown parameter [{name}] on mapper [{path}] of type [{kind}]")
        if name in FIXED and value not in FIXED[name]:
            raise _refused(f"unsupported mapping parameter: {name} [{value}] on field [{path}]")


def _dynamic(definition: dict[str, Any], inherited: str) -> str:
    value = str(definition.get("dynamic", inherited)).lower()
    if value not in ("true", "false", "strict"):
        raise _refused(f"unsupported mapping parameter: dynamic [{value}]")
    return value


def _boolean(path: str, name: str, value: Any) -> bool:
    if value in (True, False):
        return bool(value)
    if value in ("true", "false"):
        return value == "true"
    reason = f"Failed to parse value [{value}] as only [true] or [false] are allowed."
    raise _refused(f"Could not convert [{path}.{name}] to boolean: {reason}")


def _whole(path: str, name: str, value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise _refused(f"Failed to parse value [{value}] of [{name}] on field [{path}] as a whole number")


def _refused(reason: str) -> EngineError:
    return EngineError(400, "mapper_parsing_exception", f"Failed to parse mapping: {reason}")


def _nested_around(objects: dict[str, Object], path: str) -> str | None:
    while path:
        if objects[path].nested:
            return path
        path = path.rpartition(".")[0]
    return None


def _expanded(definition: MappingType[str, Any]) -> dict[str, Any]:
    """A deep copy in which a property `a.b` stands as `b` inside `a`."""
    copy = dict(definition)
    properties = definition.get("properties")
    if not isinstance(properties, dict):
        return copy
    result: dict[str, Any] = {}
    for name, inner in properties.items():
        inner = _expanded(inner) if isinstance(inner, dict) else inner
        first, dot, rest = name.partition(".")
        if dot and first and rest:
            inner = _expanded({"properties": {rest: inner}})
            name = first
        result[name] = _merged(result[name], inner) if name in result else inner
    copy["properties"] = result
    return copy


def _merged(one: Any, other: Any) -> Any:
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return other
    return {**one, **{key: _merged(one[key], value) if key in one else value for key, value in other.items()}}


def _sorted_properties(definition: dict[str, Any]) -> dict[str, Any]:
    """Properties and sub-fields by name, as Elasticsearch shows them."""
    copy = dict(definition)
    for key in ("properties", "fields"):
        if isinstance(copy.get(key), dict):
            copy[key] = {name: _sorted_properties(inner) for name, inner in sorted(copy[key].items())}
    return copy


@lru_cache(1000)
def _wildcard(pattern: str) -> Pattern[str]:
    return compile_pattern(translate(pattern.replace("[", "[[]").replace("?", "[?]")))
