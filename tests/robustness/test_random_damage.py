"""Damages files of collections at random, while a server runs and before it starts. `make chaos` tries many."""

import os
import random
import shutil
import time
from collections import Counter

import pytest

from searchapp.engine import Engine, EngineError
from searchapp.engine.index.watch import CHECK_SECONDS
from tests.robustness.load import ask
from tests.robustness.test_damaged_files import without_changing
from tests.services.server import Server

COUNT = int(os.environ.get("DAMAGES", "2"))
SEED = int(os.environ.get("SEED", "1"))
TYPES = ("gene", "disease", "edge")
REQUESTS = [
    ("GET", "/status", None),
    ("GET", "/v1/gene/HGNC:5", None),
    ("GET", "/v1/gene/nothing", None),
    ("POST", "/v1/gene", {"ids": [f"HGNC:{n}" for n in range(300)]}),
    ("GET", "/v1/gene/query?aggs=locus_group&size=0", None),
    ("GET", "/v1/gene/metadata/fields", None),
    *(
        ("GET", f"/v1/{item_type}/query?{query}", None)
        for item_type in TYPES
        for query in (
            "q=kinase+OR+syndrome+OR+one&size=100&fields=all",
            "q=a*&size=100",
            "q=*&from=100&size=300&fields=_id",
            "search_after=*&size=200",
            "fetch_all=true",
            "q=kinas~&explain=true&highlight=*",
        )
    ),
]


def flip(data, draw):
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 8, 1000))):
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def zero(data, draw):
    start = draw.randrange(len(data))
    end = min(len(data), start + draw.choice((1, 512, 4096, 2**20)))
    return data[:start] + bytes(end - start) + data[end:]


def truncate(data, draw):
    return data[: draw.randrange(len(data))]


def extend(data, draw):
    return data + draw.randbytes(draw.choice((1, 100, 5000)))


def shift(data, draw):
    start = draw.randrange(len(data))
    return data[:start] + draw.randbytes(1) + data[start:]


def random_bytes(data, draw):
    return draw.randbytes(len(data))


DAMAGES = (flip, zero, truncate, extend, shift, random_bytes)


@pytest.fixture
def server(embedded_engine, tmp_path):
    """A server of a copy of the collections."""
    instance = shutil.copytree(embedded_engine.instance, tmp_path / "instance")
    server = Server({**embedded_engine.environment, "SEARCHAPP_INSTANCE": str(instance)}, tmp_path / "log")
    yield server
    server.stop()


def files(folder):
    """The files that a server reads: the pointers, and all files of the current generations."""
    pointers = sorted(folder.glob("*/current"))
    generations = [pointer.parent / pointer.read_text().strip() for pointer in pointers]
    found = [path for generation in generations for path in sorted(generation.rglob("*")) if path.is_file()]
    return [*pointers, *(path for path in found if path.suffix != ".lock")]


def damage(path, draw):
    """Damage a file; the name of the damage, and a function that repairs the file."""
    good, status = path.read_bytes(), path.stat()
    if draw.random() < 0.1:
        path.unlink()
        if draw.random() < 0.5:
            path.mkdir()
        name = "folder" if path.is_dir() else "deleted"
    else:
        change = draw.choice(DAMAGES)
        name = change.__name__
        path.write_bytes(change(good, draw))

    def repair():
        if path.is_dir():
            path.rmdir()
        path.write_bytes(good)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    return name, repair


def answers(server):
    """Status and body of every request, without what differs each time."""
    found = [ask(server.port, REQUESTS, number) for number in range(len(REQUESTS))]
    return [(answer.status, without_changing(answer.body)) for answer in found]


def outcome(answer, right, cut):
    """What a server with a damaged file said; a truncated file may end the worker that reads it."""
    if answer == right:
        return "right"
    status, body = answer
    if status == 503 and body["error"] == "the data is not loaded":
        return "not loaded"
    return "no answer" if cut and status == 0 else f"wrong: {status} {str(body)[:200]}"


def verified(data, path):
    """Whether `searchapp verify` would name the damaged file."""
    index = path.relative_to(data).parts[0]
    try:
        Engine(data).verify(index)
    except EngineError as error:
        return path.name in error.reason or error.status == 404
    return False


@pytest.mark.rule("FL4")
@pytest.mark.slow
def test_files_damaged_at_random_are_never_a_wrong_answer(server, tmp_path):
    data, draw, outcomes = tmp_path / "instance/data", random.Random(SEED), Counter()
    right = answers(server)
    assert [status for status, _ in right] == [200, 200, 404] + [200] * (len(right) - 3), right
    for number in range(COUNT):
        path, running = draw.choice(files(data)), draw.random() < 0.6
        if not running:
            server.stop()
        good = path.read_bytes()
        name, repair = damage(path, draw)
        same = path.is_file() and path.read_bytes() == good
        cut = running and path.is_file() and path.stat().st_size < len(good)
        time.sleep(2 * CHECK_SECONDS) if running else server.start()
        where = f"{number} of SEED={SEED}: {name}, {path.relative_to(data)}, {'served' if running else 'at the start'}"
        found = [outcome(*pair, cut) for pair in zip(answers(server), right, strict=True)]
        outcomes.update(found)
        wrong = [pair for pair in zip(REQUESTS, found, strict=True) if pair[1].startswith("wrong")]
        assert not wrong, (where, wrong)
        assert same or verified(data, path), where
        repair()
        time.sleep(2 * CHECK_SECONDS)
        assert answers(server) == right, where
    print(f"{COUNT} damaged files: {dict(outcomes)}")
