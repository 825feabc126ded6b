"""One query as statements: a page of rows, their number, the facets."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, LargeBinary, Select, and_, cast, func, literal_column, select

from ...protocols import SearchHit, SearchResponse
from ...querystring.tree import Bool, Boost, Group, Node, Text, Value
from ..capabilities import HARMLESS, refused
from ..shared.answer_bytes import MIN_DOCUMENTS, Allowance, size_of
from ..shared.pages import Page
from .conditions import Where
from .connection.database import ROWS_PER_READ, Database, streamed
from .dialects import Condition, Dialect
from .facets.facets import Counter
from .highlight import highlighted_hit, highlighter
from .rows import Documents, wanted_columns
from .schema.collection import Collection
from .scores import Score, Scores, as_column, total
from .sort_values import Key, RawText, comes_after, packed, unpacked

Body = dict[str, Any]

UNSUPPORTED = ("explain", "min_score", "terminate_after")
"""Parts of a body that are refused by the name of their option."""

UNDERSTOOD = frozenset(
    ("tables", "query", "filter", "post_filter", "default_fields", "default_operator", "random")
).union(("size", "from", "_source", "sort", "facets", "version", "highlight", "ranking"))

REPLACEMENT = "\ufffd"
MAX_FEW = 100
"""Hits of a query whose scores are computed apart from the search. Most queries of a batch have fewer."""
MAX_KEPT_TESTS = 20
"""Tests of the largest query whose compiled statements are cached. Larger statements would fill the memory."""


class Search:
    """The statements of one query; `among` is a condition that holds for all rows that match, and is tested first."""

    def __init__(self, collection: Collection, database: Database, body: Body, among: Condition | None = None):
        check(body)
        self.collection = collection
        self.dialect = database.dialect
        self.body = body
        self.where = where_of(collection, database.dialect, body)
        self.scores = Scores(self.where)
        names = body.get("highlight", {}).get("fields")
        self.highlight = highlighter(self.where, body["query"], names) if names else None
        self.size = int(body.get("size", 10))
        self.start = int(body.get("from", 0))
        self.among = among
        first = () if among is None else (among,)
        self.condition = and_(*first, *map(self.where.condition, (body["query"], *body.get("filter", ()))))
        post = body.get("post_filter")
        self.hit_condition = and_(self.condition, self.where.condition(post)) if post else self.condition

    @cached_property
    def score(self) -> Score:
        """The score of a row as SQL; a plain number if all rows have the same score."""
        if "sort" in self.body:
            return 1.0
        found = self.scores.of(self.body["query"])
        return total([found, *self.scores.by_names(self.body["ranking"])]) if "ranking" in self.body else found

    def response(
        self, connection: Connection, allowance: Allowance | None = None, of_batch: bool = False
    ) -> SearchResponse:
        """Hits, total and facets. Raises a 400 for more bytes of documents than allowed.

        With `of_batch`, few hits are expected, and the scores of only these are computed.
        """
        connection = self.keeping(connection)
        ids = self.few_ids(connection) if of_batch and self.size and self.is_scored else None
        if ids is not None:
            among = self.collection.key.among(self.dialect, ids) if len(ids) > self.start else None
            hits = [] if among is None else self.read(connection, *self.hits(among), allowance)
            return self.with_facets(connection, hits, len(ids))
        hits = self.read(connection, *self.hits(), allowance) if self.size else []
        total = len(hits) if not self.start and len(hits) < self.size else self.total(connection)
        return self.with_facets(connection, hits, total)

    @property
    def is_scored(self) -> bool:
        """Whether the score may differ between rows. Such a statement is long."""
        query = self.body["query"]
        return not {"sort", "random"} & self.body.keys() and ("ranking" in self.body or not is_constant(query))

    def few_ids(self, connection: Connection) -> list[str] | None:
        """The ids of all hits, found without scores; None for more than MAX_FEW, or without a key of one column.

        With `among`, no ids are read: the list is empty if no row fulfils it, else the result is None.
        """
        key = self.collection.key
        if not key.exact or len(key.order_columns) > 1:
            return None
        statement = select(key.column).select_from(self.collection.source)
        if self.among is not None:
            found = connection.execute(statement.where(self.among).limit(1)).first()
            return [] if found is None else None
        rows = connection.execute(statement.where(self.hit_condition).limit(MAX_FEW + 1)).scalars()
        ids = [self.collection.id_of(value) for value in rows]
        return ids if len(ids) <= MAX_FEW else None

    def with_facets(self, connection: Connection, hits: list[SearchHit], total: int) -> SearchResponse:
        """The response with these hits, and the facets."""
        best = max((hit["_score"] for hit in hits if hit["_score"] is not None), default=None)
        response: SearchResponse = {"hits": {"total": total, "max_score": best, "hits": hits}}
        if "facets" in self.body:
            response["facets"] = self.facets(connection)
        return response

    def read(
        self, connection: Connection, statement: Select[Any], names: list[str], allowance: Allowance | None
    ) -> list[SearchHit]:
        """The hits of a page. More than ROWS_PER_READ are read in parts, and a part with too many bytes is the last."""
        if allowance is None or self.size <= ROWS_PER_READ:
            hits = self.hits_of(connection.execute(statement).all(), names)
            if allowance is not None:
                allowance.take_bytes(sum(map(size_of, hits)))
            return hits
        hits = []
        with streamed(connection, statement) as found:
            for rows in found.partitions(ROWS_PER_READ):
                part = self.hits_of(rows, names)
                allowance.take_bytes(sum(map(size_of, part)))
                hits += part
        return hits

    def keeping(self, connection: Connection) -> Connection:
        """The connection, with a cache of compiled statements for small queries only."""
        large = self.where.tests > MAX_KEPT_TESTS
        return connection.execution_options(compiled_cache=None) if large else connection

    def facets(self, connection: Connection) -> dict[str, Any]:
        def run(statement: Select[Any]) -> list[Any]:
            return list(connection.execute(statement))

        return {**Counter(run, self.collection, self.dialect, self.condition, self.body["facets"]).facets()}

    def total(self, connection: Connection) -> int:
        statement = select(func.count()).select_from(self.collection.source).where(self.hit_condition)
        return int(connection.execute(statement).scalar_one())

    def hits(self, among: Condition | None = None) -> tuple[Select[Any], list[str]]:
        """The statement for a page of rows, and the columns of its documents; `among` holds for all hits."""
        names = self.columns()
        score = as_column(self.score)
        condition = self.hit_condition if among is None else and_(among, self.hit_condition)
        statement = self.rows(names, score).where(condition).order_by(*self.order(score))
        return statement.limit(self.size).offset(self.start), names

    def columns(self) -> list[str]:
        """The columns that the documents need; all of them where matches are marked in any."""
        return wanted_columns(self.collection, None if self.highlight else self.body.get("_source"))

    def rows_after(self, keys: list[Key], names: list[str], score: Any, sort_values: list[Any] | None) -> Select[Any]:
        """The statement for the rows after these sort values, with the sort keys as last columns."""
        columns = [column.label(f"k{number}") for number, (column, _) in enumerate(keys)]
        statement = self.rows(names, score).add_columns(*columns).where(self.hit_condition)
        if sort_values is not None:
            statement = statement.where(comes_after(keys, [unpacked(value) for value in sort_values]))
        return statement.order_by(*(part for key in keys for part in self.dialect.ordered(*key))).limit(self.size)

    def rows(self, names: list[str], score: Any) -> Select[Any]:
        collection = self.collection
        parts = [collection.columns[name].label(f"c{number}") for number, name in enumerate(names)]
        version = [collection.version.label("version")] if collection.version is not None else []
        return select(collection.key.column.label("key"), score.label("score"), *parts, *version).select_from(
            collection.source
        )

    def order(self, score: Any) -> list[Any]:
        """The sort expressions of a page; none for random hits."""
        if self.body.get("random") and "sort" not in self.body:
            return [self.dialect.random()]
        parts: list[Any] = []
        for column, descending in self.keys(score):
            parts += [literal_column("score").desc()] if column is score else self.dialect.ordered(column, descending)
        return parts

    def keys(self, score: Any) -> list[Key]:
        """The sort keys, or the score if it differs between rows; the key of the row comes last."""
        keys: list[Key] = []
        for each in self.body.get("sort", ()):
            name, order = next(iter(each.items()))
            field = self.collection.field(name)
            if field is not None:
                descending = order["order"] == "desc"
                keys.append((field.sort_key(self.dialect, descending), descending))
        if not keys and not isinstance(self.score, float | int):
            keys.append((score, True))
        return [*keys, *((column, False) for column in self.collection.key.order_columns)]

    def hits_of(self, rows: Sequence[Any], names: list[str]) -> list[SearchHit]:
        source = self.body.get("_source")
        documents = Documents(names, self.collection.merged, None if self.highlight else source).of(
            [row[2:] for row in rows]
        )
        scored = "sort" not in self.body
        version = self.collection.version is not None
        hits = [
            hit_of(self.collection.id_of(row[0]), row, document, row[1] if scored else None, version)
            for row, document in zip(rows, documents, strict=True)
        ]
        return [highlighted_hit(hit, self.highlight, source) for hit in hits] if self.highlight else hits

    def page(
        self, connection: Connection, sort_values: list[Any] | None, max_bytes: int, total: int | None = None
    ) -> Page:
        """The rows after these sort values. Beyond MIN_DOCUMENTS rows, a page ends before it exceeds `max_bytes`.

        A known `total` is not counted again.
        """
        names = self.columns()
        score = as_column(self.score)
        keys = self.keys(score)
        connection = self.keeping(connection)
        statement = self.rows_after(keys, names, score, sort_values)
        rows, hits, is_cut = self.rows_within(connection, statement, (names, keys), max_bytes)
        response = self.with_facets(connection, hits, self.total(connection) if total is None else total)
        return Page(response, self.last_values(connection, keys, statement, rows) if rows else None, is_cut)

    def rows_within(
        self, connection: Connection, statement: Select[Any], columns: tuple[list[str], list[Key]], max_bytes: int
    ) -> tuple[list[Any], list[SearchHit], bool]:
        """The rows of a page with their hits, and whether the limit of bytes ended it. MIN_DOCUMENTS have no limit."""
        names, keys = columns
        rows: list[Any] = []
        hits: list[SearchHit] = []
        with streamed(connection, statement) as found:
            for part in found.partitions(ROWS_PER_READ):
                for row, hit in zip(part, self.hits_of([row[: -len(keys)] for row in part], names), strict=True):
                    max_bytes -= size_of(hit)
                    if max_bytes < 0 and len(hits) >= MIN_DOCUMENTS:
                        return rows, hits, True
                    rows.append(row)
                    hits.append(hit)
        return rows, hits, False

    def last_values(self, connection: Connection, keys: list[Key], statement: Select[Any], rows: Sequence[Any]) -> Any:
        """The sort values of the last row, after which the next page begins.

        A text of SQLite that is not UTF-8 was read with replacement characters, which sort differently.
        """
        values = rows[-1][-len(keys) :]
        replaced = any(isinstance(value, str) and REPLACEMENT in value for value in values)
        if replaced and self.dialect.name == "sqlite":
            whole = statement.add_columns(*(cast(column, LargeBinary) for column, _ in keys))
            raw = connection.execute(whole.limit(1).offset(len(rows) - 1)).one()[-len(keys) :]
            values = [RawText(one) if isinstance(value, str) else value for value, one in zip(values, raw, strict=True)]
        return [packed(value) for value in values]


def is_constant(query: Node) -> bool:
    """Whether all rows that a query finds have the same score."""
    return not isinstance(query, Group | Bool | Boost | Value | Text) or (
        isinstance(query, Value) and len(query.fields) == 1 and "*" not in query.fields[0]
    )


def where_of(collection: Collection, dialect: Dialect, body: Body) -> Where:
    """The maker of conditions for the trees of a body."""
    return Where(collection, dialect, body["default_fields"], body["default_operator"])


def hit_of(id: str, row: Any, document: dict[str, Any], score: float | None, version: bool) -> SearchHit:
    hit: SearchHit = {"_id": id, "_score": score, "_source": document}
    if version:
        hit["_version"] = row[-1]
    return hit


def check(body: Body) -> None:
    """Raises a 400 for a request that a SQL database cannot answer."""
    for name in body.keys() - UNDERSTOOD - HARMLESS:
        raise refused("sql", name if name in UNSUPPORTED else "passed", name)
