"""Looks up a batch of terms in the same fields by one statement."""

import json
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, false, or_, select
from sqlalchemy.types import CHAR

from ...protocols import SearchHit, SearchResponse
from ...querystring.names import scope_name
from ...querystring.tree import Value
from ..shared.answer_bytes import Allowance, read_within
from .conditions import MAX_WORDS, Where, cannot_be_stored, is_indexed
from .connection.database import streamed
from .dialects import Condition, Dialect
from .highlight import highlighted_hit, highlighter
from .rows import Documents, size_of_row, wanted_columns
from .schema.collection import ALL, Collection
from .schema.fields import Field

Body = dict[str, Any]

MAX_ROWS = 100_000
MAX_LETTERS = 10_000
"""Letters of the terms that are looked up by the index of all words."""
MAX_FEW = 50
"""Terms for which PostgreSQL uses that index. One reading of all rows is faster for more."""
EXACT = ("keyword", "long")
NOT_SHARED = frozenset(("facets", "sort", "filter", "post_filter"))


def shared_terms(bodies: list[Body], collection: Collection) -> list[str] | None:
    """The terms of bodies that only differ in the term that they look up in exact fields; None for other bodies."""
    first = bodies[0]
    query = first["query"]
    if not isinstance(query, Value) or not NOT_SHARED.isdisjoint(first):
        return None
    fields, terms = query.fields, []
    like = dict(first)
    for body in bodies:
        query = like["query"] = body["query"]
        if not isinstance(query, Value) or query.fields != fields or body != like:
            return None
        terms.append(query.text)
    found = [collection.field(scope_name(name)) for name in fields]
    exact = all(field is not None and field.type in EXACT and field.table is None for field in found)
    return terms if exact else None


class Batch:
    """One statement for all terms."""

    def __init__(self, collection: Collection, dialect: Dialect, body: Body, terms: list[str]):
        self.collection = collection
        self.dialect = dialect
        self.body = body
        self.terms = terms
        self.where = Where(collection, dialect)
        self.query: Value = body["query"]
        fields = self.where.fields(self.query)
        self.fields = [field for field, _ in fields]
        self.weights = [weight for _, weight in fields]
        self.positions: dict[str, int] = {}
        self.source = None if "highlight" in body else body.get("_source")

    def responses(self, connection: Connection, most: int) -> list[SearchResponse] | None:
        """The response for each term, in order; None if the terms match too much to be read at once.

        At most `most` bytes of documents are read, and as many shown, with a 400 beyond.
        """
        names = wanted_columns(self.collection, self.source)
        with streamed(connection, self.statement(names)) as found_rows:
            rows, sizes = read_within(found_rows, size_of_row, most, MAX_ROWS)
        if sum(sizes) > most or len(rows) > MAX_ROWS:
            return None
        by_id = {self.collection.id_of(row[0]): size for row, size in zip(rows, sizes, strict=True)}
        found, allowance = self.hits_by_value(rows, names), Allowance(most)
        return [allowance.take(self.response(found, term), by_id) for term in self.terms]

    def statement(self, names: list[str]) -> Any:
        collection = self.collection
        parts = [collection.columns[name].label(f"c{number}") for number, name in enumerate(names)]
        version = [collection.version.label("version")] if collection.version is not None else []
        values = [all_values(field, self.dialect).label(f"m{number}") for number, field in enumerate(self.fields)]
        conditions = map(self.among, self.fields)
        columns = [collection.key.column.label("key"), *parts, *version, *values]
        wanted = [condition for condition in conditions if condition is not None]
        statement = select(*columns).select_from(collection.source).where(or_(false(), *wanted))
        return statement.order_by(*collection.key.order_columns).limit(MAX_ROWS + 1)

    def among(self, field: Field) -> Condition | None:
        """The condition that the field has one of the terms. The index of `all` finds the rows whose JSON is read."""
        found = field.among(self.dialect, [term for term in self.terms if not cannot_be_stored(term)])
        is_in_all = field.json and field.name in self.collection.in_all and all(map(is_indexed, self.terms))
        letters = sum(map(len, self.terms))
        if found is None or not is_in_all or letters > MAX_LETTERS:
            return found
        if ALL in self.collection.indexed_texts:
            return and_(self.collection.indexed_text(ALL, "words", *self.terms), found)
        if len(self.terms) > MAX_FEW or letters > MAX_WORDS:
            return found
        return and_(or_(*(self.where.matches(self.collection.fields[ALL], term) for term in self.terms)), found)

    def hits_by_value(self, rows: list[Any], names: list[str]) -> list[dict[Any, list[SearchHit]]]:
        """For each field, the hits of every value."""
        documents = Documents(names, self.collection.merged, self.source).of([row[1:] for row in rows])
        versioned = self.collection.version is not None
        found: list[dict[Any, list[SearchHit]]] = [{} for _ in self.fields]
        last = 1 + len(names) + versioned
        for row, document in zip(rows, documents, strict=True):
            id = self.collection.id_of(row[0])
            hit: SearchHit = {"_id": id, "_score": 1.0, "_source": document}
            self.positions[id] = len(self.positions)
            if versioned:
                hit["_version"] = row[last - 1]
            for field, by_value, given in zip(self.fields, found, row[last:], strict=True):
                for value in {self.folded(value) for value in values_in(given, field)}:
                    by_value.setdefault(value, []).append(hit)
        return found if len(found) > 1 else [self.in_any_case(found[0])]

    def in_any_case(self, found: dict[Any, list[SearchHit]]) -> dict[Any, list[SearchHit]]:
        """The hits, and the hits of terms in another case if there is a single field that ignores case."""
        terms = {self.folded(self.fields[0].value(term)) for term in self.terms}
        if found.keys() <= terms:
            return found
        folded: dict[str, list[SearchHit]] = {}
        for value, hits in found.items():
            folded.setdefault(str(value).lower(), []).extend(hits)
        return {term: folded.get(str(term).lower(), []) for term in terms}

    def folded(self, value: Any) -> Any:
        """The value as the database compares it."""
        return value.lower() if self.dialect.ignores_case and isinstance(value, str) else value

    def response(self, found: list[dict[Any, list[SearchHit]]], term: str) -> SearchResponse:
        start, every = self.body.get("from", 0), self.scored(found, term)
        shown = [hit.copy() for hit in every[start : start + self.body.get("size", 10)]]
        if "highlight" in self.body:
            names = self.body["highlight"]["fields"]
            highlight = highlighter(self.where, replace(self.query, text=term), names)
            shown = [highlighted_hit(hit, highlight, self.body.get("_source")) for hit in shown]
        best = every[0]["_score"] if shown else None
        return {"hits": {"total": len(every), "max_score": best, "hits": shown}}

    def scored(self, found: list[dict[Any, list[SearchHit]]], term: str) -> list[SearchHit]:
        """The hits of a term, best first, with the scores of a search for this term alone."""
        hits: dict[str, SearchHit] = {}
        scores: dict[str, float] = {}
        for position, (field, by_value) in enumerate(zip(self.fields, found, strict=True)):
            for hit in by_value.get(self.folded(field.value(term)), ()):
                id = hit["_id"]
                before = scores.get(id, 0.0)
                scores[id] = (
                    before or float(len(self.fields) - position)
                    if self.query.ranked
                    else before + self.weights[position]
                )
                hits[id] = {**hit, "_score": scores[id]}
        order = {id: (-score, self.positions[id]) for id, score in scores.items()}
        return [hits[id] for id in sorted(hits, key=order.__getitem__)]


def all_values(field: Field, dialect: Dialect) -> Any:
    """The expression for the values of a field in a row."""
    return dialect.values(field.column, field.path) if field.json else field.compared(field.column)


def values_in(given: Any, field: Field) -> set[Any]:
    """The values of a field in a row, in the form in which terms are compared with them."""
    if isinstance(given, str) and field.json:
        given = json.loads(given)
    values = given if isinstance(given, list) else [given]
    return {comparable(value, field) for value in values if value is not None}


def comparable(value: Any, field: Field) -> Any:
    if field.type == "long":
        return int(value)
    text = value if isinstance(value, str) or not field.json else str(value)
    if isinstance(field.column.type, CHAR):
        text = text.rstrip()
    return text.lower() if field.lower and isinstance(text, str) else text
