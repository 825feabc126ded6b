"""Queries for an incomplete text, whose last word is a prefix: match_bool_prefix and match_phrase_prefix.

A match_bool_prefix is a bool query of a term for each word and a prefix for the last one; a match_phrase_prefix is a
phrase whose last word may be any with this beginning, in the order of the terms (`expansions`).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from tantivy import Query

from ...analysis.analyzers import Token, by_position
from ...costs import PREFIX_COST
from ...errors import CreationError, UnsupportedField, parsing_error, unsupported_error
from ...index import bm25
from ...mapping.mapping import Field
from ...parsing import Converter, minimum, text
from ...queries.combinators import all_of, at_least, boosted, constant, everything, nothing
from ...queries.context import ANSWERED, Build, Context, Leaf, check_searchable, nothing_outside_scope
from ...queries.field.patterns import prefix_query
from ...queries.field.values import term_query
from ...queries.sorted_terms import sorted_terms
from ...queries.text.fuzzy import fuzzy_query
from ...queries.text.graph import is_graph
from ...queries.text.multi_match import MatchType
from ...queries.text.phrase import MAX_PHRASES, positions_query
from ...queries.text.text import FUZZY, MATCH_PHRASE, NOT_NEGATIVE, SHARED, WITH_PREFIX, check_analyzer, field_and_text
from ...work import work

NAME_OF_BOOL, NAME_OF_PHRASE = WITH_PREFIX
MAX_EXPANSIONS = 50
BOOL_KEYS = ("query", "analyzer", "operator", "minimum_should_match", "fuzzy_rewrite", "boost", "_name", *FUZZY)
MATCH_BOOL_PREFIX = {key: converter for key, converter in SHARED.items() if key in BOOL_KEYS}


def max_expansions(value: Any) -> int:
    """The maximum number of expansions of the last word. EngineError for too many."""
    found = NOT_NEGATIVE(value)
    if found > MAX_PHRASES:
        raise unsupported_error(f"unsupported option: max_expansions of {NAME_OF_PHRASE} above {MAX_PHRASES}")
    return int(found)


MATCH_PHRASE_PREFIX = MATCH_PHRASE | {"max_expansions": max_expansions}


@nothing_outside_scope
def bool_prefix_query(context: Context, path: str, given: Mapping[str, Any]) -> Query:
    """The query for the text in one field."""
    field = context.field(path)
    if field is None and path not in ANSWERED:
        return nothing()
    if "analyzer" in given or (field is not None and (field.is_text or field.is_keyword)):
        return _words(context, path, field, given)
    return _value(context, path, text(given["query"]), given)


def _words(context: Context, path: str, field: Field | None, given: Mapping[str, Any]) -> Query:
    """A query for the words, the last of which may be longer. The field is None for metadata."""
    words, is_prefix = typed_words(context, field, given)
    if not words:
        return _without_words(given)
    if field is not None:
        check_searchable(field)
    queries = [_word(context, path, field, word, given) for word in (words[:-1] if is_prefix else words)]
    if is_prefix:
        queries.append(constant(prefix_query(context, path, words[-1])))
    if len(queries) == 1:
        return queries[0]
    if given.get("operator") == "and":  # there is no optional clause that could match
        return nothing() if minimum(given.get("minimum_should_match"), 0) else all_of(queries)
    return at_least(minimum(given.get("minimum_should_match"), len(queries)), queries, [])


def _word(context: Context, path: str, field: Field | None, word: str, given: Mapping[str, Any]) -> Query:
    if field is not None and field.is_text and "fuzziness" not in given:
        return bm25.text_term(context.reader, field, word)
    return _value(context, path, word, given)


def _value(context: Context, path: str, value: Any, given: Mapping[str, Any]) -> Query:
    if "fuzziness" in given:
        return fuzzy_query(context, path, value, {key: given[key] for key in FUZZY if key in given})
    return term_query(context, path, value)


def typed_words(context: Context, field: Field | None, given: Mapping[str, Any]) -> tuple[list[str], bool]:
    """The words of a match_bool_prefix, and whether the last word is a prefix: if the text ends with it."""
    if field is not None and field.is_keyword and "analyzer" not in given:
        return [text(given["query"])], True
    tokens = words_of(context, field, given, NAME_OF_BOOL)
    return [token.text for token in tokens], bool(tokens) and tokens[-1].end == len(text(given["query"]))


@nothing_outside_scope
def phrase_prefix_query(context: Context, path: str, given: Mapping[str, Any]) -> Query:
    """The query for the text in one field."""
    field = context.field(path)
    if field is not None and field.is_text:
        return _phrase(context, field, given)
    if field is None and path not in ANSWERED:
        return nothing()
    if "analyzer" in given and not words_of(context, field, given, NAME_OF_PHRASE):
        return _without_words(given)
    kind = path if field is None else field.type
    raise CreationError(
        f"Can only use phrase prefix queries on text fields - not on [{path}] which is of type [{kind}]"
    )


def words_of(context: Context, field: Field | None, given: Mapping[str, Any], name: str) -> Sequence[Token]:
    """The tokens of the text. EngineError if several tokens are at one position."""
    asked = given.get("analyzer")
    analyze = context.analyzer(str(asked)) if field is None else context.search_analyzer(field, asked)
    tokens = analyze.tokens(text(given["query"]))
    if is_graph(tokens) or any(len(alternatives) > 1 for alternatives in by_position(tokens)):
        raise UnsupportedField(f"unsupported query: {name} with several tokens at one position")
    return tokens


def _phrase(context: Context, field: Field, given: Mapping[str, Any]) -> Query:
    tokens = words_of(context, field, given, NAME_OF_PHRASE)
    if not tokens:
        return _without_words(given)
    if not field.index and len(tokens) == 1:
        return nothing()
    if not field.index:
        raise CreationError(f"field:[{field.path}] was indexed without position data; cannot run PhraseQuery")
    last = [tokens[-1]._replace(text=term) for term in expansions(context, field, tokens[-1].text, given)]
    if not last:
        return nothing()
    if len(tokens) == 1:
        return at_least(1, [bm25.text_term(context.reader, field, token.text) for token in last], [])
    return positions_query(context, field, [*([token] for token in tokens[:-1]), last], given.get("slop", 0))


def _without_words(given: Mapping[str, Any]) -> Query:
    """The query for a text without words."""
    return everything() if given.get("zero_terms_query") == "all" else nothing()


def expansions(context: Context, field: Field, start: str, given: Mapping[str, Any]) -> list[str]:
    """The first terms of the field that begin with a text."""
    work().count_pattern(PREFIX_COST)
    terms, most = sorted_terms(context.reader, field.column), max(given.get("max_expansions", MAX_EXPANSIONS), 1)
    following = islice(terms, bisect_left(terms, start), None)
    return [*islice(takewhile(lambda term: term.startswith(start), following), most)]


def _parser(name: str, converters: Mapping[str, Converter], query: Leaf[[Mapping[str, Any]]]) -> Callable[[Any], Build]:
    """The parser of a query of one field; `query` makes the query for a text."""

    def parse(body: Any) -> Build:
        path, given = field_and_text(name, body, converters)

        def build(context: Context) -> Query:
            check_analyzer(context, name, given)
            return boosted(query(context, path, given), given.get("boost", 1.0))

        return build

    return parse


def _check_slop(given: Mapping[str, Any]) -> None:
    if given.get("slop"):
        raise parsing_error("[slop] not allowed for type [bool_prefix]")


def _check_expansions(given: Mapping[str, Any]) -> None:
    max_expansions(given.get("max_expansions", MAX_EXPANSIONS))


PARSERS = {
    NAME_OF_BOOL: _parser(NAME_OF_BOOL, MATCH_BOOL_PREFIX, bool_prefix_query),
    NAME_OF_PHRASE: _parser(NAME_OF_PHRASE, MATCH_PHRASE_PREFIX, phrase_prefix_query),
}
TYPES = {
    "bool_prefix": MatchType(is_summed=True, check=_check_slop, in_field=bool_prefix_query),
    "phrase_prefix": MatchType(is_phrase=True, check=_check_expansions, in_field=phrase_prefix_query),
}
"""The types of multi_match whose last word is the start of one."""
