"""Tables that somebody else made: columns, JSON, joins, words, on SQLite; and the words of other dialects."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table
from sqlalchemy.dialects import mysql, postgresql
from sqlalchemy.types import JSON

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.databases.sql.candidates import candidates
from searchapp.databases.sql.conditions import Where
from searchapp.databases.sql.dialects import dialect_of
from searchapp.databases.sql.schema.collection import Collection
from searchapp.databases.sql.schema.fields import Field
from searchapp.errors import PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.pipeline import Pipeline
from searchapp.protocols import Context
from searchapp.querystring.parser import parse
from searchapp.querystring.tree import Value

TABLES = [
    {"table": "gene", "lower": ["symbol"]},
    {"table": "locus", "on": {"id": "locus_id"}, "as": "locus"},
    {"table": "alias", "on": {"gene_id": "id"}, "as": "alias", "many": True},
]
SCRIPT = """
CREATE TABLE gene (id INTEGER PRIMARY KEY, symbol TEXT, name TEXT, locus_id INTEGER, made DATE, doc JSON);
CREATE INDEX by_symbol ON gene (symbol);
CREATE TABLE locus (id INTEGER PRIMARY KEY, kind TEXT);
CREATE TABLE alias (gene_id INTEGER, symbol TEXT);
CREATE VIEW kinase AS SELECT id, symbol FROM gene WHERE name LIKE '%kinase%';
INSERT INTO locus VALUES (1, 'protein'), (2, 'rna');
INSERT INTO gene VALUES (1, 'CDK2', 'cyclin dependent kinase', 1, '2020-01-31',
                         '{"xref": [{"mgi": "M1"}, {"mgi": "M2"}], "n": 3}'),
                        (2, 'BRCA1', 'repair', 1, '2021-05-05', '{"xref": {"mgi": "M2"}, "flag": true}'),
                        (3, 'X 100%', NULL, 2, NULL, NULL);
INSERT INTO alias VALUES (1, 'p33'), (1, 'CDKN2'), (2, 'RNF53');
"""  # fmt: skip


@pytest.fixture
def backend(tmp_path):
    path = tmp_path / "own.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCRIPT)
    connection.close()
    found = SqlBackend(f"sqlite:///{path}", item_types={"gene": {"tables": TABLES}}, secret_key="k", scroll_size=2)
    yield found
    found.close()


@pytest.fixture
def pipeline(backend):
    return Pipeline(SqlBuilder(TABLES, allow_nested_query=True), backend, ElasticFormatter())


def ids(pipeline, q=None, **options):
    return [hit["_id"] for hit in pipeline.search(q, item_type="gene", **options)["hits"]]


def test_a_row_with_its_json_and_joined_rows_is_a_document(pipeline):
    assert pipeline.fetch("1", item_type="gene") == {
        "_id": "1",
        "alias": [{"symbol": "p33"}, {"symbol": "CDKN2"}],
        "id": 1,
        "locus": {"kind": "protein"},
        "locus_id": 1,
        "made": "2020-01-31",
        "n": 3,
        "name": "cyclin dependent kinase",
        "symbol": "CDK2",
        "xref": [{"mgi": "M1"}, {"mgi": "M2"}],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("symbol:cdk2", ["1"]),
        ("symbol:c*", ["1"]),
        ("symbol:/[BC].+[12]/", ["1", "2"]),
        ("symbol:/cdk/", []),
        ("symbol:/~(cdk.)/", ["2", "3"]),
        ("xref.mgi:/M[^1]/", ["1", "2"]),
        ('symbol:"x 100%"', ["3"]),
        ("xref.mgi:M2", ["1", "2"]),
        ("alias.symbol:RNF53", ["2"]),
        ("locus.kind:rna", ["3"]),
        ("n:[2 TO 5]", ["1"]),
        ("flag:true", ["2"]),
        ("made:2020-01", ["1"]),
        ("made:>=2021", ["2"]),
        ("_exists_:xref AND NOT symbol:cdk2", ["2"]),
        ("_id:3", ["3"]),
        ("id:many", []),
        ("kinase", ["1"]),
        ("nosuchfield:x", []),
        ("symbol:cdk2 OR locus.kind:rna", ["1", "3"]),
    ],
)
def test_query_strings_find_rows(pipeline, q, found):
    assert sorted(ids(pipeline, q)) == found


def test_facets_count_rows_by_the_values_of_columns_json_and_joined_tables(pipeline):
    facets = pipeline.search(item_type="gene", aggs=["locus.kind(symbol)", "xref.mgi", "alias.symbol"], facet_size=1)[
        "facets"
    ]
    first = facets["locus.kind"]["terms"][0]
    assert (first["term"], first["count"], facets["locus.kind"]["other"]) == ("protein", 2, 1)
    assert [term["term"] for term in first["symbol"]["terms"]] == ["brca1"]
    assert facets["xref.mgi"] == {
        "_type": "terms",
        "terms": [{"count": 2, "term": "M2"}],
        "other": 1,
        "missing": 1,
        "total": 2,
    }
    assert facets["alias.symbol"]["missing"] == 1


def test_rows_are_sorted_and_rows_without_a_value_come_last(pipeline):
    assert ids(pipeline, sort=["-made"]) == ["2", "1", "3"]
    assert ids(pipeline, sort=["alias.symbol"]) == ["1", "2", "3"]


def test_ids_of_joined_tables_are_looked_up_at_once(pipeline):
    found = pipeline.search(["3", "1", "x", "1"], scopes=["_id"], item_type="gene", _source=["locus", "alias"])
    assert [entry.get("locus") for entry in found] == [{"kind": "rna"}, {"kind": "protein"}, None, {"kind": "protein"}]


def test_a_batch_of_values_is_one_statement(pipeline, backend):
    found = pipeline.search(["M2", "nothing"], scopes=["xref.mgi"], item_type="gene", _source=["symbol"])
    assert [(entry["query"], entry.get("symbol"), entry["found"]) for entry in found] == [
        ("M2", "CDK2", True),
        ("M2", "BRCA1", True),
        ("nothing", None, False),
    ]


def test_everything_is_read_batch_by_batch(pipeline):
    first = pipeline.search(item_type="gene", fetch_all=True)
    second = pipeline.search(item_type="gene", scroll_id=first["_scroll_id"])
    assert [hit["_id"] for hit in first["hits"] + second["hits"]] == ["1", "2", "3"]


def test_the_fields_come_from_columns_and_from_a_sample_of_json(backend):
    properties = backend.mapping("gene")["properties"]
    assert properties["symbol"] == {"type": "keyword", "index": True, "copy_to": ["all"]}
    assert properties["made"] == {"type": "date", "index": False}
    assert properties["xref"]["properties"]["mgi"]["type"] == "keyword"
    assert properties["flag"]["type"] == "boolean"


def test_a_view_needs_its_key(backend):
    assert ids(Pipeline(SqlBuilder([{"table": "kinase", "key": "id"}]), backend, ElasticFormatter())) == ["1"]


def test_a_table_that_is_not_there_is_not_loaded(backend):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        ids(Pipeline(SqlBuilder(["nothing"]), backend, ElasticFormatter()))


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        SqlBackend(f"sqlite:///{tmp_path}/none.db").health()
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_not_loaded(tmp_path):
    (tmp_path / "own.db").write_text("not a database" * 100)
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        SqlBackend(f"sqlite:///{tmp_path}/own.db").health()


@pytest.mark.slow
def test_a_locked_database_is_overloaded(backend, tmp_path):
    blocker = sqlite3.connect(tmp_path / "own.db", isolation_level=None)
    blocker.execute("BEGIN EXCLUSIVE")
    with pytest.raises(PipelineError, match="503 search backend is overloaded"):
        backend.count("gene")
    blocker.close()


def test_unsupported_features_are_a_400_that_names_other_databases(pipeline):
    with pytest.raises(PipelineError, match=r"400 .*similar words, use wildcards.*embedded and elasticsearch"):
        ids(pipeline, "symbol:a~1")


def test_rawquery_shows_the_statement_and_its_parameters(pipeline, backend):
    query = pipeline.builder.build("symbol:x", item_type="gene")
    shown = backend.shown_query(query, Context("gene"))
    assert "lower(gene.symbol) = ?" in shown["statement"]
    assert "x" in shown["parameters"].values()


@pytest.mark.parametrize(("name", "module"), [("mysql", mysql), ("postgresql", postgresql)])
def test_conditions_compile_for_other_dialects(name, module):
    table = Table("g", MetaData(), Column("id", Integer), Column("symbol", String(9)), Column("doc", JSON))
    fields = {
        "symbol": Field("symbol", "keyword", table.c.symbol, lower=True),
        "x.y": Field("x.y", "keyword", table.c.doc, ("x", "y"), json=True),
    }
    where = Where(Collection(table, Field("_id", "long", table.c.id), fields=fields), dialect_of(name))
    query = parse("symbol:a* AND x.y:b AND NOT _id:[1 TO 5]")
    text = str(where.condition(query).compile(dialect=module.dialect()))
    assert "lower(g.symbol) LIKE" in text
    assert ("JSON_EXTRACT" in text.upper()) if name == "mysql" else ("jsonb_path_query_array" in text)


def test_no_term_of_a_batch_with_several_scopes_is_asked_alone(backend, pipeline, monkeypatch):
    monkeypatch.delattr(SqlBackend, "each")
    found = pipeline.fetch(["symbol:CDK2", "2", "symbol:BRCA1", "symbol:CDK2", "none"], item_type="gene")
    assert [each.get("_id") for each in found] == ["1", "2", "2", "1", None]


def test_candidates_are_looked_for_in_columns_that_may_have_no_index(backend):
    end = backend.end(None)
    where = Where(backend.collections.find("gene", None, end), backend.database.dialect)
    queries = [Value(("symbol", "all"), text) for text in ("CDK2", "none")]
    found = backend.database.run(lambda connection: candidates(queries, where, connection), end)
    assert all(condition is not None for condition in found)
