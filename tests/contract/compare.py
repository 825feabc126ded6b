"""Comparing an answer with what a case expects: mappings partially, lists element by element.

{"$match": "regex"}      a text in which the regular expression is found
{"$absent": true}        the key is not there
{"$any": true}           the key is there, whatever its value
{"$length": 3}           a list, mapping or text of this length
{"$keys": [a, b]}        exactly these keys, in this order
{"$contains": value}     a list with such an element, or a text with this part
{"$each": value}         every element of a list is like this
{"$not": value}          anything but this
{"$at_least": 3}         a number not below this
{"$type": "str"}         a value of this Python type
{"$all": [a, b]}         all of these hold
"""

import re
from typing import Any

MISSING = object()


def differences(expected: Any, actual: Any, path: str = "$") -> list[str]:
    """One line for every place where `actual` is not as expected."""
    if isinstance(expected, dict) and len(expected) == 1:
        name, argument = next(iter(expected.items()))
        if name in MATCHERS:
            return MATCHERS[name](argument, actual, path)
    if actual is MISSING:
        return [f"{path}: is missing, expected {expected!r}"]
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            line for key in expected for line in differences(expected[key], actual.get(key, MISSING), f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(actual, list):
        return list_differences(expected, actual, path)
    return complain(same(expected, actual), path, actual, repr(expected))


def list_differences(expected: list, actual: list, path: str) -> list[str]:
    if len(expected) != len(actual):
        return [f"{path}: has {len(actual)} elements and not {len(expected)}: {brief(actual)}"]
    pairs = enumerate(zip(expected, actual, strict=True))
    return [line for index, (one, other) in pairs for line in differences(one, other, f"{path}[{index}]")]


def same(expected: Any, actual: Any) -> bool:
    """Equal, and both or neither of them a boolean."""
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)


def complain(holds: Any, path: str, actual: Any, wanted: str) -> list[str]:
    return [] if holds else [f"{path}: is {brief(actual)}, expected {wanted}"]


def brief(value: Any) -> str:
    text = "missing" if value is MISSING else repr(value)
    return text if len(text) < 300 else text[:300] + "…"


def match(pattern, actual, path):
    return complain(isinstance(actual, str) and re.search(pattern, actual), path, actual, f"a text like {pattern}")


def absent(_, actual, path):
    return complain(actual is MISSING, path, actual, "nothing")


def anything(_, actual, path):
    return complain(actual is not MISSING, path, actual, "anything")


def length(number, actual, path):
    return complain(actual is not MISSING and len(actual) == number, path, actual, f"a length of {number}")


def keys(names, actual, path):
    return complain(isinstance(actual, dict) and list(actual) == names, path, actual, f"the keys {names}")


def contains(part, actual, path):
    if isinstance(actual, str):
        return complain(part in actual, path, actual, f"a text with {part!r}")
    found = isinstance(actual, list) and any(not differences(part, element) for element in actual)
    return complain(found, path, actual, f"a list with {part!r}")


def each(part, actual, path):
    if not isinstance(actual, list) or not actual:
        return [f"{path}: is {brief(actual)}, expected a list with elements"]
    return [line for index, element in enumerate(actual) for line in differences(part, element, f"{path}[{index}]")]


def other(value, actual, path):
    return complain(actual is not MISSING and differences(value, actual), path, actual, f"anything but {value!r}")


def at_least(number, actual, path):
    return complain(isinstance(actual, int | float) and actual >= number, path, actual, f"at least {number}")


def of_type(name, actual, path):
    return complain(type(actual).__name__ == name, path, actual, f"a {name}")


def everything(parts, actual, path):
    return [line for part in parts for line in differences(part, actual, path)]


MATCHERS = {
    "$match": match,
    "$absent": absent,
    "$any": anything,
    "$length": length,
    "$keys": keys,
    "$contains": contains,
    "$each": each,
    "$not": other,
    "$at_least": at_least,
    "$type": of_type,
    "$all": everything,
}
