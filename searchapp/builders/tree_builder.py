"""Turns a term and options into the tree of querystring/, for databases that translate it into their own queries."""

from typing import Any

from ..errors import PipelineError
from ..querystring.errors import LuceneError
from ..querystring.limits import MAX_CLAUSES, check_query, check_words, query_text_error
from ..querystring.parser import parse
from ..querystring.tree import Bool, MatchAll, Node, Nothing, Value
from .batch import text_of, unpaired, with_own_scopes
from .elastic import ElasticBuilder
from .named_queries import named_tree
from .option_clauses import Options
from .ranking import typed
from .ranking.profile import heaviest
from .special_terms import SPECIAL


def parsed(text: str, keyword: str) -> Node:
    """The tree of a query text, the value of the option `keyword`; 400 for one that cannot be parsed."""
    try:
        return parse(text)
    except LuceneError as error:
        raise query_text_error(error, text, keyword) from error


def scoped_tree(q: Any, scopes: Any) -> Node:
    """The tree for a term in its scopes. For a list of terms, each term has the scopes at its position."""
    if isinstance(q, list):
        return Bool(must=tuple(scoped_tree(term, own) for term, own in with_own_scopes(q, scopes)))
    if q is None:
        return MatchAll()
    if q == "":
        return Nothing()
    if not all(isinstance(scope, str) for scope in scopes):
        raise unpaired("scopes is a list of lists", "q")
    text = text_of(q)
    if len(text) > MAX_CLAUSES:
        check_words(text)
    return Value(tuple(scopes), text, ranked=len(scopes) > 1 and not any("^" in scope for scope in scopes))


class TreeBuilder(ElasticBuilder):
    """Subclasses translate trees for their database; `database` is its name in errors."""

    database = ""
    ranks_hits = False

    def tree(self, q: Any, scopes: Any, options: Options) -> Node:
        """The tree for a term, in its scopes if there are some. Rules B4 and B5."""
        return scoped_tree(q, scopes) if scopes else self.text_tree(q, options)

    def text_tree(self, q: Any, options: Options) -> Node:
        """The tree for a term without scopes."""
        if q in SPECIAL:
            return MatchAll()
        if isinstance(q, list):
            raise unpaired("q is a list of terms", "scopes")
        text = text_of(q)
        if not text.strip():
            return Nothing()
        check_query(text)
        name = options.get("userquery")
        named = self.user_query.get_query(name, q=text) if name else None
        if named is not None:
            return self.named_tree(named, name, options)
        return parsed(self.fields.as_text(text, options), "q")

    def words_and_names(self, q: Any, options: Options) -> tuple[str, dict[str, float], dict[str, float]] | None:
        """The typed words, and the fields of names and of other names with their shares; None for other queries.

        Of several texts joined by OR these are the words of the first.
        """
        if not isinstance(q, str) or q in SPECIAL or options.get("userquery"):
            return None
        read = typed.read(q)
        texts = [each.text for each in typed.alternatives(q)] if read is None else [] if read.begun else [read.text]
        if not texts:
            return None
        weights = self.fields.state(options.get("item_type")).profile.weights
        names, aliases = (heaviest(weights.get(kind) or {}) for kind in ("names", "aliases"))
        return texts[0], names, aliases

    def filter_trees(self, options: Options) -> tuple[Node, ...]:
        """The trees that every hit and every counted document has to match."""
        text = (options.get("filter") or "").strip()
        name = options.get("userquery")
        named = self.user_query.get_filter(name) if name else None
        found = (self.filter_tree(text, "filter", options),) if text else ()
        return found if named is None else (*found, self.named_tree(named, name, options))

    def filter_tree(self, text: str, keyword: str, options: Options) -> Node:
        """The tree of a filter, the value of the option `keyword`; unknown names in it become warnings."""
        check_query(text, keyword)
        self.fields.warn(keyword, text, options)
        return parsed(text, keyword)

    def named_tree(self, named: Any, name: Any, options: Options) -> Node:
        """The tree of a named query: a query text, or a plain query of a search engine; 400 for others."""
        if isinstance(named, str):
            return parsed(named, "userquery")
        try:
            return named_tree(named)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            summary = f"userquery: {name} is not written for {self.database}"
            raise PipelineError(400, summary, {"keyword": "userquery"}) from error
