"""The query of an analysed text in one field, or in the best of several, for match, multi_match and query_string."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from tantivy import Query

from ...analysis.analyzers import Analyzer, Token, by_position
from ...errors import NEVER_HIDDEN, CreationError, EngineError
from ...index import bm25
from ...mapping.mapping import METADATA, Field
from ...parsing import minimum, text
from ...work import work
from ..combinators import NOTHING, best_of, boosted, everything, nothing
from ..compound import combine
from ..context import ANSWERED, Context, check_field, check_searchable
from ..field.values import term_query, value_query
from ..shared_terms import Terms, blended, own_terms
from .fuzzy import any_near, fuzzy_query, near_terms_of
from .graph import is_graph
from .graph_queries import graph_phrase, segment_queries
from .phrase import positions_query
from .summed_frequencies import any_summed

Made = TypeVar("Made")


@dataclass(frozen=True)
class Analysed:
    """The options for the query of a text, which match, multi_match and query_string share."""

    operator: str = "or"
    required: str | None = None
    lenient: bool = False
    zero_terms: str | None = "none"
    """The query for a text without tokens: `none`, `all`, or None to drop the clause."""
    analyzer: str | None = None
    slop: int = 0
    phrase: bool = False
    fuzzy: Mapping[str, Any] = field(default_factory=dict)
    synonym_phrases: bool = True
    """Whether synonyms of several words are phrases."""


def across(
    context: Context, fields: Mapping[str, float], value: Any, analysed: Analysed, tie_breaker: float = 0.0
) -> Query | None:
    """A dis_max query over the fields; None if the text has no token in any field. Unmapped fields are left out."""
    return across_maker(context, fields, analysed, tie_breaker)(value)


def across_maker(
    context: Context, fields: Mapping[str, float], analysed: Analysed, tie_breaker: float
) -> Callable[[Any], Query | None]:
    """A function from a value to the query of `across`."""
    mapped = [path for path in fields if path in context.reader.mapping.fields or path in METADATA]
    if not mapped:
        return lambda value: nothing()
    terms = TermsOf()
    refused: dict[tuple[str, str | None], Any] = {}
    makers = [(fields[path], analysed_maker(context, path, analysed, terms, refused)) for path in mapped]
    factor, first = makers[0]

    def make_one(value: Any) -> Query | None:
        query = first(value)
        return _zero_terms(analysed) if query is None else boosted(query, factor)

    def make(value: Any) -> Query | None:
        found = [boosted(query, factor) for factor, maker in makers if (query := maker(value)) is not None]
        return best_of(found, tie_breaker) if found else _zero_terms(analysed)

    return make_one if len(makers) == 1 else make


class TermsOf(dict[Analyzer, Callable[[str], list[str]]]):
    """The terms of a text by an analyzer, cached for the next field with the same analyzer."""

    def __missing__(self, analyze: Analyzer) -> Callable[[str], list[str]]:
        self[analyze] = lru_cache(1)(analyze.terms)
        return self[analyze]


def analysed_maker(
    context: Context, path: str, analysed: Analysed, terms: TermsOf, refused: dict[tuple[str, str | None], Any]
) -> Callable[[Any], Query | None]:
    """A function from a value to the query of `analysed_query`, faster for keywords, words and values of other types.

    `refused` holds the last value that is invalid for a type and format.
    """
    field = context.field(path)
    if field is not None and field.searchable and analysed.analyzer is None and not analysed.fuzzy:
        if field.is_keyword:
            return _keyword_maker(context, field)
        if field.is_text and field.index and context.search_analyzer(field).is_plain:
            return _word_maker(context, field, analysed, terms)
        if not field.is_text and analysed.lenient:
            return _typed_maker(context, field, analysed, refused)
    return lambda value: analysed_query(context, path, value, analysed)


def _keyword_maker(context: Context, field: Field) -> Callable[[Any], Query]:
    make = bm25.term_maker(context.reader, field)
    normalized = str if field.normalizer is None else context.normalizer(field.normalizer)
    return lambda value: make(normalized(text(value))) or nothing()


def _typed_maker(
    context: Context, field: Field, analysed: Analysed, refused: dict[tuple[str, str | None], Any]
) -> Callable[[Any], Query | None]:
    """For a number, date or boolean. A text that is not such a value is parsed once for all fields of the type."""
    kind = field.type, field.format

    def make(value: Any) -> Query | None:
        if type(value) is str and refused.get(kind) == value:
            return nothing()
        query = analysed_query(context, field.path, value, analysed)
        if query is NOTHING:
            refused[kind] = value
        return query

    return make


def _word_maker(context: Context, field: Field, analysed: Analysed, terms: TermsOf) -> Callable[[Any], Query | None]:
    terms_of, column, doc_freq = terms[context.search_analyzer(field)], field.column, context.reader.searcher.doc_freq
    needs_all = analysed.phrase or (analysed.operator == "and" and analysed.required is None)

    def make(value: Any) -> Query | None:
        found = terms_of(value) if type(value) is str else []
        if len(found) > 1 and needs_all and not all(doc_freq(column, term) for term in found):
            return nothing()
        if len(found) > 1 and needs_all and not analysed.phrase:
            return _combined([bm25.text_term(context.reader, field, term) for term in found], analysed)
        if len(found) != 1:
            return analysed_query(context, field.path, value, analysed)
        if doc_freq(column, found[0]):
            work().count_leaves()  # a word of a text costs twice as much as a keyword
            return bm25.text_term(context.reader, field, found[0])
        work().count_absent_terms()
        return nothing()

    return make


def analysed_query(context: Context, path: str, value: Any, analysed: Analysed) -> Query | None:
    """The query for a text in one field; None if the text has no token and `zero_terms` is None."""
    if path in METADATA:
        leniently(analysed.lenient, lambda: check_field(path))
    field = context.field(path)
    nested_scope = context.nested_scope(path) if field is None else None
    if nested_scope is not None:
        query = analysed_query(nested_scope, path, value, analysed)
        return None if query is None else nothing()
    if field is None and path not in ANSWERED:
        return nothing()
    if field is None and analysed.analyzer is not None:
        return leniently(analysed.lenient, lambda: _analysed_value(context, path, text(value), analysed))
    if field is None or (not field.is_text and analysed.analyzer is None):
        return leniently(analysed.lenient, lambda: _complete_value(context, path, field, value, analysed))
    return leniently(analysed.lenient, lambda: _tokens_query(context, field, text(value), analysed))


def _analysed_value(context: Context, path: str, value: str, analysed: Analysed) -> Query | None:
    """The query for a text in `_id` or `_index`, which an analyzer may split into several values."""
    positions = by_position(context.analyzer(str(analysed.analyzer)).tokens(value))
    if not positions:
        return _zero_terms(analysed)
    if analysed.phrase and len(positions) > 1:
        why = f"Can only use phrase queries on text fields - not on [{path}] which is of type [{path}]"
        raise CreationError(why)
    found = [
        best_of([_complete_value(context, path, None, token.text, analysed) for token in alternatives])
        for alternatives in positions
    ]
    return found[0] if len(found) == 1 else _combined(found, analysed)


def _complete_value(context: Context, path: str, field: Field | None, value: Any, analysed: Analysed) -> Query:
    if analysed.fuzzy:
        return fuzzy_query(context, path, value, analysed.fuzzy)
    return term_query(context, path, value) if field is None else value_query(context, field, value)


def _tokens_query(context: Context, field: Field, value: str, analysed: Analysed) -> Query | None:
    analyze = context.search_analyzer(field, analysed.analyzer)
    tokens = analyze.tokens(value)
    if not tokens:
        return _zero_terms(analysed)
    check_searchable(field)
    if analyze.has_graphs and len(tokens) > 1 and is_graph(tokens):
        return _graph_query(context, field, tokens, analysed)
    positions = by_position(tokens)
    if len(positions) == 1:
        return _position_query(context, field, positions[0], analysed)
    if analysed.phrase:
        return positions_query(context, field, positions, analysed.slop)
    is_plain = all(len(alternatives) == 1 for alternatives in positions) and (field.is_text or field.is_keyword)
    if analysed.fuzzy and is_plain and analysed.operator == "or" and minimum(analysed.required, len(positions)) <= 1:
        return any_near(context, field, [token.text for (token,) in positions], analysed.fuzzy)
    is_all = analysed.operator == "and" and analysed.required is None
    if is_all and is_plain and not analysed.fuzzy and _lacks_one(context, field, tokens):
        return nothing()
    return _combined([_position_query(context, field, alternatives, analysed) for alternatives in positions], analysed)


def _lacks_one(context: Context, field: Field, tokens: list[Token]) -> bool:
    """Whether one of the terms of a text field is in no document."""
    doc_freq = context.reader.searcher.doc_freq
    return field.is_text and field.index and not all(doc_freq(field.column, token.text) for token in tokens)


def text_terms(context: Context, path: str, value: Any, analysed: Analysed) -> Terms | None:
    """The terms of which a document needs one; None if the query of the text is not a disjunction of terms."""
    field = context.field(path)
    if field is None or not field.index or not (field.is_text or field.is_keyword):
        return None
    if field.is_keyword:
        words = [context.normalize(field, text(value))] if analysed.analyzer is None else []
    else:
        positions = by_position(context.search_analyzer(field, analysed.analyzer).tokens(text(value)))
        words = [tokens[0].text for tokens in positions if len(tokens) == 1 and tokens[0].span == 1]
        if len(words) < len(positions):
            return None
    is_any = analysed.operator == "or" and not analysed.phrase and minimum(analysed.required, len(words)) <= 1
    if not words or (len(words) > 1 and not is_any):
        return None
    if analysed.fuzzy:
        return near_terms_of(context, field, words, analysed.fuzzy)
    return own_terms(context.reader, field, words)


def token_queries(context: Context, field: Field, value: str, analysed: Analysed) -> list[Query]:
    """The queries for the tokens of a text, one for each position."""
    analyze = context.search_analyzer(field, analysed.analyzer)
    tokens = analyze(value)
    if analyze.has_graphs and len(tokens) > 1 and is_graph(tokens):
        return _graph_queries(context, field, tokens, analysed)
    return [_position_query(context, field, alternatives, analysed) for alternatives in by_position(tokens)]


def _graph_query(context: Context, field: Field, tokens: list[Token], analysed: Analysed) -> Query:
    if analysed.phrase:
        return graph_phrase(context, field, tokens, analysed.slop)
    return _combined(_graph_queries(context, field, tokens, analysed), analysed)


def _graph_queries(context: Context, field: Field, tokens: list[Token], analysed: Analysed) -> list[Query]:
    def of_position(alternatives: list[Token]) -> Query:
        return _position_query(context, field, alternatives, analysed)

    return segment_queries(context, field, tokens, of_position, analysed.synonym_phrases)


def _position_query(context: Context, field: Field, alternatives: list[Token], analysed: Analysed) -> Query:
    """The query for the tokens at one position, of which a document needs one."""
    if len(alternatives) == 1:
        return _token_query(context, field, alternatives[0].text, analysed)
    if not field.is_text:
        return best_of([_token_query(context, field, token.text, analysed) for token in alternatives])
    frequency = max(context.reader.searcher.doc_freq(field.column, token.text) for token in alternatives)
    queries = [blended(context.reader, field, token.text, 1.0, frequency) for token in alternatives]
    return any_summed(context.reader, queries, bm25.field_idf(context.reader, field, frequency))


def _token_query(context: Context, field: Field, token: str, analysed: Analysed) -> Query:
    """The query for one token. With `lenient`, a token that does not fit the field matches nothing."""
    return leniently(analysed.lenient, lambda: _token_term(context, field, token, analysed)) or nothing()


def _token_term(context: Context, field: Field, token: str, analysed: Analysed) -> Query:
    if analysed.fuzzy:
        return fuzzy_query(context, field.path, token, analysed.fuzzy)
    return bm25.text_term(context.reader, field, token) if field.is_text else term_query(context, field.path, token)


def _combined(queries: list[Query], analysed: Analysed) -> Query:
    occur = "must" if analysed.operator == "and" else "should"
    return combine({occur: queries}, minimum(analysed.required, len(queries) if occur == "should" else 0))


def _zero_terms(analysed: Analysed) -> Query | None:
    if analysed.zero_terms is None:
        return None
    return everything() if analysed.zero_terms == "all" else nothing()


def leniently(lenient: bool, make: Callable[[], Made]) -> Made | Query:
    """The query that `make` returns; with `lenient`, one without hits in place of an error."""
    try:
        return make()
    except NEVER_HIDDEN:
        raise
    except EngineError:
        if lenient:
            return nothing()
        raise
