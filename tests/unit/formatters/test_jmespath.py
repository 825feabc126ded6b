import pytest

from searchapp.errors import PipelineError
from searchapp.formatters.jmespath import parsed, transforming

from ..refusals import refusal


@pytest.fixture(autouse=True)
def nothing_parsed_before():
    parsed.cache.clear()


def transformed(document, text, exclude_empty=False):
    return transforming(text, exclude_empty)(document)


def refused(call, *arguments):
    summary, details = refusal(call, *arguments)
    assert (summary, details["keyword"]) == ("Invalid value for jmespath parameter", "jmespath")
    return {key: value for key, value in details.items() if key != "keyword"}


@pytest.mark.rule("O15")
def test_the_value_of_the_target_is_replaced():
    document = {"a": {"b": [1, 2, 3]}, "c": 1}
    assert transformed(document, "a.b|[0]") == {"a": {"b": 1}, "c": 1}
    assert document == {"a": {"b": [1, 2, 3]}, "c": 1}


@pytest.mark.rule("O15")
@pytest.mark.parametrize("target", ["", ".", " ", " . "])
def test_an_empty_target_or_a_dot_is_the_whole_document(target):
    assert transformed({"a": 1, "b": 2}, f"{target}|{{x: a}}") == {"x": 1}


@pytest.mark.rule("O15")
def test_two_ampersands_may_be_written_encoded():
    document = {"a": [{"x": 1, "y": 1}, {"x": 1, "y": 2}]}
    for text in ("a|[?x==`1`%26%26y==`2`]", "a|[?x==`1`&&y==`2`]"):
        assert transformed(document, text) == {"a": [{"x": 1, "y": 2}]}


@pytest.mark.rule("O15")
def test_lists_before_the_target_are_gone_through():
    document = {"a": [{"b": [1, 2]}, {"b": [3]}, {"c": 1}]}
    assert transformed(document, "a.b|length(@)") == {"a": [{"b": 2}, {"b": 1}, {"c": 1}]}


def test_the_expression_may_hold_a_bar():
    assert transformed({"a": [[1], [2]]}, "a|[0] | [0]") == {"a": 1}
    assert transformed({"a": {"c": 1}}, "a|b || c") == {"a": 1}


@pytest.mark.rule("O15")
def test_a_missing_or_null_target_stays_as_it_is():
    assert transformed({"a": None, "b": {}}, "a|length(@)") == {"a": None, "b": {}}
    assert transformed({"b": 1}, "a.c|length(@)") == {"b": 1}


def test_zero_and_empty_values_are_transformed():
    assert transformed({"a": []}, "a|length(@)") == {"a": 0}
    assert transformed({"a": 0}, "a|type(@)") == {"a": "number"}


def test_a_whole_document_has_to_become_an_object():
    assert transformed({"a": 1}, ".|nope") == {}
    assert transformed({"a": []}, ".|a") == {}
    expected = {"reason": "the expression for the whole document must return an object"}
    for text in (".|a", ".|[a]", ".|'x'"):
        assert refused(transformed, {"a": 1}, text) == expected


@pytest.mark.rule("O16")
@pytest.mark.parametrize("document", [{"a": []}, {"a": None}, {"a": [1]}, {}, {"b": 1}, {"a": "x"}])
def test_a_document_without_a_new_value_is_dropped(document):
    assert transformed(document, "a|[?@==`2`]", exclude_empty=True) is None


@pytest.mark.rule("O16")
@pytest.mark.parametrize("value", [0, False, "", {}])
def test_other_false_values_are_not_empty(value):
    assert transformed({"a": value}, "a|@", exclude_empty=True) == {"a": value}


@pytest.mark.rule("O16")
def test_a_document_with_one_new_value_that_is_not_empty_is_kept():
    document = {"a": [{"b": [1]}, {"b": [2]}]}
    assert transformed(document, "a.b|[?@==`2`]", exclude_empty=True) == {"a": [{"b": []}, {"b": [2]}]}


@pytest.mark.rule("O16")
def test_a_whole_document_that_becomes_empty_is_dropped():
    assert transformed({"a": 1}, ".|nope", exclude_empty=True) is None
    assert transformed({"a": 1}, ".|{b: a}", exclude_empty=True) == {"b": 1}


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("symbol", 6, "no | after the target field, write field|expression"),
        ("a|", 2, "Invalid JMESPath expression: cannot be empty."),
        ("a|[?", 4, "the expression ends too early"),
        ("a|b c", 4, "'c' is not expected here"),
        ("ab|c.'x'", 5, "'x' is not expected here"),
        ("a|'x", 2, "Unclosed ' delimiter"),
        ("a|b | #", 6, "Unknown token #"),
        ("a|foo(@)", 2, "no function is named foo"),
        ("a|'foo(' && foo(@)", 12, "no function is named foo"),
        ("a|b[?c].{d: foo (@)}", 12, "no function is named foo"),
    ],
)
def test_an_expression_that_cannot_be_read_is_refused_with_its_position(text, position, reason):
    assert refused(parsed, text) == {"position": position, "reason": reason}


def test_a_thousand_characters_pass_and_one_more_is_refused():
    assert parsed("a|" + "b" * 998)
    expected = {"position": 1000, "reason": "1001 characters, at most 1000 are allowed"}
    assert refused(parsed, "a|" + "b" * 999) == expected


def test_sixty_nested_brackets_pass_and_one_more_is_refused():
    assert parsed("a|" + "[" * 60 + "a" + "]" * 60)
    expected = {"position": 62, "reason": "brackets nested more than 60 deep"}
    assert refused(parsed, "a|" + "[" * 61 + "a" + "]" * 61) == expected
    assert refused(parsed, "a|" + "(" * 61) == expected
    assert refused(parsed, "a|" + "{" * 61) == expected


@pytest.mark.parametrize("quoted", ["'{}'", '"{}"', "`{}`", "'\\'{}'"])
def test_brackets_in_quotes_do_not_count(quoted):
    expression = quoted.format("[" * 61 if quoted != "`{}`" else '"' + "[" * 61 + '"')
    assert parsed("a|" + expression)


def test_the_target_has_no_brackets_of_its_own():
    assert parsed("((|" + "[" * 59 + "a" + "]" * 59)


def test_adjacent_brackets_do_not_nest():
    assert parsed("a|" + " || ".join(["[a]"] * 70))
    assert parsed("a|" + " || ".join(["{a:a}"] * 70))
    assert parsed("a|" + " || ".join(["sum(a)"] * 70))


def test_a_hundred_steps_pass_and_one_more_is_refused():
    assert parsed("a|" + ".".join(["b"] * 99))
    assert parsed("a|" + "!" * 99 + "b")
    expected = {"position": 2, "reason": "101 steps, at most 100 are allowed"}
    assert refused(parsed, "a|" + ".".join(["b"] * 100)) == expected
    assert refused(parsed, "a|" + "||".join(["b"] * 101)) == expected
    assert refused(parsed, "a|" + "!" * 100 + "b") == expected


def test_steps_beyond_any_recursion_are_refused():
    assert refused(parsed, "a|" + "!" * 990 + "b") == {
        "position": 2,
        "reason": "more than 100 steps, at most 100 are allowed",
    }


@pytest.mark.parametrize(("base", "step", "count"), [("b", "[]", 498), ("b", "[].a", 240), ("b", "<b", 400)])
def test_steps_that_are_read_in_a_loop_are_refused_at_any_depth(base, step, count):
    found = refused(parsed, "a|" + base + step * count)["reason"]
    assert found.endswith("steps, at most 100 are allowed")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a|length(@)", "In function length(), invalid type for value: 1"),
        ("b|[::0]", "slice step cannot be zero"),
        ("a|ceil(to_number('inf'))", "a number is not finite"),
        ("a|&a", "an expression is not a value"),
        ("a|length()", "Expected 1 argument for function length(), received 0"),
    ],
)
def test_expressions_that_fail_in_a_document_are_refused(text, reason):
    found = refused(transformed, {"a": 1, "b": [1]}, text)
    assert found["reason"].startswith(reason)
    assert "position" not in found


def test_an_expression_that_costs_too_much_is_refused():
    expected = {"reason": "the expression costs too much: select less, or ask for fewer hits"}
    assert refused(transformed, {"a": 1}, "a|" + "|".join(["[@,@]"] * 30)) == expected


def test_the_documents_of_one_request_share_a_budget():
    transform = transforming("a|" + "|".join(["[@,@]"] * 16), False)
    transform({"a": 1})
    with pytest.raises(PipelineError):
        for _ in range(20):
            transform({"a": 1})


def test_an_expression_is_parsed_once():
    assert parsed("a|b.c") is parsed("a|b.c")
    assert parsed("a.b|c").path == ["a", "b"]
    assert parsed(" a.b |c").path == ["a", "b"]
    assert parsed(".|c").path == []


def test_a_long_reason_is_cut():
    assert len(refused(transformed, {"a": "x" * 1000}, "a|abs(@)")["reason"]) == 300


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("unique(a)", ["x", "y"]),
        ("unique(b)", [1, 2.5]),
        ("unique(c)", [{"k": 1}, "x"]),
        ("unique_count(c)", 2),
        ("unique(`[]`)", []),
    ],
)
def test_values_of_a_list_can_be_made_unique(expression, expected):
    document = {"a": ["y", "x", "y"], "b": [2.5, 1, 1], "c": [{"k": 1}, "x", {"k": 1}]}
    assert transforming(f".|{{found: {expression}}}", False)(document) == {"found": expected}
