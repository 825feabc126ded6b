"""Regular expressions that every Python 3.11 reads alike: before 3.11.5 it repeats possessive groups wrongly."""

import pkgutil
import re
import sys
from importlib import import_module
from re import _constants as codes
from re import _parser as parser

import pytest

import searchapp

ONE_CHARACTER = {codes.IN, codes.LITERAL, codes.NOT_LITERAL, codes.ANY}


def has_possessive_group(parsed):
    """Whether a pattern has an atomic group, or repeats more than a character without a way back."""
    for code, argument in parsed:
        if code is codes.ATOMIC_GROUP:
            return True
        if code is codes.POSSESSIVE_REPEAT and not is_character(argument[2]):
            return True
        if any(has_possessive_group(part) for part in parts(argument)):
            return True
    return False


def is_character(parsed):
    return len(parsed) == 1 and parsed[0][0] in ONE_CHARACTER


def parts(argument):
    """The parsed parts inside of the argument of a code."""
    if isinstance(argument, parser.SubPattern):
        yield argument
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from parts(each)


@pytest.mark.parametrize(
    ("pattern", "has"),
    [("a*+", False), ("[ab]++c", False), ("(?:ab|c)*+", True), ("(x(?>a))?", True), ("(a)*", False)],
)
def test_possessive_groups_are_seen(pattern, has):
    assert has_possessive_group(parser.parse(pattern)) is has


@pytest.mark.slow
def test_no_pattern_has_a_possessive_group():
    for module in pkgutil.walk_packages(searchapp.__path__, "searchapp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    patterns = {
        f"{name}.{of}": value
        for name, module in list(sys.modules.items())
        if name.startswith("searchapp.")
        for of, value in vars(module).items()
        if isinstance(value, re.Pattern)
    }
    assert len(patterns) > 100
    assert [name for name, one in patterns.items() if has_possessive_group(parser.parse(one.pattern, one.flags))] == []
