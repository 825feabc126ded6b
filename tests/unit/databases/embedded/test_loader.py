import subprocess
import sys

import pytest

from searchapp.loading.bad import LoadError

from ...loading.loaders import DOCUMENTS


@pytest.fixture
def loading(embedded_loading):
    return embedded_loading


def test_a_load_makes_a_collection(loading):
    assert loading.replace(DOCUMENTS) == "part: 2 documents"
    assert loading.found() == {"a": {"n": 1, "name": "a bolt"}, "b": {"n": 2, "name": "a nut"}}
    assert loading.states() == [("current", 2)]


def test_a_refused_document_is_named_with_its_line(loading):
    loading.loader.on_bad.skip = False
    with pytest.raises(LoadError, match=r"a\.ndjson line 3: failed to parse field \[n\]"):
        loading.replace([*DOCUMENTS, {"_id": "c", "n": "x"}], mapping={"properties": {"n": {"type": "long"}}})


def test_an_update_does_not_say_that_documents_of_another_loader_are_sorted(loading):
    with loading.loader.engine.builder("part", {"properties": {"n": {"type": "long"}}}) as builder:
        builder.add({"_id": "a", "z": 1, "n": 1})
    loading.update([{"_id": "b", "n": 2}])
    assert "_sorted_keys" not in loading.notes()


def test_damage_is_noticed(loading, tmp_path):
    loading.replace(DOCUMENTS)
    assert "has all its 2 documents" in loading.loader.verify("part")
    (part,) = tmp_path.glob("data/part/*/sources-*.part")
    damaged = bytearray(part.read_bytes())
    damaged[5] ^= 255
    part.write_bytes(damaged)
    with pytest.raises(LoadError, match="has changed"):
        loading.loader.verify("part")


def test_one_loader_at_a_time(loading):
    loading.replace(DOCUMENTS)
    with (
        loading.loader.replacing("part", {"properties": {}}),
        pytest.raises(LoadError, match=r"another load of \[part\] is running"),
    ):
        loading.update(DOCUMENTS)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["replace", "update", "delete"])
def test_a_second_load_is_refused_before_it_reads_anything(loading, way):
    loading.replace(DOCUMENTS)
    loading.loader.plan("part", way)
    with (
        loading.loader.replacing("part", {"properties": {}}),
        pytest.raises(LoadError, match=r"another load of \[part\] is running"),
    ):
        loading.loader.plan("part", way)


def test_a_plan_leaves_no_folder(loading, tmp_path):
    loading.loader.plan("part", "replace")
    assert not (tmp_path / "data" / "part").exists()


UNFINISHED = """
import os, sys
from searchapp.databases.embedded.backend import EmbeddedBackend
from searchapp.databases.embedded.loader import EmbeddedLoader
from searchapp.loading.formats.readers import Record
loader = EmbeddedLoader(EmbeddedBackend(sys.argv[1]))
with loader.replacing("part", {"properties": {}}) as writer:
    for n in range(5000):
        writer.add(Record("a", n, {"_id": str(n)}))
    os._exit(1)
"""


@pytest.mark.slow
def test_after_a_kill_the_old_collection_is_served_and_the_next_load_works(loading, tmp_path):
    loading.replace(DOCUMENTS)
    subprocess.run([sys.executable, "-c", UNFINISHED, str(tmp_path / "data")], check=False, timeout=60)
    assert len(loading.found()) == 2
    loading.replace(DOCUMENTS[:1])
    assert [path.name for path in (tmp_path / "data" / "part").glob("building-*")] == []
