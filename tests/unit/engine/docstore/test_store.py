import pytest

from searchapp.engine.docstore.part import Part, id_hash
from searchapp.engine.docstore.part_writer import PartWriter
from searchapp.engine.docstore.store import Store, merge_last_parts
from searchapp.engine.docstore.store_writer import SeenIds


def write(folder, first, documents):
    path = folder / f"{first:012d}.part"
    writer = PartWriter(path, first)
    for id, version, raw in documents:
        writer.add(id, version, raw)
    writer.close()
    return path


def many(count):
    return [(f"id{number}", 1, b'{"number":%d,"name":"the same words"}' % number) for number in range(count)]


def test_documents_are_found_by_id_and_by_seq(tmp_path):
    store = Store([write(tmp_path, 0, many(3000))])
    assert store.find("id2999") == 2999
    assert store.find("id3000") is None
    assert store.get(7) == (7, "id7", 1, b'{"number":7,"name":"the same words"}')
    assert [stored.seq for stored in store.get_many([5, 3])] == [5, 3]
    assert store.ids([1, 0]) == ["id1", "id0"]


def test_similar_documents_share_a_dictionary(tmp_path):
    path = write(tmp_path, 0, many(3000))
    assert path.stat().st_size < 3000 * 70


def test_a_later_record_replaces_an_earlier_one(tmp_path):
    first = write(tmp_path, 0, [("a", 1, b"{}"), ("b", 1, b"{}"), ("a", 2, b'{"x":1}')])
    second = write(tmp_path, 3, [("b", 2, None), ("c", 1, b"{}")])
    store = Store([second, first])
    assert (store.find("a"), store.find("b"), store.find_last("b")) == (2, None, 3)
    assert [stored.id for stored in store.all()] == ["a", "c"]
    assert store.next_seq == 5


def test_a_part_is_searched_while_it_is_written(tmp_path):
    writer = PartWriter(tmp_path / "x.part", 10)
    for id, version, raw in [*many(1500), ("gone", 3, None)]:
        writer.add(id, version, raw)
    assert writer.find("id1499") == (1509, 1, True)
    assert writer.find("gone") == (1510, 3, False)
    assert writer.find("nobody") is None
    writer.abandon()


def test_an_unfinished_part_is_no_part(tmp_path):
    writer = PartWriter(tmp_path / "x.part", 0)
    writer.add("a", 1, b"{}" * 100)
    writer.abandon()
    (tmp_path / "x.part").write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"x\.part is not a part of a store"):
        Part(tmp_path / "x.part")


def test_small_parts_are_merged_and_keep_their_seqs(tmp_path):
    paths = [write(tmp_path, 0, many(100))]
    for step in range(4):
        paths.append(write(tmp_path, 100 + 2 * step, [("id1", step + 2, b"{}"), (f"new{step}", 1, b"{}")]))
    before = list(Store(paths).all())
    merge_last_parts(paths)
    paths = sorted(tmp_path.glob("*.part"))
    assert len(paths) == 2
    assert list(Store(paths).all()) == before
    assert Store(paths).find("id1") == 106


def test_few_parts_are_left_alone(tmp_path):
    paths = [write(tmp_path, 0, many(100)), write(tmp_path, 100, many(1))]
    merge_last_parts(paths)
    assert sorted(tmp_path.iterdir()) == paths


def test_seen_ids_are_known_and_few_others():
    seen = SeenIds()
    hashes = [id_hash(f"id{number}") for number in range(5000)]
    for hashed in hashes[:4000]:
        seen.add(hashed)
    assert all(hashed in seen for hashed in hashes[:4000])
    assert sum(hashed in seen for hashed in hashes[4000:]) < 5
