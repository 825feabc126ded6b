import time
from contextlib import nullcontext
from dataclasses import asdict

import pytest

from searchapp.errors import ErrorKind, PipelineError
from searchapp.web.batch import answers
from searchapp.web.batch.answers import Lookup, without

DOCUMENTS = {"a": [{"_id": "1", "symbol": "A"}], "b": [{"_id": "1", "alias": "b"}, {"_id": "2", "symbol": "B"}]}
DOCUMENTS["c"] = [{"_id": "3", "symbol": "c"}, {"_id": "4", "symbol": ["x", "C"]}]


def search(terms, **options):
    """Finds the documents above; `bad` cannot be looked up."""
    if "bad" in terms:
        raise PipelineError(400, "cannot be parsed", {"term": "bad"})
    found = [{"query": term, **document} for term in terms for document in DOCUMENTS.get(term, [])]
    return found + [{"query": term, "found": False} for term in terms if term not in DOCUMENTS]


def lookup(ask=search, part=3, **more):
    given = {
        "scopes": ["symbol"],
        "candidates": ["symbol", "alias"],
        "fields": {},
        "seconds": 1,
        "characters": 50,
        **more,
    }
    return Lookup(ask=ask, options={}, part=part, **given)


def answered(one, terms):
    return [(entry["query"], entry.get("_id")) for batch in one.batches(terms) for entry in batch]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(answers, "RETRY_PAUSE", 0)


def test_every_term_has_its_entries_in_the_order_of_the_list():
    one = lookup()
    terms = ["x", "c", "a", "a", "b", "y", "c"]
    found = answered(one, terms)
    assert found == [
        ("x", None),
        ("c", "3"),
        ("c", "4"),
        ("a", "1"),
        ("a", "1"),
        ("b", "2"),
        ("y", None),
        ("c", "3"),
        ("c", "4"),
    ]
    assert asdict(one.counts) == {"terms": 7, "found": 5, "ambiguous": 2, "missing": 2, "failed": 0}


def test_the_first_field_that_matches_wins_and_is_named():
    (batch,) = lookup().batches(["b"])
    assert batch == [{"query": "b", "_id": "2", "symbol": "B", "_matched": "symbol"}]


def test_only_terms_that_the_first_scope_misses_are_looked_up_in_the_others():
    calls = []

    def ask(terms, **options):
        calls.append((terms, options["scopes"]))
        return search([term for term in terms if options["scopes"] != ["symbol"] or term == "a"]) + [
            {"query": term, "found": False} for term in terms if options["scopes"] == ["symbol"] and term != "a"
        ]

    assert answered(lookup(ask, scopes=["symbol", "alias"]), ["a", "b", "x"]) == [("a", "1"), ("b", "2"), ("x", None)]
    assert calls == [(["a", "b", "x"], ["symbol"]), (["b", "x"], ["alias"])]


def test_a_term_that_cannot_be_looked_up_spoils_no_other():
    one = lookup(part=8)
    (batch,) = one.batches(["a", "bad", "c", "y", "z" * 51])
    assert [entry.get("_error") for entry in batch] == [
        None,
        "cannot be parsed",
        None,
        None,
        None,
        "a term may have at most 50 characters",
    ]
    assert (one.counts.terms, one.counts.failed) == (5, 2)


def failing(calls, good):
    """A search that fails after so many good calls."""

    def ask(terms, **options):
        calls.append(terms)
        if len(calls) > good:
            raise PipelineError(503, "the database does not answer")
        return search(terms)

    return ask


def test_a_failure_in_the_middle_loses_no_term_and_is_not_asked_for_ever():
    calls = []
    one = lookup(failing(calls, 1), part=2)
    found = answered(one, [f"t{number}" for number in range(100)])
    assert [term for term, _ in found] == [f"t{number}" for number in range(100)]
    assert (one.counts.missing, one.counts.failed, len(calls)) == (2, 98, 7)


def test_a_part_that_takes_too_long_is_asked_for_in_smaller_ones():
    def ask(terms, **options):
        if len(terms) > 2:
            raise PipelineError(504, "too late")
        return search(terms)

    one = lookup(ask, part=8)
    assert answered(one, ["a", "x", "b", "y", "z"]) == [("a", "1"), ("x", None), ("b", "2"), ("y", None), ("z", None)]
    assert one.counts.failed == 0


def test_parts_stay_small_after_one_that_takes_too_long_and_grow_again():
    sizes = []

    def ask(terms, **options):
        sizes.append(len(terms))
        if len(sizes) == 1:
            raise PipelineError(504, "too late")
        return search(terms)

    terms = [f"x{number}" for number in range(60)]
    assert [term for term, _ in answered(lookup(ask, part=50), terms)] == terms
    assert sizes == [50, 2, 4, 8, 16, 30]


def test_a_term_alone_that_takes_too_long_fails_and_the_next_is_asked_for():
    def ask(terms, **options):
        if "b" in terms:
            raise PipelineError(504, "too late")
        return search(terms)

    one = lookup(ask, part=2)
    assert answered(one, ["a", "b", "x", "c"]) == [("a", "1"), ("b", None), ("x", None), ("c", "3"), ("c", "4")]
    assert (one.counts.failed, one.counts.missing) == (1, 1)


def test_nothing_is_asked_for_after_the_end():
    calls = []

    def ask(terms, deadline, **options):
        calls.append(deadline)
        raise PipelineError(504, "too late")

    with pytest.raises(PipelineError, match="too late"):
        list(lookup(ask, part=8, end=1.0).parts(["a", "b", "c"]))
    assert calls == [1.0]


def test_a_failure_at_the_start_is_an_error():
    with pytest.raises(PipelineError, match="does not answer"):
        list(lookup(failing([], 0)).batches(["a"]))


def test_a_failure_that_passes_is_not_seen():
    calls = []

    def ask(terms, **options):
        calls.append(terms)
        if len(calls) == 2:
            raise PipelineError(503, "busy")
        return search(terms)

    one = lookup(ask, part=1)
    assert answered(one, ["a", "x", "a"]) == [("a", "1"), ("x", None), ("a", "1")]
    assert one.counts.failed == 0


def test_mistakes_in_the_request_are_errors():
    def ask(terms, **options):
        raise PipelineError(400, "unknown field", {"keyword": "scopes"})

    with pytest.raises(PipelineError, match="unknown field"):
        list(lookup(ask).batches(["a"]))


def test_terms_are_read_as_parts_are_asked_for():
    read = []

    def terms():
        for number in range(1000):
            read.append(number)
            yield f"t{number}"

    batches = lookup(part=10).batches(terms())
    next(batches)
    assert len(read) == 10


def test_fields_that_were_only_read_are_taken_out():
    document = {"a": {"b": [{"c": 1, "d": 2}, {"c": 3}]}, "e": {"f": 1}}
    without(document, ["a", "b", "c"])
    without(document, ["e", "f"])
    without(document, ["x", "y"])
    assert document == {"a": {"b": [{"d": 2}, {}]}}


def test_a_name_that_finds_much_is_written_a_few_entries_at_a_time(monkeypatch):
    monkeypatch.setattr(answers, "ENTRIES_PER_WRITE", 4)
    batches = list(lookup(part=100).batches(["b"] * 5))
    assert [len(batch) for batch in batches] == [4, 1]


def test_a_part_whose_documents_are_too_large_is_asked_for_in_smaller_parts():
    sizes = []

    def small(terms, **options):
        sizes.append(len(terms))
        if len(terms) > 1:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=10)
        return search(terms)

    assert len(answered(lookup(small, end=time.monotonic() + 60), ["a", "b", "x"])) == 3
    assert sizes == [3, 1, 1, 1]


def test_the_parts_of_a_stream_stay_a_quarter_as_large_after_one_whose_documents_are_too_large():
    sizes = []

    def ask(terms, **options):
        sizes.append(len(terms))
        if len(terms) > 4:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=10)
        return search(terms)

    terms = [f"x{number}" for number in range(12)]
    assert [term for term, _ in answered(lookup(ask, part=8), terms)] == terms
    assert sizes == [8, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(("is_stream", "wanted"), [(True, [8, 2, 2, 2, 2, 2, 2]), (False, [8])])
def test_terms_that_are_too_costly_together_are_divided_in_a_stream_and_else_an_error(is_stream, wanted):
    sizes = []

    def ask(terms, **options):
        sizes.append(len(terms))
        if len(terms) > 4:
            raise PipelineError(400, "too many", {"position": 0}, ErrorKind.BATCH_TOO_LARGE)
        return search(terms)

    one = lookup(ask, part=8, **({} if is_stream else {"end": time.monotonic() + 60}))
    with nullcontext() if is_stream else pytest.raises(PipelineError, match="too many"):
        assert len(answered(one, [f"x{number}" for number in range(12)])) == 12
    assert sizes == wanted
