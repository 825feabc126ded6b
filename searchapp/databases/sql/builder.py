"""Turns a term and options into a query of a SQL database: a dict with trees of querystring/, without any SQL.

{"tables": [...], "query": tree, "filter": (tree, ...), "post_filter": tree, "default_fields": [...],
 "default_operator": "AND", "size": 10, "from": 0, "_source": {...}, "sort": [...], "facets": {...}, "random": True,
 "ranking": {"text": "star wars", "names": {"title": 1.0}, "aliases": {...}}}

The backend finds the columns that the names mean.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from ...builders.batch import Body, text_of
from ...builders.completion.documents import PER_SUGGESTION
from ...builders.completion.typed_names import MAX_VALUES
from ...builders.elastic import ElasticBuilder, is_unranked
from ...builders.limits import Limits
from ...builders.option_clauses import CLAUSES, OptionClause, Options, counted, paging, sort
from ...builders.scope_patterns import Scopes
from ...builders.special_terms import PAGED_OTHERWISE
from ...builders.tree_builder import TreeBuilder, refusing
from ...options.option import default
from ...querystring.default_fields import ALL
from ...querystring.names import scope_name
from ...querystring.tree import Exists, Prefix, Value
from ..capabilities import refused
from .suggest import suggest_queries

DEFAULT_SCOPES = ("id",)
DEFAULT_LIMIT = 10


def post_filter(body: Body, options: Options, builder: "SqlBuilder") -> Body:
    """The filter on hits after the facets are counted."""
    text = options["post_filter"].strip()
    return {**body, "post_filter": builder.filter_tree(text, "post_filter", options)} if text else body


def facets(body: Body, options: Options, builder: ElasticBuilder) -> Body:
    """The facets with their inner facets, and the number of values of each."""
    tree, found, size = counted(options, builder)
    kinds = {name: {"field": one.field, "kind": one.kind, "by": one.by} for name, one in found.items()}
    return {**body, "facets": {"tree": tree, "size": size, "kinds": kinds}}


def own_sort(body: Body, options: Options, builder: ElasticBuilder) -> Body:
    """The sort keys. Raises a 400 for `_score`, by which SQL databases cannot sort."""
    if any(key.removeprefix("-") == "_score" for key in options["sort"]):
        raise refused("sql", "ranking", "sort")
    return sort(body, options, builder)


def settings(body: Body, options: Options, builder: "SqlBuilder") -> Body:
    """The query with the tables of the item type, if it has some, the default fields and the default operator."""
    tables = {"tables": builder.tables} if builder.tables else {}
    words = {"default_fields": builder.fields.default or [ALL], "default_operator": builder.default_operator}
    return {**tables, **words, **body}


class SqlBuilder(TreeBuilder):
    """`tables` are the tables of the item type, see docs/backends.md; None leaves the choice to the backend.

    `default_limit` is the default number of hits without `limits`. The other settings are for ElasticBuilder.
    """

    backend = "sql"
    database = "SQL databases"
    always = (settings, paging)
    clauses: ClassVar[Mapping[str, OptionClause]] = {
        **CLAUSES,
        "sort": own_sort,
        "aggs": facets,
        "post_filter": post_filter,
        "analyzer": refusing("sql", "analyzer"),
        "explain": refusing("sql", "explain"),
    }
    always_known = ("_id", "id")

    def __init__(
        self,
        tables: Iterable[Any] | None = None,
        default_scopes: Scopes = DEFAULT_SCOPES,
        default_limit: int = DEFAULT_LIMIT,
        *,
        scopes_default: Scopes = None,
        limits: Limits | None = None,
        **settings: Any,
    ):
        self.tables = list(tables or ())
        # the default itself, and not equal scopes of a caller
        scopes = scopes_default or (
            ("_id",) if keyed(self.tables) and default_scopes is DEFAULT_SCOPES else default_scopes
        )
        super().__init__(scopes_default=scopes, limits=limits or Limits(size=default_limit), **settings)

    def build_value(self, field: str, value: str, item_type: str | None) -> Body:
        body = {"query": Value((field,), value, any_case=True), "size": 1, "_source": {"includes": [field]}}
        return settings(body, {}, self)

    def values_of(self, field: str, begun: str, options: Options) -> Body:
        """The query that counts the values of a column in rows with a value that begins with the text."""
        begins = Prefix(field, begun, any_case=True) if begun else Exists(field)
        asked = {**options, "aggs": [field], "facet_size": MAX_VALUES, "facet_query": None}
        body = facets({"query": begins, "size": 0, **self._filters(options)}, asked, self)
        return settings(body, options, self)

    def build_suggest(self, q: Any = "", **options: Any) -> list[Body]:
        """The query for complete values, and the queries for values that begin with the typed text."""
        fields = self.fields.of(options.get("item_type"))
        filters = self._filters(options)
        size = min(default(options.get("size"), self.limits.size) * PER_SUGGESTION, self.limits.window)
        order = {"sort": [{self.suggest_weight: {"order": "desc"}}]} if self.suggest_weight else {}
        completed = self.completed(options.get("item_type")).fields
        names = [scope_name(field) for field in completed]
        shared = {**filters, "size": size, "_source": {"includes": [name for name in names if name != "_id"]}}
        ranked = self.suggest_weight is not None
        whole, *begun = suggest_queries(text_of(q), completed, fields, ranked)
        queries = ({**whole, **shared}, *({**each, **shared, **order} for each in begun))
        return [settings(query, options, self) for query in queries]

    def _maker(self, options: Options) -> Callable[[Any, Any], Body]:
        """A function that makes the query for a term and its scopes. Parts from the options alone are made before."""
        filters = self._filters(options)
        apply = self._applied(options)
        unranked = is_unranked(options)

        def make(q: Any, scopes: Any) -> Body:
            ranking = {} if scopes or unranked else self.ranking_of(q, options)
            body = apply({"query": self.tree(q, scopes, options), **ranking, **filters})
            return self._special_paging(body, q, options) if not scopes and q in PAGED_OTHERWISE else body

        return make

    def ranking_of(self, q: Any, options: Options) -> Body:
        """The part `ranking` of a query: the typed words, and the fields with names. Empty for other queries."""
        text, names, aliases = self.words_and_names(q, options) or ("", {}, {})
        return {"ranking": {"text": text, "names": names, "aliases": aliases}} if names or aliases else {}

    def _filters(self, options: Options) -> Body:
        trees = self.filter_trees(options)
        return {"filter": trees} if trees else {}


def keyed(tables: list[Any]) -> bool:
    """Whether the settings name another column than `id` as the key."""
    return bool(tables) and isinstance(tables[0], dict) and tables[0].get("key", "id") != "id"
