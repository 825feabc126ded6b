"""Turns a term and options into the description of a SQL query: plain dicts without any SQL in them.

{"tables": [...], "query": {...}, "size": 10, "from": 0, "_source": {...}, "sort": [...], "facets": {...}}

sql_query.py says which queries there are. The backend finds the columns that the names mean.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...builders import facet_syntax, facet_tree, field_checks
from ...builders.batch import Body
from ...builders.description import string_query, translated
from ...builders.elastic import Clause, ElasticBuilder
from ...builders.limits import Limits
from ...builders.option_clauses import CLAUSES, OptionClause, Options, paging, post_filter, sort, unlisted_options
from ...builders.scope_patterns import Scopes
from ...errors import PipelineError, QueryTextError
from ...options.option import default
from ...querystring.default_fields import ALL
from ..capabilities import HARMLESS, refused, refused_keywords

DEFAULT_SCOPES = ("id",)
KEY = ("_id",)
DEFAULT_LIMIT = 10


def about(keyword: str, error: PipelineError) -> PipelineError:
    """The error of a query string, which says that it is about this option and not about `q`."""
    return error.about(keyword) if isinstance(error, QueryTextError) else error.copy(keyword=keyword)


def own_post_filter(body: Body, options: Options, builder: ElasticBuilder) -> Body:
    """The filter on hits after the facets are counted."""
    try:
        return post_filter(body, options, builder)
    except PipelineError as error:
        raise about("post_filter", error) from error


def facets(body: Body, options: Options, builder: ElasticBuilder) -> Body:
    """The fields whose values are counted, each with those inside it, and how many values of each are wanted."""
    tree = facet_tree.facet_tree(options.get("aggs") or ())
    if not tree:
        return body
    size = default(options.get("facet_size"), builder.limits.facet_size)
    names = list(dict.fromkeys(facet_tree.names(tree)))
    found = builder.fields.read(lambda fields: facet_syntax.facets(names, fields, options.get("facet_query")), options)
    facet_tree.check_facets(tree, found, size, builder.allow_nested_query, builder.limits.facet_product)
    kinds = {name: {"field": one.field, "kind": one.kind, "by": one.by} for name, one in found.items()}
    return {**body, "facets": {"tree": tree, "size": size, "kinds": kinds}}


def own_sort(body: Body, options: Options, builder: ElasticBuilder) -> Body:
    """The sort keys, of which the score is none."""
    if any(key.removeprefix("-") == "_score" for key in options.get("sort") or ()):
        raise refused("sql", "ranking", "sort")
    return sort(body, options, builder)


def tables(body: Body, options: Options, builder: "SqlBuilder") -> Body:
    """The tables of the item type, where they are not left to the backend."""
    return {"tables": builder.tables, **body} if builder.tables else body


class SqlBuilder(ElasticBuilder):
    """`tables` are those of the item type, as docs/backends.md says; None leaves them to the backend.

    `default_limit` is the number of hits where no `limits` say more. The other settings are those of ElasticBuilder.
    """

    always = (tables, paging)
    clauses: ClassVar[Mapping[str, OptionClause]] = {
        **CLAUSES,
        "sort": own_sort,
        "aggs": facets,
        "post_filter": own_post_filter,
    }
    ranks_hits = False
    finds_near_words = False
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
        # the default itself, and not the same scopes that somebody gives
        scopes = scopes_default or (KEY if keyed(self.tables) and default_scopes is DEFAULT_SCOPES else default_scopes)
        super().__init__(scopes_default=scopes, limits=limits or Limits(size=default_limit), **settings)

    def with_unlisted(self, body: Body, options: Options) -> Body:
        """Refuses the keywords that the service does not know: there is nothing to pass them to. Rule B7."""
        names = [name for name in unlisted_options(options, self.known_options) if name not in HARMLESS]
        if names:
            raise refused_keywords("sql", names)
        return body

    def default_match_query(self, q: str, scopes: list[str], options: Options) -> Clause:
        ranked = len(scopes) > 1 and not any("^" in scope for scope in scopes)
        return {"match": {"fields": scopes, "text": q, **({"ranked": True} if ranked else {})}}

    def string_query(self, text: str, analyzer: str | None = None, item_type: str | None = None) -> Clause:
        if analyzer:
            raise refused("sql", "analyzer", "analyzer")
        return string_query(text, self.fields.default or [ALL], self.default_operator)

    def query(self, q: Any, options: Options) -> Clause:
        return self._read(super().query(q, options))

    def filters(self, options: Options) -> list[Clause]:
        try:
            return [self._read(clause) for clause in super().filters(options)]
        except PipelineError as error:
            raise about("filter", error) from error

    def build_count(self, q: Any, **options: Any) -> Body:
        body: Body = self.build(q, _source=list(KEY), **options)  # type: ignore[assignment]
        return body

    def build_existing(self, ids: list[str], item_type: str | None) -> list[Body]:
        bodies: list[Body] = self.build(ids, scopes=list(KEY), _source=list(KEY), item_type=item_type)  # type: ignore[assignment]
        return bodies

    def build_value(self, field: str, value: str, item_type: str | None) -> Body:
        body = super().build_value(field, value, item_type)
        tables = {"tables": self.tables} if self.tables else {}
        return {**tables, **body, "query": translated(body["query"]), "_source": {"includes": [field]}}

    def build_suggest(self, q: Any = "", **options: Any) -> list[Body]:
        tables = {"tables": self.tables} if self.tables else {}
        bodies = super().build_suggest(q, **options)
        names = [field_checks.scope_name(field) for field in self.suggest_fields]
        shown = {"_source": {"includes": [name for name in names if name != "_id"]}}
        return [{**tables, **body, "query": translated(body["query"]), **shown} for body in bodies]

    def _read(self, clause: Any) -> Clause:
        """The clause, or what a named query means: a text in query-string syntax, or a search engine's query."""
        if isinstance(clause, str):
            return string_query(clause, self.fields.default or [ALL], self.default_operator)
        return translated(clause)


def keyed(tables: list[Any]) -> bool:
    """Whether another column than `id`, which may be there too, is named as the key."""
    return bool(tables) and isinstance(tables[0], dict) and tables[0].get("key", "id") != "id"
