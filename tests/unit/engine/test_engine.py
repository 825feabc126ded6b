import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from searchapp.engine import Engine, EngineError
from tests.robustness.goals import PATIENCE
from tests.services.process import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def engine(tmp_path):
    engine = Engine(tmp_path)
    load(engine, 0)
    return engine


def load(engine, number, documents=3):
    with engine.builder("gene", {"_meta": {"load": number}}) as builder:
        for id in range(documents):
            builder.add({"_id": str(id), "load": number})


def seen(engine):
    return {document["_source"]["load"] for document in engine.mget("gene", ["0", "1", "2"])}


def wait_for(engine, number):
    wait_until(lambda: seen(engine) == {number}, PATIENCE)


def test_indices_are_listed_with_their_size_and_documents(engine):
    (found,) = engine.indices()
    assert (found["index"], found["docs"], found["previous"]) == ("gene", 3, None)
    assert found["size"] > 1000
    assert found["generation"] == engine.generation("gene")


def test_a_damaged_index_is_not_listed_and_says_why_when_asked(engine):
    next(engine.folder.glob("gene/*/*.part")).write_bytes(b"")
    assert engine.indices() == []
    with pytest.raises(EngineError, match=r"has 0 bytes instead of \d+"):
        engine.reader("gene")


def test_a_folder_that_is_not_there_holds_nothing(tmp_path):
    assert Engine(tmp_path / "none").indices() == []
    with pytest.raises(EngineError, match=r"no such index \[gene\]"):
        Engine(tmp_path / "none").reader("gene")


def test_documents_are_got_in_the_order_asked_for(engine):
    assert [(found["_id"], found["found"]) for found in engine.mget("gene", ["2", "x", "0", "2"])] == [
        ("2", True),
        ("x", False),
        ("0", True),
        ("2", True),
    ]


def test_a_new_generation_is_noticed_within_a_second(engine):
    assert seen(engine) == {0}
    load(Engine(engine.folder), 1)
    wait_for(engine, 1)
    assert engine.mapping("gene")["_meta"] == {"load": 1}


def test_an_index_that_is_rolled_back_is_noticed_too(engine):
    load(engine, 1)
    wait_for(engine, 1)
    before = engine.generation("gene")
    assert engine.rollback("gene") != before
    wait_for(engine, 0)


def test_a_reader_stays_whole_while_generations_come_and_go(engine):
    reader = engine.reader("gene")
    for number in range(1, 5):
        load(engine, number)
    assert json.loads(reader.get("0").raw) == {"load": 0}
    assert engine.reader_for("gene", reader.generation) is reader


def test_an_old_generation_can_be_asked_for_until_it_is_removed(engine):
    before = engine.generation("gene")
    load(engine, 1)
    other = Engine(engine.folder)
    assert other.reader_for("gene", before).generation == before
    load(engine, 2)
    with pytest.raises(EngineError) as caught:
        Engine(engine.folder).reader_for("gene", before)
    assert caught.value.status == 404


@pytest.mark.rule("FL6")
def test_a_forked_child_sees_a_load_after_the_fork(engine):
    engine.reader("gene")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(writing)
            os.read(reading, 1)
            wait_for(engine, 1)
            os._exit(0)
        finally:
            os._exit(1)
    load(engine, 1)
    os.write(writing, b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(reading)
    os.close(writing)


READING = """
import sys, time
from searchapp.engine import Engine
engine, loads = Engine(sys.argv[1]), set()
print("ready", flush=True)
end = time.monotonic() + 30
while int(sys.argv[2]) not in loads and time.monotonic() < end:
    documents = [found["_source"]["load"] for found in engine.mget("gene", [str(id) for id in range(3)])]
    reader = engine.reader("gene")
    assert len(set(documents)) == 1
    assert {reader.get(str(id)).raw for id in range(3)} == {reader.get("0").raw}
    assert reader.searcher.num_docs == 3
    loads.add(documents[0])
print(len(loads))
"""


@pytest.mark.slow
def test_processes_read_whole_generations_while_another_one_updates(engine):
    command = [sys.executable, "-c", READING, str(engine.folder), "5"]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for reader in readers:
        assert reader.stdout.readline() == "ready\n"
    for number in range(1, 6):
        with engine.updater("gene") as updater:
            for id in range(3):
                updater.upsert({"_id": str(id), "load": number})
    for reader in readers:
        output, _ = reader.communicate(timeout=60)
        assert reader.returncode == 0
        assert int(output) >= 2


@pytest.mark.slow
def test_threads_share_an_engine(engine):
    failures = []

    def read():
        try:
            for _ in range(200):
                assert len(seen(engine)) == 1
                time.sleep(0.002)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(1, 4):
        load(engine, number)
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.slow
def test_files_are_closed_with_the_readers(engine):
    folder = f"{engine.folder}/gene/"

    def mapped_generations():
        lines = Path("/proc/self/maps").read_text().splitlines()
        return {line.split(folder)[1].split("/")[0] for line in lines if folder in line}

    for number in range(1, 6):
        load(engine, number)
        time.sleep(0.21)
        assert seen(engine) == {number}
    assert len(mapped_generations()) == 3
    engine.close()
    assert mapped_generations() == set()


@pytest.mark.slow
def test_a_large_mapping_is_opened(tmp_path):
    engine = Engine(tmp_path)
    fields = {f"object{number % 40}.field{number}": {"type": "keyword"} for number in range(2000)}
    with engine.builder("wide", {"properties": fields}, {"mapping.total_fields.limit": 3000}) as builder:
        builder.add({"_id": "1", "object7": {"field7": "x"}})
    assert len(Engine(tmp_path).reader("wide").mapping.fields) == 2000
