"""What one search may do: leaves, patterns, documents read, and time."""

import time

import pytest

from searchapp.engine import EngineError, until
from searchapp.engine.errors import LimitReached
from searchapp.engine.regexp import automaton
from searchapp.engine.regexp.parser import regexp
from searchapp.engine.work import MAX_LEAVES, MAX_PATTERNS, WALK, Work, stars_cost, walk_cost, work

FIELDS = {f"f{number}": {"type": "text" if number % 2 else "keyword"} for number in range(160)}


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    from searchapp.engine import Engine

    engine = Engine(tmp_path_factory.mktemp("wide"))
    with engine.builder("thing", {"properties": FIELDS}) as builder:
        for number in range(20):
            builder.add({"_id": str(number), **dict.fromkeys(FIELDS, f"word{number} some words")})
    return engine


def found(engine, q, fields=("*",)):
    query = {"query": q, "fields": list(fields), "lenient": True}
    return engine.search("thing", {"query": {"query_string": query}})["hits"]["total"]["value"]


def refusal(engine, q, **options):
    with pytest.raises(LimitReached) as raised:
        found(engine, q, **options)
    return raised.value.status, raised.value.type


def test_leaves_are_counted_in_each_field(wide):
    assert found(wide, " OR ".join(f"word{n}" for n in range(100))) == 20
    assert refusal(wide, " OR ".join(f"word{n}" for n in range(400))) == (400, "too_many_clauses")
    assert found(wide, " OR ".join(f"word{n}" for n in range(400)), ["f1"]) == 20


@pytest.mark.parametrize(
    "q",
    [
        "*w*o*r*d*1*",
        "/.*w.*o.*r.*1.*/",
        "/~(w.*)/",
        " ".join(["wrd1~1"] * 9),
        " ".join(["[a-b TO z-y]"] * 9),
        "/(.{0,20}d){3}/",
    ],
)
def test_patterns_are_counted_in_each_field_and_lenience_does_not_pass_over_them(wide, q):
    assert refusal(wide, q) == (400, "too_costly_exception")
    assert found(wide, q, ["f1"]) >= 0


@pytest.mark.parametrize("q", ["*ord1*", "word*", "wo?d1", "word1", "wrd1~1", "[a-b TO z-y]"])
def test_a_plain_pattern_may_be_looked_for_in_hundreds_of_fields(wide, q):
    assert found(wide, q) > 0


def test_every_search_may_do_as_much_as_the_first(wide):
    body = {"query": {"query_string": {"query": " OR ".join(f"word{n}" for n in range(100)), "fields": ["*"]}}}
    with until(None):
        assert [one["status"] for one in wide.msearch("thing", [body] * 4)] == [200] * 4


def test_what_is_too_late_is_not_begun(wide):
    with until(time.monotonic() - 1), pytest.raises(LimitReached) as raised:
        found(wide, "word1")
    assert raised.value.status == 504
    assert found(wide, "word1") == 1


def test_work_that_has_no_end_is_bounded_all_the_same():
    with pytest.raises(EngineError):
        work().leaf(MAX_LEAVES + 1)
    with pytest.raises(EngineError):
        Work().pattern(MAX_PATTERNS + 1)


def test_a_walk_costs_by_the_terms_of_the_field():
    assert walk_cost(13) < walk_cost(1000) < walk_cost(10**6) == WALK


def test_the_size_of_a_language_has_its_repeats_written_out():
    assert automaton.size(regexp("abc")) == 4
    assert automaton.size(regexp("(.{0,40}a){10}")) > 100 * automaton.size(regexp("(.{0,4}a){10}")) / 2
    assert automaton.stars(regexp("(.*a){10}b+")) == 11
    assert stars_cost(96) > 10 * stars_cost(20)


def test_excludes_with_stars_are_few(wide):
    wide.search("thing", {"_source": {"excludes": ["f1*"]}})
    with pytest.raises(EngineError, match="unsupported _source"):
        wide.search("thing", {"_source": {"excludes": [f"*a{n}*" for n in range(100)]}})
