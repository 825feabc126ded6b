"""Every rule of docs/rules.md has a test, and every number that a test carries is a rule."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.contract.shared_cases import all_cases
from tests.services.engines import ENGINES

TESTS = Path(__file__).parent
ROW = re.compile(r"^\| ([A-Z]+\d+) \|", re.MULTILINE)
ON_EACH = {"engine", "app", "client", "base_url", "configured_on_each"}
"""The fixtures of which there is one for each search engine."""


def stated_rules(headings=""):
    """The numbers of the rules in docs/rules.md, under headings that begin with a text."""
    sections = (TESTS.parent / "docs" / "rules.md").read_text().split("\n## ")
    return {rule for section in sections if section.startswith(headings) for rule in ROW.findall(section)}


@cache
def functions():
    """(file, tree) of every function in the test modules that name rules."""
    texts = [(path.name, path.read_text()) for path in TESTS.rglob("test_*.py")]
    trees = [(name, ast.parse(text)) for name, text in texts if "mark.rule" in text]
    return [(name, node) for name, tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def rules_of_tests():
    """(rule, file) for every mark in the test modules and every `rules` in the cases."""
    for name, function in functions():
        for rule in marked_rules(function):
            yield rule, name
    for file, case in all_cases():
        yield from ((rule, f"{file}.yaml") for rule in case.get("rules", []))


def rules_on_every_engine():
    """The rules of the cases that every search engine runs, and of the tests whose fixtures are made on each."""
    for _, case in all_cases():
        if set(case.get("engines", ENGINES)) >= set(ENGINES):
            yield from case.get("rules", [])
    for _, function in functions():
        if ON_EACH & {argument.arg for argument in function.args.args}:
            yield from marked_rules(function)


def marked_rules(function):
    """The arguments of every `mark.rule(...)` above a function."""
    for node in (inner for decorator in function.decorator_list for inner in ast.walk(decorator)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def test_every_rule_has_a_test():
    assert sorted(stated_rules() - {rule for rule, _ in rules_of_tests()}) == []


def test_rules_of_clients_are_tested_on_every_engine():
    """A line of tests for one engine says nothing about the other, and clients do not know which one they talk to."""
    promised = stated_rules("What clients rely on")
    assert len(promised) > 40
    assert sorted(promised - set(rules_on_every_engine())) == []


def test_every_number_that_a_test_carries_is_a_rule():
    stated = stated_rules()
    assert [(rule, file) for rule, file in rules_of_tests() if rule not in stated] == []
