"""When a query is replaced by another one, on documents made for it."""

import json

import pytest

from searchapp import create_app
from tests.services import engines

FLAGS = [
    {"_id": "us", "name": "United States", "other": ["us", "flag-us"]},
    {"_id": "golf", "name": "Flag in hole", "other": ["golf"]},
    {"_id": "red", "name": "Flag on post", "other": ["red"]},
]


@pytest.fixture(scope="module")
def flags(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flags")
    (folder / "flags.ndjson").write_text("".join(json.dumps(flag) + "\n" for flag in FLAGS))
    engines.load(engines.embedded(folder / "instance"), "flag", folder / "flags.ndjson")
    return create_app({"INSTANCE": str(folder / "instance"), "SECRET_KEY": "k" * 32}).test_client()


def test_documents_that_are_found_stay_though_names_begin_with_some_of_the_words(flags):
    asked = {"q": "us flag", "relax": "auto"}
    answer = flags.get("/v1/flag/query", query_string=asked).json
    assert ([hit["_id"] for hit in answer["hits"]], answer.get("relaxed")) == (["us"], None)
    answer = flags.get("/v1/flag/query", query_string={**asked, "q": "tell us fla"}).json
    assert (answer["total"], answer["relaxed"]) == (3, {"step": "beginning", "q": "fla*"})
