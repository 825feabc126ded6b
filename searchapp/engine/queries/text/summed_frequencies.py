"""Any of several words or phrases as one: Lucene adds their frequencies in a document, and scores the sum.

tantivy scores each of them separately. A score is w * f / (f + n), with a weight w, the frequency f, and a number n
that depends on the length of the text. So each score gives f / n, and the sum of these gives the score of the sum.
"""

from collections import defaultdict
from collections.abc import Sequence

from tantivy import Query

from ...index import bm25
from ...index.reader import Reader
from ...work import work
from ..combinators import all_of, at_least, best_of, filtered, scored

MAX_SUMMED = 5000
"""The maximum number of documents whose frequencies are added; with more, the best score of one query counts."""


def any_summed(reader: Reader, queries: Sequence[Query], weight: float) -> Query:
    """A query for documents of any of the queries, scored with `weight`, the idf of all of them together."""
    apart = best_of(queries)
    if len(queries) < 2:
        return apart
    several = filtered(at_least(2, queries, []))
    found = reader.searcher.search(several, 1, count=True).count  # type: ignore[attr-defined]
    if not 0 < found <= MAX_SUMMED:
        return apart
    work().count_leaves(len(queries))
    most, parts = weight * (1 + bm25.K1), defaultdict[int, float](float)
    for query in queries:
        hits = reader.searcher.search(all_of([query, several]), found, count=False).hits
        for seq, (score, _) in zip(reader.seqs([address for _, address in hits]), hits, strict=True):
            parts[seq] += score / (most - score)
    return best_of([apart, scored(reader.schema, {seq: most * part / (part + 1) for seq, part in parts.items()})])
