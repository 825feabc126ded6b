import pytest

from searchapp.errors import ErrorKind, PipelineError
from searchapp.querystring.cost.clauses import MAX_IN_SCOPES, check_terms, check_text, matched, of_text

FIELDS = [f"part{number % 10}.f{number}" for number in range(300)]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("a b c", 6),
        ("part1.f1:a OR (x:b AND c)^2", 4),
        (r"\*:(a b)", 600),
        (r'\*:"a b c"', 900),
        (r"part1.\*:a*", 30),
        ("x:[1 TO 2] OR _exists_:y", 2),
        ("a AND", 0),
        ("a" * 600, 6),
    ],
)
def test_words_count_in_each_field_where_they_are_looked_for(text, clauses):
    assert of_text(text, ["part1.f1", "part2.f2^3"], FIELDS) == clauses


def test_patterns_mean_a_field_once():
    assert matched(["part1.*", "*.f1", "_id"], FIELDS) == 31


def test_a_query_with_too_many_clauses_is_refused_with_advice():
    check_text(" ".join(["word"] * 1000), ["all"], FIELDS)
    with pytest.raises(PipelineError, match="300000 clauses") as raised:
        check_text(r"\*:(" + " ".join(["word"] * 1000) + ")", ["all"], FIELDS)
    assert (raised.value.code, raised.value.details) == (400, {"keyword": "q", "max": 150_000, "num": 300_000})


def test_query_strings_that_are_too_long_together_are_not_parsed():
    with pytest.raises(PipelineError, match="1000800 characters in all terms, at most 600000") as raised:
        check_terms(['"'] * 800 + ["a"] * 1_000_000, [], ["all"], FIELDS)
    assert (raised.value.code, raised.value.details) == (400, {"keyword": "q", "max": 600_000, "num": 1_000_800})


def test_no_more_is_counted_than_is_allowed():
    with pytest.raises(PipelineError, match="150199 clauses"):
        check_terms([r"\*:a OR b"] * 1000, [], ["all"], FIELDS)


@pytest.mark.parametrize(
    ("count", "scopes", "refused"),
    [(1000, ["*"], True), (250, ["*"], False), (1000, ["part1.*", "_id"], False), (1000, [], False)],
)
def test_a_batch_counts_all_its_terms(count, scopes, refused):
    assert MAX_IN_SCOPES == 100_000
    terms = [f"kari-{number}" for number in range(count)]
    if refused:
        with pytest.raises(PipelineError, match="clauses") as raised:
            check_terms(terms, scopes, ["all"], FIELDS)
        assert raised.value.kind is ErrorKind.BATCH_TOO_LARGE
    else:
        check_terms(terms, scopes, ["all"], FIELDS)
