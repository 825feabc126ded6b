"""The reader of query strings, whose errors are Elasticsearch's here."""

from ..lucene import parser
from ..lucene.errors import LuceneError, SyntaxFault
from ..lucene.parser import Boost as Boost
from ..lucene.parser import Clause as Clause
from ..lucene.parser import Exists as Exists
from ..lucene.parser import Fuzzy as Fuzzy
from ..lucene.parser import Group as Group
from ..lucene.parser import MatchAll as MatchAll
from ..lucene.parser import Node as Node
from ..lucene.parser import Nothing as Nothing
from ..lucene.parser import Phrase as Phrase
from ..lucene.parser import Prefix as Prefix
from ..lucene.parser import Range as Range
from ..lucene.parser import Regex as Regex
from ..lucene.parser import Text as Text
from ..lucene.parser import Wildcard as Wildcard
from ..lucene.parser import automatic_edits as automatic_edits
from ..lucene.parser import comparison as comparison
from ..lucene.parser import escaped as escaped
from ..lucene.parser import occurrences as occurrences
from .errors import EngineError, QueryStringError


def parse(text: str) -> Node:
    """The tree of a query string; Nothing for a blank one."""
    try:
        return parser.parse(text)
    except SyntaxFault as error:
        raise QueryStringError(text, error.cause, error.column) from error
    except LuceneError as error:
        raise EngineError(400, "query_shard_exception", f"failed to create query: {error.cause}") from error
