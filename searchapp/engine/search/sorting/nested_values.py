"""The values of sort keys with the option `nested`: those of the nested objects of a document that match a filter."""

from collections import defaultdict
from typing import Any

import orjson
from tantivy import Query

from ...errors import illegal
from ...indexing.field_values import converter
from ...queries.nested_index import NestedIndex
from ...source.filter import source_values
from ...work import work
from .modes import reduced
from .nested import BoundObjects
from .sort import NUMBER_MODES, Column

AT_ONCE = 1000
"""Objects that are read at a time."""


def nested_values(column: Column, objects: BoundObjects) -> dict[int, Any]:
    """The column's value of each document that has one, by `_seq`."""
    if column.mode == "median":
        raise illegal("Unsupported sort mode: MEDIAN")
    if column.field is None or column.field.nested != objects.path:
        return {}
    make = _reduced if column.mode in NUMBER_MODES else _best
    return make(column, objects.index, objects.query)


def _best(column: Column, index: NestedIndex, query: Query) -> dict[int, Any]:
    """The smallest or largest values."""
    assert column.field is not None
    largest = column.mode == "max" if column.mode else column.descending
    rows = index.reader.ordered(query, column.field, largest, index.reader.stats.docs)
    seqs = index.reader.seqs([address for _, address in rows])
    values: dict[int, Any] = {}
    for seq, (raw, _) in zip(seqs, rows, strict=True):
        if raw is not None:
            values.setdefault(index.parents[seq], raw)
    return values


def _reduced(column: Column, index: NestedIndex, query: Query) -> dict[int, Any]:
    """The sums or means, which are computed from the sources."""
    assert column.field is not None
    convert, path, numbers = converter(column.field), column.field.source_path, defaultdict[int, list[Any]](list)
    hits = index.reader.searcher.search(query, max(index.reader.stats.docs, 1), count=False).hits
    seqs = index.reader.seqs([address for _, address in hits])
    for start in range(0, len(seqs), AT_ONCE):
        work().look()
        for stored in index.reader.sources(seqs[start : start + AT_ONCE]):
            converted = convert(source_values(orjson.loads(stored.raw or b"{}"), path))
            if converted is not None:
                numbers[index.parents[stored.seq]] += converted[0]
    return {parent: reduced(column, found) for parent, found in numbers.items()}
