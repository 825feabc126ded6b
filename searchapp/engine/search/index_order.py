"""The first hits in the order of loading, without a walk over all of the index.

`_seq` counts the documents as they were loaded. Where most documents match, a page is found among the next few
numbers; where that looks sparse, the index is asked as a whole.
"""

from tantivy import FieldType, Order, Query

from ..index.reader import Reader
from ..mapping.tantivy_schema import SEQ
from ..queries.combinators import all_of, filtered

BEFORE_ALL = -1


def in_load_order(reader: Reader, query: Query, limit: int, after: int = BEFORE_ALL) -> list[int]:
    """The `_seq` of the first hits that were loaded after one."""
    found: list[int] = []
    start, end = max(after + 1, 0), reader.store.next_seq
    while len(found) < limit and start < end:
        stretch = range(start, min(start + limit, end))
        near = _first(reader, query, Query.term_set_query(reader.schema, SEQ, list(stretch)), limit)
        found += near
        start = stretch.stop
        if 2 * len(near) < limit:
            rest = Query.range_query(reader.schema, SEQ, FieldType.Unsigned, start, None, True, True)
            found += _first(reader, query, rest, max(limit - len(found), 1))
            break
    return found[:limit]


def _first(reader: Reader, query: Query, among: Query, limit: int) -> list[int]:
    narrowed = all_of([query, filtered(among)])
    found = reader.searcher.search(narrowed, limit, count=False, order_by_field=SEQ, order=Order.Asc)
    return [seq for seq, _ in found.hits]
