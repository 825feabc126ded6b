"""Turns a term and options into the tree of querystring/, for databases that translate it into their own queries."""

from collections.abc import Callable
from typing import Any

from ..databases.capabilities import HARMLESS, refused, refused_keywords
from ..errors import PipelineError
from ..querystring.errors import LuceneError
from ..querystring.limits import MAX_CLAUSES, check_query, check_words, query_text_error
from ..querystring.parser import parse
from ..querystring.tree import Bool, MatchAll, Node, Nothing, Value
from .batch import Body, text_of, unpaired, with_own_scopes
from .elastic import ElasticBuilder
from .named_queries import named_tree, query_of
from .option_clauses import OptionClause, Options, unlisted_options
from .ranking import typed
from .ranking.profile import heaviest
from .special_terms import ANY, SPECIAL

Named = Callable[[Any, Any], Node]
"""A function from a named query and its name to a tree."""
Read = Callable[[str], Node]
"""A function from a query text to its tree."""

KEY = ["_id"]


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


def term_tree(q: Any, options: Options, builder: ElasticBuilder, of_named: Named, read: Read) -> Node:
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
    named = query_of(name, builder.user_query, text) if name else None
    return read(builder.fields.as_text(text, options)) if named is None else of_named(named, name)


def named_filter(options: Options, builder: ElasticBuilder, of_named: Named) -> tuple[Node, ...]:
    """The tree of the filter of the named query, if there is one."""
    name = options.get("userquery")
    named = builder.user_query.get_filter(name) if name else None
    return () if named is None else (of_named(named, name),)


def read_named(named: Any, summary: str, keyword: str = "userquery") -> Node:
    """The tree of a named query: a query text, or a plain query of a search engine; a 400 for others."""
    try:
        return parsed(named, "userquery") if isinstance(named, str) else named_tree(named)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise PipelineError(400, summary, {"keyword": keyword}) from error


def refusing(backend: str, name: str) -> OptionClause:
    """The clause of an option that the database does not have: a 400."""

    def clause(body: Body, options: Options, builder: ElasticBuilder) -> Body:
        raise refused(backend, name, name)

    return clause


class TreeBuilder(ElasticBuilder):
    """Subclasses translate trees for their database: `backend` is its name, `database` the one in errors."""

    backend = ""
    database = ""
    ranks_hits = False
    finds_near_words = False
    complete_ids = False

    def build_count(self, q: Any, **options: Any) -> Body:
        body: Body = self.build(q, _source=KEY, **options)  # type: ignore[assignment]
        return body

    def build_existing(self, ids: list[str], item_type: str | None) -> list[Body]:
        bodies: list[Body] = self.build(ids, scopes=KEY, _source=KEY, item_type=item_type)  # type: ignore[assignment]
        return bodies

    def build_sources(self, fields: list[str], size: int, item_type: str | None) -> Body:
        body: Body = self.build("*", _source=fields, item_type=item_type)  # type: ignore[assignment]
        return {**body, "size": size}

    def tree(self, q: Any, scopes: Any, options: Options) -> Node:
        """The tree for a term, in its scopes if there are some. Rules B4 and B5."""
        if scopes:
            return scoped_tree(q, scopes)
        return term_tree(q, options, self, self.named(options), lambda text: parsed(text, "q"))

    def named(self, options: Options) -> Named:
        """A function from a named query and its name to a tree."""
        return lambda named, name: self.named_tree(named, name, options)

    def words_and_names(self, q: Any, options: Options) -> tuple[str, dict[str, float], dict[str, float]] | None:
        """The typed words, and the fields of names and of other names with their shares; None for other queries.

        For several texts joined by OR, the words of the first text.
        """
        if not isinstance(q, str) or q in SPECIAL or options.get("userquery"):
            return None
        read = typed.read_typed(q)
        texts = [each.text for each in typed.alternatives(q)] if read is None else [] if read.begun else [read.text]
        if not texts:
            return None
        weights = self.fields.state(options.get("item_type")).profile.weights
        names, aliases = (heaviest(weights.get(kind) or {}) for kind in ("names", "aliases"))
        return texts[0], names, aliases

    def filter_trees(self, options: Options) -> tuple[Node, ...]:
        """The trees that every hit and every counted document has to match."""
        text = (options.get("filter") or "").strip()
        found = (self.filter_tree(text, "filter", options),) if text else ()
        return (*found, *named_filter(options, self, self.named(options)))

    def filter_tree(self, text: str, keyword: str, options: Options) -> Node:
        """The tree of a filter, the value of the option `keyword`; unknown names in it become warnings."""
        check_query(text, keyword)
        self.fields.warn(keyword, text, options)
        return parsed(text, keyword)

    def named_tree(self, named: Any, name: Any, options: Options) -> Node:
        """The tree of a named query."""
        return read_named(named, f"userquery: {name} is not written for {self.database}")

    def with_unlisted(self, body: Body, options: Options) -> Body:
        """Refuses unknown keywords, because the database has no such parameters. Rule B7."""
        names = sorted(name for name in unlisted_options(options, self.known_options) if name not in HARMLESS)
        if names:
            raise refused_keywords(self.backend, names)
        return body

    def _special_paging(self, body: Body, q: Any, options: Options) -> Body:
        """The query without hits if only facets are wanted; for random documents in random order."""
        body = super()._special_paging(body, q, options)
        return {**body, "random": True} if q == ANY and self.allow_random_query else body
