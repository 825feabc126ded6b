"""Damages every file of an embedded collection: each answer is right or 503, and `verify` names the file."""

import json
import os

import pytest

from searchapp import create_app
from searchapp.engine import Engine, EngineError
from searchapp.engine.index import manifest, readers, watch
from tests.services.process import wait_until

FIELDS = {
    "symbol": {"type": "keyword"},
    "name": {"type": "text"},
    "number": {"type": "long"},
    "kind": {"type": "keyword"},
    "parts": {"type": "nested", "properties": {"a": {"type": "keyword"}, "b": {"type": "long"}}},
}
QUERY, POST = "/v1/gene/query", "post"
REQUESTS = {
    "lookup": ("get", "/v1/gene/id7", None),
    "lookup of a document that is not there": ("get", "/v1/gene/id9", None),
    "lookups": (POST, "/v1/gene", {"ids": [f"id{n}" for n in range(0, 400, 3)]}),
    "search": ("get", f"{QUERY}?q=name:kinase+AND+name:beta&size=50", None),
    "pattern": ("get", f"{QUERY}?q=symbol:S1*&size=50", None),
    "terms": (POST, QUERY, {"q": [f"S{n}" for n in range(0, 400, 7)], "scopes": "symbol,name"}),
    "sort": ("get", f"{QUERY}?q=name:alpha&sort=-number,symbol&size=50", None),
    "facets": ("get", f"{QUERY}?q=name:alpha&aggs=kind,symbol,number&size=0", None),
    "facets over all": ("get", f"{QUERY}?aggs=kind&size=0", None),
    "page": ("get", f"{QUERY}?search_after=*&size=50&sort=number", None),
    "scroll": ("get", f"{QUERY}?fetch_all=true&q=name:beta", None),
    "stream": ("get", f"{QUERY}?fetch_all=true&format=csv", None),
    "status": ("get", "/status", None),
}


def document(n, turn=0):
    name = ("kinase alpha", "kinase beta gamma", "alpha beta")[(n + turn) % 3]
    parts = [{"a": f"x{n % 5}", "b": n}, {"a": f"x{n % 3}", "b": turn}]
    return {"_id": f"id{n}", "symbol": f"S{n}", "name": name, "number": n % 50, "kind": f"k{n % 4}", "parts": parts}


def flip(position):
    def damage(data):
        place = min(int(position * len(data)), len(data) - 1)
        return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]

    return damage


def zero(data):
    start = len(data) // 3
    length = min(4096, len(data) - start)
    return data[:start] + bytes(length) + data[start + length :]


FOLDER = object()
DAMAGES = {
    "first byte": flip(0),
    "middle byte": flip(0.5),
    "last byte": flip(1),
    "zeroed block": zero,
    "truncated": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "deleted": lambda data: None,
    "a folder": lambda data: FOLDER,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A collection with replaced and deleted documents."""
    instance = tmp_path_factory.mktemp("damaged")
    engine = Engine(instance / "data")
    with engine.builder("gene", {"properties": FIELDS}) as builder:
        builder.add_many(map(document, range(400)))
    with engine.updater("gene") as updater:
        updater.upsert_many(document(n, 1) for n in range(0, 400, 20))
        updater.delete("id9")
    return instance / "data"


@pytest.fixture(scope="module")
def client(folder):
    app = create_app({"INSTANCE": str(folder.parent), "SECRET_KEY": "k" * 32})
    return app.test_client()


@pytest.fixture(autouse=True)
def check_always(monkeypatch):
    for module in (watch, readers):
        monkeypatch.setattr(module, "CHECK_SECONDS", 0)


def files(folder):
    generation = folder / "gene" / (folder / "gene/current").read_text().strip()
    return [
        folder / "gene/current",
        *sorted(path for path in generation.rglob("*") if path.is_file() and path.suffix != ".lock"),
    ]


def ask(client, name):
    method, path, body = REQUESTS[name]
    answer = getattr(client, method)(path, **({"json": body} if body else {}))
    if answer.mimetype != "application/json":
        return answer.status_code, answer.get_data(as_text=True)
    return answer.status_code, without_changing(answer.json)


def without_changing(value):
    """The answer without the time that it took and the ids of scrolls."""
    if not isinstance(value, dict):
        return value
    return {key: each for key, each in value.items() if key not in ("took", "_scroll_id", "_search_after", "next")}


def check(client, right, opened):
    for name in REQUESTS:
        status, body = ask(client, name)
        assert (status, body) == right[name] or (status == 503 and body["error"] == "the data is not loaded"), name
        assert opened or status == 503, f"{name} was answered"


@pytest.fixture(scope="module")
def right(client):
    found = {name: ask(client, name) for name in REQUESTS}
    assert [name for name, (status, _) in found.items() if status != 200] == ["lookup of a document that is not there"]
    assert all(body["total"] > 9 for _, body in found.values() if "total" in body)
    return found


def put(path, data):
    """Writes the data, or removes the file, or makes a folder of its name."""
    if path.is_dir():
        path.rmdir()
    if data is None or data is FOLDER:
        path.unlink(missing_ok=True)
        path.mkdir() if data is FOLDER else None
        return
    path.write_bytes(data)


def engine_of(client):
    return client.application.extensions["searchapp"].backend.engine


def verified(folder):
    with pytest.raises(EngineError) as caught:
        Engine(folder).verify("gene")
    return caught.value


@pytest.mark.rule("FL4")
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_never_a_wrong_answer(folder, client, right, damage):
    for path in files(folder):
        good = path.read_bytes()
        bad = DAMAGES[damage](good)
        if bad == good:
            continue
        engine = engine_of(client)
        put(path, bad)
        try:
            check(client, right, opened=True)
            engine.close()
            check(client, right, opened=False)
            error = verified(folder)
            assert (error.status, path.name in error.reason) == (503, True), path
        finally:
            put(path, good)
        assert {name: ask(client, name) for name in REQUESTS} == right


@pytest.mark.rule("FL4")
def test_two_files_that_changed_places_are_never_a_wrong_answer(folder, client, right):
    found = files(folder)
    for one, other in zip(found, [*found[1:], found[0]], strict=True):
        contents = one.read_bytes(), other.read_bytes()
        if contents[0] == contents[1]:
            continue
        put(one, contents[1]), put(other, contents[0])
        try:
            check(client, right, opened=True)
            engine_of(client).close()
            check(client, right, opened=False)
            assert any(path.name in verified(folder).reason for path in (one, other))
        finally:
            put(one, contents[0]), put(other, contents[1])
        assert {name: ask(client, name) for name in REQUESTS} == right


def large_files_trusted(monkeypatch):
    """As if every file was a large one, which is compared at opening only where its time differs."""
    monkeypatch.setattr(manifest, "MAX_SMALL_FILE", 0)


def rot(path, position=0.5):
    """Change a byte as a failing disk would: the time of the last change stays."""
    status = path.stat()
    path.write_bytes(flip(position)(path.read_bytes()))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.rule("FL4")
def test_damage_that_is_found_while_reading_ends_the_service_of_that_generation(tmp_path, monkeypatch):
    large_files_trusted(monkeypatch)
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": FIELDS}) as builder:
        builder.add_many(map(document, range(400)))
    (part,) = tmp_path.glob("gene/*/*.part")
    good = part.read_bytes()
    rot(part, 0.01)
    engine = Engine(tmp_path)
    assert engine.count("gene") == 400
    for _ in range(2):
        with pytest.raises(EngineError, match=f"{part.name} has changed") as caught:
            engine.search("gene", {"size": 400})
        assert caught.value.status == 503
    with pytest.raises(EngineError, match="has changed"):
        engine.count("gene")
    part.write_bytes(good)
    assert len(engine.search("gene", {"size": 400})["hits"]["hits"]) == 400


@pytest.mark.rule("FL4")
def test_the_sums_of_large_files_are_compared_in_the_background(tmp_path, monkeypatch):
    large_files_trusted(monkeypatch)
    monkeypatch.setattr(watch, "VERIFY_PAUSE", 0)
    with Engine(tmp_path / "data").builder("gene", {"properties": FIELDS}) as builder:
        builder.add_many(map(document, range(400)))
    settings = {"INSTANCE": str(tmp_path), "ITEM_TYPES": {"gene": {}}}
    answer = create_app(settings).test_client().get("/status").json
    assert (answer["documents"], answer["files"]) == ({"gene": 400}, {"gene": "verifying"})
    monkeypatch.setattr(watch, "VERIFY_DELAY", 0)
    client = create_app(settings).test_client()
    wait_until(lambda: client.get("/status").json["files"] == {"gene": "verified"})
    assert ">verified</td>" in client.get("/status", headers={"Accept": "text/html"}).text
    rot(next(tmp_path.glob("data/gene/*/index/*.idx")))
    client = create_app(settings).test_client()
    wait_until(lambda: client.get("/status").status_code == 503)
    answer = client.get(f"{QUERY}?q=name:kinase")
    assert (answer.status_code, "not loaded" in answer.json["error"]) == (503, True)


def test_a_stream_breaks_when_a_file_changes(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": FIELDS}) as builder:
        builder.add_many(map(document, range(400)))
    pages = engine.pages("gene", {"size": 100})
    assert len(next(pages)["hits"]["hits"]) == 100
    (part,) = tmp_path.glob("gene/*/*.part")
    part.write_bytes(flip(0.5)(part.read_bytes()))
    with pytest.raises(EngineError, match="has changed"):
        list(pages)


def test_a_collection_loaded_anew_is_served_without_a_restart(tmp_path):
    engine = Engine(tmp_path)
    for n in range(2):
        with engine.builder("gene", {"properties": FIELDS}) as builder:
            builder.add(document(n))
        (part,) = tmp_path.glob(f"gene/{engine.generation('gene')}/*.part")
        assert engine.get("gene", f"id{n}")["found"]
        part.write_bytes(b"")
        with pytest.raises(EngineError, match="has 0 bytes"):
            engine.count("gene")


@pytest.mark.parametrize("action", ["update", "rollback"])
def test_nothing_is_made_of_a_damaged_generation(tmp_path, monkeypatch, action):
    large_files_trusted(monkeypatch)
    engine = Engine(tmp_path)
    for _ in range(2):
        with engine.builder("gene", {"properties": FIELDS}) as builder:
            builder.add(document(1))
    index = tmp_path / "gene"
    current = engine.generation("gene")
    damaged = current if action == "update" else json.loads((index / current / "manifest.json").read_text())["previous"]
    rot(next((index / damaged).glob("index/*.idx")))
    with pytest.raises(EngineError, match="has changed"):
        engine.rollback("gene") if action == "rollback" else engine.updater("gene").__enter__()
    assert (index / "current").read_text().strip() == current


@pytest.mark.parametrize("pointer", [None, b"", b"000009-abcdef\n"], ids=["missing", "empty", "of no generation"])
def test_a_collection_with_a_damaged_pointer_is_listed_and_served_again_after_a_rollback(tmp_path, pointer):
    engine = Engine(tmp_path)
    for _ in range(2):
        with engine.builder("gene", {"properties": FIELDS}) as builder:
            builder.add(document(1))
    newest = engine.generation("gene")
    put(tmp_path / "gene" / "current", pointer)
    engine = Engine(tmp_path)
    assert (engine.names(), engine.indices()) == (["gene"], [])
    assert "current" in verified(tmp_path).reason
    assert engine.rollback("gene") == newest
    assert engine.count("gene") == 1


def test_copies_keep_their_times_or_are_compared(tmp_path, monkeypatch):
    large_files_trusted(monkeypatch)
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": FIELDS}) as builder:
        builder.add(document(1))
    hashed = []
    real = manifest.file_hash
    monkeypatch.setattr(manifest, "file_hash", lambda path, *_: hashed.append(path.name) or real(path))
    assert Engine(tmp_path).count("gene") == 1 and hashed == []
    next(tmp_path.glob("gene/*/*.part")).touch()
    assert Engine(tmp_path).count("gene") == 1 and len(hashed) == 1
