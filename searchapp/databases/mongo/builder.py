"""Turns a term and options into MongoDB queries.

    build         one term            -> a filter from the query string, or from the term in its scopes
                  a list of terms     -> the same for each
    build_fetch   the same for ids, whose scopes the query-string parser finds
    build_suggest what was typed      -> filters for whole values and for beginnings

A query is a plain dict, which the backend turns into commands:
{"filter", "post_filter", "projection", "sort", "from", "size", "facets": {"tree", "size", "kinds"}, "random",
 "ranks": [{"fields", "filter"}] for a term in scopes, "names": {"text", "fields", "filters"} for words}
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from ...builders import field_checks
from ...builders.batch import text_of
from ...builders.completion.documents import PER_SUGGESTION, check_configured
from ...builders.completion.typed_names import MAX_VALUES, typed_value
from ...builders.elastic import is_unranked
from ...builders.option_clauses import OptionClause, Options, counted, paging, source
from ...builders.scope_patterns import SCOPES_DEFAULT, Scopes
from ...builders.scoped_query import ranks_of
from ...builders.tree_builder import TreeBuilder, refusing
from ...formatters.fields import GUESSED
from ...options.option import default
from ...querystring.field_types import TEXT_TYPES
from ...querystring.names import scope_name
from ...querystring.tree import Native, Node
from ..capabilities import refused
from .facets.groups import kind_of
from .projection import projection
from .query import filters as values
from .query.filters import Filter
from .query.name_order import Names, names_first
from .query.query_strings import StringQuery
from .suggest import suggest_queries

Query = dict[str, Any]

MAX_GUESSED = 20
"""Maximum number of guessed fields that are searched for a word."""


def shown_fields(query: Query, options: Options, builder: "MongoBuilder") -> Query:
    """The fields to return."""
    chosen = source({}, options, builder).get("_source")
    found = projection(chosen, builder.strings(options)) if chosen else None
    return {**query, "projection": found} if found else query


def order(query: Query, options: Options, builder: "MongoBuilder") -> Query:
    """The sort order: 1 or -1 for each field. The first of two keys for a field counts."""
    keys = [] if options.get("fetch_all") else [key for key in options["sort"] if key.strip("-")]
    names = [key.removeprefix("-") for key in keys]
    if "_score" in names:
        raise refused("mongo", "ranking", "sort")
    values.check_names("sort", names)
    builder.fields.check(field_checks.check_sort, [name for name in names if name != "_id"], options)
    ways = {name: -1 if key.startswith("-") else 1 for key, name in reversed([*zip(keys, names, strict=True)])}
    return {**query, "sort": {name: ways[name] for name in dict.fromkeys(names)}} if names else query


def facets(query: Query, options: Options, builder: "MongoBuilder") -> Query:
    """The facets with their inner facets, and the number of values of each."""
    tree, found, size = counted(options, builder)
    values.check_names("aggs", [facet.field for facet in found.values()])
    fields = builder.fields.of(options.get("item_type"))
    kinds = {text: kind_of(facet, fields) for text, facet in found.items()}
    return {**query, "facets": {"tree": tree, "size": size, "kinds": kinds}}


def post_filter(query: Query, options: Options, builder: "MongoBuilder") -> Query:
    """The filter on hits after the facets are counted."""
    text = options["post_filter"].strip()
    found = builder.post_filter(text, options) if text else {}
    return {**query, "post_filter": found} if found else query


class MongoBuilder(TreeBuilder):
    """`default_scopes` are the fields of ids; `default_fields` are the fields for words without a field name.

    `scopes_default`, the name in other builders, overrides `default_scopes`. Keywords that are not options are refused.
    """

    backend = "mongo"
    database = "MongoDB"
    always = (paging,)
    clauses: ClassVar[Mapping[str, OptionClause]] = {
        **{name: refusing("mongo", name) for name in ("explain", "highlight", "analyzer")},
        "_source": shown_fields,
        "sort": order,
        "aggs": facets,
        "post_filter": post_filter,
    }

    def __init__(
        self,
        default_scopes: Scopes = SCOPES_DEFAULT,
        *,
        scopes_default: Scopes = None,
        default_fields: Iterable[str] | None = None,
        **settings: Any,
    ):
        super().__init__(scopes_default=scopes_default or default_scopes, default_fields=default_fields, **settings)

    def build_values(self, q: Any = "", **options: Any) -> Query | None:
        """The facets, as for the search engines. Complete values of texts can be counted too."""
        fields = self.fields.of(options.get("item_type"))
        counted = {
            name: {**field, "type": "keyword"} if field.get("type") in TEXT_TYPES else field
            for name, field in fields.items()
        }
        found = typed_value(text_of(q), counted) if counted else None
        return self.values_of(*found, options) if found else None

    def values_of(self, field: str, begun: str, options: Options) -> Query:
        """The query that counts the values of a field in documents with a value that begins with the text."""
        begins = values.begins_with(field, begun) if begun else {}
        (filters,) = self.filter_conditions(options, self.strings(options))
        asked = {**options, "aggs": [field], "facet_size": MAX_VALUES, "facet_query": None}
        return facets({"filter": values.all_of([begins, *filters]), "size": 0}, asked, self)

    def build_count(self, q: Any, **options: Any) -> Query:
        return {name: part for name, part in super().build_count(q, **options).items() if name != "names"}

    def build_value(self, field: str, value: str, item_type: str | None) -> Query:
        strings = self.strings({"item_type": item_type})
        whole = values.in_any_case(field, value, "keyword")
        return {"filter": whole, "projection": projection({"includes": [field]}, strings), "size": 1}

    def build_suggest(self, q: Any = "", **options: Any) -> list[Query]:
        """The query for complete values, then the queries of each field for values that begin with the typed text."""
        completed = self.completed(options.get("item_type")).fields
        check_configured(completed)
        strings = self.strings(options)
        size = min(default(options.get("size"), self.limits.size) * PER_SUGGESTION, self.limits.window)
        order = {"sort": {self.suggest_weight: -1}} if self.suggest_weight else {}
        ways = (strings, strings.like(by_words=True))
        plain, worded = (
            [values.all_of([query, *filters]) for query in suggest_queries(text_of(q), completed, way)]
            for way, filters in zip(ways, self.filter_conditions(options, *ways), strict=True)
        )
        shown = projection({"includes": [scope_name(field) for field in completed]}, strings)
        rest = {"projection": shown, "size": size, **order}
        return [{"filter": first, "by_words": second, **rest} for first, second in zip(plain, worded, strict=True)]

    def _maker(self, options: Options) -> Callable[[Any, Any], Query]:
        """A function that makes the query for a term and its scopes; the other parts are made once."""
        plain = self.strings(options)
        ways = {"filter": plain, "by_words": plain.like(by_words=True)}
        filters = dict(zip(ways, self.filter_conditions(options, *ways.values()), strict=True))
        apply = self._applied(options)
        unranked = is_unranked(options)

        def make(q: Any, scopes: Any) -> Query:
            tree, fields = self.tree(q, scopes, options), self.fresh_fields(q, scopes, options, plain)
            found: Query = {
                name: values.all_of([strings.like(fields).condition(tree, None if scopes else "q"), *filters[name]])
                for name, strings in ways.items()
            }
            if found["by_words"] == found["filter"]:
                del found["by_words"]
            ranks = self.ranks(q, scopes, plain)
            if not scopes and not unranked and (first := self.names_first(q, options, plain)):
                found["names"] = first
            query = apply(found if ranks is None or options.get("sort") else {**found, "ranks": ranks})
            return query if scopes else self._special_paging(query, q, options)

        return make

    def fresh_fields(self, q: Any, scopes: Any, options: Options, strings: StringQuery) -> field_checks.Fields:
        """The fields; fresh ones if a query text names a field that is unknown."""
        named = not scopes and isinstance(q, str) and ":" in q
        return self.fields.used(q, options.get("item_type"))[2] if named else strings.fields

    def strings(self, options: Options) -> StringQuery:
        """The reader of query strings, with the current fields of the item type."""
        fields = self.fields.of(options.get("item_type"))
        words = self.fields.default or self.guessed_fields(options.get("item_type"))
        return StringQuery(fields, words, self.default_operator)

    def guessed_fields(self, item_type: str | None) -> list[str]:
        """The text fields of the guessed ranking, names first; empty if nothing was guessed."""
        notes = self.fields.sources(item_type)
        ranking = (notes.get(GUESSED) or {}).get("ranking") or {}
        return [name for group in ranking.values() for name in group][:MAX_GUESSED]

    def ranks(self, q: Any, scopes: Any, strings: StringQuery) -> list[Query] | None:
        """The fields and the filter of each rank, best first: the order of the scopes, or their weights. Rule B8.

        None if there is nothing to rank, empty for a term without matches.
        """
        if isinstance(q, list) or q is None or len(scopes or ()) < 2:
            return None
        if q == "":
            return []
        found = [[name for each in rank for name in strings.named(each)] for rank in ranks_of(scopes)]
        return [{"fields": names, "filter": strings.in_fields(names, text_of(q))} for names in found if names]

    def names_first(self, q: Any, options: Options, strings: StringQuery) -> Names | None:
        """The order for the hits of typed words; None for other queries, and without a field of names."""
        text, *kinds = self.words_and_names(q, options) or ("", {}, {})
        names, aliases = (
            [name for name in each if strings.kind(name) in TEXT_TYPES and name != "_id"] for each in kinds
        )
        return names_first(text, names, aliases) if names or aliases else None

    def named_tree(self, named: Any, name: Any, options: Options) -> Node:
        """The tree of a named query, which may also be a filter of MongoDB."""
        strings = self.strings(options)
        is_native = isinstance(named, Mapping) and all(key.startswith("$") or strings.is_field(key) for key in named)
        return Native(dict(named)) if is_native else super().named_tree(named, name, options)

    def filter_conditions(self, options: Options, *ways: StringQuery) -> list[list[Filter]]:
        """The filters for hits and facet counts, from each reader of trees."""
        fields = self.fresh_fields((options.get("filter") or "").strip(), (), options, ways[0])
        trees = self.filter_trees(options)
        return [[strings.like(fields).condition(tree, "filter") for tree in trees] for strings in ways]

    def post_filter(self, text: str, options: Options) -> Filter:
        """The filter for the query text of the option `post_filter`."""
        strings = self.strings(options)
        tree = self.filter_tree(text, "post_filter", options)
        return strings.like(self.fresh_fields(text, (), options, strings)).condition(tree, "post_filter")

    def _check_scopes(self, scopes: Any, options: Options) -> None:
        super()._check_scopes(scopes, options)
        values.check_names("scopes", (scope_name(name) for scope in scopes for name in field_checks.as_list(scope)))
