"""Parses query strings (searchapp.querystring), with Elasticsearch's errors."""

from ....querystring import parser
from ....querystring.errors import LuceneError, SyntaxFault
from ....querystring.tree import Node
from ...errors import CreationError, QueryStringError


def parse(text: str) -> Node:
    """The tree of a query string; Nothing for a blank text. QueryStringError for a syntax error."""
    try:
        return parser.parse(text)
    except SyntaxFault as error:
        raise QueryStringError(text, error.cause, error.column) from error
    except LuceneError as error:
        raise CreationError(error.cause) from error
