"""A prefix of a query string whose start is analysed, for the option `analyze_wildcard`."""

from tantivy import Query

from ...analysis.analyzers import Token, by_position
from ...errors import UnsupportedField
from ...index import bm25
from ...mapping.mapping import Field
from ..combinators import all_of, any_of, constant
from ..context import Context
from ..field.patterns import prefix_query
from .text_queries import Analysed


def analysed_prefix(context: Context, field: Field, start: str, analysed: Analysed) -> Query | None:
    """A query for the words of `start` in a text field; the last word may be longer. None without words."""
    tokens = start_tokens(context, field, start, analysed.analyzer)
    if not tokens:
        return None
    last = constant(prefix_query(context, field.path, tokens[-1].text))
    words = [bm25.text_term(context.reader, field, token.text) for token in tokens[:-1]]
    return (all_of if analysed.operator == "and" else any_of)([*words, last])


def start_tokens(context: Context, field: Field, start: str, analyzer: str | None) -> list[Token]:
    """The tokens of the start. EngineError if several tokens are at one position."""
    tokens = context.search_analyzer(field, analyzer).tokens(start)
    if any(len(alternatives) > 1 for alternatives in by_position(tokens)):
        raise UnsupportedField("unsupported query: analyze_wildcard with several tokens at one position")
    return tokens
