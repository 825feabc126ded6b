"""BM25 as Lucene computes it, where tantivy differs.

Constants, norms and average field lengths are the same. But Lucene's idf counts only the documents that have the field,
tantivy's counts all documents: the score of a text is multiplied by the ratio of the two idf. A keyword has no length,
so its score is a constant for each term.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..mapping.mapping import Field
from ..work import work
from .reader import Reader

K1, B = 1.2, 0.75
TERMS = "text terms"
"""The key of the reader's cache for the queries of single terms."""
MAX_TERMS_BYTES, QUERY_BYTES = 4 * 2**20, 500


def idf(documents: float, frequency: float) -> float:
    """BM25's weight of a term in `frequency` of `documents` documents."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def text_term(reader: Reader, field: Field, term: str) -> Query:
    """A term of a text field, scored by BM25; kept for the next query with this term."""
    work().count_leaves()
    cache: ByteCache[tuple[str, str], Query] = reader.once(TERMS, lambda: ByteCache(MAX_TERMS_BYTES))
    query = cache.get((field.path, term))
    if query is None:
        query = Query.boost_query(Query.term_query(reader.schema, field.column, term), idf_ratio(reader, field, [term]))
        cache.put((field.path, term), query, QUERY_BYTES + 4 * len(term))
    return query


def idf_ratio(reader: Reader, field: Field, terms: Sequence[str]) -> float:
    """The sum of Lucene's idf of the terms, divided by the sum of tantivy's."""
    ours = sum(idf(reader.stats.total, reader.searcher.doc_freq(field.column, term)) for term in terms)
    return phrase_weight(reader, field, terms) / ours if ours else 1.0


def field_idf(reader: Reader, field: Field, frequency: int) -> float:
    """The idf of a term that `frequency` documents have. As in Lucene, only documents with the field are counted."""
    documents, _ = reader.stats.field(field.path)
    return idf(max(documents, frequency), frequency)


def blended_ratio(reader: Reader, field: Field, term: str, frequency: int) -> float:
    """Like `idf_ratio` for one term, with `frequency` as its number of documents."""
    ours = idf(reader.stats.total, reader.searcher.doc_freq(field.column, term))
    return field_idf(reader, field, frequency) / ours


def phrase_weight(reader: Reader, field: Field, terms: Sequence[str]) -> float:
    """The idf of a phrase: the sum of the idfs of its terms."""
    return sum(field_idf(reader, field, reader.searcher.doc_freq(field.column, term)) for term in terms)


def phrase_score(reader: Reader, field: Field, weight: float, frequency: float, length: int) -> float:
    """The score of a document of this length that has a phrase `frequency` times."""
    documents, terms = reader.stats.field(field.path)
    norm = K1 * (1 - B + B * stored_length(length if field.norms else 1) * documents / max(terms, 1))
    return weight * (1 + K1) * frequency / (frequency + norm)


def combined_scorer(
    reader: Reader, fields: Sequence[tuple[Field, float]], terms: Sequence[str]
) -> Callable[[float, float], float]:
    """The score function of combined_fields: from the weighted frequency and length over all fields to a score."""
    stats = [(reader.stats.field(field.path), weight) for field, weight in fields]
    documents = max(count for (count, _), _ in stats)
    total = sum(weight * length for (_, length), weight in stats)
    doc_freq = reader.searcher.doc_freq
    frequency = max(doc_freq(field.column, term) for field, _ in fields for term in terms)
    weight, mean = idf(max(documents, frequency), frequency) * (1 + K1), total / max(documents, 1)

    def score(frequency: float, length: float) -> float:
        norm = K1 * (1 - B + B * stored_length(math.floor(length + 0.5)) / mean)
        return weight * frequency / (frequency + norm)

    return score


@lru_cache(1024)
def stored_length(length: int) -> int:
    """The length of a text as the index stores it in one byte: exact up to 40, then with four binary digits."""
    if length < 24 + 16:
        return length
    rest = length - 24
    shift = rest.bit_length() - 4
    return 24 + (rest >> shift << shift)


def constant_term(reader: Reader, field: Field, term: str | int) -> Query:
    """A query for a term of a keyword or boolean field. All its documents get the same score."""
    return term_maker(reader, field)(term) or Query.empty_query()


def term_maker(reader: Reader, field: Field) -> Callable[[str | int], Query | None]:
    """A function from a term to the query of `constant_term`, or to None if no document has the term."""
    schema, column, doc_freq = reader.schema, field.column, reader.searcher.doc_freq
    scores: dict[int, float] = {}

    def make(term: str | int) -> Query | None:
        frequency = doc_freq(column, term)
        if not frequency:
            work().count_absent_terms()
            return None
        work().count_leaves()
        score = scores.get(frequency)
        if score is None:
            score = scores[frequency] = term_score(reader, field, frequency)
        return Query.const_score_query(Query.term_query(schema, column, term, "basic"), score)

    return make


def term_score(reader: Reader, field: Field, frequency: int) -> float:
    """The score of a term of a keyword or boolean field that `frequency` documents have; 1 if it is not indexed."""
    return keyword_score(reader, field, frequency) if field.index else 1.0


def keyword_score(reader: Reader, field: Field, frequency: int) -> float:
    """The score of a keyword that `frequency` documents have. Its frequency in a document and its length are 1."""
    documents, terms = reader.stats.field(field.path)
    if not documents:
        return 0.0
    length = 1 - B + B * documents / terms
    return idf(max(documents, frequency), frequency) * (1 + K1) / (1 + K1 * length)
