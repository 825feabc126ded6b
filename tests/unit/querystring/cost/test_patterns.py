import pytest

from searchapp.errors import PipelineError
from searchapp.querystring.cost.patterns import can_highlight, limited_patterns

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
        (r"\*:(ab~2 OR cd~ OR ef~1)", "wildcards and fuzzy words that take 1800 ms", 1800, 1500),
        (r"\*:" + "*a" * 40, "wildcards and fuzzy words that take 12742 ms", 12742, 1500),
        (r"\*:*" + "a" * 200, "wildcards and fuzzy words that take 1658 ms", 1658, 1500),
    ],
)
def test_patterns_that_cost_a_node_too_much_are_refused_with_advice(text, message, num, most):
    with pytest.raises(PipelineError, match=message) as raised:
        limits(text)
    assert (raised.value.code, raised.value.details) == (400, {"keyword": "q", "max": most, "num": num})
    assert raised.value.summary.endswith("name fewer fields, or use fewer patterns")


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
