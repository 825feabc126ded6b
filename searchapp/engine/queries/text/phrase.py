"""Phrases of a text field.

tantivy answers exact phrases. With slop, tantivy only finds candidates; their texts are read from the sources, because
tantivy counts differently from Lucene if words are in another order or repeated. The same is done for phrases with so
many dropped words that they could cross the gap between two values. If an analyzer puts several tokens at one position,
a document needs one of them. A place of a phrase is such a position, with its tokens.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import orjson
from tantivy import Query

from ...analysis.analyzers import Token
from ...docstore.store import Stored
from ...index import bm25
from ...index.reader import Reader
from ...indexing.field_values import plain_text
from ...mapping.mapping import DEFAULT_ANALYZER, Field
from ...mapping.tantivy_schema import INDEX_GAP, VALUE_GAP
from ...work import work
from ..combinators import all_of, any_of, best_of, filtered, scored
from ..context import Context
from ..parsing import parsing_error, shard_error
from .sloppy_phrase import Place, exact_frequency, frequency

MAX_CANDIDATES = 20_000
READ_AT_ONCE = 50
MAX_PHRASES = 64
"""The maximal number of combinations of a token for each place; each of them becomes a phrase query."""


def places_query(context: Context, field: Field, places: Sequence[Sequence[Token]], slop: int) -> Query:
    """A query for one token of each place, in order or within `slop`; for two places or more."""
    if math.prod(map(len, places)) == 1 or not field.is_text or slop < 0:
        return phrase_query(context, field, [place[0] for place in places], slop)
    if slop or math.prod(map(len, places)) > MAX_PHRASES:
        work().leaf(sum(map(len, places)))
        first = places[0][0].position
        words = [(place[0].position - first, tuple(token.text for token in place)) for place in places]
        return _looked_at(context, field, words, slop)
    return best_of([phrase_query(context, field, tokens, 0) for tokens in product(*places)])


def phrase_query(context: Context, field: Field, tokens: Sequence[Token], slop: int) -> Query:
    """A query for the tokens in this order, or within `slop` of it; for two tokens or more."""
    if not field.is_text:
        raise shard_error(
            f"failed to create query: Can only use phrase queries on text fields - not on [{field.path}]"
            f" which is of type [{field.type}]"
        )
    if slop < 0:
        raise shard_error(f"failed to create query: Slop must be >= 0, got {slop}")
    work().leaf(len(tokens))
    first = tokens[0].position
    words = [(token.position - first, token.text) for token in tokens]
    if slop or any(place - before > INDEX_GAP for (before, _), (place, _) in pairwise(words)):
        return _looked_at(context, field, [(place, (word,)) for place, word in words], slop)
    query = Query.phrase_query(context.reader.schema, field.column, list[str | tuple[int, str]](words))
    return Query.boost_query(query, bm25.idf_ratio(context.reader, field, [word for _, word in words]))


def _looked_at(context: Context, field: Field, places: list[Place], slop: int) -> Query:
    """A query whose hits and scores were computed from the sources."""
    terms = [term for _, place in places for term in place]
    known = [term for term in terms if context.reader.searcher.doc_freq(field.column, term)]
    weight, scores = bm25.phrase_weight(context.reader, field, known), {}
    for seq, length, positions in _candidates(context, field, places, slop):
        found = frequency(places, positions, slop) if slop else exact_frequency(places, positions)
        if found:
            scores[seq] = bm25.phrase_score(context.reader, field, weight, found, length)
    return scored(context.reader.schema, scores)


def _candidates(
    context: Context, field: Field, places: list[Place], slop: int
) -> Iterator[tuple[int, int, dict[str, list[int]]]]:
    """For each document that may have the phrase: `_seq`, length, and the positions of the words."""
    reader = context.reader
    most = min(max(reader.stats.docs, 1), MAX_CANDIDATES + 1)
    found = reader.searcher.search(filtered(_near(context, field, places, slop)), most, count=False)
    if len(found.hits) > MAX_CANDIDATES:
        raise parsing_error(f"a phrase with slop has more than {MAX_CANDIDATES} candidates: use rarer words")
    analyze = context.analyzer(field.analyzer or DEFAULT_ANALYZER)
    wanted = {term for _, place in places for term in place}
    paths = paths_of(context, field)
    for stored in _read(reader, reader.seqs([address for _, address in found.hits])):
        work().source(len(stored.raw or b""))
        start, length = 0, 0
        positions: dict[str, list[int]] = {word: [] for word in wanted}
        for value in values_at(orjson.loads(stored.raw or b"{}"), "", paths):
            tokens = analyze(plain_text(value))
            for token in tokens:
                if token.text in wanted:
                    positions[token.text].append(start + token.position)
            length += len({token.position for token in tokens})
            start += tokens[-1].position + 1 + VALUE_GAP if tokens else 0
        yield stored.seq, length, positions


def _read(reader: Reader, seqs: Sequence[int]) -> Iterator[Stored]:
    """The stored documents, some at a time; none is read further where the first of them say that all are too much."""
    for start in range(0, len(seqs), READ_AT_ONCE):
        some = reader.sources(seqs[start : start + READ_AT_ONCE])
        if not start:
            work().expected(sum(len(stored.raw or b"") for stored in some) * len(seqs) // len(some))
        yield from some


def _near(context: Context, field: Field, places: list[Place], slop: int) -> Query:
    """A query for the documents with a word of each place; two adjacent places are as near as the phrase allows."""
    schema, pairs = context.reader.schema, []
    for (place, words), (other_place, others) in pairwise(places):
        if set(words) & set(others) or slop + other_place - place > VALUE_GAP or len(words) * len(others) > MAX_PHRASES:
            pairs += [_one_of(context, field, one) for one in (words, others)]
        else:
            ways = ([(0, word), (other_place - place, other)] for word, other in product(words, others))
            pairs.append(any_of([Query.phrase_query(schema, field.column, list(way), slop) for way in ways]))
    return all_of([filtered(pair) for pair in pairs])


def _one_of(context: Context, field: Field, words: Sequence[str]) -> Query:
    return any_of([Query.term_query(context.reader.schema, field.column, word) for word in words])


def paths_of(context: Context, field: Field) -> set[str]:
    """The paths of a field's texts: its own, and those of the fields that are copied to it."""
    fields = context.reader.mapping.fields.values()
    return {field.source_path} | {other.path for other in fields if field.path in other.copy_to}


def values_at(source: Any, path: str, paths: set[str]) -> Iterator[Any]:
    """The values at the paths, in the order of the document."""
    if isinstance(source, list):
        for item in source:
            yield from values_at(item, path, paths)
    elif isinstance(source, dict):
        for name, value in source.items():
            yield from values_at(value, f"{path}.{name}" if path else name, paths)
    elif path in paths and source is not None:
        yield source
