import pytest

from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.readers import read
from searchapp.loading.source import Source
from searchapp.loading.tables import typed


@pytest.fixture
def rows(tmp_path):
    """A function that gives the documents of a table with this content."""

    def documents(content, name="a.csv", skip=False, id_field=None):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with Source(str(path)) as source:
            return [record.document for record in read(source, BadLines(skip, lambda _: None), id_field)]

    return documents


def test_dotted_columns_make_objects_and_empty_cells_nothing(rows):
    found = rows("_id,a.b,a.c,d\n1,x,,y\n2,,,\n")
    assert found == [{"_id": "1", "a": {"b": "x"}, "d": "y"}, {"_id": "2"}]


def test_tabs_separate_in_tsv(rows):
    assert rows("_id\tname\n1\ta, b\n", "a.tsv") == [{"_id": "1", "name": "a, b"}]


def test_quotes_hold_separators_and_line_ends_together(rows):
    assert rows('_id,a\n1,"x, ""y""\nz"\n2,b\n') == [{"_id": "1", "a": 'x, "y"\nz'}, {"_id": "2", "a": "b"}]


def test_another_column_may_hold_the_id(rows):
    assert rows("symbol,n\nCDK2,1\n", id_field="symbol") == [{"symbol": "CDK2", "n": "1", "_id": "CDK2"}]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"_id,a\n1,x\n2\n", "line 3: 1 cells for 2 columns"),
        (b"_id,a\n1,x\n2,y,z\n", "line 3: 3 cells for 2 columns"),
        (b"_id,a\n1,x\n2,\xff\n", "line 3: not UTF-8"),
        (b"_id,a\n1,x\n,y\n", "line 3: no _id"),
        (b"_id,a,a\n1,x,y\n", "line 1: the column a is there twice"),
        (b"_id,a,a.b\n1,x,y\n", "line 1: the column a is there twice"),
        (b"_id,,b\n1,x,y\n", "line 1: every column needs a name"),
        (b"_id,a..b\n1,x\n", "line 1: every column needs a name"),
        (b"", "line 1: every column needs a name"),
        (b'_id,a\n1,x\n2,"y\n3,z\n', "line 3: a cell begins with a quote that is not closed"),
        (b'_id,a\n1,"x" y\n', "line 2: ',' expected after '\"'"),
        (b"_id;a\n1;x\n", "line 1: semicolons separate the columns, which commas or tabs must do"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(rows, content, reason):
    with pytest.raises(LoadError) as caught:
        rows(content)
    assert reason in str(caught.value)


def test_bad_rows_can_be_skipped(rows):
    assert rows("_id,a\n1\n2,x\n\n3,y,z\n", skip=True) == [{"_id": "2", "a": "x"}]


MAPPING = {
    "properties": {
        "n": {"type": "long"},
        "o": {"properties": {"x": {"type": "double"}, "b": {"type": "boolean"}}},
        "name": {"type": "keyword"},
    }
}


def test_texts_become_what_the_mapping_says():
    document = {"_id": "1", "n": "5", "o": {"x": "1.5", "b": "TRUE"}, "name": "7", "other": "8"}
    assert typed(document, MAPPING) == {
        "_id": "1",
        "n": 5,
        "o": {"x": 1.5, "b": True},
        "name": "7",
        "other": "8",
    }


@pytest.mark.parametrize(
    ("document", "reason"),
    [({"n": "x"}, "n must be long, not 'x'"), ({"o": {"b": "1"}}, "o.b must be boolean, not '1'")],
)
def test_a_cell_that_is_not_what_the_mapping_says_is_named(document, reason):
    with pytest.raises(ValueError, match=reason):
        typed(document, MAPPING)
