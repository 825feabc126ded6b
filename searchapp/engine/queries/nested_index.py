"""An index of the objects of a nested field, in which each object is a document, as in Lucene.

The first nested query of a generation builds it from the sources of the documents that have such objects. It is cached
until the generation is closed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

import orjson
from tantivy import Query

from ..errors import unsupported_error
from ..index.generations import current, index_folder
from ..index.reader import Reader, open_reader
from ..indexing.publishing import building
from ..mapping.tantivy_schema import PATHS
from ..source.filter import source_values

MAX_DOCUMENTS = 500_000
INDEX = "nested"

_making = Lock()


@dataclass(frozen=True, slots=True)
class NestedIndex:
    """A reader of the objects, and for each the `_seq` of the document that contains it."""

    reader: Reader
    parents: list[int]

    def matches(self, query: Query) -> Iterator[tuple[float, int]]:
        """For each object that matches, its score and the `_seq` of its document."""
        hits = self.reader.searcher.search(query, max(self.reader.stats.docs, 1), count=False).hits
        seqs = self.reader.seqs([address for _, address in hits])
        return ((score, self.parents[seq]) for (score, _), seq in zip(hits, seqs, strict=True))


def nested_index(reader: Reader, path: str) -> NestedIndex:
    """The index of the objects at a path, built if it is not cached."""
    with _making:
        return reader.once(("nested", path), lambda: _made(reader, path))


def _made(reader: Reader, path: str) -> NestedIndex:
    seqs = _documents_with(reader, path)
    if len(seqs) > MAX_DOCUMENTS:
        raise unsupported_error(f"unsupported query: nested over more than {MAX_DOCUMENTS} documents")
    parents: list[int] = []
    with TemporaryDirectory() as folder:
        index = index_folder(Path(folder), INDEX)
        with building(index, _mapping(reader, path), reader.mapping.settings) as builder:
            for stored in reader.sources(seqs):
                for value in source_values(orjson.loads(stored.raw or b"{}"), path):
                    if isinstance(value, dict):
                        builder.add({"_id": str(len(parents)), **_wrapped(path, value)})
                        parents.append(stored.seq)
        return NestedIndex(open_reader(index, current(index)), parents)


def _documents_with(reader: Reader, path: str) -> list[int]:
    """The documents that have a value in any of the objects."""
    paths = [field.path for field in reader.mapping.below(path)]
    return sorted(reader.matching(Query.term_set_query(reader.schema, PATHS, paths))) if paths else []


def _mapping(reader: Reader, path: str) -> dict[str, Any]:
    """The mapping of the objects at a path, inside plain objects, and without `copy_to`."""
    definition: dict[str, Any] = reader.mapping.definition
    for name in path.split("."):
        definition = definition["properties"][name]
    made: dict[str, Any] = {"properties": _without_copies(definition.get("properties", {}))}
    for name in reversed(path.split(".")):
        made = {"properties": {name: made}}
    return {**made, "dynamic": False}


def _without_copies(properties: dict[str, Any]) -> dict[str, Any]:
    made = {}
    for name, definition in properties.items():
        kept = {key: value for key, value in definition.items() if key != "copy_to"}
        inner = {"properties": _without_copies(kept["properties"])} if "properties" in kept else {}
        made[name] = kept | inner
    return made


def _wrapped(path: str, inner: dict[str, Any]) -> dict[str, Any]:
    for name in reversed(path.split(".")):
        inner = {name: inner}
    return inner
