import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from tantivy import Query

from searchapp.engine import Engine, EngineError
from searchapp.engine.indexing import writer

MAPPING = {
    "properties": {
        "t": {"type": "text"},
        "s": {"type": "text"},
        "kw": {"type": "keyword"},
        "n": {"type": "long"},
    }
}


@pytest.fixture
def engine(tmp_path):
    return Engine(tmp_path)


def build(engine, *documents, mapping=MAPPING):
    with engine.builder("gene", mapping) as builder:
        for document in documents:
            builder.add(document)


def fresh(engine):
    """The reader of what is on disk now."""
    return Engine(engine.folder).reader("gene")


def ids(engine, field=None, term=None):
    reader = fresh(engine)
    query = Query.term_query(reader.schema, field, term) if field else Query.all_query()
    hits = reader.searcher.search(query, 1000).hits
    return reader.store.ids(reader.seqs([address for _, address in hits]))


def mean_length(engine, field, term):
    reader = fresh(engine)
    query = Query.term_query(reader.schema, field, term)
    address = reader.searcher.search(query, 1).hits[0][1]
    return json.loads(query.explain(reader.searcher, address).to_json())["details"][-1]["details"][-1]["value"]


def test_documents_come_back_as_they_were_given(engine):
    mapping = {"dynamic": False, **MAPPING}
    build(engine, {"z": [1, None, {"b": "é", "a": 1.0}], "_id": "1", "kw": "x"}, mapping=mapping)
    found = engine.get("gene", "1")
    assert found == {
        "_index": "gene",
        "_id": "1",
        "_version": 1,
        "found": True,
        "_source": {"z": [1, None, {"b": "é", "a": 1.0}], "kw": "x"},
    }
    assert list(found["_source"]) == ["z", "kw"]


def test_a_later_document_of_an_id_replaces_the_earlier_one(engine):
    build(engine, {"_id": "1", "kw": "a"}, {"_id": "2", "kw": "a"}, {"_id": "1", "kw": "b"}, {"_id": "1", "kw": "c"})
    assert ids(engine) == ["2", "1"]
    assert ids(engine, "kw", "a") == ["2"]
    assert engine.get("gene", "1")["_version"] == 3
    assert engine.count("gene") == 2


@pytest.mark.slow
def test_a_deletion_counts_after_the_segments_were_merged(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene") as builder:
        builder.add({"_id": "1"})
    with engine.updater("gene") as updater:
        updater.delete("1")
    for number in range(writer.SEGMENTS_TO_MERGE + 1):
        with engine.updater("gene") as updater:
            updater.upsert({"_id": f"other{number}"})
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "1"})
    assert engine.get("gene", "1")["_version"] == 3


def test_refused_documents_are_named_by_position_and_the_others_are_added(engine):
    with engine.builder("gene", MAPPING) as builder:
        refused = builder.add_many([{"_id": "1", "n": 1}, {"_id": "2", "n": "x"}, {"n": 1}, {"_id": "3"}])
    assert [(position, error.type) for position, error in refused] == [
        (1, "document_parsing_exception"),
        (2, "document_parsing_exception"),
    ]
    assert ids(engine) == ["1", "3"]


@pytest.mark.slow
def test_fields_found_on_the_way_are_added_to_the_mapping(engine):
    documents = [{"_id": str(number), f"field{number // 2500}": number} for number in range(7500)]
    build(engine, *documents, mapping={})
    assert engine.mapping("gene")["properties"] == {f"field{number}": {"type": "long"} for number in range(3)}
    assert ids(engine)[:3] == ["0", "1", "2"]
    assert ids(engine, "field2", 5000) == ["5000"]


def test_terms_with_blanks_and_holes_are_indexed_where_they_stand(engine):
    settings = {"analysis": {"analyzer": {"whole": {"type": "keyword"}, "few": {"type": "stop"}}}}
    fields = {"whole": {"type": "text", "analyzer": "whole"}, "few": {"type": "text", "analyzer": "few"}}
    with engine.builder("gene", {"properties": fields}, settings) as builder:
        builder.add({"_id": "1", "whole": ["one two", "three"], "few": "cat and dog"})
    assert ids(engine, "whole", "one two") == ["1"]
    reader = fresh(engine)
    words = [(0, "cat"), (2, "dog")]
    assert reader.searcher.search(Query.phrase_query(reader.schema, "few", words)).count == 1
    assert reader.searcher.search(Query.phrase_query(reader.schema, "few", ["cat", "dog"])).count == 0


def test_an_empty_index_can_be_built(engine):
    build(engine)
    assert (engine.count("gene"), ids(engine)) == (0, [])
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "1"})
    assert ids(engine) == ["1"]


def test_a_builder_that_fails_leaves_the_index_as_it_was(engine):
    build(engine, {"_id": "1"})
    with pytest.raises(RuntimeError), engine.builder("gene", MAPPING) as builder:
        builder.add({"_id": "2"})
        raise RuntimeError
    assert ids(engine) == ["1"]
    assert not list(engine.folder.glob("gene/building-*"))


def test_the_widest_character_of_each_field_is_known(engine):
    build(engine, {"_id": "1", "t": "Ålesund", "kw": ["a", "日本"], "s": "plain"}, {"_id": "2", "t": "x", "kw": "é"})
    assert [fresh(engine).stats.width(path) for path in ("t", "kw", "s", "n")] == [2, 3, 1, 1]
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "1", "s": "a 😀 b", "kw": ["😀", ""]})
    assert [fresh(engine).stats.width(path) for path in ("t", "kw", "s", "n")] == [2, 4, 4, 1]
    found = engine.search("gene", {"query": {"query_string": {"query": "kw:*é* OR t:*les*"}}})["hits"]["hits"]
    assert [hit["_id"] for hit in found] == ["2"]


def test_mean_lengths_count_only_documents_with_the_field(engine):
    build(engine, *({"_id": str(number), "t": "a b", **({"s": "x y z"} if number < 2 else {})} for number in range(9)))
    assert mean_length(engine, "t", "a") == 2.0
    assert mean_length(engine, "s", "x") == pytest.approx(3, rel=1e-3)
    assert fresh(engine).stats.field("s") == (2, 6)
    assert fresh(engine).stats.field("nope") == (0, 0)


@pytest.mark.slow
def test_mean_lengths_survive_updates_merges_and_deletions(engine):
    build(engine, *({"_id": str(number), "t": "a", **({"s": "x y z"} if number < 2 else {})} for number in range(9)))
    for step in range(9):
        with engine.updater("gene") as updater:
            updater.upsert({"_id": "new", "s": "x " * (step + 1)})
            updater.upsert({"_id": f"other{step}", "s": "x y"})
            updater.delete(f"other{step - 1}")
        documents, terms = fresh(engine).stats.field("s")
        assert mean_length(engine, "s", "x") == pytest.approx(terms / documents, rel=1e-3)
    assert fresh(engine).searcher.num_segments < 8
    assert len(fresh(engine).store.parts) < 8
    assert ids(engine, "s", "x").count("new") == 1


@pytest.mark.slow
def test_a_large_index_merges_its_segments_without_being_rebuilt(engine):
    build(engine, *({"_id": str(number), "s": "x y z" if number % 7 == 0 else ""} for number in range(5000)))
    for step in range(8):
        with engine.updater("gene") as updater:
            updater.upsert({"_id": str(7 * step), "s": "x"})
        documents, terms = fresh(engine).stats.field("s")
        assert mean_length(engine, "s", "x") == pytest.approx(terms / documents, rel=1e-3)
    assert fresh(engine).searcher.num_segments < 8
    assert fresh(engine).stats.field("s")[0] in (715, 716, 717, 718)
    assert len(ids(engine)) == 1000


def test_versions_count_as_elasticsearch_counts(engine):
    build(engine, {"_id": "1"})
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "1", "n": 2})
        updater.upsert({"_id": "1", "n": 3})
        assert updater.delete("1")
        assert not updater.delete("1")
        updater.upsert({"_id": "1", "n": 5})
    assert Engine(engine.folder).get("gene", "1")["_version"] == 6
    with engine.updater("gene") as updater:
        updater.delete("1")
    assert not Engine(engine.folder).get("gene", "1")["found"]
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "1"})
    assert Engine(engine.folder).get("gene", "1")["_version"] == 8


def test_an_update_keeps_the_mapping_and_adds_to_it(engine):
    build(engine, {"_id": "1", "x": "words here"}, mapping={"_meta": {"a": 1}, **MAPPING})
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "2", "y": 5})
    mapping = Engine(engine.folder).mapping("gene")
    assert mapping["_meta"] == {"a": 1}
    assert {"x", "y"} < mapping["properties"].keys()
    assert ids(engine, "y", 5) == ["2"]


def test_an_update_without_changes_makes_no_generation(engine):
    build(engine, {"_id": "1"})
    before = engine.generation("gene")
    with engine.updater("gene"):
        pass
    assert Engine(engine.folder).generation("gene") == before


def test_unchanged_files_are_shared_by_generations(engine):
    build(engine, *({"_id": str(number), "t": "a"} for number in range(5000)))
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "x", "t": "a"})
    links = [path.stat().st_nlink for path in engine.folder.glob("gene/*/index/*.fast")]
    assert sorted(links) == [1, 2, 2]
    assert engine.verify("gene")["docs"] == 5001


@pytest.mark.slow
def test_only_the_generation_before_is_kept(engine):
    for number in range(4):
        build(engine, {"_id": str(number)})
    assert len([path for path in (engine.folder / "gene").iterdir() if path.is_dir()]) == 2
    engine.rollback("gene")
    assert ids(engine) == ["2"]
    engine.rollback("gene")
    assert ids(engine) == ["3"]


def test_after_a_rollback_and_a_load_the_served_generation_is_kept(engine):
    for number in range(2):
        build(engine, {"_id": str(number)})
    engine.rollback("gene")
    build(engine, {"_id": "2"})
    engine.rollback("gene")
    assert ids(engine) == ["0"]


def test_an_update_of_a_missing_index_is_refused(engine):
    with pytest.raises(EngineError, match=r"no such index \[gene\]"), engine.updater("gene"):
        pass


LOADER = """
import sys
from searchapp.engine import Engine
engine = Engine(sys.argv[1])
for load in range(1000):
    way = engine.builder("gene", {}) if load % 3 == 0 else engine.updater("gene")
    with way as writer:
        for number in range(20):
            writer.add({"_id": str(number), "load": load, "text": "words of all sorts"})
    print(load, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("milliseconds", [15, 40, 65, 90, 115, 140])
def test_a_killed_loader_leaves_a_whole_generation(engine, milliseconds):
    build(engine, *({"_id": str(number), "load": -1} for number in range(20)), mapping={})
    loader = subprocess.Popen([sys.executable, "-c", LOADER, str(engine.folder)], stdout=subprocess.PIPE, text=True)
    acknowledged = [int(loader.stdout.readline())]
    try:
        loader.wait(milliseconds / 1000)
    except subprocess.TimeoutExpired:
        loader.kill()
    acknowledged += [int(line) for line in loader.communicate()[0].split()]
    after = Engine(engine.folder)
    after.verify("gene")
    loads = {after.get("gene", str(number))["_source"]["load"] for number in range(20)}
    assert loads in ({acknowledged[-1]}, {acknowledged[-1] + 1})
    build(engine, {"_id": "1"})
    assert ids(engine) == ["1"]


FILLED = """
import resource, signal, sys
from searchapp.engine import Engine, EngineError
from searchapp.engine.indexing import writer
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
engine = Engine(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    with engine.builder("gene", {}) as builder:
        for number in range(6000):
            builder.add({"_id": str(number), "text": f"{number} words {number * 7919} of {number * 104729} all"})
except EngineError as error:
    print(error.status, error.type, error.reason)
"""


@pytest.mark.slow
@pytest.mark.parametrize("largest_file", [100, 40_000, 150_000])
def test_a_full_disk_stops_the_loader_with_a_clear_line(engine, largest_file):
    build(engine, {"_id": "1"})
    command = [sys.executable, "-c", FILLED, str(engine.folder), str(largest_file)]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert output == "507 disk_full_exception no space left on the disk of [gene]: the index stays as it was\n"
    assert ids(engine) == ["1"]


@pytest.mark.real_data
def test_real_genes_keep_their_order_and_little_memory(engine):
    with gzip.open(Path(os.environ["SEARCHAPP_TEST_DATA"]) / "genes.ndjson.gz") as file:
        lines = file.readlines()
    with engine.builder("gene", {}) as builder:
        for line in lines:
            builder.add(json.loads(line))
    assert ids(engine) == [json.loads(line)["_id"] for line in lines[:1000]]
    assert engine.count("gene") == len(lines)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 700_000
