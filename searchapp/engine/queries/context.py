"""What a query needs to know of the index it is built for."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..analysis import analyzers
from ..index.reader import Reader
from ..mapping.index_settings import IndexSettings
from ..mapping.mapping import DEFAULT_ANALYZER, METADATA, Field
from .parsing import shard_error

Build = Callable[["Context"], Query]
Asked = ParamSpec("Asked")
ANSWERED = ("_id", "_index")
Leaf = Callable[Concatenate["Context", str, Asked], Query]


@dataclass(frozen=True, slots=True)
class Context:
    """One generation of one index."""

    reader: Reader
    rescored: bool = False
    """Whether the scores are replaced by random ones when the hits are collected."""

    inside: bool = False
    """Whether fields of nested objects are seen too."""
    outer: "Context | None" = None
    """Inside a nested query, the context around it."""
    parents: Sequence[int] = ()
    """Inside a nested query, the `_seq` of the document around each object."""

    @property
    def settings(self) -> IndexSettings:
        return self.reader.mapping.index_settings

    def field(self, path: str) -> Field | None:
        """The field that a query sees under this name; fields of nested objects are seen by nested queries only."""
        field = self.reader.mapping.fields.get(path)
        return field if field is not None and (field.nested is None or self.inside) else None

    def nested_scope(self, path: str) -> "Context | None":
        """Where a field is seen that is not seen here, as it belongs to nested objects or to what is around them."""
        field = self.reader.mapping.fields.get(path)
        if field is not None:
            return None if field.nested is None or self.inside else replace(self, inside=True)
        known = self.outer is not None and path in self.outer.reader.mapping.fields
        return replace(self.outer, inside=True) if known and self.outer is not None else None

    def fields(self, pattern: str) -> list[Field]:
        return [field for field in self.reader.mapping.resolve(pattern) if field.nested is None]

    def kept(self, name: str, make: Callable[[], ByteCache[str, Any]]) -> ByteCache[str, Any] | None:
        """What this generation keeps of one kind for later queries; None inside nested queries, which keep nothing."""
        if self.inside or self.outer is not None:
            return None
        key = ("kept", name)
        found: ByteCache[str, Any] = self.reader.cache.get(key) or self.reader.cache.setdefault(key, make())
        return found

    def analyzer(self, name: str) -> analyzers.Analyzer:
        """The analyzer of this name; EngineError when the index has none."""
        key = ("analyzer", name)
        if key not in self.reader.cache:
            self.reader.cache[key] = analyzers.analyzer(name, self.reader.mapping.settings)
        return self.reader.cache[key]

    def search_analyzer(self, field: Field, name: str | None = None) -> analyzers.Analyzer:
        """What divides a text that is looked for in a field: the analyzer of this name, else the field's own."""
        return self.analyzer(name or field.search_analyzer or DEFAULT_ANALYZER)

    def normalize(self, field: Field, text: str) -> str:
        """The text as a keyword field keeps it."""
        if field.normalizer is None:
            return text
        key = ("normalizer", field.normalizer)
        if key not in self.reader.cache:
            self.reader.cache[key] = analyzers.normalizer(field.normalizer, self.reader.mapping.settings)
        return self.reader.cache[key](text)


def check_field(path: str, answered: Collection[str] = ANSWERED) -> None:
    """Refuses what Elasticsearch knows of a document and cannot be asked for here."""
    if path in METADATA and path not in answered:
        raise shard_error(f"unsupported field: {path}")


def nothing_outside_scope(leaf: Leaf[Asked]) -> Leaf[Asked]:
    """The query of a field, which is refused as ever and matches nothing where the field is not seen."""

    @wraps(leaf)
    def made(context: Context, path: str, *given: Asked.args, **options: Asked.kwargs) -> Query:
        check_field(path)
        nested_scope = context.nested_scope(path)
        if nested_scope is None:
            return leaf(context, path, *given, **options)
        leaf(nested_scope, path, *given, **options)
        return Query.empty_query()

    return made
