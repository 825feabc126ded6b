"""Compiles the tree of a query string to a tantivy query, node by node."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tantivy import Query

from ....querystring import tree
from ....querystring.parser import comparison
from ...errors import CreationError, shard_error
from ...mapping.mapping import Field
from ...mapping.tantivy_schema import ID
from ...parsing import minimum
from ...regexp.patterns import matches_regexp
from ...work import work
from ..combinators import best_of, boosted, constant, everything, nothing
from ..compound import combine
from ..context import Context
from ..field.exists import exists_query
from ..field.patterns import check_pattern_length, normalized_wildcard, prefix_query, regexp_query, wildcard_query
from ..field.ranges import range_query
from ..fields import ALL, matching, paths_of
from ..shared_terms import Terms, disjunction, scaled
from ..text.analysed_prefix import analysed_prefix
from ..text.fuzzy import edits_for, fuzzy_query, fuzzy_terms
from ..text.text_queries import Analysed, across, across_maker, leniently, text_terms, token_queries

Single = Callable[[Context, str], Query | None]

MANY_FIELDS = 8
"""The number of fields from which a pattern is tried in one of them first."""

FUZZY = {"fuzzy_prefix_length": "prefix_length", "fuzzy_max_expansions": "max_expansions",
         "fuzzy_transpositions": "fuzzy_transpositions"}  # fmt: skip


@dataclass(frozen=True)
class Compiler:
    """Compiles nodes to queries; None is the result for a text without tokens."""

    context: Context
    default: str | None
    """The field of clauses without one: `*` or a name; None if there is a list of fields."""
    fields: dict[str, float]
    analysed: Analysed
    given: dict[str, Any]
    makers: dict[str | None, Callable[[Any], Query | None]] = field(default_factory=dict)
    """The makers of queries for the last field, which most words share."""

    def top(self, node: tree.Node, required: str | None) -> Query:
        """The query of the complete tree; `minimum_should_match` counts its outermost optional clauses."""
        match node:
            case tree.Boost(inner, factor):
                return boosted(self.top(inner, required), factor)
            case tree.Group():
                query = self.group(node, required)
            case tree.Text() if required is not None and len(self.fields_with_tokens(node)) == 1:
                query = replace(self, analysed=replace(self.analysed, required=required), makers={}).query(node)
            case _:
                query = self.query(node)
        return nothing() if query is None else query

    def query(self, node: tree.Node) -> Query | None:
        """The query of a node. The nodes that only builders make are not in a query string."""
        match node:
            case tree.Group():
                return self.group(node)
            case tree.Text():
                return self.text(node)
            case tree.Phrase():
                return self.phrase(node)
            case tree.Prefix():
                return self.prefix(node)
            case tree.Wildcard():
                return self.wildcard(node)
            case tree.Regex():
                return self.regex(node)
            case tree.Fuzzy():
                return self.fuzzy(node)
            case tree.Range():
                return self.range(node)
            case tree.Exists():
                return self.exists(node)
            case tree.Boost(inner, factor):
                query = self.query(inner)
                return None if query is None else boosted(query, factor)
            case tree.MatchAll():
                return everything()
        return nothing()

    def group(self, node: tree.Group, required: str | None = None) -> Query | None:
        """The query of the clauses of a group, of which `required` says how many must match."""
        queries = [self.query(clause.node) for clause in node.clauses]
        if required is None and any(isinstance(clause.node, tree.Fuzzy) for clause in node.clauses):
            queries = self.shared(node, queries)
        found = tree.occurrences(node.clauses, queries, self.analysed.operator)
        if not found:
            return None
        first = node.clauses[0]
        if required is not None and len(found) == 1 and not first.modifier and queries[0] is not None:
            return self.top(first.node, required)  # a single clause is not a group
        clauses = defaultdict[str, list[Query]](list)
        for occur, query in found:
            clauses[occur].append(query)
        if required is not None:
            apart = [self.words(clause, query) for clause, query in zip(node.clauses, queries, strict=True)]
            counted = tree.occurrences(node.clauses, apart, self.analysed.operator)
            clauses["should"] = [query for occur, words in counted if occur == "should" for query in words]
        if not any(clauses[occur] for occur in ("must", "should")):
            clauses["filter"].append(everything())
        return combine(clauses, minimum(required, len(clauses["should"])))

    def shared(self, node: tree.Group, queries: list[Query | None]) -> list[Query | None]:
        """The queries of a group: one disjunction of its optional words for the first word, none for the others."""
        given = [None if query is None else index for index, query in enumerate(queries)]
        occurs: list[tuple[str, int]] = tree.occurrences(node.clauses, given, self.analysed.operator)
        optional = [index for occur, index in occurs if occur == "should"]
        found = {index: terms for index in optional if (terms := self.terms(node.clauses[index].node)) is not None}
        if len(found) < 2:
            return queries
        every = disjunction(self.context.reader, [term for terms in found.values() for term in terms])
        first = next(iter(found))
        return [
            every if index == first else nothing() if index in found else query for index, query in enumerate(queries)
        ]

    def terms(self, node: tree.Node) -> Terms | None:
        """The terms of a word, or of optional words, in one field; None for other nodes."""
        match node:
            case tree.Boost(inner, factor):
                return scaled(self.terms(inner), factor)
            case tree.Group(clauses):
                return self.optional_terms(clauses)
            case tree.Text(name, text):
                name = self.default if name is None else name
                if name is None or not comparison(name, text):
                    return self.terms_in_one_field(
                        node, lambda path: text_terms(self.context, path, text, self.analysed)
                    )
            case tree.Fuzzy(name, text):
                edits = self.edits(node)
                return self.terms_in_one_field(
                    node, lambda path: fuzzy_terms(self.context, path, self.normalized(path, text), edits)
                )
        return None

    def optional_terms(self, clauses: tuple[tree.Clause, ...]) -> Terms | None:
        """The terms of all clauses; None if one of them is not optional or has no terms."""
        nodes: list[tree.Node | None] = [clause.node for clause in clauses]
        occurs: list[tuple[str, tree.Node]] = tree.occurrences(clauses, nodes, self.analysed.operator)
        parts = [self.terms(inner) if occur == "should" else None for occur, inner in occurs]
        return None if None in parts else [term for part in parts for term in part or ()]

    def terms_in_one_field(self, node: tree.Text | tree.Fuzzy, terms: Callable[[str], Terms | None]) -> Terms | None:
        """The terms of a word with the weight of its field; None if it is searched in several fields, or in none."""
        fields = self.fields_of(node.field)
        if len(fields) != 1:
            return None
        ((path, factor),) = fields.items()
        return scaled(terms(path), factor)

    def words(self, clause: tree.Clause, query: Query | None) -> list[Query] | None:
        """The queries that `minimum_should_match` counts: each word of a run on one field counts separately."""
        if query is None:
            return None
        node = clause.node
        if not clause.is_run or not isinstance(node, tree.Text) or self.analysed.fuzzy or self.analysed.phrase:
            return [query]
        fields = self.fields_with_tokens(node)
        if list(fields.values()) != [1.0]:
            return [query]
        (path,) = fields
        field = self.context.field(path)
        if field is None or not (field.is_text and field.index) or comparison(path, node.text):
            return [query]
        return token_queries(self.context, field, node.text, self.analysed)

    def text(self, node: tree.Text) -> Query | None:
        """The query of a text; of a range for `<5` and the like. None if its analyzer leaves no word."""
        field = node.field if node.field is not None else self.default
        found = comparison(field, node.text) if field is not None else None
        if found is not None:
            return self.range(found)
        if field not in self.makers:
            self.makers.clear()  # the query for many fields is large
            self.makers[field] = across_maker(self.context, self.fields_of(field), self.analysed, self.tie_breaker)
        return self.makers[field](node.text)

    def phrase(self, node: tree.Phrase) -> Query | None:
        """The query of a phrase, with its own slop or that of the options."""
        fields = self.fields_of(node.field)
        if not fields:
            return nothing()
        slop = self.analysed.slop if node.slop is None else node.slop
        return across(self.context, fields, node.text, replace(self.analysed, phrase=True, slop=slop), self.tie_breaker)

    def prefix(self, node: tree.Prefix) -> Query | None:
        """The query of a word with `*` at its end."""

        def single(context: Context, path: str) -> Query | None:
            field = context.field(path)
            if self.given.get("analyze_wildcard") and field is not None and field.is_text:
                return analysed_prefix(context, field, node.text, self.analysed)
            return constant(prefix_query(context, path, self.normalized(path, node.text)))

        return self.each(node.field, single)

    def wildcard(self, node: tree.Wildcard) -> Query | None:
        """The query of a word with wildcards. EngineError for a leading one that is not allowed."""
        mapped = any(self.context.field(path) is not None for path in self.fields_of(node.field))
        if mapped and node.pattern[0] in "*?" and not self.given.get("allow_leading_wildcard", True):
            raise shard_error(f"Failed to parse query [{self.given['query']}]")

        def single(context: Context, path: str) -> Query:
            pattern = normalized_wildcard(node.pattern, partial(self.normalized, path))
            return constant(wildcard_query(context, path, pattern))

        return self.each_pattern(node.field, single)

    def regex(self, node: tree.Regex) -> Query | None:
        """The query of a regular expression. EngineError for a long or invalid one."""
        check_pattern_length(self.context, node.pattern)

        def single(context: Context, path: str) -> Query:
            field = (context.nested_scope(path) or context).field(path)
            if field is None and path != ID:
                return nothing()
            if self.analysed.analyzer is None:
                return constant(regexp_query(context, path, node.pattern))
            # with an analyzer of the query, terms are compared as they are in the index
            if field is None or not (field.is_text or field.is_keyword) or not field.index:
                matches_regexp(node.pattern)  # raises EngineError for an invalid pattern
                return nothing()
            return constant(regexp_query(context, path, node.pattern, normalize=False))

        return self.each_pattern(node.field, single)

    def fuzzy(self, node: tree.Fuzzy) -> Query | None:
        """The query of a fuzzy word."""
        given = self.edits(node)
        return self.each(
            node.field, lambda context, path: fuzzy_query(context, path, self.normalized(path, node.text), given)
        )

    def edits(self, node: tree.Fuzzy) -> dict[str, Any]:
        """The options of a fuzzy word."""
        edits = node.edits
        if edits is None:
            edits = edits_for(self.given.get("fuzziness", "AUTO"), node.text)
        return {FUZZY[key]: self.given[key] for key in FUZZY if key in self.given} | {"fuzziness": str(edits)}

    def range(self, node: tree.Range) -> Query | None:
        """The query of a range; a range without ends finds the documents with a value."""
        is_open = {node.low, node.high} <= {None, "*"}
        zone = {"time_zone": self.given["time_zone"]} if "time_zone" in self.given else {}

        def single(context: Context, path: str) -> Query:
            field = context.field(path)
            if path == ID:
                raise CreationError(f"Field [{ID}] of type [{ID}] does not support range queries")
            if is_open and field is not None and (field.is_text or field.is_keyword):
                return constant(prefix_query(context, path, ""))
            low, high = (None if end in (None, "*") else self.normalized(path, end) for end in (node.low, node.high))
            return constant(range_query(context, path, low, high, node.include_low, node.include_high, **zone))

        return self.each_pattern(node.field, single)

    def exists(self, node: tree.Exists) -> Query | None:
        """The query for documents with a value in the field; without a field, in one of the default fields."""
        if node.field is not None:
            if node.field == ALL:
                raise CreationError(f"No field mapping can be found for the field with name [{ALL}]")
            return constant(exists_query(self.context, node.field))
        if self.default == ALL:
            return everything()
        if self.default is not None:
            return constant(exists_query(self.context, self.default))
        return self.each(None, lambda context, path: constant(exists_query(context, path)))

    def each_pattern(self, field: str | None, single: Single) -> Query | None:
        """Like `each`, for queries that give each of their documents the score 1.

        If all documents match in a field that each of them has, the other fields need no search.
        """
        reader, fields = self.context.reader, self.fields_of(field)
        is_plain = {*fields.values()} == {1.0} and not self.tie_breaker and not work().explains
        is_plain &= self.analysed.lenient and self.context.outer is None
        if len(fields) >= MANY_FIELDS and is_plain:
            most = max(fields, key=lambda path: reader.stats.field(path)[0])
            if reader.stats.field(most)[0] >= reader.stats.docs:
                query = leniently(self.analysed.lenient, partial(single, self.context, most))
                if query is not None and reader.searcher.search(query, 1).count == reader.stats.docs:  # type: ignore[attr-defined]
                    return everything()
        return self.each(field, single)

    def each(self, field: str | None, single: Single) -> Query | None:
        """A dis_max query over the fields; None if there are fields and each of their queries is None."""
        fields = self.fields_of(field)
        made = [
            (leniently(self.analysed.lenient, partial(single, self.context, path)), factor)
            for path, factor in fields.items()
        ]
        queries = [boosted(query, factor) for query, factor in made if query is not None]
        return None if fields and not queries else best_of(queries, self.tie_breaker)

    def fields_of(self, field: str | None) -> dict[str, float]:
        """The paths of a field or a pattern with their weights; the default ones for None."""
        if field is None or field == self.default:
            return self.fields
        return dict.fromkeys((matching if field == ALL else paths_of)(self.context, field), 1.0)

    def fields_with_tokens(self, node: tree.Text) -> dict[str, float]:
        """The fields of a text. Fields whose analyzer leaves no token of it are not part of the query."""
        fields = self.fields_of(node.field)
        if len(fields) == 1:
            return fields
        found = {path: across(self.context, {path: 1.0}, node.text, self.analysed) for path in fields}
        return {path: factor for path, factor in fields.items() if found[path] is not None}

    def normalized(self, path: str, value: str) -> str:
        """The text after the field's analyzer has changed characters. Queries on keywords normalize it themselves."""
        field: Field | None = self.context.field(path)
        if field is None or not field.is_text:
            return value
        return self.context.search_analyzer(field, self.analysed.analyzer).normalize(value)

    @property
    def tie_breaker(self) -> float:
        """The share of the scores of other fields than the best one."""
        return float(self.given.get("tie_breaker", 0.0))
