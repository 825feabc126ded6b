"""A field of a mapping: its types and parameters, with their checks, and the `Field` that they make."""

from dataclasses import dataclass
from typing import Any

from ..errors import EngineError
from ..values.date_formats import formats

INTEGERS = {"byte": 8, "short": 16, "integer": 32, "long": 64}
FLOATS = ("float", "double")
LEAF_TYPES = (*INTEGERS, *FLOATS, "keyword", "text", "boolean", "date", "ip")
OBJECT_TYPES = ("object", "nested")
KNOWN_TYPES = frozenset((
    "aggregate_metric_double", "alias", "annotated_text", "binary", "completion", "constant_keyword",
    "counted_keyword", "date_nanos", "date_range", "dense_vector", "double_range", "flattened", "float_range",
    "geo_point", "geo_shape", "half_float", "histogram", "integer_range", "ip_range", "join", "long_range",
    "match_only_text", "murmur3", "passthrough", "percolator", "point", "rank_feature", "rank_features",
    "rank_vectors", "scaled_float", "search_as_you_type", "semantic_text", "shape", "sparse_vector", "token_count",
    "unsigned_long", "version", "wildcard",
))  # fmt: skip
COMMON_PARAMETERS = frozenset(("type", "index", "store", "copy_to", "fields", "meta"))
COLUMN_PARAMETERS = COMMON_PARAMETERS | {"doc_values", "null_value"}
NUMBER_PARAMETERS = COLUMN_PARAMETERS | {"coerce", "ignore_malformed", "time_series_dimension"}
PARAMETERS = {
    **dict.fromkeys((*INTEGERS, *FLOATS), NUMBER_PARAMETERS),
    "keyword": COLUMN_PARAMETERS | {
        "normalizer", "ignore_above", "norms", "eager_global_ordinals", "index_options", "similarity",
        "split_queries_on_whitespace", "time_series_dimension",
    },
    "text": COMMON_PARAMETERS | {
        "analyzer", "search_analyzer", "norms", "index_options", "eager_global_ordinals", "term_vector", "fielddata",
        "index_phrases", "position_increment_gap", "similarity",
    },
    "boolean": COLUMN_PARAMETERS | {"ignore_malformed", "time_series_dimension"},
    "date": COLUMN_PARAMETERS | {"format", "ignore_malformed"},
    "ip": COLUMN_PARAMETERS | {"ignore_malformed", "time_series_dimension"},
    "object": frozenset(("type", "properties", "enabled", "dynamic", "subobjects")),
    "nested": frozenset(("type", "properties", "enabled", "dynamic", "include_in_parent", "include_in_root")),
}  # fmt: skip
NUMBER_UNSUPPORTED = frozenset(("on_script_error", "script", "time_series_metric"))
UNSUPPORTED = {
    **dict.fromkeys((*INTEGERS, *FLOATS), NUMBER_UNSUPPORTED),
    "keyword": frozenset(("on_script_error", "script")),
    "text": frozenset(("fielddata_frequency_filter", "index_prefixes", "search_quote_analyzer")),
    "boolean": frozenset(("on_script_error", "script")),
    "date": frozenset(("locale", "on_script_error", "script")),
    "ip": frozenset(("on_script_error", "script")),
    "object": frozenset(),
    "nested": frozenset(),
}
"""Parameters that Elasticsearch has and the engine does not."""
TERM_VECTORS = ("no", "yes", "with_offsets", "with_positions", "with_payloads", "with_positions_offsets",
                "with_positions_payloads", "with_positions_offsets_payloads")  # fmt: skip
FIXED = {  # parameters that change responses, with the supported values
    "store": (False,),
    "eager_global_ordinals": (False, True),
    "ignore_malformed": (False,),
    "coerce": (True,),
    "include_in_parent": (False,),
    "include_in_root": (False,),
    "fielddata": (False,),
    "index_phrases": (False,),
    "position_increment_gap": (100,),
    "similarity": ("BM25",),
    "split_queries_on_whitespace": (False,),
    "subobjects": (True,),
    "time_series_dimension": (False,),
}
OF_TYPE: dict[str, dict[str, tuple[Any, ...]]] = {
    "text": {"index_options": ("positions", "offsets"), "term_vector": TERM_VECTORS, "norms": (False, True)},
    "keyword": {"index_options": ("docs",), "norms": (False,)},
    **dict.fromkeys((*INTEGERS, *FLOATS), {"ignore_malformed": (False, True)}),  # noqa: RUF024
}
"""Like `FIXED`, for one type."""
DEFAULT_ANALYZER = "standard"
SPECIAL_STARTS = "-_^="


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `path` is its name in requests, `column` the name of its tantivy field."""

    path: str
    type: str
    source_path: str
    """The path of its values in the source: `path` itself, or for a sub-field its parent's path."""
    column: str
    index: bool = True
    doc_values: bool = True
    normalizer: str | None = None
    analyzer: str | None = None
    search_analyzer: str | None = None
    norms: bool = True
    """Whether the length of a text influences its score."""
    offsets: bool = False
    """Whether Elasticsearch keeps the offsets of a text, so that it need not be short to be highlighted."""
    ignore_above: int | None = None
    ignore_malformed: bool = False
    """Whether values that are no numbers are left out, instead of refused."""
    null_value: Any = None
    format: str | None = None
    copy_to: tuple[str, ...] = ()
    nested: str | None = None
    """The path of the innermost nested object that contains the field."""

    @property
    def is_text(self) -> bool:
        return self.type == "text"

    @property
    def is_keyword(self) -> bool:
        return self.type == "keyword"

    @property
    def is_address(self) -> bool:
        return self.type == "ip"

    @property
    def is_exact(self) -> bool:
        """Whether the index has each value as one term: a keyword, or the digits of an address."""
        return self.is_keyword or self.is_address

    @property
    def is_integer(self) -> bool:
        return self.type in INTEGERS

    @property
    def is_number(self) -> bool:
        return self.type in INTEGERS or self.type in FLOATS

    @property
    def searchable(self) -> bool:
        """Whether queries can use the field. Without an index, Elasticsearch uses the doc values; a text has none."""
        return self.index or self.doc_values

    @property
    def top_column(self) -> str:
        """The name of the second column: the largest value of each document that has two or more."""
        return "^" + self.column


TEXTS = ("analyzer", "search_analyzer", "normalizer", "format")


def field_of(path: str, source_path: str, kind: str, definition: dict[str, Any], nested: str | None) -> Field:
    """The field of a definition whose parameters are checked. EngineError for a wrong value."""
    copy_to = definition.get("copy_to", ())
    analyzer_name = definition.get("analyzer", DEFAULT_ANALYZER) if kind == "text" else None
    return Field(
        path=path,
        type=kind,
        source_path=source_path,
        column="=" + path if path[0] in SPECIAL_STARTS else path,
        index=boolean(path, "index", definition.get("index", True)),
        doc_values=kind != "text" and boolean(path, "doc_values", definition.get("doc_values", True)),
        normalizer=definition.get("normalizer"),
        analyzer=analyzer_name,
        search_analyzer=definition.get("search_analyzer", analyzer_name),
        norms=boolean(path, "norms", definition.get("norms", True)),
        offsets="offsets" in (definition.get("index_options"), *str(definition.get("term_vector")).split("_")),
        ignore_above=_positive(path, "ignore_above", definition.get("ignore_above")),
        ignore_malformed=boolean(path, "ignore_malformed", definition.get("ignore_malformed", False)),
        null_value=definition.get("null_value"),
        format=_format(path, definition.get("format")),
        copy_to=(copy_to,) if isinstance(copy_to, str) else tuple(copy_to),
        nested=nested,
    )


def check_parameters(path: str, kind: Any, definition: dict[str, Any]) -> None:
    """Raise EngineError for an unknown type or parameter, and for values that the engine does not support."""
    if not isinstance(kind, str):
        raise mapping_error(f"No type specified for field [{path}]")
    if kind in KNOWN_TYPES:
        raise mapping_error(f"unsupported mapping type: {kind} on field [{path}]")
    if kind not in PARAMETERS:
        raise mapping_error(
            f"The mapper type [{kind}] declared on field [{path}] does not exist. It might have been created"
            " within a future version or requires a plugin to be installed. Check the documentation."
        )
    for name, value in definition.items():
        if name in UNSUPPORTED[kind]:
            raise mapping_error(f"unsupported mapping parameter: {name} on field [{path}]")
        if name not in PARAMETERS[kind]:
            raise mapping_error(f"unknown parameter [{name}] on mapper [{path}] of type [{kind}]")
        _check_shape(path, name, value)
        if not is_one_of(value, (FIXED | OF_TYPE.get(kind, {})).get(name, (value,))):
            raise mapping_error(f"unsupported mapping parameter: {name} [{value}] on field [{path}]")


def is_one_of(value: Any, supported: tuple[Any, ...]) -> bool:
    """Whether a value is supported, also as a text. (In Python, 1 is equal to True.)"""
    return _printed(value) in map(_printed, supported)


def _printed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_shape(path: str, name: str, value: Any) -> None:
    if name in TEXTS and not isinstance(value, str):
        raise mapping_error(f"[{name}] on field [{path}] must be a text, got [{value}]")
    names = value if isinstance(value, list) else [value]
    if name == "copy_to" and not all(isinstance(one, str) for one in names):
        raise mapping_error(f"[copy_to] on field [{path}] must be a name or a list of names, got [{value}]")
    if name == "meta" and not (isinstance(value, dict) and all(isinstance(one, str) for one in value.values())):
        raise mapping_error(f"[meta] on field [{path}] must be an object of texts, got [{value}]")
    if name == "null_value" and isinstance(value, list | dict):
        raise mapping_error(f"[null_value] on field [{path}] must be one value, got [{value}]")


def boolean(path: str, name: str, value: Any) -> bool:
    """The boolean of an option of a field. EngineError for other values."""
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise mapping_error(f"Failed to parse value [{value}] of [{path}.{name}] as only [true] or [false] are allowed.")


def _positive(path: str, name: str, value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise mapping_error(f"[{name}] must be positive, got [{value}] on field [{path}]")
    return value


def _format(path: str, given: Any) -> str | None:
    if given is None:
        return None
    try:
        formats(str(given))
    except ValueError as error:
        raise mapping_error(f"{error} on field [{path}]") from error
    return str(given)


def mapping_error(reason: str) -> EngineError:
    """A 400 for a mapping that cannot be used."""
    return EngineError(400, "mapper_parsing_exception", f"Failed to parse mapping: {reason}")
