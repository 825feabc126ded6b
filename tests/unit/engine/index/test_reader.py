import errno
import os
import shutil

import pytest
from tantivy import Query

from searchapp.engine import Engine, EngineError
from searchapp.engine.index import manifest
from searchapp.engine.index.reader import open_reader

FIELDS = {"n": {"type": "long"}, "kw": {"type": "keyword"}}
DOCUMENTS = [
    {"_id": "a", "n": [5, 1], "kw": ["m", "a"]},
    {"_id": "b", "n": 3, "kw": "z"},
    {"_id": "c"},
    {"_id": "d", "n": 3, "kw": ["b", "z"]},
    {"_id": "e", "n": [-9, 0], "kw": "b"},
]


@pytest.fixture
def reader(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": FIELDS}) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return engine.reader("gene")


def ordered(reader, path, descending, limit=10, query=None):
    found = reader.ordered(query or Query.all_query(), reader.mapping.fields[path], descending, limit)
    names = reader.store.ids(reader.seqs([address for _, address in found]))
    return [(name, value) for name, (value, _) in zip(names, found, strict=True)]


def test_ascending_goes_by_the_smallest_value(reader):
    assert ordered(reader, "n", False) == [("e", -9), ("a", 1), ("b", 3), ("d", 3), ("c", None)]
    assert ordered(reader, "kw", False) == [("a", "a"), ("d", "b"), ("e", "b"), ("b", "z"), ("c", None)]


def test_descending_goes_by_the_largest_value(reader):
    assert ordered(reader, "n", True) == [("a", 5), ("b", 3), ("d", 3), ("e", 0), ("c", None)]
    assert ordered(reader, "kw", True) == [("b", "z"), ("d", "z"), ("a", "m"), ("e", "b"), ("c", None)]


@pytest.mark.slow
@pytest.mark.parametrize("limit", range(6))
def test_a_limit_takes_the_first_ones(reader, limit):
    assert ordered(reader, "n", True, limit) == ordered(reader, "n", True)[:limit]


def test_only_hits_of_the_query_are_ordered(reader):
    query = Query.term_query(reader.schema, "kw", "z")
    assert ordered(reader, "n", True, query=query) == [("b", 3), ("d", 3)]


def test_statistics_know_the_fields_with_several_values(reader):
    assert reader.stats.multi == {"n", "kw"}
    assert reader.stats.docs == 5
    assert reader.stats.field("kw") == (4, 6)


def test_fields_and_objects_with_values_exist(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {}) as builder:
        builder.add({"_id": "1", "o": {"a": "x"}})
        builder.add({"_id": "2", "o": {}})
    reader = engine.reader("gene")
    for path in ("o.a", "o.a.keyword"):
        assert reader.searcher.search(Query.term_query(reader.schema, "_paths", path)).count == 1
    for path in ("o", "o.a", "o.a.keyword"):
        hits = engine.search("gene", {"query": {"exists": {"field": path}}})["hits"]["hits"]
        assert [hit["_id"] for hit in hits] == ["1"]


def test_a_folder_that_must_not_be_written_to_is_read(reader, tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda *arguments: False)
    other = open_reader(tmp_path / "gene", reader.generation)
    assert ordered(other, "n", True) == ordered(reader, "n", True)
    assert other.searcher.search(Query.term_query(other.schema, "kw", "z")).count == 2


def test_a_folder_that_must_not_be_written_to_is_read_also_if_tantivy_locks_its_links_while_they_are_deleted(
    reader, tmp_path, monkeypatch
):
    def not_empty(*arguments, **keywords):
        raise OSError(errno.ENOTEMPTY, "Directory not empty")

    monkeypatch.setattr("os.access", lambda *arguments: False)
    with monkeypatch.context() as patched:
        patched.setattr("os.rmdir", not_empty)
        other = open_reader(tmp_path / "gene", reader.generation)
    assert ordered(other, "n", True) == ordered(reader, "n", True)


def test_a_damaged_index_is_refused(reader, tmp_path):
    path = tmp_path / "gene" / reader.generation / "index" / "meta.json"
    path.write_text(" " * path.stat().st_size)
    with pytest.raises(EngineError, match=r"meta\.json has changed"):
        open_reader(tmp_path / "gene", reader.generation)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["index/*.idx", "index/*.fast", "index/*.term", "*.part"])
def test_a_damage_that_only_tantivy_or_the_store_notices_is_refused(reader, tmp_path, monkeypatch, pattern):
    copy = tmp_path / "copy"  # whose files no reader has open: a damage of open files ends the process
    shutil.copytree(tmp_path / "gene", copy)
    (path,) = (copy / reader.generation).glob(pattern)
    status = path.stat()
    path.write_bytes(bytes(status.st_size))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    monkeypatch.setattr(manifest, "MAX_SMALL_FILE", 0)
    with pytest.raises(EngineError, match="cannot be opened"):
        open_reader(copy, reader.generation)
