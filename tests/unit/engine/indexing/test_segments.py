import json

import pytest
import tantivy

from searchapp.engine.indexing import segments
from searchapp.engine.indexing.average_lengths import set_mean_lengths
from searchapp.engine.mapping.mapping import Mapping
from searchapp.engine.mapping.tantivy_schema import SEQ, register_tokenizers, schema_entries

ENTRIES = schema_entries(Mapping({"properties": {"t": {"type": "text"}, "s": {"type": "text"}}}))


def write(folder, seqs, entries=ENTRIES, **columns):
    indexer = segments.Indexer(folder, entries)
    for seq in seqs:
        indexer.add({"_id": str(seq), SEQ: seq, "t": "a b", **columns})
    indexer.close()
    return folder


def searcher(folder):
    index = tantivy.Index.open(str(folder))
    register_tokenizers(index)
    return index.schema, index.searcher()


def seqs(folder, text="a"):
    schema, found = searcher(folder)
    hits = found.search(tantivy.Query.term_query(schema, "t", text), 1000).hits
    return found.fast_field_values(SEQ, [address for _, address in hits])


def mean_length(folder, column, term):
    schema, found = searcher(folder)
    query = tantivy.Query.term_query(schema, column, term)
    explanation = json.loads(query.explain(found, found.search(query, 1).hits[0][1]).to_json())
    return explanation["details"][-1]["details"][-1]["value"]


def joined(tmp_path, *parts):
    folder = tmp_path / "index"
    folder.mkdir(exist_ok=True)
    segments.join(folder, parts, ENTRIES)
    return folder


def test_equal_hits_come_in_load_order_over_segments(tmp_path):
    folder = joined(tmp_path, write(tmp_path / "b", range(50, 300)), write(tmp_path / "a", range(50)))
    assert segments.put_in_order(folder) == 300
    assert seqs(folder) == list(range(300))


@pytest.mark.slow
def test_many_segments_are_merged_in_load_order(tmp_path):
    folder = joined(tmp_path, *(write(tmp_path / str(at), range(at, at + 10)) for at in range(90, -1, -10)))
    segments.delete(folder, [5, 95])
    segments.put_in_order(folder)
    segments.sweep(folder)
    assert len(segments.read_meta(folder)["segments"]) == 1
    assert len(list(folder.glob("*.idx"))) == 1
    assert seqs(folder) == [seq for seq in range(100) if seq not in (5, 95)]


def test_a_schema_may_grow_from_segment_to_segment(tmp_path):
    grown = schema_entries(Mapping({"properties": {"new": {"type": "keyword"}}}), ENTRIES)
    folder = tmp_path / "index"
    folder.mkdir()
    parts = [write(tmp_path / "a", [0]), write(tmp_path / "b", [1], grown, new=["x"])]
    segments.join(folder, parts, grown)
    schema, found = searcher(folder)
    assert found.search(tantivy.Query.term_query(schema, "new", "x")).count == 1
    assert found.search(tantivy.Query.all_query(), order_by_field="new").count == 2


def test_the_mean_length_can_be_set(tmp_path):
    folder = joined(tmp_path, write(tmp_path / "a", range(900)), write(tmp_path / "b", range(900, 1000), s="x y z"))
    assert round(mean_length(folder, "s", "x"), 3) == 0.3
    changed = set_mean_lengths(folder, {"s": 3.0, "t": 1.25})
    assert len(changed) == 2
    assert mean_length(folder, "s", "x") == 3.0
    assert mean_length(folder, "t", "a") == 1.25
    assert set_mean_lengths(folder, {"s": 3.0}) == set()


def test_a_shared_file_is_not_written_to(tmp_path):
    folder = joined(tmp_path, write(tmp_path / "a", range(100)))
    file = next(folder.glob("*.idx"))
    other = tmp_path / "other.idx"
    other.hardlink_to(file)
    before = other.read_bytes()
    ids = segments.segment_ids(segments.read_meta(folder))
    assert set_mean_lengths(folder, {"t": 7.0}, ids) == {file.name}
    assert other.read_bytes() == before != file.read_bytes()


def test_the_segment_of_a_document_is_known(tmp_path):
    folder = joined(tmp_path, write(tmp_path / "a", [0, 1]), write(tmp_path / "b", [2, 3]))
    ids = segments.segment_ids(segments.read_meta(folder))
    assert segments.segments_of(folder, [3, 0, 9]) == {3: ids[1], 0: ids[0]}


def test_a_document_is_json_unless_json_cannot_express_it():
    columns = {"_id": "1", SEQ: 0, "_paths": [], "n": [0.25, 1.5]}
    assert json.loads(segments.packed(columns)) == columns
    for value in ([1.5, 0.1 + 0.2], tantivy.PreTokenizedString("", [])):
        whole = {**columns, "n": value}
        assert segments.packed(whole) is whole
