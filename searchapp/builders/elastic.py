"""Turns a term and options into Elasticsearch search bodies.

    build        one term            -> query | match_query -> default_string_query | default_match_query
                 a list of terms     -> the same for each
    build_fetch  the same for ids, whose scopes the query-string parser finds

What does not depend on the term, the filters and the extras, is made once per request.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..errors import PipelineError
from ..options import catalog
from ..options.lists import with_lists
from ..options.option import default
from ..protocols import Builder, Formatter
from ..querystring.clause_count import SHORT, check_terms, check_text
from ..querystring.default_fields import default_fields
from ..querystring.limits import check_query, check_words
from . import field_checks
from .batch import Body, bodies_of, check_hits, check_length, text_of
from .completion import typed_names
from .completion.documents import CANDIDATES, check_configured, suggest_bodies
from .field_names import Use, as_text, unknown_uses, uses, warnings_of
from .known_fields import as_metadata
from .limits import Limits
from .named_queries import as_user_queries
from .option_clauses import EXTRAS, Options
from .ranking import clauses, typed
from .ranking.profile import Profile, field, is_searched, profile_of
from .scope_patterns import ALWAYS_KNOWN, PATTERN_DEFAULT, SCOPES_DEFAULT, Pattern, QStringParser, Scopes
from .scoped_query import scoped_query
from .special_terms import ANY, facets_only, random_from, special_query

Clause = dict[str, Any]

RECHECK_AGE = 1.0
UNRANKED = ("sort", "fetch_all", "min_score", "analyzer")
"""Options whose answers are in an order of their own, or say what the score of the database is."""

NO_PROFILE = profile_of(None, {}, {})


class ElasticBuilder(Builder):
    """Subclasses override `default_string_query`, `default_match_query`, `filters` or `apply_extras`.

    `own_options` names the options that a subclass reads itself, so that they are not passed to the database.
    `metadata` is an object with `fields(item_type)` or a mapping of fields, `user_query` a mapping or an object with
    `get_query(name, q)` and `get_filter(name)`. Rules C1 to C8.
    """

    own_options: frozenset[str] = frozenset()
    ranks_hits = True
    """Whether the database orders hits by scores."""
    extras: tuple[tuple[tuple[str, ...], Callable[..., Body]], ...] = EXTRAS
    always_known: tuple[str, ...] = ALWAYS_KNOWN

    def __init__(
        self,
        user_query: Any = None,
        scopes_regexs: Iterable[Pattern] | None = (),
        scopes_default: Scopes = SCOPES_DEFAULT,
        pattern_default: Pattern | None = PATTERN_DEFAULT,
        allow_random_query: bool = True,
        allow_nested_query: bool = False,
        metadata: Any = None,
        formatter: Formatter | None = None,
        *,
        default_fields: Iterable[str] | None = None,
        default_operator: str = "AND",
        limits: Limits | None = None,
        suggest_fields: Iterable[str] = (),
        suggest_weight: str | None = None,
        ranking: Mapping[str, Mapping[str, float]] | None = None,
    ):
        self.user_query = as_user_queries(user_query)
        self.parser = QStringParser(scopes_regexs, scopes_default, pattern_default, self.always_known)
        self.allow_random_query = allow_random_query
        self.allow_nested_query = allow_nested_query
        self.metadata = as_metadata(metadata)
        self.formatter = formatter
        self.default_fields = list(default_fields or ())
        self.default_operator = default_operator
        self.limits = limits or Limits()
        self.default_size = self.limits.size
        self.suggest_fields = list(suggest_fields)
        self.suggest_weight = suggest_weight
        self.ranking = ranking
        self._profiles: dict[str | None, tuple[field_checks.Fields, Profile]] = {}
        self.known_options = catalog.NAMES | self.own_options | (formatter.own_options if formatter else frozenset())

    def build(self, q: Any = None, **options: Any) -> Body | list[Body]:
        """The search body for `q`, or the list of them; beside a scroll id there is nothing to build."""
        if options.get("scroll_id"):
            return {}
        options = with_lists(options)
        scopes = options.get("scopes") or []
        if scopes:
            self._check_scopes(scopes, options)
        make = self._maker(options)
        if not isinstance(q, list):
            return make(q, scopes)
        check_length(q, "q", self.limits)
        check_hits(q, 1 if scopes == ["_id"] else default(options.get("size"), self.limits.size), self.limits)
        check_terms(q, scopes, *self._searched(options.get("item_type")))
        return bodies_of(q, lambda term: make(term, scopes))

    def build_fetch(self, id: Any, **options: Any) -> Body | list[Body]:
        """The search body for an id, or the list of them; each asks for one match more than are allowed."""
        options = with_lists(options)
        item_type = options.get("item_type")
        version = options.get("version") is not False
        make = self._maker({**options, "size": self.limits.matches + 1, "from_": 0, "version": version})

        def make_fetch(term: Any) -> Body:
            return make(*self.parser.parse(text_of(term, "id"), self.metadata, item_type))

        if not isinstance(id, list):
            return make_fetch(id)
        check_length(id, "id", self.limits)
        return bodies_of(id, make_fetch)

    def build_suggest(self, q: Any = "", **options: Any) -> list[Body]:
        """The search bodies for what was typed so far: for whole values, and for those that begin with it."""
        completed = self.completed_fields(options.get("item_type"))
        check_configured(completed)
        options = with_lists(options)
        size = min(default(options.get("size"), self.limits.size) * CANDIDATES, self.limits.window)
        fields = self.metadata.fields(options.get("item_type")) if self.metadata else {}
        bodies = suggest_bodies(text_of(q), size, completed, self.suggest_weight, fields)
        filters = self.filters(options)
        return [{**body, "query": filtered(body["query"], filters)} for body in bodies]

    def build_values(self, q: Any = "", **options: Any) -> Body | None:
        """The search body that counts the values of the field that is being typed; None where none is."""
        fields = self.metadata.fields(options.get("item_type")) if self.metadata and self.ranks_hits else {}
        found = typed_names.typed_value(text_of(q), fields) if fields else None
        if not found:
            return None
        body = typed_names.values_body(*found, fields)
        return {**body, "query": filtered(body["query"], self.filters(with_lists(options)))}

    def completed_fields(self, item_type: str | None) -> list[str]:
        """The fields that are completed, with weights: as configured, else the names and aliases of the profile."""
        if self.suggest_fields or not self.ranks_hits:
            return self.suggest_fields
        profile, _ = self.profile(item_type)
        parts = ((profile.names, 8), (profile.aliases, 2))
        named = [f"{field.path}^{points + field.share:.2f}" for fields, points in parts for field in fields]
        return [*named, "_id"] if named else []

    def field_suggestions(self, q: Any, item_type: str | None) -> list[dict[str, Any]]:
        """The names of fields that begin with what was typed."""
        fields = self.metadata.fields(item_type) if self.metadata and self.ranks_hits else {}
        return [*typed_names.name_suggestions(text_of(q), fields)]

    def kinds_of_fields(self, item_type: str | None) -> dict[str, str]:
        """What the value of each field says of a document: `name`, `alias` or `id`."""
        profile, _ = self.profile(item_type)
        return {
            **{field.path: "alias" for field in profile.aliases},
            **{field.path: "name" for field in profile.names},
            "_id": "id",
        }

    def _maker(self, options: Options) -> Callable[[Any, Any], Body]:
        """A function that makes the body for a term and its scopes; what the options alone decide is done before."""
        filters = self.filters(options)
        apply = self._applied(options)

        def make(q: Any, scopes: Any) -> Body:
            query = self.match_query(q, scopes, options) if scopes else self.query(q, options)
            body = apply({"query": filtered(query, filters)})
            asked = clauses.unranked(query)
            if "highlight" in body and (filters or query is not asked):
                body["highlight"] = {**body["highlight"], "highlight_query": asked}
            return body if scopes else self._special_paging(body, q, options)

        return make

    def _applied(self, options: Options) -> Callable[[Body], Body]:
        """A function that applies the extras; they are made once where no subclass looks at the query of each term."""
        if type(self).apply_extras is not ElasticBuilder.apply_extras:
            return lambda body: self.apply_extras(body, options)
        extras = self.apply_extras({}, options)
        return lambda body: {**body, **extras}

    def query(self, q: Any, options: Options) -> Clause:
        """The query for a term without scopes."""
        special = special_query(q, self.allow_random_query)
        if special is not None:
            return special
        if isinstance(q, list):
            raise PipelineError(400, "q as a list of terms needs scopes, one for each term", {"keyword": "scopes"})
        text = text_of(q)
        check_query(text)
        name = options.get("userquery")
        named = self.user_query.get_query(name, q=text) if name else None
        return self.default_string_query(self._as_text(text, options), options) if named is None else named

    def match_query(self, q: Any, scopes: Any, options: Options) -> Clause:
        """The query for a term in its scopes; for a list of terms, each in the scopes of the same position."""
        if isinstance(q, list):
            return self._compound_query(q, scopes, options)
        if q is None:
            return {"match_all": {}}
        if q == "":
            return {"match_none": {}}
        for scope in scopes:
            if not isinstance(scope, str):
                raise PipelineError(400, "scopes inside scopes need a q with as many terms", {"keyword": "scopes"})
        text = text_of(q)
        check_words(text)
        return self.default_match_query(text, list(scopes), options)

    def _compound_query(self, terms: list[Any], scopes: Any, options: Options) -> Clause:
        if len(terms) != len(scopes) or any(term is None or isinstance(term, list) for term in terms):
            summary = f"q has {len(terms)} terms and scopes {len(scopes)} entries, each term needs one"
            raise PipelineError(400, summary, {"keyword": "scopes"})
        pairs = zip(terms, scopes, strict=True)
        return {
            "bool": {"must": [self.match_query(term, field_checks.as_list(scope), options) for term, scope in pairs]}
        }

    def default_string_query(self, q: str, options: Options) -> Clause:
        """The query for a text without scopes; made to be overridden."""
        return self.ranked(self.string_query(q, options.get("analyzer"), options.get("item_type")), q, options)

    def ranked(self, query: Clause, q: str, options: Options) -> Clause:
        """The query with its hits in the order of the ranking profile, where they are not sorted otherwise."""
        if any(map(options.get, UNRANKED)) or options.get("size") == 0 or not (self.ranks_hits and self.metadata):
            return query
        read = typed.read(q)
        if read is None:
            return query
        profile, fields = self.profile(options.get("item_type"))
        if not read.begun:
            return clauses.ranked(query, clauses.for_words(read.text, profile))
        if read.field is None:
            return clauses.ranked(query, clauses.for_beginning(read.text, profile.names))
        named = [field(read.field, 1.0, fields)] if is_searched(read.field, fields) else []
        return clauses.ranked(query, clauses.for_beginning(read.text, named))

    def profile(self, item_type: str | None) -> tuple[Profile, field_checks.Fields]:
        """The ranking profile of an item type, and its fields; it is made once for each state of the collection."""
        if not self.metadata:
            return NO_PROFILE, {}
        fields = self.metadata.fields(item_type)
        known = self._profiles.get(item_type)
        if known is None or known[0] is not fields:
            made = profile_of(self.ranking, self.metadata.sources(item_type), fields)
            known = self._profiles[item_type] = (fields, made)
        return known[1], fields

    def ranking_weights(self, item_type: str | None) -> dict[str, dict[str, float]]:
        """The weights of fields that order hits, as configured or guessed; empty where the database has no scores."""
        profile, _ = self.profile(item_type) if self.ranks_hits else (NO_PROFILE, {})
        return {kind: dict(fields) for kind, fields in profile.weights.items() if fields}

    def default_match_query(self, q: str, scopes: list[str], options: Options) -> Clause:
        """The query for a text in some scopes; made to be overridden."""
        fields = self.metadata.fields(options.get("item_type")) if self.metadata and len(scopes) > 1 else {}
        return scoped_query(q, scopes, fields, options.get("analyzer"))

    def string_query(self, text: str, analyzer: str | None = None, item_type: str | None = None) -> Clause:
        """The query for a text in query-string syntax; words without a field are looked for in the default fields."""
        searched = self.searched_fields(item_type)
        if len(text) > SHORT:
            check_text(text, *self._searched(item_type))
        query: Clause = {"query": text, "fields": searched}
        query |= {"default_operator": self.default_operator, "lenient": True}
        return {"query_string": {**query, "analyzer": analyzer} if analyzer else query}

    def _searched(self, item_type: str | None) -> tuple[list[str], field_checks.Fields]:
        """The fields of words without a field, and all that are known."""
        return self.searched_fields(item_type), self.metadata.fields(item_type) if self.metadata else {}

    def searched_fields(self, item_type: str | None = None) -> list[str]:
        """The fields in which words are looked for that name none."""
        fields = self.metadata.fields(item_type) if self.metadata and not self.default_fields else {}
        return default_fields(self.default_fields, fields)

    def words_field(self, item_type: str | None, scopes: list[str]) -> str | None:
        """The text field that holds the words which a query without fields, or in some scopes, looks for."""
        profile, fields = self.profile(item_type)
        names = [field.words for field in profile.names if field.words]
        wanted = map(field_checks.scope_name, scopes or [*self.searched_fields(item_type), *names])
        return next((name for name in wanted if field_checks.type_of(name, fields) == "text"), None)

    def names_in(self, text: str, item_type: str | None) -> tuple[list[str], field_checks.Fields]:
        """The names before a colon in a query text, and the fields that are known."""
        if ":" not in text:
            return [], {}
        found, _, fields = self._named(text, {"item_type": item_type})
        return [use.name for use in found], fields

    def filters(self, options: Options) -> list[Clause]:
        """What every hit and every facet count has to fulfil."""
        text = (options.get("filter") or "").strip()
        name = options.get("userquery")
        if text:
            check_query(text, "filter")
            self.warn("filter", text, options)
        named = self.user_query.get_filter(name) if name else None
        return ([self.string_query(text, None, options.get("item_type"))] if text else []) + (
            [named] if named is not None else []
        )

    def apply_extras(self, body: Body, options: Options) -> Body:
        """The body, which has the query in it, with every option that does not come from the term. Rule B6."""
        for names, apply in self.extras:
            if not names or any(options.get(name) for name in names):
                body = apply(body, options, self)
        return body

    def check_fields(self, check: Callable[..., None], names: list[str], options: Options) -> None:
        """Runs a check on field names when the fields are known; refuses only what fresh metadata refuses too."""
        if names:
            self.with_fields(lambda fields: check(names, fields) if fields else None, options)

    def sorted_fields(self, names: list[str], options: Options) -> dict[str, str]:
        """The field that hits are sorted by for each name; refuses names that they cannot be sorted by."""
        if not names:
            return {}

        def read(fields: field_checks.Fields) -> dict[str, str]:
            if fields:
                field_checks.check_sort(names, fields)
            return {name: field_checks.sorted_field(name, fields) for name in names}

        found: dict[str, str] = self.with_fields(read, options)
        return found

    def with_fields(self, read: Callable[[field_checks.Fields], Any], options: Options) -> Any:
        """What is read with the help of the fields, empty where none is known; it fails only with fresh ones too."""
        item_type = options.get("item_type")
        fields = self.metadata.fields(item_type) if self.metadata else {}
        try:
            return read(fields)
        except PipelineError:
            if not self.metadata or not fields:
                raise
            return read(self.metadata.fields(item_type, max_age=RECHECK_AGE))

    def warn(self, keyword: str, text: str, options: Options) -> list[Use]:
        """The names in a query text that are no fields; what should be said of it is added to the option `warnings`."""
        if ":" not in text:
            return []
        found, unknown, fields = self._named(text, options)
        warnings = options.get("warnings")
        if found and warnings is not None:
            said = [one for one in warnings_of(keyword, found, unknown, fields) if one not in warnings]
            warnings += said[: max(field_checks.MAX_WARNINGS - len(warnings), 0)]
        return unknown

    def warn_of_fields(self, keyword: str, names: list[str], options: Options) -> None:
        """Adds to the option `warnings`, where there is one, the names that are no field, with the nearest that is."""
        warnings, item_type = options.get("warnings"), options.get("item_type")
        if self.metadata is None or warnings is None or not names:
            return
        fields = self.metadata.fields(item_type)
        if fields and field_checks.unknown_fields(keyword, names, fields):
            fresh = self.metadata.fields(item_type, max_age=RECHECK_AGE)
            found = field_checks.unknown_fields(keyword, names, fresh)
            found = [one for one in found if one not in warnings]
            warnings += found[: max(field_checks.MAX_WARNINGS - len(warnings), 0)]

    def _as_text(self, text: str, options: Options) -> str:
        """The text in which names that are no fields are words, as `HGNC` in `HGNC:5`; a warning says so."""
        return as_text(text, self.warn("q", text, options))

    def _fields_for(self, text: str, options: Options) -> field_checks.Fields:
        """The fields, fresh ones where the text names one that is unknown; none when they are not known."""
        return self._named(text, options)[2]

    def _named(self, text: str, options: Options) -> tuple[list[Use], list[Use], field_checks.Fields]:
        """The names of fields in a query text, those of them that are none, and the fields that are known."""
        found, item_type = list(uses(text)), options.get("item_type")
        fields: field_checks.Fields = self.metadata.fields(item_type) if self.metadata else {}
        unknown = unknown_uses(found, fields)
        if self.metadata and unknown:
            fields = self.metadata.fields(item_type, max_age=RECHECK_AGE)
            unknown = unknown_uses(found, fields)
        return found, unknown, fields

    def _check_scopes(self, scopes: Any, options: Options) -> None:
        names = [name for scope in scopes for name in field_checks.as_list(scope)]
        field_checks.check_weights(names)
        self.check_fields(field_checks.check_scopes, names, options)

    def _special_paging(self, body: Body, q: Any, options: Options) -> Body:
        """The body without hits where only facets are wanted, or at a random place where no random query is allowed."""
        if options.get("search_after"):
            if q == ANY:
                summary = "random documents have no pages: leave search_after or fetch_all out"
                raise PipelineError(400, summary, {"keyword": "q"})
            return body
        if "size" in body and facets_only(q, options):
            return {**body, "size": 0}
        if "size" in body and q == ANY and not self.allow_random_query:
            sources = self.metadata.sources(options.get("item_type")) if self.metadata else {}
            total = (sources.get("stats") or {}).get("total") or 0
            return {**body, "from": random_from(total, body["size"], self.limits)}
        return body


def filtered(query: Clause, filters: list[Clause]) -> Clause:
    """The query with filters, which do not change its scores."""
    return {"bool": {"must": [query], "filter": filters}} if filters else query
