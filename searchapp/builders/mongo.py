"""Turns a term and options into MongoDB queries.

    build        one term            -> a filter from the query string, or from the term in its scopes
                 a list of terms     -> the same for each
    build_fetch  the same for ids, whose scopes the query-string parser finds

A query is a plain dict, which the backend turns into commands:
{"filter", "post_filter", "projection", "sort", "skip", "limit", "facets": {"fields", "size"}, "random"}
"""

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from ..errors import PipelineError
from . import checks
from . import mongo_values as values
from .aggs import facet_tree, levels, refused
from .batch import bodies_of, check_hits, check_length, text_of
from .extras import given
from .guard import check_query, check_words
from .limits import Limits
from .mongo_strings import StringQuery
from .mongo_values import Filter
from .qstring import PATTERN_DEFAULT, SCOPES_DEFAULT, Metadata, Pattern, QStringParser, Scopes
from .special import ANY, EVERYTHING, facets_only
from .userquery import UserQueries

Query = dict[str, Any]
Options = Mapping[str, Any]

NOT_SUPPORTED = ("analyzer", "explain", "highlight", "min_score", "terminate_after", "search_type", "search_after")
MAX_SOURCE = 200
RECHECK_AGE = 1.0


class MongoBuilder:
    """`default_scopes` is where an id is looked up; `default_fields` are those in which words are looked for.

    `scopes_default` is the other builders' name for the first and wins. Keywords that are no options are not passed on.
    """

    def __init__(
        self,
        default_scopes: Scopes = SCOPES_DEFAULT,
        user_query: UserQueries | Mapping[str, Any] | None = None,
        scopes_regexs: Iterable[Pattern] | None = (),
        pattern_default: Pattern | None = PATTERN_DEFAULT,
        allow_random_query: bool = True,
        allow_nested_query: bool = False,
        metadata: Metadata | None = None,
        formatter: Any = None,
        *,
        scopes_default: Scopes = None,
        default_fields: Iterable[str] | None = None,
        default_operator: str = "AND",
        limits: Limits | None = None,
    ):
        self.user_query = user_query if isinstance(user_query, UserQueries) else UserQueries(user_query)
        self.parser = QStringParser(scopes_regexs, scopes_default or default_scopes, pattern_default)
        self.allow_random_query = allow_random_query
        self.allow_nested_query = allow_nested_query
        self.metadata = metadata
        self.formatter = formatter
        self.default_fields = list(default_fields or [])
        self.default_operator = default_operator
        self.limits = limits or Limits()

    def build(self, q: Any = None, **options: Any) -> Query | list[Query]:
        """The query for `q`, or the list of them; beside a scroll id there is nothing to build."""
        if options.get("scroll_id"):
            return {}
        scopes = options.get("scopes") or []
        make = self._maker(options, scopes)
        if not isinstance(q, list):
            return make(q, scopes)
        check_length(q, "q", self.limits)
        check_hits(q, 1 if scopes == ["_id"] else given(options.get("size"), self.limits.size), self.limits)
        return bodies_of(q, lambda term: make(term, scopes))

    def build_fetch(self, id: Any, **options: Any) -> Query | list[Query]:
        """The query for an id, or the list of them; each asks for one match more than are allowed."""
        item_type = options.get("item_type")
        make = self._maker({**options, "size": self.limits.matches + 1, "from_": 0}, [])

        def make_fetch(term: Any) -> Query:
            return make(*self.parser.parse(text_of(term, "id"), self.metadata, item_type))

        if not isinstance(id, list):
            return make_fetch(id)
        check_length(id, "id", self.limits)
        return bodies_of(id, make_fetch)

    def _maker(self, options: Options, scopes: Any) -> Callable[[Any, Any], Query]:
        """A function that makes the query for a term and its scopes; what the options alone decide is done before."""
        refuse_unsupported(options)
        strings = self.strings(options, scopes)
        filters = self.filters(options, strings)
        extras = self.extras(options, strings)

        def make(q: Any, scopes: Any) -> Query:
            if scopes:
                return {"filter": values.every([self.match(q, scopes, strings), *filters]), **extras}
            query = {"filter": values.every([self.condition(q, options, strings), *filters]), **extras}
            if q == ANY and self.allow_random_query:
                query["random"] = True
            return {**query, "limit": 0} if facets_only(q, options) else query

        return make

    def strings(self, options: Options, scopes: Any = ()) -> StringQuery:
        """What reads query strings; the names in the options are checked against fields no older than need be."""
        item_type = options.get("item_type")
        fields = self.metadata.fields(item_type) if self.metadata else {}
        try:
            check_names(scopes, options, fields)
        except PipelineError:
            fields = self.metadata.fields(item_type, max_age=RECHECK_AGE) if self.metadata else fields
            check_names(scopes, options, fields)
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
        named = checked(self.user_query.get_query(name, text), name, strings) if name else None
        return strings.filter(text) if named is None else named

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
        return values.every(
            self.match(term, scope if isinstance(scope, list | tuple) else [scope], strings) for term, scope in pairs
        )

    def filters(self, options: Options, strings: StringQuery) -> list[Filter]:
        """What every hit and every facet count has to fulfil."""
        text = (options.get("filter") or "").strip()
        name = options.get("userquery")
        named = checked(self.user_query.get_filter(name), name, strings) if name else None
        return ([self.string_filter(text, "filter", strings)] if text else []) + ([named] if named is not None else [])

    def string_filter(self, text: str, keyword: str, strings: StringQuery) -> Filter:
        check_query(text, keyword)
        return strings.filter(text, keyword)

    def extras(self, options: Options, strings: StringQuery) -> Query:
        """The parts of a query that do not come from its term."""
        post_filter = (options.get("post_filter") or "").strip()
        parts = {
            "projection": projection(options.get("_source"), strings),
            "sort": sort_keys(options),
            "facets": self.facets(options),
            "post_filter": self.string_filter(post_filter, "post_filter", strings) if post_filter else None,
        }
        return {**self.paging(options), **{name: part for name, part in parts.items() if part}}

    def paging(self, options: Options) -> Query:
        """`limit` and `skip`; none of them when everything is read batch by batch."""
        if options.get("fetch_all"):
            return {}
        size, start = given(options.get("size"), self.limits.size), given(options.get("from_"), 0)
        for keyword, number in (("size", size), ("from", start)):
            if number < 0:
                raise refused(keyword, f"{keyword} must be a whole number from 0, not {number}", min=0, num=number)
        most = self.limits.window
        if start + size > most:
            summary = f"from + size must be at most {most}, not {start + size}: use fetch_all to read everything"
            raise refused("from", summary, max=most, num=start + size)
        return {"limit": size, "skip": start} if start else {"limit": size}

    def facets(self, options: Options) -> Query | None:
        """The fields whose values are counted."""
        tree = facet_tree(options.get("aggs") or ())
        if not tree:
            return None
        size = given(options.get("facet_size"), self.limits.facet_size)
        if size < 1:
            raise refused("facet_size", f"facet_size must be at least 1, not {size}", min=1, num=size)
        return {"fields": list(tree), "size": size}


def checked(named: Filter | None, name: str, strings: StringQuery) -> Filter | None:
    """A configured filter, which must be one of MongoDB; those of the search engines would find nothing."""
    if named and not all(key.startswith("$") or strings.is_field(key) for key in named):
        raise PipelineError(400, f"userquery: {name} is not written for MongoDB", {"keyword": "userquery"})
    return named


def check_names(scopes: Any, options: Options, fields: checks.Fields) -> None:
    """Refuses names that are no fields, in scopes, sort and facets."""
    scopes = [name for scope in scopes for name in (scope if isinstance(scope, list | tuple) else [scope])]
    checks.check_weights(scopes)
    sorted_by = [name.removeprefix("-") for name in options.get("sort") or () if name.strip("-")]
    tree = facet_tree(options.get("aggs") or ())
    if levels(tree) > 1:
        raise refused("aggs", "aggs: nested facets are not supported on MongoDB, ask for one field after the other")
    steps = next((name for name in tree if ":" in name and name not in fields), None)
    if steps:
        advice = "count the values of the field, or filter by a range"
        raise refused("aggs", f"aggs: {steps[:100]}: steps, periods and ranges are not supported on MongoDB, {advice}")
    for keyword, names in (("scopes", map(checks.scope_name, scopes)), ("sort", sorted_by), ("aggs", tree)):
        for name in names:
            if not values.safe_name(name):
                raise checks.refused(keyword, name, f"{keyword}: {name[:100]!r} is no name of a field")
    if "_id" in tree:
        raise checks.refused("aggs", "_id", "cannot count the values of _id, every document has its own")
    if fields:
        checks.check_scopes(scopes, fields)
        checks.check_sort([name for name in sorted_by if name not in ("_score", "_id")], fields)
        checks.check_facets(tree, fields)


def sort_keys(options: Options) -> dict[str, int]:
    """The order of the hits; without scores, `_score` orders nothing."""
    if options.get("fetch_all"):
        return {}
    keys = [key for key in options.get("sort") or () if key.strip("-")]
    found = {key.removeprefix("-"): -1 if key.startswith("-") else 1 for key in reversed(keys)}
    found.pop("_score", None)
    return dict(reversed(found.items()))


def projection(names: Iterable[str] | None, strings: StringQuery) -> dict[str, int] | None:
    """The fields to read, 1, or to leave out, 0; None is everything."""
    names = [name for name in names or () if name.strip("-")]
    excluded = [name[1:] for name in names if name.startswith("-")]
    included = [] if "all" in names else [name for name in names if not name.startswith("-")]
    if not included:
        return dict.fromkeys(outermost(expanded(excluded, strings)), 0) or None
    chosen = outermost(expanded(included, strings))
    if excluded:
        inside = [leaf for leaf in strings.fields if any(within(leaf, name) for name in chosen)] or chosen
        leaves = [leaf for leaf in inside if strings.kind(leaf) not in checks.CONTAINERS]
        chosen = [leaf for leaf in leaves if not any(fits(leaf, name) for name in excluded)]
    return {"_id": 1, **dict.fromkeys(chosen[:MAX_SOURCE], 1)}


def expanded(names: Iterable[str], strings: StringQuery) -> list[str]:
    """Field names for names and patterns; what cannot be a field is left out."""
    found = dict.fromkeys(
        field for name in names for field in ([name] if "*" not in name else matching(name, strings.fields))
    )
    return [name for name in found if values.safe_name(name) and name != "_id"]


def matching(pattern: str, fields: checks.Fields) -> list[str]:
    return [field for field in fields if fnmatchcase(field, pattern)]


def outermost(names: list[str]) -> list[str]:
    """The names without those inside another one, which MongoDB refuses to be told of both."""
    known = set(names)
    return [name for name in names if not any(parent in known for parent in parents(name))]


def parents(name: str) -> Iterable[str]:
    parts = name.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts)))


def within(name: str, parent: str) -> bool:
    return name == parent or name.startswith(f"{parent}.")


def fits(name: str, pattern: str) -> bool:
    """Whether a field, or an object that it is inside of, has this name or fits the pattern."""
    return any(fnmatchcase(each, pattern) for each in (name, *parents(name)))


def refuse_unsupported(options: Options) -> None:
    for name in NOT_SUPPORTED:
        if options.get(name) not in (None, False):
            summary = f"{name} is not supported on MongoDB: the search engines (embedded, elasticsearch) have it"
            raise PipelineError(400, summary, {"keyword": name})
