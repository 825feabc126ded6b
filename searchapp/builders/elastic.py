"""Turns a term and options into Elasticsearch search bodies.

    build        one term            -> query | match_query -> default_string_query | default_match_query
                 a list of terms     -> the same for each
    build_fetch  the same for ids, whose scopes the query-string parser finds

The filters and the extras do not depend on the term, and are made once per request.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from ..errors import PipelineError
from ..options import catalog
from ..options.lists import LISTS, without_texts
from ..options.option import default
from ..protocols import Bodies, Builder, Completed, Formatter
from ..querystring.cost.clauses import MAX_UNCOUNTED_LENGTH, check_terms, check_text
from ..querystring.cost.explained import PER_BATCH, check_explained, cost_of_hit
from ..querystring.cost.patterns import SIGNS, can_highlight, check_together, limited_patterns, regexes_of
from ..querystring.default_fields import are_apart
from ..querystring.limits import MAX_CLAUSES, check_query, check_words
from ..querystring.parser import anywhere
from ..querystring.writing import escaped
from . import field_checks, nested_objects
from .batch import (
    Body,
    are_texts,
    bodies_of,
    check_facets,
    check_highlighted_fields,
    check_hits,
    check_length,
    text_of,
    unpaired,
    with_own_scopes,
)
from .collection_fields import CollectionFields, State
from .completion import typed_names
from .completion.documents import PER_SUGGESTION, as_completed, check_configured, completed_fields, suggest_bodies
from .limits import Limits
from .named_queries import as_user_queries, query_of
from .option_clauses import ALWAYS, CLAUSES, OptionClause, Options, unlisted_options
from .ranking.ranked import by_profile, unranked
from .scope_patterns import ALWAYS_KNOWN, PATTERN_DEFAULT, SCOPES_DEFAULT, Pattern, QStringParser, Scopes
from .scoped_query import are_alike, scoped_query
from .special_terms import ANY, PAGED_OTHERWISE, SPECIAL, facets_only, random_from, special_query

Clause = dict[str, Any]

MAX_SCANNED = 50_000
"""The maximum number of documents in which a database without scores completes names that are not configured."""

UNRANKED = ("sort", "fetch_all", "min_score", "analyzer")
"""Options that set the order of hits, or depend on the score of the database."""


def is_unranked(options: Options) -> bool:
    """Whether the answer to a query with these options does not depend on the ranking profile."""
    return any(map(options.get, UNRANKED)) or options.get("size") == 0


class ElasticBuilder(Builder):
    """Subclasses override `default_string_query`, `default_match_query`, `filters` or `apply_extras`.

    `own_options` names the options that a subclass reads itself, so that they are not passed to the database.
    `metadata` is an object with `fields(item_type)` or a mapping of fields, `user_query` a mapping or an object with
    `get_query(name, q)` and `get_filter(name)`. Rules C1 to C8.
    """

    own_options: frozenset[str] = frozenset()
    ranks_hits = True
    """Whether the database orders hits by scores."""
    finds_near_words = True
    """Whether the database ranks hits by relevance, and finds similar words for spelling corrections."""
    complete_ids = True
    """Whether the database finds ids by their complete text only, not by patterns or ranges."""
    always: tuple[OptionClause, ...] = ALWAYS
    clauses: ClassVar[Mapping[str, OptionClause]] = CLAUSES
    always_known: tuple[str, ...] = ALWAYS_KNOWN

    def __init__(
        self,
        user_query: Any = None,
        scopes_regexs: Iterable[Pattern] | None = (),
        scopes_default: Scopes = SCOPES_DEFAULT,
        pattern_default: Pattern | None = PATTERN_DEFAULT,
        allow_random_query: bool = True,
        allow_nested_query: bool = False,
        metadata: field_checks.GivenMetadata = None,
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
        self.fields = CollectionFields(metadata, default_fields, ranking, self.complete_ids)
        self.formatter = formatter
        self.default_operator = default_operator
        self.limits = limits or Limits()
        self.default_size = self.limits.size
        self.suggest_fields = list(suggest_fields)
        self.suggest_weight = suggest_weight
        names = ("match_query", "default_match_query", "apply_extras")
        self.looks_up = all(getattr(type(self), name) is getattr(ElasticBuilder, name) for name in names)
        """Whether no subclass changes the lookup of ids and of terms in scopes."""
        self.known_options = catalog.NAMES | self.own_options | (formatter.own_options if formatter else frozenset())

    def build(self, q: Any = None, **options: Any) -> Body | Sequence[Body]:
        """The search body for `q`, or the list of them for a list. It is empty with a scroll id."""
        if options.get("scroll_id"):
            return {}
        if str in map(type, map(options.get, LISTS)):  # a list that is given as one text
            options = without_texts(options)
        scopes = options.get("scopes") or []
        if scopes:
            self._check_scopes(scopes, options)
        make = self._maker(options)
        if not isinstance(q, list):
            return make(q, scopes)
        check_length(q, "q", self.limits)
        size = 1 if scopes == ["_id"] else default(options.get("size"), self.limits.size)
        check_hits(q, size, options.get("from_") or 0, self.limits)
        state = self.fields.state(options.get("item_type"))
        check_terms(q, scopes, state.searched, state.fields)
        if not scopes:
            check_together(q, state.searched, state.fields)
        check_facets(q, options.get("aggs") or ())
        if options.get("highlight"):
            check_highlighted_fields(q, options["highlight"], state.fields)
        if scopes and are_texts(q) and self._are_alike(q, scopes, options):
            return Bodies(lambda term: make(term, scopes), q)
        return bodies_of(q, lambda term: make(term, scopes))

    def build_fetch(self, id: Any, **options: Any) -> Body | Sequence[Body]:
        """The search body for an id, or the list of them for a list. `size` is one more than the allowed matches."""
        if str in map(type, map(options.get, LISTS)):  # a list that is given as one text
            options = without_texts(options)
        item_type = options.get("item_type")
        version = options.get("version") is not False
        make = self._maker({**options, "size": self.limits.matches + 1, "from_": 0, "version": version})

        def make_fetch(term: Any) -> Body:
            text = term if isinstance(term, str) else text_of(term, "id")
            return make(*self.parser.parse(text, self.fields.metadata, item_type))

        if not isinstance(id, list):
            return make_fetch(id)
        check_length(id, "id", self.limits)
        sample = make("0", SCOPES_DEFAULT)
        if not self.looks_up or sample.get("query") != {"ids": {"values": ["0"]}}:
            return bodies_of(id, make_fetch, "id")

        if are_texts(id):
            if self.parser.are_ids(id, self.fields.metadata, item_type):
                return Bodies(lambda id: make(id, SCOPES_DEFAULT), id, are_ids=True)
            parsed = [self.parser.parse(term, self.fields.metadata, item_type) for term in id]
            if all(scopes == SCOPES_DEFAULT for _, scopes in parsed):
                return Bodies(lambda id: make(id, SCOPES_DEFAULT), [text for text, _ in parsed], are_ids=True)
        return bodies_of(id, make_fetch, "id")

    def build_count(self, q: Any, **options: Any) -> Body:
        """The search body for the number of matching documents and their ids, without fields."""
        body: Body = self.build(q, **options)  # type: ignore[assignment]
        return {**body, "_source": False}

    def build_existing(self, ids: list[str], item_type: str | None) -> list[Body]:
        """The search bodies that find which of the ids exist."""
        return [{"query": {"ids": {"values": ids}}, "size": len(ids), "_source": False}]

    def build_value(self, field: str, value: str, item_type: str | None) -> Body:
        """The search body for a document in which a field has a value in upper or lower case."""
        term = {"value": value, "case_insensitive": True}
        return {"query": {"term": {field: term}}, "size": 1, "_source": [field]}

    def build_sources(self, fields: list[str], size: int, item_type: str | None) -> Body:
        """The search body for these fields of the first documents."""
        return {"query": {"match_all": {}}, "size": size, "_source": fields}

    def build_suggest(self, q: Any = "", **options: Any) -> list[Body]:
        """The search bodies for a typed text: for values equal to it, and for values that begin with it."""
        completed = self.completed(options.get("item_type")).fields
        check_configured(completed)
        size = min(default(options.get("size"), self.limits.size) * PER_SUGGESTION, self.limits.window)
        fields = self.fields.of(options.get("item_type"))
        bodies = suggest_bodies(text_of(q), size, completed, self.suggest_weight, fields)
        filters = self.filters(options)
        return [{**body, "query": filtered(body["query"], filters)} for body in bodies]

    def build_values(self, q: Any = "", **options: Any) -> Body | None:
        """The search body that counts the values of the field in a typed text; None if the text has no field."""
        fields = self.fields.of(options.get("item_type"))
        found = typed_names.typed_value(text_of(q), fields) if fields else None
        return self.values_of(*found, options) if found else None

    def values_of(self, field: str, begun: str, options: Options) -> Body:
        """Counts the values of a keyword field in documents with a value that begins with the text."""
        body = typed_names.values_body(field, begun, self.fields.of(options.get("item_type")))
        return {**body, "query": filtered(body["query"], self.filters(options))}

    def build_word_values(self, q: Any = "", **options: Any) -> dict[str, Body]:
        """The search bodies that count the values with the typed words, by field.

        A text of one letter or of many words has none.
        """
        text, item_type = text_of(q).strip(), options.get("item_type")
        if not typed_names.is_looked_for(text) or not self.ranks_hits:
            return {}
        fields, facets = self.fields.of(item_type), self.fields.guessed(item_type).get("page_facets") or ()
        bodies = typed_names.words_bodies(text, self.completed(item_type).fields, facets, fields)
        filters = self.filters(options)
        return {name: {**body, "query": filtered(body["query"], filters)} for name, body in bodies.items()}

    def with_known_name(self, q: Any, item_type: str | None) -> str:
        """The typed text `field:value` with the field as the collection writes it."""
        return typed_names.with_known_name(text_of(q), self.fields.of(item_type))

    def completed(self, item_type: str | None) -> Completed:
        """The fields for completion: the configured fields, else `completed_fields`.

        A database without scores reads all documents for each letter: without configured fields it completes names
        only in small collections.
        """
        names, fields = self.suggest_fields, self.fields.of(item_type)
        if not names and (self.ranks_hits or self.fields.documents(item_type) <= MAX_SCANNED):
            names = completed_fields(self.fields.state(item_type).profile, fields)
        return as_completed(names, fields, self.suggest_weight is not None)

    def field_suggestions(self, q: Any, item_type: str | None) -> list[dict[str, Any]]:
        """The names of fields that begin with the typed text."""
        return [*typed_names.name_suggestions(text_of(q), self.fields.of(item_type))]

    def kinds_of_fields(self, item_type: str | None) -> dict[str, str]:
        """The role of each field: its values are names, aliases or ids of documents (`name`, `alias`, `id`)."""
        return self.fields.state(item_type).profile.roles()

    def _maker(self, options: Options) -> Callable[[Any, Any], Body]:
        """A function that makes the body for a term and its scopes. The parts without the term are made once."""
        filters = self.filters(options)
        apply = self._applied(options)
        explained = 0

        def make(q: Any, scopes: Any) -> Body:
            nonlocal explained
            query = self.match_query(q, scopes, options) if scopes else self.query(q, options)
            body = apply({"query": filtered(query, filters) if filters else query})
            if "highlight" in body and not scopes and not self._can_highlight(q, body, options):
                del body["highlight"]
            if "highlight" in body:
                body["highlight"] = {**body["highlight"], **self._highlighted(query, filters)}
            if "explain" in body and "ids" not in query:
                explained += body.get("size", PER_BATCH) * self._cost_of_hit(q, scopes, options)
                check_explained(explained)
            return self._special_paging(body, q, options) if not scopes and q in PAGED_OTHERWISE else body

        return make

    def _are_alike(self, texts: list[str], scopes: list[Any], options: Options) -> bool:
        """Whether the bodies for these texts differ only in the text."""
        state = self.fields.state(options.get("item_type"))
        if not self.looks_up or options.get("highlight") or options.get("explain") or state.has_objects:
            return False
        return all(isinstance(scope, str) for scope in scopes) and are_alike(texts, scopes, state.exact)

    def _can_highlight(self, q: Any, body: Body, options: Options) -> bool:
        """Whether the matches of a text can be highlighted. A warning is added if its patterns cost too much."""
        state, warnings = self.fields.state(options.get("item_type")), options.get("warnings")
        marked, hits = body["highlight"].get("fields", ()), body.get("size", self.default_size)
        if not SIGNS.search(str(q)) or can_highlight(str(q), state.searched, state.fields, marked, hits):
            return True
        if warnings is not None:
            warnings.append("highlight: left out, patterns in many fields take too long; ask for fewer fields or hits")
        return False

    def _cost_of_hit(self, q: Any, scopes: Any, options: Options) -> int:
        """The cost of explaining a hit of a term and of the filter."""
        state = self.fields.state(options.get("item_type"))
        names = [name for scope in scopes for name in field_checks.as_list(scope)] or state.searched
        text = escaped(str(q)) if scopes else "" if q in SPECIAL else str(q)
        return cost_of_hit((text, options.get("filter") or ""), names, state.fields)

    def _highlighted(self, query: Clause, filters: list[Clause]) -> Clause:
        """The `highlight_query`, if it is not the complete query."""
        asked = unranked(query)
        return {"highlight_query": asked} if filters or query is not asked else {}

    def _applied(self, options: Options) -> Callable[[Body], Body]:
        """A function that adds the extras to a body. They are made once, unless a subclass makes them for each term."""
        if type(self).apply_extras is not ElasticBuilder.apply_extras:
            return lambda body: self.apply_extras(body, options)
        extras = self.apply_extras({}, options)
        return lambda body: {**body, **extras}

    def query(self, q: Any, options: Options) -> Clause:
        """The query for a term without scopes."""
        if q in SPECIAL:
            return special_query(q, self.allow_random_query)
        if isinstance(q, list):
            raise unpaired("q is a list of terms", "scopes")
        text = q if isinstance(q, str) else text_of(q)
        if not text.strip():
            return {"match_none": {}}
        if not text.isalnum():  # one word is neither too deep nor too costly
            check_query(text)
        name = options.get("userquery")
        named: Clause | None = query_of(name, self.user_query, text) if name else None
        if named is not None:
            return named
        return self.default_string_query(self.fields.as_text(text, options) if ":" in text else text, options)

    def match_query(self, q: Any, scopes: Any, options: Options) -> Clause:
        """The query for a term in its scopes; for a list of terms, each term in the scopes at the same position."""
        if isinstance(q, list):
            pairs = with_own_scopes(q, scopes)
            return {"bool": {"must": [self.match_query(term, own, options) for term, own in pairs]}}
        if q is None:
            return {"match_all": {}}
        if q == "":
            return {"match_none": {}}
        for scope in scopes:
            if not isinstance(scope, str):
                raise unpaired("scopes is a list of lists", "q")
        text = q if isinstance(q, str) else text_of(q)
        if len(text) > MAX_CLAUSES:
            check_words(text)
        return self.default_match_query(text, list(scopes), options)

    def default_string_query(self, q: str, options: Options) -> Clause:
        """The query for a text without scopes; made to be overridden."""
        state = self.fields.state(options.get("item_type"))
        query = self.text_query(q, state, options.get("analyzer"))
        return query if is_unranked(options) or not self.ranks_hits else by_profile(query, q, state)

    def names_in(self, text: str, item_type: str | None) -> list[str]:
        """The field names in a query text, known or not."""
        return self.fields.names_in(text, item_type)[0]

    def ranking_weights(self, item_type: str | None) -> dict[str, dict[str, float]]:
        """The weights of fields that order hits, as configured or guessed; empty if the database has no scores."""
        weights = self.fields.state(item_type).profile.weights if self.ranks_hits else {}
        return {kind: dict(fields) for kind, fields in weights.items() if fields}

    def default_match_query(self, q: str, scopes: list[str], options: Options) -> Clause:
        """The query for a text in some scopes. A subclass may override it."""
        if scopes == ["_id"]:
            return {"ids": {"values": [q]}}
        state = self.fields.state(options.get("item_type"))
        query = scoped_query(q, scopes, state.exact, options.get("analyzer"))
        return nested_objects.in_scopes(query, state.fields) if state.has_objects else query

    def string_query(self, text: str, item_type: str | None = None) -> Clause:
        """The query for a text in query-string syntax, such as a filter."""
        return self.text_query(text, self.fields.state(item_type))

    def text_query(
        self, text: str, state: State, analyzer: str | None = None, searched: list[str] | None = None
    ) -> Clause:
        """The query for a text in query-string syntax; words without a field name are searched in the default fields.

        Different words may be in different fields. Without `searched`, clauses on the fields of nested objects become
        nested queries.
        """
        if searched is None and state.has_objects and self.default_operator == "AND":
            make = partial(self.text_query, state=state, analyzer=analyzer)
            return nested_objects.text_query(text, state.searched, state.fields, make)
        searched = searched or state.searched
        if len(text.split()) > 1 and self.default_operator == "AND" and are_apart(searched):
            text = anywhere(text)
        if len(text) > MAX_UNCOUNTED_LENGTH:
            check_text(text, searched, state.fields)
        query: Clause = {"query": text, "fields": searched}
        query |= {"default_operator": self.default_operator, "lenient": True}
        if analyzer:
            query["analyzer"] = analyzer
        if not SIGNS.search(text):
            return {"query_string": query}
        limits = limited_patterns(text, searched, state.fields)
        return with_refusals({"query_string": query | limits}, [*regexes_of(text, searched, state.fields)], limits)

    def filters(self, options: Options) -> list[Clause]:
        """The clauses that every hit and every counted document must match."""
        text = (options.get("filter") or "").strip()
        name = options.get("userquery")
        if text:
            check_query(text, "filter")
            self.fields.warn("filter", text, options)
        named = self.user_query.get_filter(name) if name else None
        return ([self.string_query(text, options.get("item_type"))] if text else []) + (
            [named] if named is not None else []
        )

    def apply_extras(self, body: Body, options: Options) -> Body:
        """The body with every option that does not depend on the term; it has the query already. Rule B6."""
        for clause in self.always:
            body = clause(body, options, self)
        for name, clause in self.clauses.items():
            if options.get(name):
                body = clause(body, options, self)
        return body if self.known_options.issuperset(options) else self.with_unlisted(body, options)

    def with_unlisted(self, body: Body, options: Options) -> Body:
        """The body with unknown keywords, unchanged. Rule B7."""
        return {**body, **unlisted_options(options, self.known_options)}

    def _check_scopes(self, scopes: Any, options: Options) -> None:
        names = [name for scope in scopes for name in field_checks.as_list(scope)]
        field_checks.check_weights(names)
        self.fields.check(field_checks.check_scopes, names, options)

    def _special_paging(self, body: Body, q: Any, options: Options) -> Body:
        """The body without hits if only facets are requested, or at a random position without random queries."""
        if options.get("search_after"):
            if q == ANY:
                summary = "random documents have no pages: leave search_after or fetch_all out"
                raise PipelineError(400, summary, {"keyword": "q"})
            return body
        if "size" in body and facets_only(q, options):
            return {**body, "size": 0}
        if "size" in body and q == ANY and not self.allow_random_query:
            sources = self.fields.sources(options.get("item_type"))
            total = (sources.get("stats") or {}).get("total") or 0
            return {**body, "from": random_from(total, body["size"], self.limits)}
        return body


def with_refusals(query: Clause, regexes: list[tuple[str, str]], limits: dict[str, int]) -> Clause:
    """The query, refused by a node if a regular expression is too complex: a lenient query just does not find it.

    `regexes` has each expression after a field of it; the clauses that are added do not change hits and scores. A node
    reads them first, because it would try the lenient query in all its fields.
    """
    if not regexes:
        return query
    strict = [{"query": f"/{regex}/", "fields": [field], "boost": 0, **limits} for field, regex in regexes]
    checks = {"must": [{"match_all": {"boost": 0}}], "should": [{"query_string": each} for each in strict]}
    return {"bool": {"must": [{"bool": checks}, query]}}


def filtered(query: Clause, filters: list[Clause]) -> Clause:
    """The query with filters, which do not change its scores."""
    return {"bool": {"must": [query], "filter": filters}} if filters else query
