"""Marks what a query looks for in the documents of a page, in the shape that search engines give.

mark = highlighter(where, query, names)                 once per query
mark(document) -> {"name": ["a <em>kinase</em>"]}       once per hit; {} where nothing is marked

Words are marked as they were typed, in every wanted field wherever they were looked for; a whole value where texts are
compared as a whole.
"""

from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
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
from ...errors import PipelineError
from .conditions import Where
from .dialects.regexp import searcher
from .loading.full_text import copies
from .schema.collection import ALL, Collection, leaves
from .schema.fields import Field

Clause = Mapping[str, Any]
Test = Callable[[list[str]], set[int]]
"""From the terms of a value to the places of those that match."""

Marks = Callable[[Mapping[str, Any]], dict[str, list[str]]]

SIZE = 100
MAX_PASSAGES = 5
STRINGS = ("keyword", "text")
ANALYZE = analyzer("standard")


def highlighter(where: Where, query: Clause, names: Mapping[str, Any]) -> Marks:
    """A function from a whole document to its marked texts, in the fields that names and patterns mean."""
    tests = list(tests_of(query, where))
    fields = wanted(where.collection, names)
    all_texts = texts_of_all(where.collection) if ALL in fields else []

    def mark(document: Mapping[str, Any]) -> dict[str, list[str]]:
        try:
            found = {name: marked(field, values_of(document, name, all_texts), tests) for name, field in fields.items()}
        except EngineError as error:
            raise PipelineError(400, "q cannot be parsed: a pattern is too complex", {"keyword": "q"}) from error
        return {name: texts for name, texts in found.items() if texts}

    return mark


def marked_hit(hit: dict[str, Any], mark: Marks, source: Any) -> dict[str, Any]:
    """The hit with its marked matches, and the part of its document that is asked for."""
    document = hit["_source"]
    marked = mark(document)
    found = {**hit, "_source": filter_source(document, source) if source else document}
    return {**found, "highlight": marked} if marked else found


def wanted(collection: Collection, names: Mapping[str, Any]) -> dict[str, Field]:
    """The fields with texts that names and patterns mean; what stands for all of them only by its name."""
    texts = {name: field for name, field in collection.fields.items() if field.type in STRINGS}
    return {
        name: field
        for name, field in texts.items()
        if name in names or (name != ALL and any(fnmatchcase(name, each) for each in names))
    }


def texts_of_all(collection: Collection) -> list[str]:
    """The fields whose texts are what `all` holds."""
    copied = [name for name, entry in leaves(collection.properties) if ALL in copies(entry)]
    return copied or [name for name, field in collection.fields.items() if field.type in STRINGS and name != ALL]


def values_of(document: Mapping[str, Any], name: str, all_texts: list[str]) -> list[str]:
    names = all_texts if name == ALL else [name]
    return [value for each in names for value in source_values(document, each) if isinstance(value, str)]


def tests_of(clause: Clause, where: Where) -> Iterator[Test]:
    """The tests of words and values that a query is made of, but for those that must not match."""
    kind, body = next(iter(clause.items()))
    inner = {"bool": ("must", "filter", "should"), "dis_max": ("queries",)}.get(kind, ())
    for part in inner:
        for each in body.get(part, ()):
            yield from tests_of(each, where)
    if kind in ("boost", "constant_score", "function_score"):
        yield from tests_of(body.get("query") or body["filter"], where)
    if kind in TESTS:
        fields = [field for field, _ in where.fields(body["fields"])]
        yield TESTS[kind](body, fields)


def words_test(body: Clause, fields: list[Field]) -> Test:
    known = values_asked(body, fields)
    if any(field.type == "text" for field in fields):
        known.update(ANALYZE.terms(body["text"]))
    return each(known.__contains__)


def phrase_test(body: Clause, fields: list[Field]) -> Test:
    known = values_asked(body, fields)
    words = ANALYZE.terms(body["text"]) if any(field.type == "text" for field in fields) else []

    def found(terms: list[str]) -> set[int]:
        starts = [at for at in range(len(terms) - len(words) + 1) if words and terms[at : at + len(words)] == words]
        return {at + step for at in starts for step in range(len(words))} | each(known.__contains__)(terms)

    return found


def values_asked(body: Clause, fields: list[Field]) -> set[str]:
    """The text as it is compared with whole values."""
    text, any_case = body["text"], body.get("any_case")
    return {text.lower() if field.lower or any_case else text for field in fields if field.type != "text"}


def wildcard_test(body: Clause, fields: list[Field]) -> Test:
    lower = body.get("any_case") or any(field.lower or field.type == "text" for field in fields)
    return each(matches_wildcard(body["pattern"].lower() if lower else body["pattern"]))


def regexp_test(body: Clause, fields: list[Field]) -> Test:
    return each(searcher(body["pattern"].lower() if any(field.lower for field in fields) else body["pattern"]))


def each(fits: Callable[[str], bool]) -> Test:
    """The places of the terms that pass."""
    return lambda terms: {at for at, term in enumerate(terms) if fits(term)}


TESTS: dict[str, Callable[[Clause, list[Field]], Test]] = {
    "match": words_test,
    "phrase": phrase_test,
    "wildcard": wildcard_test,
    "regexp": regexp_test,
}


def marked(field: Field, values: list[str], tests: list[Test]) -> list[str]:
    """The best passages of the values, with their matches between marks."""
    shown = [value.lower() for value in values] if field.lower else values
    places = [matches_in(field, value, tests) for value in shown]
    if not any(places):
        return []
    frequency: dict[str, int] = {}
    for match in (match for each in places for match in each):
        frequency[match.key] = frequency.get(match.key, 0) + 1
    counted = [[match._replace(frequency=frequency[match.key]) for match in each] for each in places]
    passages = best_passages(shown, counted, SIZE, MAX_PASSAGES)
    return [marked_passage(shown[one.value], one, "<em>", "</em>").strip() for one in passages]


def matches_in(field: Field, value: str, tests: list[Test]) -> list[Match]:
    tokens = ANALYZE(value) if field.type == "text" else [Token(value, 0, 0, len(value))]
    terms = [token.text for token in tokens]
    found = sorted(set().union(*(test(terms) for test in tests)))
    return [Match(tokens[at].start, tokens[at].end, terms[at]) for at in found]
