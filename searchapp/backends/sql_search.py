"""One description as statements: a page of rows, their number, the facets."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Select, and_, func, select

from .capabilities import refused
from .sql_connection import Database
from .sql_facets import facets
from .sql_rows import document_maker, wanted_columns
from .sql_tables import Collection
from .sql_where import Where, as_column

Body = dict[str, Any]
Response = dict[str, Any]
Hit = dict[str, Any]

REFUSED_KEYS = {"explain": "explain", "highlight": "highlight", "min_score": "min_score"}
REFUSED_KEYS |= {"terminate_after": "terminate_after"}
UNDERSTOOD = frozenset(("tables", "query", "size", "from", "_source", "sort", "facets", "post_filter", "version"))
HARMLESS = frozenset(("preference", "search_type", "track_total_hits"))


class Search:
    """The statements of one description."""

    def __init__(self, collection: Collection, database: Database, body: Body):
        check(body)
        self.collection = collection
        self.dialect = database.dialect
        self.body = body
        self.where = Where(collection, database.dialect)
        self.size = int(body.get("size", 10))
        self.start = int(body.get("from", 0))
        self.condition = self.where.condition(body["query"])
        post = body.get("post_filter")
        self.shown = and_(self.condition, self.where.condition(post)) if post else self.condition

    def response(self, connection: Connection) -> Response:
        """Hits, total and facets."""
        statement, names = self.hits()
        rows = connection.execute(statement).all() if self.size else []
        hits = self.hits_of(rows, names)
        total = len(hits) if not self.start and len(hits) < self.size else self.total(connection)
        best = max((hit["_score"] for hit in hits if hit["_score"] is not None), default=None)
        response: Response = {"hits": {"total": total, "max_score": best, "hits": hits}}
        if "facets" in self.body:
            response["aggregations"] = self.facets(connection)
        return response

    def facets(self, connection: Connection) -> dict[str, Any]:
        def run(statement: Select[Any]) -> list[Any]:
            return list(connection.execute(statement))

        return facets(run, self.collection, self.dialect, self.condition, self.body["facets"])

    def total(self, connection: Connection) -> int:
        statement = select(func.count()).select_from(self.collection.source).where(self.shown)
        return int(connection.execute(statement).scalar_one())

    def hits(self) -> tuple[Select[Any], list[str]]:
        """The statement for a page of rows, and the columns of its documents."""
        names = wanted_columns(self.collection, self.body.get("_source"))
        score = as_column(1.0 if "sort" in self.body else self.where.score(self.body["query"]))
        statement = self.rows(names, score).where(self.shown).order_by(*self.order(score))
        return statement.limit(self.size).offset(self.start), names

    def rows(self, names: list[str], score: Any) -> Select[Any]:
        collection = self.collection
        parts = [collection.columns[name].label(f"c{number}") for number, name in enumerate(names)]
        version = [collection.version.label("version")] if collection.version is not None else []
        return select(collection.key.column.label("key"), score.label("score"), *parts, *version).select_from(
            collection.source
        )

    def order(self, score: Any) -> list[Any]:
        if "function_score" in str(self.body["query"]) and "sort" not in self.body:
            return [self.dialect.random()]
        keys = []
        for key in self.body.get("sort", ()):
            name, order = next(iter(key.items()))
            field = self.collection.field(name)
            if field is None:
                continue
            descending = order["order"] == "desc"
            keys.append(self.dialect.ordered(field.sort_key(self.dialect, descending), descending))
        ranked = [score.desc()] if not keys and not isinstance(self.where.score(self.body["query"]), float) else []
        return [*keys, *ranked, self.collection.key.column]

    def hits_of(self, rows: Iterable[Any], names: list[str]) -> list[Hit]:
        make = document_maker(names, self.collection.merged, self.body.get("_source"))
        scored = "sort" not in self.body
        version = self.collection.version is not None
        return [hit_of(row, make(row[2:]), row[1] if scored else None, version) for row in rows]

    def after(self, connection: Connection, key: str | None) -> Response:
        """The page of rows after a key, and the number of all."""
        column = self.collection.key.column
        names = wanted_columns(self.collection, self.body.get("_source"))
        statement = self.rows(names, as_column(1.0)).where(self.shown)
        if key is not None:
            statement = statement.where(column > self.collection.key.value(key))
        rows = connection.execute(statement.order_by(column).limit(self.size)).all()
        hits = self.hits_of(rows, names)
        return {"hits": {"total": self.total(connection), "max_score": 1.0 if hits else None, "hits": hits}}


def hit_of(row: Any, document: dict[str, Any], score: float | None, version: bool) -> Hit:
    hit: Hit = {"_id": str(row[0]), "_score": score, "_source": document}
    if version:
        hit["_version"] = row[-1]
    return hit


def check(body: Body) -> None:
    """Refuses what a SQL database cannot do."""
    for name in body.keys() - UNDERSTOOD - HARMLESS:
        raise refused("sql", REFUSED_KEYS.get(name, "passed"), name)
