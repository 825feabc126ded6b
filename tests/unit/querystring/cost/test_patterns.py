import pytest

from searchapp.errors import ErrorKind, PipelineError
from searchapp.querystring.cost.patterns import can_highlight, check_together, limited_patterns

FIELDS = [f"part{number % 10}.f{number}" for number in range(300)]


def limits(text):
    return limited_patterns(text, ["part1.f1", "part2.f2^3"], FIELDS)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (r"kin* /a.*b/", None),
        (r"part1.\*:/a.*b/", None),
        (r"part1.\*:/a.*b/ OR /c/", 9375),
        (r"\*:/a.*b/", 1000),
        (r"\*:(/a.*b/ OR /c/)", 500),
        (r"\*:kin*", None),
        ("a AND", None),
    ],
)
def test_regular_expressions_in_many_fields_have_fewer_steps_each(text, steps):
    assert limits(text) == ({"max_determinized_states": steps} if steps else {})


@pytest.mark.parametrize(
    ("text", "message", "num", "most"),
    [
        (r"\*:(/a/ OR /b/ OR /c/)", "900 regular expressions", 900, 600),
        (
            r"\*:(kinase~2 OR kinases~ OR kinase~1 OR kinase~)",
            "wildcards and fuzzy words that take 1569 ms",
            1569,
            1500,
        ),
        (r"\*:" + "a" * 21 + "~2", "wildcards and fuzzy words that take 1575 ms", 1575, 1500),
        (r"\*:" + "*a" * 40, "wildcards and fuzzy words that take 12742 ms", 12742, 1500),
        (r"\*:*" + "a" * 200, "wildcards and fuzzy words that take 1658 ms", 1658, 1500),
    ],
)
def test_patterns_that_cost_a_node_too_much_are_refused_with_advice(text, message, num, most):
    with pytest.raises(PipelineError, match=message) as raised:
        limits(text)
    assert (raised.value.code, raised.value.details) == (400, {"keyword": "q", "max": most, "num": num})
    assert raised.value.summary.endswith("name fewer fields, or use fewer patterns")


@pytest.mark.parametrize(
    ("texts", "message", "num", "most"),
    [
        ([f"kinase{n}~" for n in range(1000)], "wildcards and fuzzy words that take 4445 ms", 4445, 1000),
        ([f"kinase{n}~1" for n in range(1000)], "wildcards and fuzzy words that take 1422 ms", 1422, 1000),
        ([f"/ab.*{n}/" for n in range(301)], "602 regular expressions", 602, 600),
    ],
)
def test_patterns_of_a_batch_are_refused_if_they_cost_too_much_together(texts, message, num, most):
    searched = ["part1.f1", "part2.f2^3"]
    with pytest.raises(PipelineError, match=message) as raised:
        check_together(["kinase", 5, *texts], searched, FIELDS)
    assert (raised.value.code, raised.value.details) == (400, {"keyword": "q", "max": most, "num": num})
    assert raised.value.summary.endswith("name fewer fields, or send fewer terms")
    assert raised.value.kind is ErrorKind.BATCH_TOO_LARGE
    check_together(texts[:200], searched, FIELDS)
    check_together(texts[:1] * 1000, searched, FIELDS)


def test_patterns_in_a_few_fields_or_a_few_patterns_everywhere_are_allowed():
    assert limits(" OR ".join(f"word{n}~2" for n in range(10))) == {}
    assert limits(r"\*:(*kari* OR ka*no)") == {}
    assert limits(r"\*:(*" + "a" * 100 + " OR " + "a" * 1000 + "*)") == {}
    assert limits("*" + "a" * 5000) == {}
    assert limits("*a" * 48) == {}


@pytest.mark.parametrize(
    ("text", "highlighted", "hits", "expected"),
    [
        ("kari~2", ["*"], 10, True),
        (r"\*:kari~2", ["*"], 10, False),
        (r"\*:kari~2", ["part1.f1", "part2.f2", "part3.f3"], 10, True),
        (r"\*:(kari AND ka*)", ["*"], 100, True),
        (r"\*:*kari*", ["*"], 10, True),
        (r"\*:*kari*", ["*"], 100, False),
        (r"\*:/.*kari/", ["*"], 100, False),
        (r"\*:*kari*", ["part1.f1"], 1000, True),
        ("*kari*", ["*"], 1000, True),
    ],
)
def test_patterns_in_many_fields_are_highlighted_in_few(text, highlighted, hits, expected):
    assert can_highlight(text, ["part1.f1", "part2.f2^3"], FIELDS, highlighted, hits) is expected
