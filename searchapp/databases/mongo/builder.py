"""Turns a term and options into MongoDB queries.

    build         one term            -> a filter from the query string, or from the term in its scopes
                  a list of terms     -> the same for each
    build_fetch   the same for ids, whose scopes the query-string parser finds
    build_suggest what was typed      -> filters for whole values and for beginnings

A query is a plain dict, which the backend turns into commands:
{"filter", "post_filter", "projection", "sort", "skip", "limit", "facets": {"tree", "size"}, "random"}
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from ...builders import facet_tree, field_checks
from ...builders.batch import text_of
from ...builders.completion.documents import CANDIDATES, check_configured
from ...builders.elastic import ElasticBuilder
from ...builders.option_clauses import OptionClause, Options, paging, unlisted_options
from ...builders.scope_patterns import SCOPES_DEFAULT, Scopes
from ...builders.scoped_query import ranks_of
from ...builders.special_terms import ANY, EVERYTHING
from ...errors import PipelineError
from ...loading.inference.guesses import GUESSED
from ...options.option import default
from ...querystring.limits import check_query, check_words
from ..capabilities import HARMLESS, refused, refused_keywords
from .facets.requests import facet_kinds
from .projection import projection
from .query import filters as values
from .query.filters import Filter
from .query.named_queries import named_filter
from .query.query_strings import StringQuery
from .suggest import suggest_queries

Query = dict[str, Any]

MAX_GUESSED = 20
"""How many guessed fields a word is looked for in."""

NOT_ON_MONGO = ("explain", "highlight", "min_score", "terminate_after", "analyzer")
"""Options that are capabilities of the same name."""


def parts(query: Query, options: Options, builder: "MongoBuilder") -> Query:
    """The query with the parts that do not come from its term."""
    strings = builder.strings(options)
    post_filter = (options.get("post_filter") or "").strip()
    names = [name for name in options.get("_source") or () if name.strip("-")]
    builder.fields.warn_of("fields", [name.removeprefix("-") for name in names if name != "all"], options)
    found = {
        "projection": projection(names, strings),
        "sort": builder.sort(options),
        "facets": builder.facets(options),
        "post_filter": builder.string_filter(post_filter, "post_filter", options, strings) if post_filter else None,
    }
    return {**query, **builder.paging(options), **{name: part for name, part in found.items() if part}}


class MongoBuilder(ElasticBuilder):
    """`default_scopes` is where an id is looked up; `default_fields` are those in which words are looked for.

    `scopes_default` is the other builders' name for the first and wins. Keywords that are no options are refused.
    """

    always = (parts,)
    clauses: ClassVar[Mapping[str, OptionClause]] = {}
    finds_near_words = False

    def __init__(
        self,
        default_scopes: Scopes = SCOPES_DEFAULT,
        *,
        scopes_default: Scopes = None,
        default_fields: Iterable[str] | None = None,
        **settings: Any,
    ):
        super().__init__(scopes_default=scopes_default or default_scopes, default_fields=default_fields, **settings)

    def build_values(self, q: Any = "", **options: Any) -> None:
        """None: the values of a field that is being typed are not counted."""

    def build_count(self, q: Any, **options: Any) -> Query:
        body: Query = self.build(q, _source=["_id"], **options)  # type: ignore[assignment]
        return body

    def build_existing(self, ids: list[str], item_type: str | None) -> list[Query]:
        bodies: list[Query] = self.build(ids, scopes=["_id"], _source=["_id"], item_type=item_type)  # type: ignore[assignment]
        return bodies

    def build_value(self, field: str, value: str, item_type: str | None) -> Query:
        strings = self.strings({"item_type": item_type})
        whole = suggest_queries(value, [field], strings)[0]
        return {"filter": whole, "projection": projection([field], strings), "limit": 1}

    def build_suggest(self, q: Any = "", **options: Any) -> list[Query]:
        """The query for whole values, and one for each field whose values begin with what was typed."""
        check_configured(self.suggest_fields)
        strings = self.strings(options)
        size = min(default(options.get("size"), self.limits.size) * CANDIDATES, self.limits.window)
        order = {"sort": {self.suggest_weight: -1}} if self.suggest_weight else {}
        plain, worded = (
            [
                values.every([query, *self.filters(options, way)])
                for query in suggest_queries(text_of(q), self.suggest_fields, way)
            ]
            for way in (strings, strings.like(by_words=True))
        )
        shown = projection([field_checks.scope_name(field) for field in self.suggest_fields], strings)
        rest = {"projection": shown, "limit": size, **order}
        return [{"filter": first, "by_words": second, **rest} for first, second in zip(plain, worded, strict=True)]

    def _maker(self, options: Options) -> Callable[[Any, Any], Query]:
        """A function that makes the query for a term and its scopes; what the options alone decide is done before."""
        self.refuse_unsupported(options)
        plain = self.strings(options)
        apply = self._applied(options)
        ways = {"filter": plain, "by_words": plain.like(by_words=True)}
        filters = {name: self.filters(options, strings) for name, strings in ways.items()}

        def make(q: Any, scopes: Any) -> Query:
            found = {
                name: values.every([self.wanted(q, scopes, options, strings), *filters[name]])
                for name, strings in ways.items()
            }
            if found["by_words"] == found["filter"]:
                del found["by_words"]
            ranks = self.ranks(q, scopes, plain)
            query = apply(found if ranks is None or options.get("sort") else {**found, "ranks": ranks})
            return query if scopes else self._special_paging(query, q, options)

        return make

    def wanted(self, q: Any, scopes: Any, options: Options, strings: StringQuery) -> Filter:
        """The filter for a term, in its scopes where there are some."""
        return self.match(q, scopes, strings) if scopes else self.condition(q, options, strings)

    def strings(self, options: Options) -> StringQuery:
        """What reads query strings on the fields that the item type has now."""
        fields = self.fields.of(options.get("item_type"))
        words = self.fields.default or self.guessed_fields(options.get("item_type"))
        return StringQuery(fields, words, self.default_operator)

    def guessed_fields(self, item_type: str | None) -> list[str]:
        """The texts of the guessed ranking, those that name a document first; none where nothing was guessed."""
        notes = self.fields.sources(item_type)
        ranking = (notes.get(GUESSED) or {}).get("ranking") or {}
        return [name for group in ranking.values() for name in group][:MAX_GUESSED]

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
        named = self.user_query.get_query(name, q=text) if name else None
        if named is not None:
            return named_filter(named, str(name), strings)
        return self.reader(text, options, strings).filter(self.fields.as_text(text, options))

    def reader(self, text: str, options: Options, strings: StringQuery) -> StringQuery:
        """What reads the text; on fresh fields where it names one that is unknown."""
        if ":" not in text:
            return strings
        _, _, fields = self.fields.used(text, options.get("item_type"))
        return strings if fields is strings.fields else strings.like(fields)

    def match(self, q: Any, scopes: Any, strings: StringQuery) -> Filter:
        """The filter for a term in some scopes, for a list of terms each in its own."""
        if isinstance(q, list):
            return self.compound(q, scopes, strings)
        if q is None:
            return {}
        if q == "":
            return values.NOTHING
        if not all(isinstance(scope, str) for scope in scopes):
            raise PipelineError(400, "scopes inside scopes need a q with as many terms", {"keyword": "scopes"})
        text = text_of(q)
        if tuple(scopes) == ("_id",):
            return {"_id": {"$eq": text}}
        check_words(text)
        names = dict.fromkeys(name for scope in scopes for name in strings.named(field_checks.scope_name(scope)))
        return strings.in_fields(names, text)

    def ranks(self, q: Any, scopes: Any, strings: StringQuery) -> list[Query] | None:
        """The fields and the filter of each rank, best first: the order of the scopes, or their weights. Rule B8.

        None where there is nothing to rank, empty for a term that finds nothing.
        """
        if isinstance(q, list) or q is None or len(scopes or ()) < 2:
            return None
        if q == "":
            return []
        found = [[name for each in rank for name in strings.named(each)] for rank in ranks_of(scopes)]
        return [{"fields": names, "filter": strings.in_fields(names, text_of(q))} for names in found if names]

    def compound(self, terms: list[Any], scopes: Any, strings: StringQuery) -> Filter:
        if len(terms) != len(scopes) or any(term is None or isinstance(term, list) for term in terms):
            summary = f"q has {len(terms)} terms and scopes {len(scopes)} entries, each term needs one"
            raise PipelineError(400, summary, {"keyword": "scopes"})
        pairs = zip(terms, scopes, strict=True)
        return values.every(self.match(term, field_checks.as_list(scope), strings) for term, scope in pairs)

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
        self.fields.warn(keyword, text, options)
        return self.reader(text, options, strings).filter(text, keyword)

    def paging(self, options: Options) -> Query:
        """`limit` and `skip`; none of them when everything is read batch by batch."""
        return renamed(paging({}, options, self))

    def sort(self, options: Options) -> dict[str, int]:
        """The order of the hits, 1 or -1 for each field; the first of two keys for the same field holds."""
        keys = [] if options.get("fetch_all") else [key for key in options.get("sort") or () if key.strip("-")]
        names = [key.removeprefix("-") for key in keys]
        if "_score" in names:
            raise refused("mongo", "ranking", "sort")
        values.check_names("sort", names)
        self.fields.check(field_checks.check_sort, [name for name in names if name != "_id"], options)
        found: dict[str, int] = {}
        for key in keys:
            found.setdefault(key.removeprefix("-"), -1 if key.startswith("-") else 1)
        return found

    def facets(self, options: Options) -> Query | None:
        """What is counted, each with what is counted inside it, and how many values are wanted."""
        tree = facet_tree.facet_tree(options.get("aggs") or ())
        if not tree:
            return None
        size = default(options.get("facet_size"), self.limits.facet_size)
        texts = list(dict.fromkeys(facet_tree.names(tree)))
        kinds = self.fields.read(lambda fields: facet_kinds(texts, fields, options.get("facet_query")), options)
        found = {text: facet for text, (facet, _) in kinds.items()}
        facet_tree.check_facets(tree, found, size, self.allow_nested_query, self.limits.facet_product)
        return {"tree": tree, "size": size, "kinds": {text: kind for text, (_, kind) in kinds.items()}}

    def refuse_unsupported(self, options: Options) -> None:
        """Refuses the options that only search engines have, and keywords that are nobody's."""
        for name in NOT_ON_MONGO:
            if options.get(name) not in (None, False):
                raise refused("mongo", name, name)
        names = sorted(unlisted_options(options, self.known_options).keys() - HARMLESS - {*NOT_ON_MONGO})
        if names:
            raise refused_keywords("mongo", names)

    def with_unlisted(self, body: Query, options: Options) -> Query:
        """The query as it is: `refuse_unsupported` has seen the keywords."""
        return body

    def _check_scopes(self, scopes: Any, options: Options) -> None:
        super()._check_scopes(scopes, options)
        values.check_names(
            "scopes", (field_checks.scope_name(name) for scope in scopes for name in field_checks.as_list(scope))
        )

    def _special_paging(self, query: Query, q: Any, options: Options) -> Query:
        """The query without hits where only facets are wanted, or at a random place or for random documents."""
        pages = {"size": query["limit"]} if "limit" in query else {}
        found = {**query, **renamed(super()._special_paging(pages, q, options))}
        random = q == ANY and self.allow_random_query and pages and not options.get("search_after")
        return {**found, "random": True} if random else found


def renamed(pages: Mapping[str, int]) -> Query:
    """`size` and `from` by the names that MongoDB has for them."""
    names = {"size": "limit", "from": "skip"}
    return {names[name]: number for name, number in pages.items()}
