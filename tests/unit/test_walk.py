"""How many functions of ours a request walks through, outside the engine: docs/architecture.md, the way of a query."""

import sys
from pathlib import Path

import pytest

import searchapp
from searchapp import create_app
from searchapp.engine import Engine

PACKAGE = Path(searchapp.__file__).parent
ENGINE = (str(PACKAGE / "engine"), str(PACKAGE / "querystring" / "byte_cache.py"))
FIELDS = {"symbol": {"type": "keyword"}, "name": {"type": "text"}}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A client of a collection of 30 documents, after its first requests."""
    folder = tmp_path_factory.mktemp("walk")
    with Engine(folder / "data").builder("gene", {"properties": FIELDS}) as builder:
        for number in range(30):
            builder.add({"_id": str(number), "symbol": f"S{number}", "name": "kinase"})
    return create_app({"INSTANCE": str(folder), "ITEM_TYPES": {"gene": {}}, "SECRET_KEY": "k" * 32}).test_client()


def walk(client, path):
    """The functions of ours outside the engine that a request calls, in order, as pairs of file and name."""
    for _ in range(3):
        assert client.get(path).status_code == 200
    calls = []

    def called(frame, event, argument):
        code = frame.f_code
        is_ours = code.co_filename.startswith(str(PACKAGE)) and not code.co_filename.startswith(ENGINE)
        if event == "call" and is_ours and not code.co_name.startswith("<"):
            calls.append((code.co_filename, code.co_qualname))

    sys.setprofile(called)
    try:
        client.get(path)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    ("path", "files", "functions", "calls"),
    [("/v1/gene/query?q=kinase&size=1", 24, 75, 79), ("/v1/gene/5", 21, 67, 69)],
)
def test_a_request_walks_no_further_than_its_budget(client, path, files, functions, calls):
    walked = walk(client, path)
    found = (len({file for file, _ in walked}), len(set(walked)), len(walked))
    steps = "\n".join(f"{file} {name}" for file, name in walked)
    assert all(one <= most for one, most in zip(found, (files, functions, calls), strict=True)), f"{found}\n{steps}"
