"""Turns a term and options into MongoDB queries.

    build         one term            -> a filter from the query string, or from the term in its scopes
                  a list of terms     -> the same for each
    build_fetch   the same for ids, whose scopes the query-string parser finds
    build_suggest what was typed      -> filters for whole values and for beginnings

A query is a plain dict, which the backend turns into commands:
{"filter", "post_filter", "projection", "sort", "skip", "limit", "facets": {"tree", "size"}, "random"}
"""

from collections.abc import Callable, Iterable
from typing import Any

from ..capabilities import refused
from ..errors import PipelineError
from . import aggs, checks
from . import mongo_values as values
from .batch import text_of
from .elastic import ElasticBuilder, as_list
from .extras import Options, check_cursor, given
from .guard import check_query, check_words
from .mongo_named import named_filter
from .mongo_source import projection
from .mongo_strings import StringQuery
from .mongo_suggest import suggest_queries
from .mongo_values import Filter
from .qstring import SCOPES_DEFAULT, Scopes
from .special import ANY, EVERYTHING, facets_only, random_from
from .suggest import CANDIDATES

Query = dict[str, Any]

NOT_ON_MONGO = ("explain", "highlight", "min_score", "terminate_after", "analyzer")
"""Options that are capabilities of the same name."""
HARMLESS = frozenset(("preference", "search_type", "track_total_hits"))
"""What says to a search engine how it should work, and changes no answer."""
MOST_INNER = 1000
"""How many values may have values counted inside them; each asks MongoDB once more."""


class MongoBuilder(ElasticBuilder):
    """`default_scopes` is where an id is looked up; `default_fields` are those in which words are looked for.

    `scopes_default` is the other builders' name for the first and wins. Keywords that are no options are refused.
    """

    def __init__(
        self,
        default_scopes: Scopes = SCOPES_DEFAULT,
        *,
        scopes_default: Scopes = None,
        default_fields: Iterable[str] | None = None,
        **settings: Any,
    ):
        super().__init__(scopes_default=scopes_default or default_scopes, **settings)
        self.default_fields = list(default_fields or [])

    def build_suggest(self, q: Any = "", **options: Any) -> list[Query]:
        """The query for whole values, and one for each field whose values begin with what was typed."""
        if not self.suggest_fields:
            raise PipelineError(404, "no fields are configured for suggestions")
        strings = self.strings(options)
        size = min(given(options.get("size"), self.limits.size) * CANDIDATES, self.limits.window)
        filters = self.filters(options, strings)
        order = {"sort": {self.suggest_weight: -1}} if self.suggest_weight else {}
        queries = suggest_queries(text_of(q), self.suggest_fields, strings)
        shown = projection([checks.scope_name(field) for field in self.suggest_fields], strings)
        rest = {"projection": shown, "limit": size, **order}
        return [{"filter": values.every([query, *filters]), **rest} for query in queries]

    def _maker(self, options: Options) -> Callable[[Any, Any], Query]:
        """A function that makes the query for a term and its scopes; what the options alone decide is done before."""
        self.refuse_unsupported(options)
        strings = self.strings(options)
        filters = self.filters(options, strings)
        extras = self.extras(options, strings)

        def make(q: Any, scopes: Any) -> Query:
            if scopes:
                return {"filter": values.every([self.match(q, scopes, strings), *filters]), **extras}
            query = {"filter": values.every([self.condition(q, options, strings), *filters]), **extras}
            return self._special_paging(query, q, options)

        return make

    def strings(self, options: Options) -> StringQuery:
        """What reads query strings on the fields that the item type has now."""
        fields = self.metadata.fields(options.get("item_type")) if self.metadata else {}
        return StringQuery(fields, self.default_fields, self.default_operator)

    def condition(self, q: Any, options: Options, strings: StringQuery) -> Filter:
        """The filter for a term without scopes."""
        if q in EVERYTHING or q == ANY:
            return {}
        if isinstance(q, list):
            raise PipelineError(400, "q as a list of terms needs scopes, one for each term", {"keyword": "scopes"})
        text = text_of(q)
        if not text.strip():
            return values.NOTHING
        check_query(text)
        name = options.get("userquery")
        named = self.user_query.get_query(name, text) if name else None
        if named is not None:
            return named_filter(named, str(name), strings)
        return self.reader(text, options, strings).filter(self._as_text(text, options))

    def reader(self, text: str, options: Options, strings: StringQuery) -> StringQuery:
        """What reads the text; on fresh fields where it names one that is unknown."""
        fields = self._fields_for(text, options) if ":" in text else strings.fields
        same = fields is strings.fields
        return strings if same else StringQuery(fields, self.default_fields, self.default_operator)

    def match(self, q: Any, scopes: Any, strings: StringQuery) -> Filter:
        """The filter for a term in some scopes, for a list of terms each in its own."""
        if isinstance(q, list):
            return self.compound(q, scopes, strings)
        if q in EVERYTHING and q != "*":
            return {}
        if q == "":
            return values.NOTHING
        if not all(isinstance(scope, str) for scope in scopes):
            raise PipelineError(400, "scopes inside scopes need a q with as many terms", {"keyword": "scopes"})
        text = text_of(q)
        if tuple(scopes) == ("_id",):
            return {"_id": {"$eq": text}}
        check_words(text)
        names = dict.fromkeys(name for scope in scopes for name in strings.named(checks.scope_name(scope)))
        return values.some(values.equals(name, text, strings.kind(name)) for name in names)

    def compound(self, terms: list[Any], scopes: Any, strings: StringQuery) -> Filter:
        if len(terms) != len(scopes) or any(term is None or isinstance(term, list) for term in terms):
            summary = f"q has {len(terms)} terms and scopes {len(scopes)} entries, each term needs one"
            raise PipelineError(400, summary, {"keyword": "scopes"})
        pairs = zip(terms, scopes, strict=True)
        return values.every(self.match(term, as_list(scope), strings) for term, scope in pairs)

    def filters(self, options: Options, strings: StringQuery | None = None) -> list[Filter]:
        """What every hit and every facet count has to fulfil."""
        strings = strings or self.strings(options)
        text = (options.get("filter") or "").strip()
        name = options.get("userquery")
        named = self.user_query.get_filter(name) if name else None
        found = [self.string_filter(text, "filter", options, strings)] if text else []
        return [*found, named_filter(named, str(name), strings)] if named is not None else found

    def string_filter(self, text: str, keyword: str, options: Options, strings: StringQuery) -> Filter:
        check_query(text, keyword)
        self.warn(keyword, text, options)
        return self.reader(text, options, strings).filter(text, keyword)

    def extras(self, options: Options, strings: StringQuery) -> Query:
        """The parts of a query that do not come from its term."""
        post_filter = (options.get("post_filter") or "").strip()
        names = [name for name in options.get("_source") or () if name.strip("-")]
        self.warn_of_fields("fields", [name.removeprefix("-") for name in names if name != "all"], options)
        parts = {
            "projection": projection(names, strings),
            "sort": self.sort(options),
            "facets": self.facets(options),
            "post_filter": self.string_filter(post_filter, "post_filter", options, strings) if post_filter else None,
        }
        return {**self.paging(options), **{name: part for name, part in parts.items() if part}}

    def paging(self, options: Options) -> Query:
        """`limit` and `skip`; none of them when everything is read batch by batch."""
        if options.get("fetch_all") and not options.get("search_after"):
            return {}
        size, start = given(options.get("size"), self.limits.size), given(options.get("from_"), 0)
        if options.get("search_after"):
            check_cursor(options, size, start)
        for keyword, number in (("size", size), ("from", start)):
            if number < 0:
                raise aggs.refused(keyword, f"{keyword} must be a whole number from 0, not {number}", min=0, num=number)
        most = self.limits.window
        if start + size > most:
            summary = f"from + size must be at most {most}, not {start + size}: use fetch_all to read everything"
            raise aggs.refused("from", summary, max=most, num=start + size)
        return {"limit": size, "skip": start} if start else {"limit": size}

    def sort(self, options: Options) -> dict[str, int]:
        """The order of the hits, 1 or -1 for each field; the first of two keys for the same field holds."""
        keys = [] if options.get("fetch_all") else [key for key in options.get("sort") or () if key.strip("-")]
        names = [key.removeprefix("-") for key in keys]
        if "_score" in names:
            raise refused("mongo", "ranking", "sort")
        check_names("sort", names)
        self.check_fields(checks.check_sort, [name for name in names if name != "_id"], options)
        found: dict[str, int] = {}
        for key in keys:
            found.setdefault(key.removeprefix("-"), -1 if key.startswith("-") else 1)
        return found

    def facets(self, options: Options) -> Query | None:
        """The fields whose values are counted, each with those inside it, and how many values are wanted."""
        tree = aggs.facet_tree(options.get("aggs") or ())
        if not tree:
            return None
        size = given(options.get("facet_size"), self.limits.facet_size)
        names = list(dict.fromkeys(aggs.names(tree)))
        fields = self.metadata.fields(options.get("item_type")) if self.metadata else {}
        if any(":" in name and name not in fields for name in names):
            raise refused("mongo", "facet_ranges", "aggs")
        check_names("aggs", names)
        if "_id" in names:
            raise checks.refused("aggs", "_id", "cannot count the values of _id, every document has its own")
        self.check_fields(checks.check_facets, names, options)
        check_counts(tree, size, self)
        return {"tree": tree, "size": size}

    def refuse_unsupported(self, options: Options) -> None:
        """Refuses the options that only search engines have, and keywords that are nobody's."""
        asked = {name for name, value in options.items() if value not in (None, False)}
        for name in sorted(asked - HARMLESS):
            if name in NOT_ON_MONGO or name not in self.known_options:
                raise refused("mongo", name if name in NOT_ON_MONGO else "passed", name)

    def _check_scopes(self, scopes: Any, options: Options) -> None:
        super()._check_scopes(scopes, options)
        check_names("scopes", (checks.scope_name(name) for scope in scopes for name in as_list(scope)))

    def _special_paging(self, query: Query, q: Any, options: Options) -> Query:
        """The query without hits where only facets are wanted, or at a random place or for random documents."""
        if q == ANY and options.get("search_after"):
            raise PipelineError(400, "random documents have no next page: leave search_after out", {"keyword": "q"})
        if "limit" not in query or options.get("search_after"):
            return query
        if facets_only(q, options):
            return {**query, "limit": 0}
        if q == ANY and self.allow_random_query:
            return {**query, "random": True}
        if q == ANY:
            sources = self.metadata.sources(options.get("item_type")) if self.metadata else {}
            total = (sources.get("stats") or {}).get("total") or 0
            return {**query, "skip": random_from(total, query["limit"], self.limits)}
        return query


def check_names(keyword: str, names: Iterable[str]) -> None:
    """Refuses what MongoDB would not take as the name of a field, or would take as an operator."""
    for name in names:
        if not values.safe_name(name):
            raise checks.refused(keyword, name, f"{keyword}: {name[:100]!r} is no name of a field")


def check_counts(tree: aggs.Tree, size: int, builder: ElasticBuilder) -> None:
    """Refuses nested facets where they are not allowed, and more counts than are."""
    depth, most = aggs.levels(tree), builder.limits.facet_product
    if size < 1:
        raise aggs.refused("facet_size", f"facet_size must be at least 1, not {size}", min=1, num=size)
    if depth > 1 and not builder.allow_nested_query:
        raise aggs.refused("aggs", "aggs: nested facets are not allowed here, ask for one field after the other")
    for counts, limit in ((size**depth, most), (size ** (depth - 1), MOST_INNER)):
        if counts > limit:
            summary = f"aggs: {depth} levels of facet_size {size} ask for up to {counts} counts, at most {limit}"
            hint = "are allowed: choose a smaller facet_size"
            raise aggs.refused("facet_size", f"{summary} {hint}", max=limit, num=counts)
