"""The parser of query strings (searchapp.querystring), with Elasticsearch's errors."""

from ....querystring import parser
from ....querystring.errors import LuceneError, SyntaxFault
from ....querystring.parser import Boost as Boost
from ....querystring.parser import Clause as Clause
from ....querystring.parser import Exists as Exists
from ....querystring.parser import Fuzzy as Fuzzy
from ....querystring.parser import Group as Group
from ....querystring.parser import MatchAll as MatchAll
from ....querystring.parser import Node as Node
from ....querystring.parser import Nothing as Nothing
from ....querystring.parser import Phrase as Phrase
from ....querystring.parser import Prefix as Prefix
from ....querystring.parser import Range as Range
from ....querystring.parser import Regex as Regex
from ....querystring.parser import Text as Text
from ....querystring.parser import Wildcard as Wildcard
from ....querystring.parser import automatic_edits as automatic_edits
from ....querystring.parser import comparison as comparison
from ....querystring.parser import escaped as escaped
from ....querystring.parser import occurrences as occurrences
from ...errors import EngineError, QueryStringError


def parse(text: str) -> Node:
    """The tree of a query string; Nothing for a blank text. QueryStringError for a syntax error."""
    try:
        return parser.parse(text)
    except SyntaxFault as error:
        raise QueryStringError(text, error.cause, error.column) from error
    except LuceneError as error:
        raise EngineError(400, "query_shard_exception", f"failed to create query: {error.cause}") from error
