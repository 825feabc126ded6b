import jmespath
import pytest

from searchapp.formatters.jmespath_interpreter import BoundedInterpreter, TooCostly, is_expression


def search(expression, value, budget=1_000_000):
    return BoundedInterpreter(budget).search(jmespath.compile(expression).parsed, value)


def cost(expression, value):
    interpreter = BoundedInterpreter(1000)
    interpreter.search(jmespath.compile(expression).parsed, value)
    return 1000 - interpreter.left


DOCUMENT = {
    "a": [{"n": 1, "t": "x"}, {"n": 2, "t": "y"}, {"n": 3, "t": "x"}],
    "o": {"k": "v", "l": [1, 2]},
    "w": ["c", "a", "b"],
}


@pytest.mark.parametrize(
    "expression",
    [
        "a[?n>`1`].t",
        "a[?t=='x' && n!=`1`]",
        "a[*].{t: t, m: [n, n]}",
        "a[0].t",
        "a[1:].n",
        "sort(w)",
        "sort_by(a, &n)[-1].n",
        "max_by(a, &n).t",
        "join(', ', w)",
        "o.*",
        "values(o)",
        "to_string(o)",
        "merge(o, {x: `1`})",
        "a[].n | sum(@)",
        "o == o",
        "w == o",
        "a[?!(t=='y')] | length(@)",
        "map(&n, a)",
        "contains(w, 'a')",
        "not_null(nope, o.k)",
        "nope",
        "`null`",
    ],
)
def test_it_gives_the_same_as_jmespath(expression):
    assert search(expression, DOCUMENT) == jmespath.search(expression, DOCUMENT)


@pytest.mark.parametrize(
    ("expression", "value", "expected"),
    [
        ("a", {"a": 1}, 2),  # one visit, one value
        ("a.b", {"a": {"b": 1}}, 4),  # three visits
        ("a", {"a": "x" * 16}, 4),  # a text of 16 characters is 3
        ("a", {"a": [1, 2]}, 4),  # a list of two is 3
        ("a", {"a": {"k": 1}}, 4),  # as is an object with one key
        ("[a, a]", {"a": 1}, 8),  # three visits, two created, three written
        ("{b: a}", {"a": 1}, 7),  # three visits, one created, three written
        ("to_string(a)", {"a": 1}, 4),  # two visits, one argument, one written
        ("length(a)", {"a": [1, 2]}, 6),  # two visits, three for the argument, one written
        ("a == b", {"a": 1, "b": 1}, 6),  # five visits: two more to compare the values
        ("a == b", {"a": [1, 2], "b": [1]}, 8),  # and the smaller side
        ("a == b", {"a": [1, 2], "b": 1}, 6),
        # 3 visits, 3 + 5 for the arguments, 12 for separators, 6 created, 7 written
        ("join(s, w)", {"s": "x" * 16, "w": ["a"] * 4}, 36),
        ("contains(w, s)", {"s": "x" * 16, "w": ["a"] * 4}, 12),
        ("map(&a, w)", {"w": [{"a": 1}]}, 11),
    ],
)
def test_everything_visited_created_and_written_is_paid(expression, value, expected):
    assert cost(expression, value) == expected


def test_a_budget_can_be_used_up_to_its_end():
    tree = jmespath.compile("a.b").parsed
    assert BoundedInterpreter(4).search(tree, {"a": {"b": 1}}) == 1
    with pytest.raises(TooCostly):
        BoundedInterpreter(3).search(tree, {"a": {"b": 1}})


def test_the_budget_holds_for_all_documents_together():
    interpreter = BoundedInterpreter(5)
    tree = jmespath.compile("a").parsed
    assert [interpreter.search(tree, {"a": 1}) for _ in range(2)] == [1, 1]
    with pytest.raises(TooCostly, match="costs too much"):
        interpreter.search(tree, {"a": 1})


TEN = "[" + ",".join("@" * 10) + "]"


@pytest.mark.parametrize(
    "expression",
    [
        "|".join(["[@,@]"] * 40),
        "|".join(["{a:@,b:@}"] * 40),
        "|".join([TEN] * 6 + ["to_string(@)"] * 3),
        f"{TEN}|" + "|".join([f"{TEN}[]"] * 8),
        "|".join([f"join('xxxxxxxxxxxxxxxx', {TEN})"] * 8),
        "'" + '"' * 200 + "'|" + "|".join(["to_string([@])"] * 30),
    ],
)
def test_results_that_grow_without_limit_are_stopped(expression):
    with pytest.raises(TooCostly):
        search(expression, "a")


def test_two_large_equal_values_are_not_compared():
    chain = "|".join(["[@,@]"] * 15)
    comparison = f"({chain}) == ({chain})"
    assert search(comparison, "a", budget=100_000) is True
    with pytest.raises(TooCostly):
        search(f"[{comparison}, {comparison}]", "a", budget=100_000)


def test_a_long_separator_is_paid_for_each_element():
    words = {"s": "x" * 800, "w": ["a"] * 100}
    assert len(search("join(s, w)", words)) == 99 * 800 + 100
    with pytest.raises(TooCostly):
        search("join(s, w)", words, budget=10_300)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("&a", "^an expression is not a value$"),
        ("[&a]", "^an expression is not a value$"),
        ("to_number('inf')", "^a number is not finite$"),
        ("to_number('nan')", "^a number is not finite$"),
        ("`1e999`", "^a number is not finite$"),
        ("to_number('18446744073709551616')", "^a number has more than 64 bits$"),
        ("to_number('-9223372036854775809')", "^a number has more than 64 bits$"),
        ('"\\ud800" || `"\\ud800"`', "surrogates"),
        ('{"\\ud800": a}', "surrogates"),
    ],
)
def test_results_that_cannot_be_written_are_refused(expression, reason):
    with pytest.raises(ValueError, match=reason):
        search(expression, {"a": 1})


def test_the_largest_numbers_can_be_written():
    assert search("[to_number('18446744073709551615'), to_number('-9223372036854775808'), `1.5`, `true`]", {})
    assert search("a", {"a": "é"}) == "é"


def test_nothing_is_remembered_from_one_document_to_the_next():
    interpreter = BoundedInterpreter()
    interpreter.search(jmespath.compile("[a, a]").parsed, {"a": [1]})
    assert interpreter.sizes == {} and interpreter.kept == []


def test_only_an_expression_is_no_value():
    assert not any(is_expression(value) for value in (None, True, 1, 1.5, "x", [], {}))
    assert is_expression(object())
