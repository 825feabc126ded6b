"""Every rule of docs/rules.md has a test, and every number that a test carries is a rule."""

import ast
import re
from pathlib import Path

import yaml

TESTS = Path(__file__).parent
ROW = re.compile(r"^\| ([A-Z]+\d+) \|", re.MULTILINE)


def stated_rules():
    """The rule numbers of docs/rules.md, and those that stand under a heading that begins with `later`."""
    sections = (TESTS.parent / "docs" / "rules.md").read_text().split("\n## ")
    later = {rule for section in sections if section.startswith("later") for rule in ROW.findall(section)}
    return {rule for section in sections for rule in ROW.findall(section)}, later


def rules_of_tests():
    """(rule, file) for every mark in the test modules and every `rules` in the cases."""
    for path in TESTS.rglob("*.py"):
        for rule in marked_rules(ast.parse(path.read_text())):
            yield rule, path.name
    for path in TESTS.glob("cases/*.yaml"):
        for case in yaml.safe_load(path.read_text()):
            yield from ((rule, path.name) for rule in case.get("rules", []))


def marked_rules(tree):
    """The arguments of every `mark.rule(...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def test_every_rule_has_a_test():
    stated, later = stated_rules()
    assert sorted(stated - later - {rule for rule, _ in rules_of_tests()}) == []


def test_every_number_that_a_test_carries_is_a_rule():
    stated, _ = stated_rules()
    assert [(rule, file) for rule, file in rules_of_tests() if rule not in stated] == []
