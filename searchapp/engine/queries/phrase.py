"""Phrases of a text field."""

from collections.abc import Sequence

from tantivy import Query

from .. import scoring
from ..analysis import Token
from ..mapping import Field
from ..reader import Reader
from .shape import parsing_error


def phrase_query(reader: Reader, field: Field, tokens: Sequence[Token], slop: int) -> Query:
    """Documents with the tokens in this order; two tokens or more."""
    if slop:
        raise parsing_error("unsupported query: match_phrase with slop")
    first = tokens[0].position
    words: list[str | tuple[int, str]] = [(token.position - first, token.text) for token in tokens]
    query = Query.phrase_query(reader.schema, field.column, words)
    return Query.boost_query(query, scoring.idf_ratio(reader, field, [token.text for token in tokens]))
