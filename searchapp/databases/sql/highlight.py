"""Highlights the matches of a query in the documents of a page, in the form of search engines.

mark = highlighter(where, query, names)                 once per query
mark(document) -> {"name": ["a <em>kinase</em>"]}       once per hit; {} where nothing is marked

Words are marked as they were typed, in every wanted field, whichever fields the query searches. Where texts are
compared as complete values, the complete value is marked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...engine import (
    EngineError,
    Match,
    Token,
    analyzer,
    best_passages,
    filter_source,
    marked_passage,
    matches_wildcard,
    source_values,
)
from ...errors import QueryTextError
from ...protocols import SearchHit
from ...querystring import tree
from ...querystring.default_fields import copied_to
from ...querystring.field_types import TEXT_TYPES
from ...querystring.names import fits_pattern
from ...querystring.writing import wildcard_text
from .conditions import Where
from .dialects.regexp import searcher
from .schema.collection import ALL, Collection, value_fields
from .schema.fields import Field

Test = Callable[[list[str]], set[int]]
"""A function from the terms of a value to the positions of matching terms."""

Highlighter = Callable[[Mapping[str, Any]], dict[str, list[str]]]

PASSAGE_SIZE = 100
MAX_PASSAGES = 5
ANALYZE = analyzer("standard")


def highlighter(where: Where, query: tree.Node, names: Mapping[str, Any]) -> Highlighter:
    """A function from a complete document to its marked texts, in the fields that match `names`."""
    tests = list(tests_of(query, where))
    fields = wanted(where.collection, names)
    all_texts = texts_of_all(where.collection) if ALL in fields else []

    def mark(document: Mapping[str, Any]) -> dict[str, list[str]]:
        try:
            found = {name: marked(field, values_of(document, name, all_texts), tests) for name, field in fields.items()}
        except EngineError as error:
            raise QueryTextError("a pattern is too complex") from error
        return {name: texts for name, texts in found.items() if texts}

    return mark


def highlighted_hit(hit: SearchHit, mark: Highlighter, source: Any) -> SearchHit:
    """The hit with its highlighted matches, and the requested part of its document."""
    document = hit["_source"]
    marked = mark(document)
    found: SearchHit = {**hit, "_source": filter_source(document, source) if source else document}
    return {**found, "highlight": marked} if marked else found


def wanted(collection: Collection, names: Mapping[str, Any]) -> dict[str, Field]:
    """The text fields that match the names and patterns. No pattern matches the field `all`."""
    texts = {name: field for name, field in collection.fields.items() if field.type in TEXT_TYPES}
    return {
        name: field
        for name, field in texts.items()
        if name in names or (name != ALL and any(fits_pattern(name, each) for each in names))
    }


def texts_of_all(collection: Collection) -> list[str]:
    """The fields whose texts are copied to `all`."""
    copied = [name for name, entry in value_fields(collection.properties) if ALL in copied_to(entry)]
    return copied or [name for name, field in collection.fields.items() if field.type in TEXT_TYPES and name != ALL]


def values_of(document: Mapping[str, Any], name: str, all_texts: list[str]) -> list[str]:
    names = all_texts if name == ALL else [name]
    return [value for each in names for value in source_values(document, each) if isinstance(value, str)]


def tests_of(node: tree.Node, where: Where) -> Iterator[Test]:
    """The tests for the words and values of a query, without the ones that must not match."""
    match node:
        case tree.Group():
            yield from tests_of(tree.as_bool(node, where.default_operator), where)
        case tree.Bool(must, should):
            for inner in (*must, *should):
                yield from tests_of(inner, where)
        case tree.Boost(inner) | tree.Constant(inner):
            yield from tests_of(inner, where)
        case tree.Value() | tree.Text():
            yield words_test(node, fields_of(node, where))
        case tree.Phrase():
            yield phrase_test(node, fields_of(node, where))
        case tree.Prefix(text=text):
            yield wildcard_test(wildcard_text(text) + "*", fields_of(node, where), node.any_case)
        case tree.Wildcard(pattern=pattern):
            yield wildcard_test(pattern, fields_of(node, where))
        case tree.Regex(pattern=pattern):
            yield regexp_test(pattern, fields_of(node, where))


def fields_of(node: tree.FieldNode | tree.Value, where: Where) -> list[Field]:
    return [field for field, _ in where.fields(node)]


def words_test(node: tree.Value | tree.Text, fields: list[Field]) -> Test:
    known = compared_texts(node, fields)
    if any(field.has_words for field in fields):
        known.update(ANALYZE.terms(node.text))
    return fitting_positions(known.__contains__)


def phrase_test(node: tree.Phrase, fields: list[Field]) -> Test:
    known = compared_texts(node, fields)
    words = ANALYZE.terms(node.text) if any(field.has_words for field in fields) else []

    def found(terms: list[str]) -> set[int]:
        starts = [at for at in range(len(terms) - len(words) + 1) if words and terms[at : at + len(words)] == words]
        return {at + step for at in starts for step in range(len(words))} | fitting_positions(known.__contains__)(terms)

    return found


def compared_texts(node: tree.Value | tree.Text | tree.Phrase, fields: list[Field]) -> set[str]:
    """The text in the form in which it is compared with complete values."""
    any_case = isinstance(node, tree.Value) and node.any_case
    return {node.text.lower() if field.lower or any_case else node.text for field in fields if field.type != "text"}


def wildcard_test(pattern: str, fields: list[Field], any_case: bool = False) -> Test:
    lower = any_case or any(field.lower or field.has_words for field in fields)
    return fitting_positions(matches_wildcard(pattern.lower() if lower else pattern))


def regexp_test(pattern: str, fields: list[Field]) -> Test:
    return fitting_positions(searcher(pattern.lower() if any(field.lower for field in fields) else pattern))


def fitting_positions(fits: Callable[[str], bool]) -> Test:
    """The positions of the terms that pass."""
    return lambda terms: {at for at, term in enumerate(terms) if fits(term)}


def marked(field: Field, values: list[str], tests: list[Test]) -> list[str]:
    """The best passages of the values, with their matches between marks."""
    shown = [value.lower() for value in values] if field.lower and not field.word_search else values
    matches = [matches_in(field, value, tests) for value in shown]
    if not any(matches):
        return []
    frequency: dict[str, int] = {}
    for match in (match for each in matches for match in each):
        frequency[match.key] = frequency.get(match.key, 0) + 1
    counted = [[match._replace(frequency=frequency[match.key]) for match in each] for each in matches]
    passages = best_passages(shown, counted, PASSAGE_SIZE, MAX_PASSAGES)
    return [marked_passage(shown[one.value], one, "<em>", "</em>").strip() for one in passages]


def matches_in(field: Field, value: str, tests: list[Test]) -> list[Match]:
    tokens = ANALYZE(value) if field.has_words else [Token(value, 0, 0, len(value))]
    terms = [token.text for token in tokens]
    found = sorted(set().union(*(test(terms) for test in tests)))
    return [Match(tokens[at].start, tokens[at].end, terms[at]) for at in found]
