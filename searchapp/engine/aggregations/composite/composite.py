"""Counts the composite aggregation: the combinations of keys after a given one, with their documents.

tantivy counts combinations of terms. For intervals the ordinary histogram is counted, inside each combination of the
keys before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any, NamedTuple

from ...errors import illegal
from ...queries.field.exists import absent
from ..histograms import inside_interval
from ..scope import Aggregation, Kind, Result, Scope
from .columns import Column, bound, ends, having, printed, read_after, tantivy_after, tantivy_source
from .sources import Keys, compare, read_composite

PART = 1000
"""Buckets in one request to tantivy, which takes a third of a second for them and cannot be interrupted."""


class Row(NamedTuple):
    """The keys of a bucket, the number of its documents, and the scope of these documents."""

    keys: Keys
    documents: int
    scope: Scope


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    columns, size = columns_of(scope, item), item.options["size"]
    if any(column.field is None and not column.source.has_missing for column in columns):
        return {"buckets": []}
    found = [*islice(_rows(scope, columns, _after(item, columns), min(size, PART)), size)]
    scope.make(len(found))
    buckets = [_bucket(item, columns, row) for row in found]
    return {"after_key": buckets[-1]["key"], "buckets": buckets} if buckets else {"buckets": []}


def columns_of(scope: Scope, item: Aggregation) -> list[Column]:
    """The columns of the sources. EngineError for a source that the index cannot count, and for a wrong `after`."""
    columns = [bound(scope, source) for source in item.options["sources"]]
    _after(item, columns)
    return columns


def _after(item: Aggregation, columns: Sequence[Column]) -> Keys | None:
    """The keys that the page comes after. EngineError 400 for those that no bucket can have."""
    given = item.options["after"]
    if given is None:
        return None
    if len(given) != len(columns):
        raise illegal(f"[after] has {len(given)} value(s) but [sources] has {len(columns)}")
    names = [column.source.item.name for column in columns]
    for name in names:
        if name not in given:
            raise illegal(f"Missing value for [after.{name}]")
    return tuple(read_after(column, item.name, given[name]) for name, column in zip(names, columns, strict=True))


def _bucket(item: Aggregation, columns: Sequence[Column], row: Row) -> Result:
    named = {column.source.item.name: printed(column, key) for column, key in zip(columns, row.keys, strict=True)}
    inside = row.scope.inside(item, {"doc_count": row.documents}, lambda: row.scope)
    return {"key": named, "doc_count": row.documents, **inside}


def _rows(scope: Scope, columns: Sequence[Column], after: Keys | None, part: int) -> Iterator[Row]:
    """The rows after these keys, in order."""
    terms = len([*takewhile(lambda column: not column.has_intervals, columns)])
    head, rest = columns[: terms or 1], columns[terms or 1 :]
    start, later = (None, None) if after is None else (after[: len(head)], after[len(head) :])
    if terms and rest and start is not None:
        yield from _inside(Row(start, 0, _narrowed(scope, head, start)), rest, later, part)
    for row in _term_rows(scope, head, start, part) if terms else _interval_rows(scope, head[0], start, bool(rest)):
        if rest:
            yield from _inside(row, rest, later if row.keys == start else None, part)
        else:
            yield row


def _inside(row: Row, columns: Sequence[Column], after: Keys | None, part: int) -> Iterator[Row]:
    """The rows that begin with the keys of a row."""
    for inner in _rows(row.scope, columns, after, part):
        yield inner._replace(keys=row.keys + inner.keys)


def _interval_rows(scope: Scope, column: Column, after: Keys | None, included: bool) -> Iterator[Row]:
    """A row for each interval of a histogram after a key, with `included` also one for the key itself."""
    source, field = column.source, column.field
    assert field is not None
    item = replace(source.item, options={**source.item.options, "min_doc_count": 1})
    counts: dict[Any, int] = {one["key"]: one["doc_count"] for one in scope.results([item])[item.name]["buckets"]}
    rows: list[tuple[Keys, int]] = [((key,), counts[key]) for key in sorted(counts, reverse=source.is_descending)]
    if source.has_missing and (missing := scope.narrowed(absent(scope.reader, field)).count()):
        rows.insert(0 if source.is_none_first else len(rows), ((None,), missing))
    end = ends(scope, item, field)
    for (key,), count in rows:
        if after is None or compare([source], (key,), after) > -included:
            is_inside = absent(scope.reader, field) if key is None else inside_interval(scope, field, key, end(key))
            yield Row((key,), count, scope.narrowed(is_inside))


def _term_rows(scope: Scope, columns: Sequence[Column], after: Keys | None, part: int) -> Iterator[Row]:
    """A row for each combination of terms."""
    sources = [{str(number): tantivy_source(column)} for number, column in enumerate(columns)]
    asked: Result = {"sources": sources, "size": part}
    if after is not None:
        asked["after"] = {str(place): tantivy_after(columns[place], key) for place, key in enumerate(after)}
    is_repeated = any(_is_repeated(scope, column) for column in columns)
    while True:
        found = scope.aggregate({"0": {"composite": asked}})["0"]
        for bucket in found["buckets"]:
            keys = tuple(bucket["key"][str(number)] for number in range(len(columns)))
            inner = _narrowed(scope, columns, keys)
            yield Row(keys, inner.count() if is_repeated else bucket["doc_count"], inner)
        if len(found["buckets"]) < part:
            return
        asked["after"] = found["after_key"]


def _is_repeated(scope: Scope, column: Column) -> bool:
    """Whether tantivy may count a document several times, once for each equal value."""
    field = column.field
    return field is not None and not field.is_exact and field.path in scope.reader.stats.multi


def _narrowed(scope: Scope, columns: Sequence[Column], keys: Keys) -> Scope:
    """The scope of the documents with these keys."""
    for column, key in zip(columns, keys, strict=True):
        scope = scope.narrowed(having(scope, column, key))
    return scope


KINDS = {"composite": Kind({}, answer, validate=columns_of, read=read_composite)}
