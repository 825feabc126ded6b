"""`Context`: the index for which a query is built, with the fields that the query can see."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..analysis import analyzers
from ..errors import CreationError, EngineError, UnsupportedField, unsupported_error
from ..index.reader import Reader
from ..mapping.index_settings import IndexSettings
from ..mapping.mapping import DEFAULT_ANALYZER, METADATA, Field

Build = Callable[["Context"], Query]
Asked = ParamSpec("Asked")
SEQ_NO = "_seq_no"
ANSWERED = ("_id", "_index")
Leaf = Callable[Concatenate["Context", str, Asked], Query]


@dataclass(frozen=True, slots=True)
class Context:
    """A generation of an index, and whether a query sees the fields of nested objects."""

    reader: Reader
    rescored: bool = False
    """Whether the scores are replaced by random ones when the hits are collected."""

    inside: bool = False
    """Whether the query sees the fields of nested objects."""
    outer: "Context | None" = None
    """Inside a nested query, the context of the outer query."""
    parents: Sequence[int] = ()
    """Inside a nested query, for each object the `_seq` of the document that contains it."""
    tests: dict[Any, Callable[[str], bool]] = field(default_factory=dict, compare=False)
    """The tests of patterns in highlights, by pattern: the same in all fields."""

    @property
    def settings(self) -> IndexSettings:
        """The settings of the index."""
        return self.reader.mapping.index_settings

    def field(self, path: str) -> Field | None:
        """The field at a path; None if it is unmapped, or in nested objects and this is not a nested query."""
        field = self.reader.mapping.fields.get(path)
        return field if field is not None and (field.nested is None or self.inside) else None

    def nested_scope(self, path: str) -> "Context | None":
        """The context that sees a field which this one does not, because of nested objects; None if no context does."""
        field = self.reader.mapping.fields.get(path)
        if field is not None:
            return None if field.nested is None or self.inside else replace(self, inside=True)
        known = self.outer is not None and path in self.outer.reader.mapping.fields
        return replace(self.outer, inside=True) if known and self.outer is not None else None

    def fields(self, pattern: str) -> list[Field]:
        """The mapped fields that a pattern matches, except those in nested objects."""
        return [field for field in self.reader.mapping.resolve(pattern) if field.nested is None]

    def cache(self, name: str, make: Callable[[], ByteCache[str, Any]]) -> ByteCache[str, Any] | None:
        """The cache of this name in this generation; None inside nested queries, which are not cached."""
        if self.inside or self.outer is not None:
            return None
        return self.reader.once(("kept", name), make)

    def analyzer(self, name: str) -> analyzers.Analyzer:
        """The analyzer of this name. EngineError if the index has none."""
        mapping = self.reader.mapping
        return self.reader.once(("analyzer", name), lambda: analyzers.analyzer(name, mapping.settings))

    def search_analyzer(self, field: Field, name: str | None = None) -> analyzers.Analyzer:
        """The analyzer for the text of a query on a field: the one of this name, or else the field's own."""
        return self.analyzer(name or field.search_analyzer or DEFAULT_ANALYZER)

    def normalize(self, field: Field, text: str) -> str:
        """The text after the normalizer of a keyword field; unchanged for other fields."""
        return text if field.normalizer is None else self.normalizer(field.normalizer)(text)

    def normalizer(self, name: str) -> Callable[[str], str]:
        """The normalizer of this name. EngineError if the index has none."""
        mapping = self.reader.mapping
        return self.reader.once(("normalizer", name), lambda: analyzers.normalizer(name, mapping.settings))


def side_query(context: Context, build: Build) -> Query:
    """A query besides the main one, of a filter facet or of highlighting; its errors have their problem alone."""
    try:
        return build(context)
    except CreationError as error:
        raise EngineError(400, error.problem_type, error.problem) from error


def check_field(path: str, answered: Collection[str] = ANSWERED) -> None:
    """Raise EngineError for a metadata field of Elasticsearch that the engine does not have."""
    if path == SEQ_NO and path not in answered:
        raise UnsupportedField(f"unsupported field: {path}")
    if path in METADATA and path not in answered:
        raise unsupported_error(f"unsupported field: {path}")


def check_searchable(field: Field) -> None:
    """Raise EngineError if the field cannot be searched; a text needs an index."""
    if not field.searchable or field.is_text:
        check_indexed(field)


def check_indexed(field: Field) -> None:
    """Raise EngineError for a field that is not indexed, even if it has doc values."""
    if not field.index:
        raise CreationError(f"Cannot search on field [{field.path}] since it is not indexed.")


def nothing_outside_scope(leaf: Leaf[Asked]) -> Leaf[Asked]:
    """Decorates the query of a field: it matches nothing if the context does not see the field.

    Errors in the query are raised in any case.
    """

    @wraps(leaf)
    def made(context: Context, path: str, /, *given: Asked.args, **options: Asked.kwargs) -> Query:
        check_field(path)
        nested_scope = context.nested_scope(path)
        if nested_scope is None:
            return leaf(context, path, *given, **options)
        leaf(nested_scope, path, *given, **options)
        return Query.empty_query()

    return made
