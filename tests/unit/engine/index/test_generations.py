import json

import pytest

from searchapp.engine import EngineError
from searchapp.engine.index import generations
from searchapp.engine.index.manifest import checked_manifest, verify


def publish(folder, name, content="x"):
    built = folder / f"building-{name}"
    (built / "index").mkdir(parents=True)
    (built / "index" / "file").write_text(content)
    generations.publish(folder, built, name, {"previous": None}, {})


def error(function, *arguments):
    with pytest.raises(EngineError) as caught:
        function(*arguments)
    return caught.value.status, caught.value.type, caught.value.reason


def test_a_published_generation_is_pointed_to(tmp_path):
    publish(tmp_path, "000001-a")
    before = generations.pointer_fingerprint(tmp_path)
    publish(tmp_path, "000002-b")
    assert generations.current(tmp_path) == "000002-b"
    assert generations.pointer_fingerprint(tmp_path) != before
    assert verify(tmp_path, "000001-a")["generation"] == "000001-a"
    assert not list(tmp_path.glob("building-*"))


@pytest.mark.rule("FL4")
def test_a_truncated_file_is_found_at_open(tmp_path):
    publish(tmp_path, "1-a", "hello")
    (tmp_path / "1-a/index/file").write_text("hell")
    status, kind, reason = error(checked_manifest, tmp_path, "1-a")
    assert (status, kind) == (503, "index_corrupt_exception")
    assert "index/file has 4 bytes instead of 5" in reason


@pytest.mark.rule("FL4")
def test_a_changed_file_is_found_by_verify(tmp_path):
    publish(tmp_path, "1-a", "hello")
    (tmp_path / "1-a/index/file").write_text("jello")
    assert "index/file has changed" in error(verify, tmp_path, "1-a")[2]
    assert "index/file has changed" in error(checked_manifest, tmp_path, "1-a")[2]


@pytest.mark.rule("FL4")
def test_a_changed_manifest_is_found(tmp_path):
    publish(tmp_path, "1-a", "hello")
    path = tmp_path / "1-a/manifest.json"
    path.write_text(path.read_text().replace('"previous":null', '"previous":"0-a"'))
    assert error(checked_manifest, tmp_path, "1-a")[2].endswith("manifest.json has changed")


def test_another_format_names_the_command_that_rebuilds(tmp_path):
    publish(tmp_path, "1-a")
    path = tmp_path / "1-a/manifest.json"
    listed = json.loads(path.read_text())
    del listed["sum"]
    path.write_text(json.dumps({**listed, "format": 1}))
    status, kind, reason = error(checked_manifest, tmp_path, "1-a")
    assert (status, kind) == (503, "index_format_exception")
    assert f"searchapp load {tmp_path.name} FILE" in reason


def test_missing_indices_are_a_404(tmp_path):
    assert error(generations.current, tmp_path / "gene") == (404, "index_not_found_exception", "no such index [gene]")
    assert error(checked_manifest, tmp_path, "1-a")[0] == 404


def test_one_loader_at_a_time(tmp_path):
    with generations.locked(tmp_path):
        status, _, reason = error(generations.locked(tmp_path).__enter__)
    assert status == 409
    assert reason == f"another load of [{tmp_path.name}] is running: wait for its end or stop it"
    with generations.locked(tmp_path):
        pass


def test_new_folders_are_on_disk_before_anything_is_written_into_them(tmp_path, monkeypatch):
    flushed = []
    monkeypatch.setattr(generations, "_flush", flushed.append)
    folder = tmp_path / "data" / "genes"
    for _ in range(2):
        with generations.locked(folder):
            assert sorted(flushed) == [tmp_path, tmp_path / "data"]


def test_leftovers_of_dead_loaders_are_removed(tmp_path):
    (tmp_path / "building-000007-x/index").mkdir(parents=True)
    name = generations.new_name(tmp_path)
    with generations.locked(tmp_path):
        assert not list(tmp_path.glob("building-*"))
    assert name.startswith("000008-")


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "A", "_a", "-a", "a b", "a*", "a\x00", None, "a" * 256])
def test_index_names_follow_the_rules_of_elasticsearch(tmp_path, name):
    assert error(generations.index_folder, tmp_path, name)[1] == "invalid_index_name_exception"
    assert generations.index_folder(tmp_path, "gene_2.x-y").name == "gene_2.x-y"
