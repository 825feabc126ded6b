"""Phrases of a text field.

tantivy answers exact phrases. With slop, tantivy only finds candidates; their texts are read from the sources, because
tantivy counts differently from Lucene if words are in another order or repeated. If they are too many to read, only a
phrase of two words is answered, with tantivy's scores. Candidates are also read if enough words of the phrase are
dropped to cross the gap between two values. If an analyzer puts several tokens at one position, a document needs one of
them. A place of a phrase is a position with its tokens.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import orjson
from tantivy import Query

from ...analysis.analyzers import Token
from ...costs import PHRASES, TOO_MUCH
from ...docstore.store import Stored
from ...errors import CreationError, LimitReached, TooCostly
from ...index import bm25
from ...index.reader import Reader
from ...mapping.mapping import DEFAULT_ANALYZER, Field
from ...mapping.tantivy_schema import INDEX_GAP, VALUE_GAP
from ...values.java_numbers import plain_text
from ...work import work
from ..combinators import all_of, any_of, boosted, filtered, scored
from ..context import Context
from .sloppy_phrase import PhrasePosition, exact_frequency, frequency
from .summed_frequencies import any_summed

MAX_CANDIDATES = 20_000
CANDIDATE = 4
"""The number of characters that cost as much to analyse as one candidate costs to find."""
DOCUMENTS_AT_ONCE = 50
BYTES_PER_CHARACTER = 3
"""The number of bytes of a document that cost as much to read as one character costs to analyse."""
MAX_PHRASES = 64
"""The maximum number of phrase queries: one for each combination of tokens, one token from each position."""


def positions_query(context: Context, field: Field, places: Sequence[Sequence[Token]], slop: int) -> Query:
    """A query for one token of each position, in order or within `slop`; `places` has two positions or more."""
    if math.prod(map(len, places)) == 1 or not field.is_text or slop < 0:
        return phrase_query(context, field, [place[0] for place in places], slop)
    if slop or math.prod(map(len, places)) > MAX_PHRASES:
        work().count_leaves(sum(map(len, places)))
        first = places[0][0].position
        words = [(place[0].position - first, tuple(token.text for token in place)) for place in places]
        return _computed(context, field, words, slop)
    terms = [token.text for place in places for token in place]
    weight = known_weight(context, field, terms)
    phrases = [weighted_phrase(context, field, tokens, weight) for tokens in _ways(places)]
    return any_summed(context.reader, phrases, weight)


def _ways(places: Sequence[Sequence[Token]]) -> Iterator[tuple[Token, ...]]:
    """Every combination of tokens, one from each position.

    As in Lucene, a token that is twice at the first position counts twice.
    """
    once = [list({token.text: token for token in place}.values()) for place in places[1:]]
    return product(places[0], *once)


def weighted_phrase(context: Context, field: Field, tokens: Sequence[Token], weight: float) -> Query:
    """A query for the tokens in this order, scored with this weight instead of their own."""
    own = bm25.phrase_weight(context.reader, field, [token.text for token in tokens])
    if len(tokens) == 1:
        query = bm25.text_term(context.reader, field, tokens[0].text)
    else:
        query = phrase_query(context, field, tokens, 0)
    return boosted(query, weight / own if own else 1.0)


def phrase_at_position(context: Context, field: Field, tokens: Sequence[Token], weight: float) -> Query:
    """Like `weighted_phrase`, for a phrase with as many words before it as the position of its first token.

    With too many documents to read, these words are not required.
    """
    earliest = tokens[0].position
    places: list[PhrasePosition] = [(token.position - earliest, (token.text,)) for token in tokens]
    try:
        scores = {}
        for seq, length, positions in _candidates(context, field, places, 0):
            if found := exact_frequency(places, positions, earliest):
                scores[seq] = bm25.phrase_score(context.reader, field, weight, found, length)
    except LimitReached as error:
        if error.status != 400:
            raise
        return weighted_phrase(context, field, tokens, weight)
    return scored(context.reader.schema, scores)


def known_weight(context: Context, field: Field, terms: Sequence[str]) -> float:
    """The weight of a phrase, from the terms that documents have."""
    known = [term for term in terms if context.reader.searcher.doc_freq(field.column, term)]
    return bm25.phrase_weight(context.reader, field, known)


def phrase_query(context: Context, field: Field, tokens: Sequence[Token], slop: int) -> Query:
    """A query for the tokens in this order, or within `slop` of it; for two tokens or more."""
    if not field.is_text:
        raise CreationError(
            f"Can only use phrase queries on text fields - not on [{field.path}] which is of type [{field.type}]"
        )
    if slop < 0:
        raise CreationError(f"Slop must be >= 0, got {slop}")
    work().count_leaves(len(tokens))
    first = tokens[0].position
    words = [(token.position - first, token.text) for token in tokens]
    if slop or any(place - before > INDEX_GAP for (before, _), (place, _) in pairwise(words)):
        try:
            return _computed(context, field, [(place, (word,)) for place, word in words], slop)
        except LimitReached as error:
            if error.status != 400 or not _is_exact(words, slop):
                raise
    query = Query.phrase_query(context.reader.schema, field.column, list[str | tuple[int, str]](words), slop)
    return Query.boost_query(query, bm25.idf_ratio(context.reader, field, [word for _, word in words]))


def _is_exact(words: Sequence[tuple[int, str]], slop: int) -> bool:
    """Whether tantivy finds the same documents as Lucene: for two different words that cannot cross two values.

    The scores are not the same, because tantivy counts each match as an exact one.
    """
    return len(words) == 2 and words[0][1] != words[1][1] and words[1][0] + slop <= INDEX_GAP


def _computed(context: Context, field: Field, places: list[PhrasePosition], slop: int) -> Query:
    """A query whose hits and scores were computed from the sources."""
    weight, scores = known_weight(context, field, [term for _, place in places for term in place]), {}
    for seq, length, positions in _candidates(context, field, places, slop):
        found = frequency(places, positions, slop) if slop else exact_frequency(places, positions)
        if found:
            scores[seq] = bm25.phrase_score(context.reader, field, weight, found, length)
    return scored(context.reader.schema, scores)


def _candidates(
    context: Context, field: Field, places: list[PhrasePosition], slop: int
) -> Iterator[tuple[int, int, dict[str, list[int]]]]:
    """For each document that may have the phrase: `_seq`, length, and the positions of the words."""
    reader = context.reader
    most = min(max(reader.stats.docs, 1), MAX_CANDIDATES + 1)
    found = reader.searcher.search(filtered(_near_query(context, field, places, slop)), most, count=False)
    work().count(PHRASES, len(found.hits) * CANDIDATE)
    if len(found.hits) > MAX_CANDIDATES:
        raise TooCostly(TOO_MUCH[PHRASES])
    analyze = context.analyzer(field.analyzer or DEFAULT_ANALYZER)
    wanted = {term for _, place in places for term in place}
    paths = frozenset(reader.source_paths(field))
    letter = 1 if analyze.is_plain else 4 if analyze.one_per_position else 15
    for seq, texts in _read(reader, reader.seqs([address for _, address in found.hits]), paths, letter):
        start, length = 0, 0
        positions: dict[str, list[int]] = {word: [] for word in wanted}
        for text in texts:
            found_terms = analyze.positions(text)
            for position, term in found_terms:
                if term is not None and term in wanted:
                    positions[term].append(start + position)
            length += len({position for position, term in found_terms if term is not None})
            start += (found_terms[-1][0] + 1 if found_terms else 0) + VALUE_GAP
        yield seq, length, positions


def _read(reader: Reader, seqs: Sequence[int], paths: frozenset[str], letter: int) -> Iterator[tuple[int, list[str]]]:
    """For each document its `_seq` and the texts at the paths; `letter` is the cost to analyse a character.

    Documents are read in groups. Raises LimitReached after the first group if all together would cost too much.
    """
    for start in range(0, len(seqs), DOCUMENTS_AT_ONCE):
        some = [(stored, _texts(stored, paths)) for stored in reader.sources(seqs[start : start + DOCUMENTS_AT_ONCE])]
        cost = sum(
            len(stored.raw or b"") // BYTES_PER_CHARACTER + sum(map(len, texts)) * letter for stored, texts in some
        )
        work().count(PHRASES, cost)
        if not start:
            work().check_candidates(cost * (len(seqs) - len(some)) // len(some))
        yield from ((stored.seq, texts) for stored, texts in some)


def _texts(stored: Stored, paths: frozenset[str]) -> list[str]:
    return [plain_text(value) for value in values_at(orjson.loads(stored.raw or b"{}"), "", paths)]


def _near_query(context: Context, field: Field, places: list[PhrasePosition], slop: int) -> Query:
    """A query for documents with a word of each position, and with words of adjacent positions within the slop."""
    schema = context.reader.schema
    pairs = [] if len(places) > 1 else [_one_of(context, field, places[0][1])]
    for (place, words), (other_place, others) in pairwise(places):
        if set(words) & set(others) or slop + other_place - place > VALUE_GAP or len(words) * len(others) > MAX_PHRASES:
            pairs += [_one_of(context, field, one) for one in (words, others)]
        else:
            ways = ([(0, word), (other_place - place, other)] for word, other in product(words, others))
            pairs.append(any_of([Query.phrase_query(schema, field.column, list(way), slop) for way in ways]))
    return all_of([filtered(pair) for pair in pairs])


def _one_of(context: Context, field: Field, words: Sequence[str]) -> Query:
    return any_of([Query.term_query(context.reader.schema, field.column, word) for word in words])


def values_at(source: Any, path: str, paths: frozenset[str]) -> Iterator[Any]:
    """The values at the paths, in the order of the document."""
    if isinstance(source, list):
        for item in source:
            yield from values_at(item, path, paths)
    elif isinstance(source, dict):
        for name, value in source.items():
            inner = f"{path}.{name}" if path else name
            if inner in paths or type(value) in (dict, list):
                yield from values_at(value, inner, paths)
    elif path in paths and source is not None:
        yield source
