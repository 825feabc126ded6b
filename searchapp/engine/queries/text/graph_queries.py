"""The queries of token graphs: for each segment, or for a phrase through all segments."""

import math
from collections.abc import Callable, Sequence
from itertools import chain, product

from tantivy import Query

from ...analysis.analyzers import Token
from ...errors import TooCostly
from ...index import bm25
from ...mapping.mapping import Field
from ..combinators import all_of, any_of
from ..context import Context
from .graph import Way, is_one_position, placed, segments, spanned
from .phrase import MAX_PHRASES, known_weight, phrase_at_position, phrase_query, weighted_phrase
from .summed_frequencies import any_summed

TOO_MANY_WAYS = f"unsupported phrase: more than {MAX_PHRASES} ways through its synonyms"
PositionQuery = Callable[[list[Token]], Query]
"""A function from the tokens at one position to their query."""


def segment_queries(
    context: Context, field: Field, tokens: Sequence[Token], of_position: PositionQuery, as_phrases: bool
) -> list[Query]:
    """The query of each segment: any of its ways. A way of several words is a phrase, or needs all its words."""

    def way_query(way: Way) -> Query:
        if len(way) == 1:
            return of_position([way[0].token])
        if as_phrases:
            return phrase_query(context, field, placed(way), 0)
        return all_of([of_position([arc.token]) for arc in way])

    def segment_query(ways: Sequence[Way]) -> Query:
        if is_one_position(ways):
            return of_position([arc.token for (arc,) in ways])
        return any_of([way_query(way) for way in ways])

    return [segment_query(ways) for ways in segments(tokens)]


def graph_phrase(context: Context, field: Field, tokens: Sequence[Token], slop: int) -> Query:
    """A query for one of the ways as a phrase.

    Without slop, Lucene scores all ways as one phrase of all their terms in the index. A gap at the beginning stands
    for the same number of other words.
    """
    parts = segments(tokens)
    present = [_present(context, field, ways) for ways in parts]
    if math.prod(map(len, present)) > MAX_PHRASES:
        raise TooCostly(TOO_MANY_WAYS)
    if slop:
        return any_of([_phrase(context, field, placed(list(chain(*way))), slop) for way in product(*present)])
    weight = known_weight(context, field, sorted({token.text for token in tokens}))
    ways = [spanned(parts, way) for way in product(*present)]
    phrases = [
        (phrase_at_position if way[0].position else weighted_phrase)(context, field, way, weight) for way in ways
    ]
    return any_summed(context.reader, phrases, weight)


def _present(context: Context, field: Field, ways: Sequence[Way]) -> list[Way]:
    """The ways whose words are all in some document."""
    doc_freq = context.reader.searcher.doc_freq
    return [way for way in ways if all(doc_freq(field.column, arc.token.text) for arc in way)]


def _phrase(context: Context, field: Field, tokens: list[Token], slop: int) -> Query:
    if len(tokens) == 1:
        return bm25.text_term(context.reader, field, tokens[0].text)
    return phrase_query(context, field, tokens, slop)
