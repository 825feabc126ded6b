"""Collects the first hits of a query, by score or by sort columns.

The index can sort by one column. For several, the hits are sorted by the first column; if the limit falls into a group
of equal hits, only this group is searched again, by the next column. Equal hits are in index order.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from tantivy import DocAddress, Order, Query

from ..index.reader import Reader
from ..mapping.field import FLOATS
from ..mapping.tantivy_schema import SEQ
from ..queries.combinators import NOTHING, all_of, documents_with_seqs, filtered
from ..work import work
from .index_order import in_load_order
from .paging.search_after import can_follow, comes_after, equal, following
from .sort import DOC, SCORE, Column

Raw = list[tuple[Any, int]]
"""Pairs of a sort value and the `_seq` of its document."""
ScoredAddresses = list[tuple[float, DocAddress]]
"""Scores and tantivy's addresses of hits."""


class Hit(NamedTuple):
    seq: int
    score: float | None
    sort: list[Any] | None = None
    raw: tuple[Any, ...] = ()
    """The sort values as the index has them, for `search_after` of the next page."""
    group: Any = None
    """The value of the field that the hits are collapsed on."""


def by_score(reader: Reader, query: Query, limit: int, count: bool = True) -> tuple[list[Hit], int]:
    """The best hits, and with `count` the number of all hits, else 0."""
    found, total = best(reader, query, limit, count)
    seqs = reader.seqs([address for _, address in found])
    return [Hit(seq, score) for seq, (score, _) in zip(seqs, found, strict=True)], total


def best(reader: Reader, query: Query, limit: int, count: bool = True) -> tuple[ScoredAddresses, int]:
    """Like `by_score`, with tantivy's addresses instead of hits. Nothing is scored if `limit` is 0."""
    if query is NOTHING:
        return [], 0
    most = max(min(limit, reader.stats.docs), 1)
    result = reader.searcher.search(query if limit else filtered(query), most, count=count)
    return result.hits if limit else [], result.count if count else 0  # type: ignore[attr-defined]


def count_of(reader: Reader, query: Query) -> int:
    """The number of documents that match."""
    return by_score(reader, query, 0)[1]


def by_columns(reader: Reader, query: Query, columns: list[Column], limit: int) -> list[Hit]:
    """The first hits in the order of the columns."""
    if _is_load_order(columns):
        return _loaded(in_load_order(reader, query, min(limit, reader.stats.docs)))
    if all(column.is_plain for column in columns):
        return _first(reader, query, columns, min(limit, reader.stats.docs))
    return _everything(reader, query, columns)[:limit] if limit else []


def after_values(reader: Reader, query: Query, columns: list[Column], values: list[Any], limit: int) -> list[Hit]:
    """The first hits after these sort values, in the order of the columns."""
    if _is_load_order(columns):
        return _loaded(in_load_order(reader, query, min(limit, reader.stats.docs), values[0]))
    if can_follow(columns):
        return by_columns(reader, all_of([query, following(reader, columns, values)]), columns, limit)
    hits = _everything(reader, query, columns)
    return [hit for hit in hits if comes_after(columns, hit.raw, values)][:limit]


def _is_load_order(columns: list[Column]) -> bool:
    return len(columns) == 1 and columns[0].kind == DOC and not columns[0].descending


def _loaded(seqs: list[int]) -> list[Hit]:
    return [Hit(seq, None, [seq], (seq,)) for seq in seqs]


def scored(reader: Reader, query: Query, hits: Iterable[Hit]) -> list[Hit]:
    """The hits with their scores."""
    hits = list(hits)
    scores = column_values(reader, query, Column(SCORE, SCORE, True), hits)
    return [hit._replace(score=scores.get(hit.seq)) for hit in hits]


def column_values(reader: Reader, query: Query, column: Column, hits: Iterable[Hit]) -> dict[int, Any]:
    """The column's value of each hit, by `_seq`; hits without a value are left out."""
    return _values(reader, query, column, [hit.seq for hit in hits])


def _first(reader: Reader, query: Query, columns: list[Column], limit: int) -> list[Hit]:
    if limit < 1:
        return []
    head, others = columns[0], columns[1:]
    if not others:
        return [_hit(columns, (raw,), seq) for raw, seq in _ordered(reader, query, head, limit)]
    if _is_load_order(others) and head.kind not in (SCORE, *FLOATS):  # equal values are in this order already
        return [_hit(columns, (raw, seq), seq) for raw, seq in _ordered(reader, query, head, limit)]
    if head.kind == SCORE:
        return _widened(reader, query, columns, limit)
    rows = _ordered(reader, query, head, limit + 1)
    if len(rows) <= limit:  # all groups are complete
        return _sorted(reader, query, columns, rows)
    groups = [list(group) for _, group in groupby(rows, key=lambda item: head.comparable(item[0]))]
    complete = [item for group in groups[:-1] for item in group]
    hits = _sorted(reader, query, columns, complete)
    if len(hits) < limit:
        value = head.value(groups[-1][0][0])
        last = _first(reader, all_of([query, filtered(equal(reader, head, value))]), others, limit - len(hits))
        raws = _values(reader, query, head, [hit.seq for hit in last])
        hits += [_hit(columns, (raws.get(hit.seq), *hit.raw), hit.seq) for hit in last]
    return hits


def _widened(reader: Reader, query: Query, columns: list[Column], limit: int) -> list[Hit]:
    """Fetch more and more hits by the first column, until the group of hits equal to the last one is complete."""
    head, wider = columns[0], limit + 1
    while True:
        rows = _ordered(reader, query, head, wider)
        is_all = len(rows) < wider or wider >= reader.stats.docs
        if is_all or head.comparable(rows[-1][0]) != head.comparable(rows[limit - 1][0]):
            return _sorted(reader, query, columns, rows)[:limit]
        wider = min(wider * 4, reader.stats.docs)


def _everything(reader: Reader, query: Query, columns: list[Column]) -> list[Hit]:
    """All hits, sorted in Python: for columns that the index cannot sort by."""
    rows = _ordered(reader, query, Column(DOC, DOC, False), reader.stats.docs)
    if not rows:
        return []
    raws = [_values(reader, query, column, None) for column in columns]
    hits = [_hit(columns, tuple(values.get(seq) for values in raws), seq) for _, seq in rows]
    return _in_order(columns, hits)


def _sorted(reader: Reader, query: Query, columns: list[Column], rows: Raw) -> list[Hit]:
    """The hits sorted by all columns, from their values of the first column."""
    if not rows:
        return []
    seqs = [seq for _, seq in rows]
    raws = [dict(map(reversed, rows)), *(_values(reader, query, column, seqs) for column in columns[1:])]  # type: ignore[arg-type]
    return _in_order(columns, [_hit(columns, tuple(values.get(seq) for values in raws), seq) for seq in sorted(seqs)])


def _in_order(columns: list[Column], hits: list[Hit]) -> list[Hit]:
    for number, column in reversed(list(enumerate(columns))):
        hits = sorted(hits, key=lambda hit: column.comparable(hit.raw[number]), reverse=column.descending)
    return hits


def _hit(columns: list[Column], raw: tuple[Any, ...], seq: int) -> Hit:
    score = next((value for column, value in zip(columns, raw, strict=True) if column.kind == SCORE), None)
    return Hit(seq, score, [column.printed(value) for column, value in zip(columns, raw, strict=True)], raw)


def _ordered(reader: Reader, query: Query, column: Column, limit: int) -> Raw:
    """The first documents by one column, as the index sorts by it."""
    work().check_deadline()
    limit = min(limit, reader.stats.docs)
    if limit < 1:
        return []
    if column.kind == SCORE:
        return _by_score(reader, query, column.descending, limit)
    if column.field is None:
        order = Order.Desc if column.kind == DOC and column.descending else Order.Asc
        hits = reader.searcher.search(query, limit, count=False, order_by_field=SEQ, order=order).hits
        return [(seq if column.kind == DOC else None, seq) for seq, _ in hits]
    rows = reader.ordered(query, column.field, _wants_largest(column), limit)
    return list(zip([raw for raw, _ in rows], reader.seqs([address for _, address in rows]), strict=True))


def _by_score(reader: Reader, query: Query, descending: bool, limit: int) -> Raw:
    hits, _ = by_score(reader, query, limit if descending else reader.stats.docs, count=False)
    if not descending:
        hits = sorted(hits, key=lambda hit: (hit.score, hit.seq))[:limit]
    return [(hit.score, hit.seq) for hit in hits]


def _values(reader: Reader, query: Query, column: Column, seqs: list[int] | None) -> dict[int, Any]:
    """The column's value of each of these documents, or without `seqs` of all hits, by `_seq`."""
    if column.kind == DOC and seqs is not None:
        return {seq: seq for seq in seqs}
    if seqs is not None:  # they are hits already: only a score needs the query again, which may be costly
        these = filtered(documents_with_seqs(reader.schema, seqs))
        query = all_of([query, these]) if column.kind == SCORE else these
    rows = _ordered(reader, query, column, reader.stats.docs if seqs is None else len(seqs))
    return {seq: raw for raw, seq in rows}


def _wants_largest(column: Column) -> bool:
    """Whether the largest of several values counts, by the sort mode or else by the direction."""
    return column.mode == "max" if column.several and column.mode else column.descending
