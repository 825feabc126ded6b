"""Disks without space under the loader, the counts of workers and nginx: a small file system of its own is filled."""

import gzip
import os
import random
import subprocess
import sys
import time
from itertools import islice

import pytest
import requests

from tests.robustness.load import ask, same
from tests.services import engines
from tests.services.nginx import Nginx
from tests.services.process import Unavailable
from tests.services.server import Server

FILLS = int(os.environ.get("DISKS", "1"))
SEED = int(os.environ.get("SEED", "1"))
REQUESTS = [
    ("GET", "/v1/gene/HGNC:5", None),
    ("GET", "/v1/gene/query?q=kinase&size=100&fields=all", None),
    ("POST", "/v1/gene", {"ids": [f"HGNC:{n}" for n in range(300)]}),
]
FILL = "fill"


def small_disk(folder, size):
    """A file system of so many bytes; skips the test where none may be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    result = subprocess.run(mount, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip(f"no file system may be mounted: {result.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def disk(tmp_path):
    yield from small_disk(tmp_path / "disk", 32 << 20)


def fill(folder, spare=0):
    """Leave so many bytes of the file system of a folder free."""
    with (folder / FILL).open("wb", buffering=0) as file:
        free = os.statvfs(folder)
        try:
            os.posix_fallocate(file.fileno(), 0, max(1, free.f_bavail * free.f_frsize - spare))
        except OSError as error:
            raise AssertionError("the disk was not filled") from error


def answers(port):
    return [ask(port, REQUESTS, number) for number in range(len(REQUESTS))]


def all_same(found, right):
    return all(one.status == 200 and same(one.body, other.body) for one, other in zip(found, right, strict=True))


def loaded_genes(engine, folder):
    """A file with 1,500 genes, which are loaded."""
    source = folder / "genes.ndjson"
    with gzip.open(engines.EXAMPLES / "genes.ndjson.gz", "rt") as lines:
        source.write_text("".join(islice(lines, 1500)))
    engines.load(engine, "gene", source, *engines.described_by(engines.EXAMPLES / "genes"))
    return source


def failed_load(engine, source):
    """What a load of the file says that does not succeed."""
    loaded = tried_load(engine, source)
    assert loaded.returncode, loaded.stdout
    return loaded.stderr


def tried_load(engine, source, *options):
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", str(source), *options]
    return subprocess.run(command, env=engine.environment, cwd=engines.PROJECT, capture_output=True, text=True)


@pytest.mark.slow
def test_a_load_onto_a_full_disk_changes_nothing(disk, tmp_path):
    engine = engines.embedded(disk)
    source = loaded_genes(engine, tmp_path)
    server = Server(engine.environment, tmp_path / "server.log", workers=1)
    draw = random.Random(SEED)
    try:
        right = answers(server.port)
        assert {answer.status for answer in right} == {200}
        for _ in range(FILLS):
            fill(disk, spare := draw.choice((0, 4096, draw.randrange(256 << 10))))
            message = failed_load(engine, source)
            assert "space" in message.lower() and "Traceback" not in message, (spare, message)
            assert all_same(answers(server.port), right), spare
            (disk / FILL).unlink()
            generations = [path for path in (disk / "data/gene").iterdir() if path.is_dir()]
            assert len(generations) == 1, generations
        server.restart()
        assert all_same(answers(server.port), right)
    finally:
        server.stop()


@pytest.mark.slow
def test_a_load_into_a_sqlite_file_on_a_full_disk_changes_nothing(disk, tmp_path):
    engine = engines.sql("sqlite", disk, f"sqlite:///{disk / 'genes.db'}")
    source = loaded_genes(engine, tmp_path)
    server = Server(engine.environment, tmp_path / "server.log", workers=1)
    draw = random.Random(SEED)
    try:
        right = first = answers(server.port)
        assert {answer.status for answer in right} == {200}
        for number in range(FILLS):
            fill(disk, spare := draw.choice((0, 4096, draw.randrange(1 << 20))))
            loaded = tried_load(engine, source, *["--update"][: number % 2])
            # an update may find room in the pages that a load before has left in the file
            fits = number % 2 and not loaded.returncode
            assert fits or "full" in loaded.stderr.lower(), (spare, loaded.stderr)
            assert "Traceback" not in loaded.stderr, (spare, loaded.stderr)
            right = answers(server.port) if fits else right  # with new versions
            assert {answer.status for answer in right} == {200}
            assert all_same(answers(server.port), right), spare
            (disk / FILL).unlink()
        engines.load(engine, "gene", source, *engines.described_by(engines.EXAMPLES / "genes"))
        assert all_same(answers(server.port), first)
    finally:
        server.stop()


@pytest.mark.slow
def test_a_full_disk_of_the_counts_ends_no_worker(embedded_engine, disk, tmp_path):
    environment = {**embedded_engine.environment, "PROMETHEUS_MULTIPROC_DIR": str(disk)}
    fill(disk)
    server = Server(environment, tmp_path / "server.log")
    try:
        workers = server.workers
        for _ in range(20):
            assert {answer.status for answer in answers(server.port)} == {200}
        assert requests.get(f"{server.url}/metrics", timeout=60).status_code == 200
        time.sleep(1)
        assert server.workers == workers
    finally:
        server.stop()


def test_requests_that_write_files_say_that_the_disk_is_full(embedded_engine, disk, tmp_path):
    server = Server({**embedded_engine.environment, "TMPDIR": str(disk)}, tmp_path / "server.log", workers=1)
    try:
        assert post_list(server).status_code == 200
        fill(disk)
        answer = post_list(server)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        assert answer.json()["error"] == "the disk of the service has no space left"
        assert requests.get(f"{server.url}/v1/gene/query?size=500&format=xlsx", timeout=60).status_code == 200
        assert "No space left on device" in server.log.read_text()
        assert "Traceback" not in server.log.read_text()
    finally:
        server.stop()


def post_list(server):
    """The answer to a list of ids that is larger than the buffer of a file."""
    ids = "".join(f"HGNC:{number}\n" for number in range(50_000))
    return requests.post(f"{server.url}/v1/gene/batch", ids, headers={"Content-Type": "text/plain"}, timeout=60)


def test_nginx_answers_where_its_disk_is_full(embedded_engine, disk, tmp_path):
    environment = {**embedded_engine.environment, "SEARCHAPP_ENDPOINT_CACHE": '{"annotation": 60}'}
    server = Server(environment, tmp_path / "server.log", workers=1)
    try:
        nginx = Nginx([server.port] * 2, disk)
    except Unavailable as reason:
        server.stop()
        pytest.skip(str(reason))
    try:
        right = answers(nginx.port)
        fill(disk)
        for _ in range(3):
            assert all_same(answers(nginx.port), right)
        large = requests.post(f"{nginx.url}/v1/gene", json={"ids": ["HGNC:5"] * 90_000}, timeout=60)
        assert (large.status_code, large.json()["error"]) == (503, "the service is not available")
        stream = requests.get(f"{nginx.url}/v1/gene/query?fetch_all=true&format=csv", timeout=60)
        assert stream.text.count("\r\n") == 3001
    finally:
        nginx.stop()
        server.stop()
