"""What one search may do: leaves, patterns, documents read, and time."""

import time

import pytest

from searchapp.engine import Engine, EngineError, costs, until
from searchapp.engine.costs import (
    DOCUMENTS_READ,
    MAX_FIELD,
    MAX_LEAVES,
    MAX_PATTERNS,
    MAX_PER_REQUEST,
    MAX_WALK,
    MAX_WALKED,
    stars_cost,
    walk_cost,
)
from searchapp.engine.errors import LimitReached
from searchapp.engine.regexp import automaton
from searchapp.engine.regexp.parser import regexp
from searchapp.engine.search.batch import batch_filter
from searchapp.engine.work import Work, work

FIELDS = {f"f{number}": {"type": "text" if number % 2 else "keyword"} for number in range(30)}
EVERYWHERE = {f"f{number}": {} for number in range(30)}
FACETS = {name: {"terms": {"field": name}} for name in EVERYWHERE if int(name[1:]) % 2 == 0}


@pytest.fixture(autouse=True)
def a_tenth_of_the_limits(monkeypatch):
    """Thirty fields are as many as three hundred, and ten times quicker."""
    monkeypatch.setattr("searchapp.engine.costs.MAX_LEAVES", MAX_LEAVES // 10)
    monkeypatch.setattr("searchapp.engine.costs.MAX_PATTERNS", MAX_PATTERNS // 10)


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "q",
    [
        "*w*o*r*d*1*",
        "/.*w.*o.*r.*d.*1.*s.*o.*m.*e.*/",
        "/~(w.*)/",
        " ".join(f"wrd{n}~1" for n in range(9)),
        " ".join(["[a-b TO a-c]"] * 9),
        "/(.{0,20}d){3}/",
    ],
)
def test_patterns_are_counted_in_each_field_and_lenience_does_not_pass_over_them(wide, q):
    assert refusal(wide, q) == (400, "too_costly_exception")
    assert found(wide, q, ["f1"]) >= 0


@pytest.mark.parametrize("q", ["*ord1*", "word*", "wo?d1", "word1", "wrd1~1", "[a-b TO z-y]"])
def test_a_plain_pattern_may_be_looked_for_in_hundreds_of_fields(wide, q):
    assert found(wide, q) > 0


@pytest.mark.parametrize("q", ["wrd1~1 OR smoe~1 OR wrods~2", "wo*1 OR so*e", "word*"])
def test_few_patterns_may_be_looked_for_in_hundreds_of_fields(wide, q):
    assert found(wide, q) > 0


def test_a_pattern_that_no_field_has_a_term_for_costs_little(wide):
    assert found(wide, " OR ".join(f"nothinglikethis{n}~2" for n in range(9))) == 0


def test_every_search_may_do_as_much_as_the_first(wide):
    body = {"query": {"query_string": {"query": " OR ".join(f"word{n}" for n in range(100)), "fields": ["*"]}}}
    with until(None):
        assert [one["status"] for one in wide.msearch("thing", [body] * 4)] == [200] * 4


def test_a_pattern_that_all_documents_match_in_one_field_is_searched_in_no_other(wide):
    with until(time.monotonic() + 60):
        assert found(wide, "*ord19*") == 1
        terms = work().terms
        assert found(wide, "*o*") == 20
        assert work().terms < terms / 10
        assert found(wide, "*o* NOT *ord19*") == 19
    query = {"query_string": {"query": "*o*", "fields": ["*"], "lenient": True}}
    hit = wide.search("thing", {"query": query, "size": 1, "explain": True})["hits"]["hits"][0]
    assert hit["_score"] == 1.0
    assert len(hit["_explanation"]["details"]) > 1


def test_a_pattern_is_searched_in_all_fields_if_a_document_lacks_the_most_common_one(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("thing", {"properties": FIELDS}) as builder:
        builder.add({"_id": "1", "f0": "some"})
        builder.add({"_id": "2", "f0": "some"})
        builder.add({"_id": "3", "f1": "some"})
    assert found(engine, "*o*") == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"highlight": {"fields": EVERYWHERE}}, "unsupported highlight"),
        ({"sort": [{"f0": "asc"}]}, "unsupported search"),
        ({"size": 0, "aggs": {"a": {"terms": {"field": "f0"}, "aggs": FACETS}}}, "unsupported search"),
    ],
)
def test_a_search_that_would_take_too_long_is_refused_before_its_query_runs(wide, monkeypatch, asked, reason):
    body = {"query": {"query_string": {"query": "*ord1*", "fields": ["*"], "lenient": True}}, **asked}
    assert wide.search("thing", body)["hits"]["total"]["value"] == 11
    monkeypatch.setattr("searchapp.engine.costs.MAX_SECONDS", 1e-9)
    monkeypatch.setattr("searchapp.engine.search.expected.MIN_LISTED_SECONDS", 0)
    monkeypatch.setattr("searchapp.engine.search.request_queries.listed", None)
    with until(time.monotonic() + 60):
        for _ in range(9):  # what did not run does not count
            with pytest.raises(LimitReached, match=reason):
                wide.search("thing", body)
        assert work().together.shares == 0


def test_nothing_begins_after_the_deadline(wide):
    with until(time.monotonic() - 1), pytest.raises(LimitReached) as raised:
        found(wide, "word1")
    assert raised.value.status == 504
    assert found(wide, "word1") == 1


def test_work_that_has_no_end_is_bounded_all_the_same():
    with pytest.raises(EngineError):
        work().count_leaves(MAX_LEAVES + 1)
    with pytest.raises(EngineError):
        Work().count_pattern(MAX_PATTERNS + 1)


def test_a_walk_costs_by_the_terms_of_the_field():
    assert walk_cost(13) < walk_cost(1000) < walk_cost(10**6) == MAX_WALK


def test_the_size_of_a_language_has_its_repeats_written_out():
    assert automaton.size(regexp("abc")) == 4
    assert automaton.size(regexp("(.{0,40}a){10}")) > 100 * automaton.size(regexp("(.{0,4}a){10}")) / 2
    assert automaton.stars(regexp("(.*a){10}b+")) == 11
    assert stars_cost(96, 4) > 10 * stars_cost(20, 4) > 20 * stars_cost(20, 1)


def test_excludes_with_stars_are_few(wide):
    wide.search("thing", {"_source": {"excludes": ["f1*"]}})
    with pytest.raises(EngineError, match="unsupported _source"):
        wide.search("thing", {"_source": {"excludes": [f"*a{n}*" for n in range(100)]}})


def test_many_facets_are_counted_as_each_alone(wide):
    aggs = {path: {"terms": {"field": path}} for path, field in FIELDS.items() if field["type"] == "keyword"}
    together = wide.search("thing", {"size": 0, "aggs": aggs})["aggregations"]
    alone = [wide.search("thing", {"size": 0, "aggs": {path: asked}}) for path, asked in aggs.items()]
    assert together == {path: found for one in alone for path, found in one["aggregations"].items()}


def test_words_that_are_highlighted_are_few(wide, monkeypatch):
    marked = {"fields": {"*": {}}, "highlight_query": {"match": {"f1": "some"}}}
    body = {"query": {"match_all": {}}, "highlight": marked}
    assert wide.search("thing", body)["hits"]["hits"][0]["highlight"] == {"f1": ["word0 <em>some</em> words"]}
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.WORDS, 10)
    with pytest.raises(EngineError, match="unsupported highlight: more than 100000 words"):
        wide.search("thing", body)


def test_a_query_without_words_highlights_nothing_in_texts_of_any_length(wide, monkeypatch):
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.WORDS, 1)
    body = {"query": {"match_all": {}}, "highlight": {"fields": {"*": {}}, "require_field_match": False}}
    assert "highlight" not in wide.search("thing", body)["hits"]["hits"][0]


def test_a_pattern_is_compared_once_with_a_word_for_any_number_of_fields(wide, monkeypatch):
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.WORDS, 1000)
    query = {"query_string": {"query": r"\*:*om*", "lenient": True}}
    body = {"query": query, "highlight": {"fields": {"*": {}}, "require_field_match": False}}
    assert len(wide.search("thing", body)["hits"]["hits"][9]["highlight"]) == len(FIELDS)


def test_a_phrase_with_slop_reads_no_document_where_all_are_too_much(wide, monkeypatch):
    phrase = {"query": {"match_phrase": {"f1": {"query": "words some", "slop": 8}}}}
    assert wide.search("thing", phrase)["hits"]["total"]["value"] == 20
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.PHRASES, 100)
    with pytest.raises(EngineError, match="too many candidates"):
        wide.search("thing", phrase)


@pytest.mark.parametrize(
    ("words", "slop", "count"), [("words some", 2, 20), ("words some", 1, 0), ("word1 words", 1, 1)]
)
def test_a_phrase_of_two_words_with_little_slop_needs_no_document(wide, monkeypatch, words, slop, count):
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.PHRASES, 0)
    phrase = {"query": {"match_phrase": {"f1": {"query": words, "slop": slop}}}}
    assert wide.search("thing", phrase)["hits"]["total"]["value"] == count


def test_phrases_whose_documents_are_not_all_read_count_together(wide, monkeypatch):
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.PHRASES, 300)
    monkeypatch.setitem(MAX_PER_REQUEST, costs.PHRASES, 1000)
    phrase = {"query": {"match_phrase": {"f1": {"query": "words some", "slop": 2}}}}
    with until(time.monotonic() + 60):
        assert wide.search("thing", phrase)["hits"]["total"]["value"] == 20
        with pytest.raises(LimitReached, match="too many phrases with slop in all searches"):
            for _ in range(99):
                wide.search("thing", phrase)


def test_all_patterns_but_the_first_may_walk_over_few_terms():
    spent = Work()
    for _ in range(100):
        spent.count_walk("*a*", MAX_FIELD)
    spent.count_walk("*b*", MAX_WALKED)
    for _ in range(MAX_WALKED // MAX_FIELD - 1):
        spent.count_walk("*b*", MAX_FIELD)
    with pytest.raises(LimitReached):
        spent.count_walk("*c*", MAX_FIELD)


def test_the_searches_of_an_answer_share_an_allowance_of_bytes(wide):
    bodies = [{"query": {"match_all": {}}, "size": 20}] * 3
    with until(None, 100_000):
        assert len(wide.msearch("thing", bodies)) == 3
    with pytest.raises(LimitReached, match="more than 20000 bytes of documents"), until(None, 20_000):
        wide.msearch("thing", bodies)
    few = {"query": {"match_all": {}}, "size": 20, "_source": ["f1"]}
    with until(None, 20_000), until(None):
        assert len(wide.msearch("thing", [few] * 10)) == 10
    with pytest.raises(LimitReached), until(None, 20_000), until(None):
        wide.msearch("thing", [few | {"_source": {"excludes": ["f1"]}}] * 10)


def test_facets_that_compare_values_look_at_a_limited_number_together(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.MAX_COUNTED", 30)
    aggs = {f"f{number}": {"terms": {"field": f"f{number}", "include": ".*[wW]ord1.*"}} for number in (0, 2)}
    with pytest.raises(LimitReached, match="compare more than 30 values"):
        wide.search("thing", {"size": 0, "aggs": aggs})
    found = wide.search("thing", {"size": 0, "aggs": {"f0": aggs["f0"]}})["aggregations"]["f0"]["buckets"]
    assert sorted(bucket["key"] for bucket in found)[:2] == ["word1 some words", "word10 some words"]


def test_a_field_with_few_values_in_many_documents_counts_as_few(tmp_path, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.MAX_COUNTED", 30)
    engine = Engine(tmp_path)
    with engine.builder("thing", {"properties": {"kind": {"type": "keyword"}}}) as builder:
        for number in range(20):
            builder.add({"_id": str(number), "kind": f"kind {number % 2}"})
    terms = {"terms": {"field": "kind", "include": ".*1"}}
    found = engine.search("thing", {"size": 0, "aggs": {"a": {**terms, "aggs": {"b": terms}}, "c": terms}})
    assert [bucket["key"] for bucket in found["aggregations"]["a"]["buckets"]] == ["kind 1"]


def test_the_work_of_all_searches_of_a_request_counts_together(wide, monkeypatch):
    bodies = [{"query": {"multi_match": {"query": f"word{n}", "fields": ["*"]}}} for n in range(20)]
    missing = [{"query": {"multi_match": {"query": f"none{n}", "fields": ["*"]}}} for n in range(20)]
    monkeypatch.setitem(MAX_PER_REQUEST, "terms in fields", 250)
    end = time.monotonic() + 60
    with until(end):
        assert wide.search("thing", bodies[0])["hits"]["total"]["value"] == 1
    with until(end):
        failed = wide.msearch("thing", bodies)[-1]["error"]["root_cause"][0]
    assert failed["reason"].startswith("too many terms in fields in all searches of this request")
    with until(end + 1):
        assert wide.search("thing", bodies[1])["hits"]["total"]["value"] == 1
    with until(end + 2):
        assert [one["hits"]["total"]["value"] for one in wide.msearch("thing", missing)] == [0] * 20


def test_patterns_of_a_request_count_together(wide, monkeypatch):
    monkeypatch.setitem(MAX_PER_REQUEST, "terms for patterns", 1000)
    with until(time.monotonic() + 60), pytest.raises(LimitReached, match="too many terms for patterns"):
        for _ in range(99):
            found(wide, "*ord1* OR wo*1")


def test_the_shares_of_the_limits_of_a_request_count_together(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.MAX_SHARES", 0.001)
    body = {"query": {"match": {"f1": "some"}}, "aggs": {"f0": {"terms": {"field": "f0"}}}}
    with until(time.monotonic() + 60):
        first, *_, last = wide.msearch("thing", [body] * 20)
    assert "hits" in first
    assert last["error"]["root_cause"][0]["reason"].startswith("too many terms, patterns, facets, sort keys")


def test_explanations_have_few_lines(wide, monkeypatch):
    body = {"query": {"multi_match": {"query": "word1 some", "fields": ["*"]}}, "explain": True}
    assert "_explanation" in wide.search("thing", {**body, "size": 1})["hits"]["hits"][0]
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.LINES, 500)
    with pytest.raises(EngineError, match="unsupported explain"):
        wide.search("thing", {**body, "size": 20})


def test_a_lenient_query_does_not_hide_a_field_that_is_not_supported(wide):
    assert found(wide, "_version:1") == 0
    with pytest.raises(EngineError, match="unsupported field: _seq_no"):
        found(wide, "_seq_no:1")


def test_ranges_of_texts_are_counted_in_each_field(wide):
    assert found(wide, "[a TO z]") == 20
    assert refusal(wide, " OR ".join(f"[a TO a{n}]" for n in range(60))) == (400, "too_costly_exception")


def explained(engine, q, size):
    query = {"query_string": {"query": q, "fields": ["*"], "lenient": True}}
    return engine.search("thing", {"query": query, "size": size, "explain": True})["hits"]["hits"]


def test_a_query_is_explained_for_few_hits_if_it_has_many_leaves(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.MAX_EXPLAINED_LEAVES", 300)
    assert len(explained(wide, "some", 2)) == 2
    with pytest.raises(LimitReached, match="unsupported explain"):
        explained(wide, "some", 20)


def test_costly_patterns_are_not_explained(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.MAX_EXPLAINED_PATTERNS", 500)
    assert explained(wide, "*om*", 1)[0]["_explanation"]["value"] == 1.0
    with pytest.raises(LimitReached, match="too many wildcards"):
        explained(wide, "*om* OR *or*", 1)


def test_the_cost_of_running_a_query_is_estimated_from_its_parts(wide):
    seconds = []
    for q in ("some", "some OR words", "*om*", "*om* AND *wor*"):
        found(wide, q)
        seconds.append(work().seconds)
    assert seconds == sorted(seconds) and seconds[0] > 0


def test_the_documents_in_facets_and_sort_keys_of_a_batch_count_together(wide, monkeypatch):
    monkeypatch.setitem(MAX_PER_REQUEST, DOCUMENTS_READ, 3000)
    facets = {"query": {"match": {"f1": "some"}}, "aggs": {"f0": {"terms": {"field": "f0"}}}}
    for body in (facets, {"query": facets["query"], "sort": ["f0"]}):
        with until(time.monotonic() + 60):
            assert all("hits" in response for response in wide.msearch("thing", [body] * 6))
        with until(time.monotonic() + 60):
            assert "sort keys, filters and random scores" in str(wide.msearch("thing", [body] * 10)[-1]["error"])


def test_random_scores_of_a_batch_count_as_twenty_sort_keys_each(wide, monkeypatch):
    monkeypatch.setitem(MAX_PER_REQUEST, DOCUMENTS_READ, 60_000)
    body = {"query": {"function_score": {"random_score": {}}}, "size": 1}
    with until(time.monotonic() + 60):
        assert all("hits" in response for response in wide.msearch("thing", [body] * 4))
    with until(time.monotonic() + 60):
        assert "random scores in all searches" in str(wide.msearch("thing", [body] * 10)[-1]["error"])


def test_the_time_to_order_ties_of_a_facet_counts_in_a_batch(tmp_path, monkeypatch):
    engine = Engine(tmp_path)
    with engine.builder("thing", {"properties": {"id": {"type": "keyword"}}}) as builder:
        for number in range(2000):
            builder.add({"_id": str(number), "id": f"id{number}"})
    body = {"query": {"exists": {"field": "id"}}, "size": 0, "aggs": {"ids": {"terms": {"field": "id"}}}}
    monkeypatch.setitem(MAX_PER_REQUEST, DOCUMENTS_READ, 9 * 2500 + 500)
    with until(time.monotonic() + 60):
        assert "facets, sort keys" in str(engine.msearch("thing", [body] * 10)[-1]["error"])
    body["aggs"]["ids"]["terms"]["order"] = {"_key": "asc"}
    with until(time.monotonic() + 60):
        assert all("hits" in response for response in engine.msearch("thing", [body] * 10))


@pytest.mark.parametrize("hit_seconds", [2e-6, 1e-12])
def test_the_costly_filter_of_a_batch_counts_for_each_search(wide, hit_seconds, monkeypatch):
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", 1e-9)
    monkeypatch.setattr(batch_filter, "HIT_SECONDS", hit_seconds)
    word = {"query_string": {"query": "some", "fields": ["f1"]}}
    body = {"query": {"bool": {"must": [word], "filter": [{"wildcard": {"f0": "*"}}]}}}
    monkeypatch.setitem(MAX_PER_REQUEST, DOCUMENTS_READ, 4000)
    monkeypatch.setattr("searchapp.engine.costs.MAX_SHARES", 9)
    with until(time.monotonic() + 60):
        assert all("hits" in response for response in wide.msearch("thing", [body] * 3))
    with until(time.monotonic() + 60):
        assert "filters and random scores" in str(wide.msearch("thing", [body] * 15)[-1]["error"])


def test_the_hits_that_min_score_compares_count_together(wide, monkeypatch):
    monkeypatch.setitem(MAX_PER_REQUEST, DOCUMENTS_READ, 20_000)
    body = {"query": {"match": {"f1": "some"}}, "min_score": 1e-9}
    with until(time.monotonic() + 60):
        assert all("hits" in response for response in wide.msearch("thing", [body] * 3))
    with until(time.monotonic() + 60):
        assert "random scores in all searches" in str(wide.msearch("thing", [body] * 15)[-1]["error"])


def test_the_documents_that_the_searches_of_a_request_read_count_together_for_any_fields(wide, monkeypatch):
    monkeypatch.setitem(MAX_PER_REQUEST, "bytes of documents", 5000)
    body = {"query": {"query_string": {"query": "some", "fields": ["f1"]}}, "_source": ["f2"], "size": 20}
    with until(time.monotonic() + 60):
        assert len(wide.search("thing", body)["hits"]["hits"]) == 20
    for bodies in ([body] * 3, [{**body, "sort": ["f2"]}] * 3):
        with until(time.monotonic() + 61), pytest.raises(LimitReached, match="too many bytes of documents in all"):
            failed_alone(wide.msearch("thing", bodies))


def failed_alone(responses):
    """Raises the error of the last response."""
    error = responses[-1].get("error")
    if error:
        raise LimitReached(400, "too_costly_exception", error["root_cause"][0]["reason"])


def strings(text):
    return {"query": {"query_string": {"query": text, "fields": ["*"]}}}


@pytest.mark.parametrize(
    ("body", "looks"),
    [
        (strings("*ord1* OR w*d"), 60),
        (strings("/.*w.*d1.*/"), 30),
        (strings("wordx~1 OR somx~1"), 30),
        (strings("[word1 TO word2]"), 30),
        (strings('"words some word1"~9'), 15),
        ({"query": {"match": {"f1": "some"}}, "size": 0, "aggs": FACETS}, 15),
        (
            {
                "query": {"match": {"f1": "some"}},
                "size": 0,
                "aggs": {"a": {**FACETS["f0"], "aggs": {"b": FACETS["f2"]}}},
            },
            10,
        ),
        ({"query": {"match": {"f1": "some"}}, "highlight": {"fields": EVERYWHERE}, "size": 20}, 100),
        ({"query": {"match": {"f1": "some"}}, "explain": True, "size": 20}, 40),
        ({"sort": [{name: "asc"} for name in FACETS], "size": 20}, 15),
        ({"_source": ["*1*", "f2"], "size": 20}, 20),
    ],
)
def test_the_time_is_looked_at_for_each_field_key_facet_and_hit(wide, monkeypatch, body, looks):
    seen = []
    monkeypatch.setattr(Work, "check_deadline", lambda self: seen.append(1))
    with until(time.monotonic() + 60):
        wide.search("thing", body)
    assert len(seen) >= looks


def test_ranges_of_numbers_count_by_the_documents_they_look_at(tmp_path, monkeypatch):
    engine = Engine(tmp_path)
    with engine.builder("thing", {"properties": {"size": {"type": "long"}}}) as builder:
        for number in range(50):
            builder.add({"_id": str(number), "size": number})
    bodies = [{"query": {"term": {"size": number}}} for number in range(20)]
    monkeypatch.setitem(MAX_PER_REQUEST, "terms in fields", 50)
    with until(time.monotonic() + 60):
        assert [one["hits"]["total"]["value"] for one in engine.msearch("thing", bodies)] == [1] * 20
    monkeypatch.setattr("searchapp.engine.costs.SCANNED", 10)
    with until(time.monotonic() + 60):
        assert "too many terms in fields" in str(engine.msearch("thing", bodies)[-1]["error"])


def test_the_time_of_patterns_counts_in_a_batch(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.costs.UNCOUNTED_PATTERN_SECONDS", 0)
    monkeypatch.setattr("searchapp.engine.costs.PATTERN_SECONDS", 0)
    monkeypatch.setattr("searchapp.engine.costs.DOCUMENT_SECONDS", 1e-12)
    monkeypatch.setitem(MAX_PER_REQUEST, "terms for patterns", 10**9)
    for query, counts in (({"prefix": {"f1": "wo"}}, True), ({"match": {"f1": "some"}}, False)):
        with until(time.monotonic() + 60):
            last = wide.msearch("thing", [{"query": query, "size": 0}] * 20)[-1]
        assert ("in all searches of this request together" in str(last.get("error"))) == counts


def test_the_time_to_explain_patterns_counts_in_a_batch(wide, monkeypatch):
    monkeypatch.setattr("searchapp.engine.search.request_queries.MIN_LISTED_SECONDS", 0)
    monkeypatch.setattr("searchapp.engine.costs.DOCUMENT_SECONDS", 1e-12)
    monkeypatch.setattr("searchapp.engine.costs.UNCOUNTED_PATTERN_SECONDS", 1e9)
    body = {"query": {"wildcard": {"f0": "*ord1*"}}, "explain": True}
    with until(time.monotonic() + 60):
        assert "in all searches of this request together" in str(wide.msearch("thing", [body] * 20)[-1]["error"])
