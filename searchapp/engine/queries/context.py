"""What a query needs to know of the index it is built for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, ParamSpec

from tantivy import Query

from .. import analysis
from ..mapping import Field
from ..reader import Reader

Build = Callable[["Context"], Query]
Asked = ParamSpec("Asked")
Leaf = Callable[Concatenate["Context", str, Asked], Query]


@dataclass(frozen=True, slots=True)
class Context:
    """One generation of one index."""

    reader: Reader
    rescored: bool = False
    """Whether the scores are replaced by random ones when the hits are collected."""

    inside: bool = False
    """Whether fields of nested objects are seen too."""

    def field(self, path: str) -> Field | None:
        """The field that a query sees under this name; fields of nested objects are seen by nested queries only."""
        field = self.reader.mapping.fields.get(path)
        return field if field is not None and (field.nested is None or self.inside) else None

    def fields(self, pattern: str) -> list[Field]:
        return [field for field in self.reader.mapping.resolve(pattern) if field.nested is None]

    def analyzer(self, name: str) -> analysis.Analyzer:
        """The analyzer of this name; EngineError when the index has none."""
        key = ("analyzer", name)
        if key not in self.reader.cache:
            self.reader.cache[key] = analysis.analyzer(name, self.reader.mapping.settings)
        return self.reader.cache[key]

    def normalize(self, field: Field, text: str) -> str:
        """The text as a keyword field keeps it."""
        if field.normalizer is None:
            return text
        key = ("normalizer", field.normalizer)
        if key not in self.reader.cache:
            self.reader.cache[key] = analysis.normalizer(field.normalizer, self.reader.mapping.settings)
        return self.reader.cache[key](text)


def hiding_nested(leaf: Leaf[Asked]) -> Leaf[Asked]:
    """The query of a field, which is refused as ever and matches nothing where the field is one of nested objects."""

    @wraps(leaf)
    def made(context: Context, path: str, *given: Asked.args, **options: Asked.kwargs) -> Query:
        field = context.reader.mapping.fields.get(path)
        if field is None or field.nested is None or context.inside:
            return leaf(context, path, *given, **options)
        leaf(replace(context, inside=True), path, *given, **options)
        return Query.empty_query()

    return made
