"""The statements of every kind of request, compiled for databases that have no server here."""

import json

import pytest
from sqlalchemy import Column, Date, Double, Integer, MetaData, String, Table, literal
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.types import JSON

from searchapp.databases.sql.builder import SqlBuilder
from searchapp.databases.sql.dialects import dialect_of
from searchapp.databases.sql.facets.facets import Counter
from searchapp.databases.sql.schema.collection import Collection
from searchapp.databases.sql.schema.fields import Field
from searchapp.databases.sql.schema.joins import Joins
from searchapp.databases.sql.schema.tables import add_joined
from searchapp.databases.sql.search import Search
from searchapp.databases.sql.term_batch import Batch

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
    "symbol:/a[bc]+/ OR x.y:/<1-5>/",
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
    add_joined(Joins(made, table, dialect_of(name)), None, alias, entry)
    return made


def compiled(statement, name):
    kind = DIALECTS[name].dialect
    if name == "mysql":  # as a connection to MySQL 8.0.17 or later finds; a property in SQLAlchemy 2.0
        kind = type("Dialect", (kind,), {"_support_float_cast": True})
    return statement.compile(dialect=kind())


class Database:
    def __init__(self, name):
        self.dialect = dialect_of(name)


def statements(name):
    """Statements of pages, counts, cursors, batches and facets."""
    builder = SqlBuilder(default_fields=["symbol"], allow_nested_query=True, suggest_fields=["symbol", "alias.word"])
    found, rows = collection(name), []
    run = rows.append
    for q in (*QUERIES, None, "words"):
        search = Search(found, Database(name), builder.build(q, sort=["-symbol", "x.n", "alias.word"], from_=5))
        rows.append(search.hits()[0])
    rows.append(Search(found, Database(name), builder.build("a b", filter="n:1")).hits()[0])
    rows.append(Search(found, Database(name), {**builder.build("__any__")}).hits()[0])
    batch = Batch(found, dialect_of(name), builder.build("a", scopes=["symbol", "x.y"]), ["a", "b"])
    rows.append(batch.statement(list(found.columns)))
    rows += [Search(found, Database(name), body).hits()[0] for body in builder.build_suggest("c")]
    rows.append(search.rows_after(search.keys(literal(1.0)), search.columns(), literal(1.0), ["a", 5, "w", 7]))
    counter = Counter(run, found, dialect_of(name), search.condition, builder.build(aggs=FACETS)["facets"])
    rows += [counter.statement((each,)) for each in FACETS if "(" not in each]
    return [*rows, counter.statement(("x.y", "n:5"))]


@pytest.mark.parametrize("name", DIALECTS)
def test_every_statement_is_in_the_words_of_the_database(name):
    for statement in statements(name):
        text = str(compiled(statement, name))
        assert text.startswith("SELECT")
        assert [word for word in FOREIGN[name] if word in text.lower()] == []


def test_full_text_indexes_of_mysql_are_asked_for_words_phrases_and_starts():
    found = collection("mysql")
    found.fields["note"] = Field("note", "text", found.columns["symbol"], indexed=(found.columns["symbol"],))
    query = SqlBuilder().build('note:("of kinase") OR note:(of kinase) OR note:kin*')
    statement = compiled(Search(found, Database("mysql"), query).hits()[0], "mysql")
    assert "MATCH (gene.symbol) AGAINST (%s IN BOOLEAN MODE)" in str(statement)
    assert {"%of kinase%", "+kinase", "+kin*", "%of%"} <= set(statement.params.values())


def test_values_in_lists_inside_json_of_mysql_are_rows():
    query = SqlBuilder().build("x.y:b")
    text = str(compiled(Search(collection("mysql"), Database("mysql"), query).hits()[0], "mysql"))
    rows = "FROM json_table(json_extract(gene.doc, %s, %s, %s, %s), '$[*]' COLUMNS (value TEXT PATH '$')) AS v"
    assert rows in text


def test_values_of_a_batch_are_the_same_in_upper_and_lower_case_where_the_database_says_so():
    batch = Batch(collection("mysql"), dialect_of("mysql"), SqlBuilder().build("a", scopes=["x.y"]), ["B1"])
    hits = batch.hits_by_value([(1, *[None] * 6, '["b1"]')], list(collection("mysql").columns))
    assert batch.response(hits, "B1")["hits"]["total"] == 1


@pytest.mark.parametrize("name", DIALECTS)
def test_no_value_of_a_caller_stands_in_a_statement(name):
    hostile = "x'y\"z"
    query = SqlBuilder().build(f"symbol:{json.dumps(hostile)} AND x.y:{json.dumps(hostile)}")
    statement, _ = Search(collection(name), Database(name), query).hits()
    found = compiled(statement, name)
    assert "'y" not in str(found)
    assert hostile in found.params.values()


def test_words_in_a_column_of_postgresql_can_be_left_out():
    table = Table("g", MetaData(), Column("id", Integer), Column("words", TSVECTOR))
    made = Collection(table, Field("_id", "long", table.c.id), fields={"all": Field("all", "text", table.c.words)})
    statement, _ = Search(made, Database("postgresql"), SqlBuilder().build("NOT kinase")).hits()
    assert "NOT (g.words @@ plainto_tsquery('simple'::regconfig, " in str(compiled(statement, "postgresql"))
