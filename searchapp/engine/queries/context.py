"""What a query needs to know of the index it is built for."""

from collections.abc import Callable
from dataclasses import dataclass

from tantivy import Query

from .. import analysis
from ..mapping import Field
from ..reader import Reader

Build = Callable[["Context"], Query]


@dataclass(frozen=True, slots=True)
class Context:
    """One generation of one index."""

    reader: Reader
    rescored: bool = False
    """Whether the scores are replaced by random ones when the hits are collected."""

    def field(self, path: str) -> Field | None:
        """The field that a query sees under this name; fields of nested objects are seen by nested queries only."""
        field = self.reader.mapping.fields.get(path)
        return field if field is not None and field.nested is None else None

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
