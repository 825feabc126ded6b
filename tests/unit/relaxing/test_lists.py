"""Lists of terms that are relaxed, within their time."""

import json

import pytest

from searchapp import create_app
from searchapp.engine import Engine
from searchapp.errors import PipelineError
from searchapp.relaxing import lists, query_runner
from searchapp.relaxing.relaxer import is_possible

NAMES = ("golden river", "silent forest", "burning harbour")
WRONG = ["golden rivver", "silent forst", "burnig harbour"]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("relaxer")
    with Engine(folder / "data").builder("film", {"properties": {"name": {"type": "text"}}}) as builder:
        for number, name in enumerate(NAMES):
            builder.add({"_id": str(number), "name": name})
    return create_app({"INSTANCE": str(folder), "ITEM_TYPES": {"film": {}}, "SECRET_KEY": "k" * 32}).test_client()


def asked(client, terms):
    return client.post("/v1/film/query", json={"q": terms, "scopes": [], "relax": "auto", "fields": "name"})


def test_each_term_of_a_list_has_its_steps(client):
    answer = asked(client, WRONG * 10)
    assert [entry["name"] for entry in answer.json] == [*NAMES] * 10
    assert "X-Warnings" not in answer.headers


def test_terms_without_time_are_named_in_a_warning(client, monkeypatch):
    monkeypatch.setattr(query_runner, "MAX_CPU_SECONDS", 0.0)
    answer = asked(client, ["golden river", *WRONG])
    assert [entry.get("found") for entry in answer.json] == [True, False, False, False]
    last = "the last 3 of 3 different terms without hits, send them in another request"
    assert json.loads(answer.headers["X-Warnings"]) == [f"relax: nothing similar was searched for {last}"]


def test_many_terms_without_results_end_the_relaxing_of_a_list(client, monkeypatch):
    monkeypatch.setattr(lists, "MAX_IN_VAIN", 3)
    vain = [f"qxzw{letter}vvk" for letter in "abcdefghijklmnopqrstuvwxyz"]
    answer = asked(client, ["zzqxw", *WRONG, *vain, "goldn river", "silnt forest", "burning harbor"])
    assert [entry["name"] for entry in answer.json if "name" in entry] == [*NAMES]
    assert "of 33 different terms without hits" in json.loads(answer.headers["X-Warnings"])[0]


def test_equal_terms_are_relaxed_once(client, monkeypatch):
    monkeypatch.setattr(lists, "MAX_IN_VAIN", 2)
    answer = asked(client, [*["zzqxw"] * 10, *WRONG, *WRONG])
    assert [entry.get("name") for entry in answer.json] == [*[None] * 10, *NAMES, *NAMES]
    assert "X-Warnings" not in answer.headers


@pytest.fixture()
def no_time(monkeypatch):
    """No time is left after the first search."""

    def late(*_, **__):
        raise PipelineError(504, "no answer within 10 s")

    monkeypatch.setattr(query_runner.QueryRunner, "results", late)
    monkeypatch.setattr(query_runner.QueryRunner, "word_stats", late)


def test_terms_keep_their_entries_if_no_time_is_left_to_relax_others(client, no_time):
    answer = asked(client, ["golden river", *WRONG])
    assert [entry.get("found") for entry in answer.json] == [True, False, False, False]
    assert json.loads(answer.headers["X-Warnings"]) == [lists.NO_TIME]


def test_a_query_keeps_its_answer_if_no_time_is_left_to_relax_it(client, no_time):
    answer = client.get("/v1/film/query", query_string={"q": "golden rivver", "relax": "auto"})
    assert (answer.status_code, answer.json["total"]) == (200, 0)
    assert answer.json["warnings"] == [lists.NO_TIME]


def test_texts_of_2000_characters_with_words_of_300_can_be_relaxed():
    assert is_possible("golden " * 285) and not is_possible("golden " * 286)
    assert is_possible("golden " + "x" * 300) and not is_possible("golden " + "x" * 301)
