"""Matches marked in the rows of tables that somebody else made."""

import sqlite3
from contextlib import closing

import pytest

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.pipeline import Pipeline

TABLES = [
    {"table": "gene", "lower": ["symbol"], "text": ["name"]},
    {"table": "alias", "on": {"gene_id": "id"}, "as": "alias", "many": True, "lower": ["word"]},
]
SCRIPT = """
CREATE TABLE gene (id INTEGER PRIMARY KEY, symbol TEXT, name TEXT, status TEXT, doc JSON);
CREATE TABLE alias (gene_id INTEGER, word TEXT);
INSERT INTO gene VALUES (1, 'CDK2', 'cyclin dependent kinase', 'Approved', '{"xref": [{"mgi": "M1"}, {"mgi": "M2"}]}');
INSERT INTO alias VALUES (1, 'P33'), (1, 'CDKN2');
"""


@pytest.fixture
def marked(tmp_path):
    """A function that gives the marks of the one row."""
    with closing(sqlite3.connect(tmp_path / "own.db")) as connection, connection:
        connection.executescript(SCRIPT)
    connection.close()
    backend = SqlBackend(f"sqlite:///{tmp_path}/own.db", default_item_type="gene")
    pipeline = Pipeline(SqlBuilder(TABLES, default_fields=["symbol", "name"]), backend, ElasticFormatter())

    def marks(q, **options):
        (hit,) = pipeline.search(q, **{"highlight": True, "_source": ["symbol"], **options})["hits"]
        assert hit["symbol"] == "CDK2"
        assert "name" not in hit
        return hit.get("_highlight", {})

    marks.pipeline = pipeline
    yield marks
    backend.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("cdk2", {"symbol": ["<em>cdk2</em>"]}),
        ("cyclin AND status:Approved", {"name": ["<em>cyclin</em> dependent kinase"], "status": ["<em>Approved</em>"]}),
        ('name:"dependent kinase"', {"name": ["cyclin <em>dependent</em> <em>kinase</em>"]}),
        ("name:cyc*", {"name": ["<em>cyclin</em> dependent kinase"]}),
        ("symbol:/CDK[0-9]/", {"symbol": ["<em>cdk2</em>"]}),
        ("alias.word:p33", {"alias.word": ["<em>p33</em>"]}),
        ("xref.mgi:M?", {"xref.mgi": ["<em>M1</em>", "<em>M2</em>"]}),
        ("cdk2 AND NOT name:nothing", {"symbol": ["<em>cdk2</em>"]}),
        ("id:1", {}),
    ],
)  # fmt: skip
def test_matches_of_a_query_are_marked(marked, q, found):
    assert marked(q) == found


def test_only_the_fields_that_are_named_are_marked(marked):
    assert marked("cdk2 AND cyclin", highlight=["name"]) == {"name": ["<em>cyclin</em> dependent kinase"]}
    assert marked("cyclin", highlight=["all"]) == {"all": ["<em>cyclin</em> dependent kinase"]}


def test_the_words_of_a_filter_are_not_marked(marked):
    assert "name" not in marked("cdk2", filter="name:kinase")


def test_each_term_of_a_batch_marks_its_own_matches(marked):
    both = marked.pipeline.search(["cdk2", "approved", "M1"], scopes=["symbol", "xref.mgi"], highlight=True)
    assert [hit.get("_highlight") for hit in both] == [
        {"symbol": ["<em>cdk2</em>"]},
        None,
        {"xref.mgi": ["<em>M1</em>"]},
    ]
    assert both[0]["name"] == "cyclin dependent kinase"
