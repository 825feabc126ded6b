"""The statements of every kind of request, compiled for databases that have no server here."""

import json

import pytest
from sqlalchemy import Column, Date, Double, Integer, MetaData, String, Table
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.types import JSON

from searchapp.backends.sql_batch import Batch
from searchapp.backends.sql_dialects import dialect_of
from searchapp.backends.sql_facets import Counter
from searchapp.backends.sql_fields import Field
from searchapp.backends.sql_search import Search
from searchapp.backends.sql_tables import Collection, add_joined
from searchapp.builders.sql import SqlBuilder

DIALECTS = {"mysql": mysql, "postgresql": postgresql, "sqlite": sqlite}
FOREIGN = {
    "mysql": ("json_each", "strftime", "typeof(", "jsonb", "::", "to_char", "nulls last", " || ", "json_group_array"),
    "postgresql": ("json_each", "strftime", "typeof(", "json_extract", "json_group_array"),
    "sqlite": ("jsonb", "::", "to_char", "json_extract", "date_trunc"),
}
QUERIES = (
    "symbol:a* AND x.y:b AND NOT _id:[1 TO 5]",
    "made:[2020 TO 2021-02] OR n:>3 OR x.when:2020",
    "_exists_:x.y OR alias.word:w OR x.y:w?",
    "symbol:a^2 OR x.n:[* TO 7}",
)
FACETS = ["symbol", "x.y(n:5)", "n:0..5..max", "made:month", "made:quarter", "made:week", "x.when:year", "x.y:missing"]
FACETS += ["alias.word", "x.n:0.5"]


def collection(name):
    meta = MetaData()
    columns = [Column("id", Integer), Column("symbol", String(9)), Column("n", Double), Column("made", Date)]
    table = Table("gene", meta, *columns, Column("doc", JSON))
    alias = Table("alias", meta, Column("gene_id", Integer), Column("word", String(9)))
    fields = {
        "symbol": Field("symbol", "keyword", table.c.symbol, lower=True),
        "n": Field("n", "double", table.c.n),
        "made": Field("made", "date", table.c.made),
        "x.y": Field("x.y", "keyword", table.c.doc, ("x", "y"), json=True),
        "x.n": Field("x.n", "long", table.c.doc, ("x", "n"), json=True),
        "x.when": Field("x.when", "date", table.c.doc, ("x", "when"), json=True),
    }
    names = {c.name: c for c in table.columns}
    made = Collection(table, Field("_id", "long", table.c.id), names, frozenset(["doc"]), fields=fields)
    entry = {"table": "alias", "on": {"gene_id": "id"}, "as": "alias", "many": True}
    add_joined(made, table, alias, entry, dialect_of(name))
    return made


def compiled(statement, name):
    dialect = DIALECTS[name].dialect()
    if name == "mysql":
        dialect._support_float_cast = True  # as a connection to MySQL 8.0.17 or later finds
    return statement.compile(dialect=dialect)


class Database:
    def __init__(self, name):
        self.dialect = dialect_of(name)


def statements(name):
    """Statements of pages, counts, cursors, batches and facets."""
    builder, found, rows = SqlBuilder(default_fields=["symbol"], allow_nested_query=True), collection(name), []
    run = rows.append
    for q in (*QUERIES, None, "words"):
        search = Search(found, Database(name), builder.build(q, sort=["-symbol", "x.n", "alias.word"], from_=5))
        rows.append(search.hits()[0])
    rows.append(Search(found, Database(name), builder.build("a b", filter="n:1")).hits()[0])
    rows.append(Search(found, Database(name), {**builder.build("__any__")}).hits()[0])
    batch = Batch(found, dialect_of(name), builder.build("a", scopes=["symbol", "x.y"]), ["a", "b"])
    rows.append(batch.statement(list(found.columns)))
    facets = builder.build(aggs=FACETS)["facets"]
    counter = Counter(run, found, dialect_of(name), search.condition, 5, facets["kinds"])
    rows += [counter.statement((each,)) for each in FACETS if "(" not in each]
    return [*rows, counter.statement(("x.y", "n:5"))]


@pytest.mark.parametrize("name", DIALECTS)
def test_every_statement_is_in_the_words_of_the_database(name):
    for statement in statements(name):
        text = str(compiled(statement, name))
        assert text.startswith("SELECT")
        assert [word for word in FOREIGN[name] if word in text.lower()] == []


@pytest.mark.parametrize("name", DIALECTS)
def test_no_value_of_a_caller_stands_in_a_statement(name):
    hostile = "x'y\"z"
    query = SqlBuilder().build(f"symbol:{json.dumps(hostile)} AND x.y:{json.dumps(hostile)}")
    statement, _ = Search(collection(name), Database(name), query).hits()
    found = compiled(statement, name)
    assert "'y" not in str(found)
    assert hostile in found.params.values()
