"""The first hits in index order, which is the order of loading, without a walk over the complete index.

`_seq` numbers the documents as they were loaded. If most documents match, the next few numbers hold a page of hits. If
few of these match, the rest of the index is searched at once.
"""

from tantivy import FieldType, Order, Query

from ..index.reader import Reader
from ..mapping.tantivy_schema import SEQ
from ..queries.combinators import EVERYTHING, all_of, documents_with_seqs, filtered

BEFORE_ALL = -1
COMPARISONS_PER_ENTRY = 200
"""The number of documents whose `_seq` can be compared with a range in the time of one insertion into a set."""


def in_load_order(reader: Reader, query: Query, limit: int, after: int = BEFORE_ALL) -> list[int]:
    """The `_seq` of the first hits that were loaded after the document with the `_seq` `after`."""
    seqs: list[int] = []
    start, end = max(after + 1, 0), reader.store.next_seq
    if query is EVERYTHING and reader.stats.docs == end:  # no document was replaced or deleted
        return [*range(min(start, end), min(start + limit, end))]
    while len(seqs) < limit and start < end:
        stretch = range(start, min(start + limit, end))
        near = _first(reader, query, _numbered(reader, stretch), limit)
        seqs += near
        start = stretch.stop
        if 2 * len(near) < limit:
            later = Query.range_query(reader.schema, SEQ, FieldType.Unsigned, start, None, True, True)
            seqs += _first(reader, query, later, max(limit - len(seqs), 1))
            break
    return seqs[:limit]


def _numbered(reader: Reader, seqs: range) -> Query:
    """The documents with these `_seq`."""
    if reader.stats.docs > COMPARISONS_PER_ENTRY * len(seqs):
        return documents_with_seqs(reader.schema, seqs)
    return Query.range_query(reader.schema, SEQ, FieldType.Unsigned, seqs.start, seqs.stop, True, False)


def _first(reader: Reader, query: Query, among: Query, limit: int) -> list[int]:
    narrowed = all_of([query, filtered(among)])
    result = reader.searcher.search(narrowed, limit, count=False, order_by_field=SEQ, order=Order.Asc)
    return [seq for seq, _ in result.hits]
