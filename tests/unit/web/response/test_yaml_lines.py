import datetime
import random

import pytest
import yaml

from searchapp.web.response.serializers import to_yaml
from searchapp.web.response.yaml_dumper import written_by_pyyaml
from searchapp.web.response.yaml_lines import NotPlain, lines_of

WORDS = """
null Null ~ true Yes n Off .inf -.INF .nan 1 1.0 1e5 1.0e+5 0x1f 0o7 010 1_000 12:30:45 2020-01-01 2020-01-01T00:00:00Z
= << - ? : , [ ] { } # & * ! | > % @ ` ' " \\ --- ... -a ?a a: :a a:b a:b: a#b a, _id a.b a/b (a) it's é 😀 日本
"""
LINES = """
a b
a  b
a: b
HGNC:5 x:y
a #b
- a
--- a
yes no
"""
ESCAPED = ["a\nb", "\n", "😀\n", "a\tb", "\r", "\0", "\x7f", "\x85", "\xa0", "\u2028a", "\ufeff", "it's\n", '"\n\\']
TEXTS = [
    *WORDS.split(),
    *LINES.splitlines(),
    *ESCAPED,
    " ",
    "a ",
    " a",
    "null ",
    "x" * 2000,
    "word " * 500,
    "a b " * 500 + "c",
]
NUMBERS = [0, -1, 2**70, 0.0, -0.5, 1e20, 1.5e-9, 1e300, True, False, None]
VALUES = [
    [],
    {},
    [[]],
    [{}],
    {"a": []},
    {"a": {}},
    [[1, [2, {"a": [3]}]], 4],
    {"a": {"b": [{"c": 1, "d": [5]}]}},
    "a",
    5,
    None,
]


@pytest.mark.slow
@pytest.mark.parametrize("value", [*TEXTS, *NUMBERS, *VALUES], ids=repr)
def test_a_value_is_the_same_when_it_is_read_again(value):
    for whole in (value, [value], {"a": value}, [{"a": [value, value], "b": value}]):
        assert yaml.safe_load(to_yaml(whole)) == whole
    if isinstance(value, str):
        assert yaml.safe_load(to_yaml({value: 1})) == {value: 1}


def test_random_values_are_the_same_when_they_are_read_again():
    draw = random.Random(3)

    def value(depth):
        kind = draw.randrange(6 if depth < 5 else 4)
        if kind == 4:
            return [value(depth + 1) for _ in range(draw.randrange(4))]
        if kind == 5:
            return {draw.choice(TEXTS): value(depth + 1) for _ in range(draw.randrange(4))}
        return draw.choice(NUMBERS) if kind == 0 else "".join(draw.choices(TEXTS, k=draw.randrange(3)))

    for _ in range(300):
        drawn = value(0)
        assert yaml.safe_load(to_yaml(drawn)) == drawn


def test_the_layout_is_that_of_pyyaml():
    document = {"_id": "HGNC:5", "a": [{"b": 1, "c": ["x y", []]}, [1, [2]], {}], "d": {"e": None, "f": {}}, "g": True}
    assert to_yaml([document]) == written_by_pyyaml([document])


def test_infinite_numbers_are_written():
    assert to_yaml([float("inf"), float("-inf"), float("nan")]) == b"- .inf\n- -.inf\n- .nan\n"


@pytest.mark.parametrize("value", [datetime.date(2020, 1, 1), {1: 2}, {"k" * 200: 1}])
def test_values_that_json_lacks_are_left_to_pyyaml(value):
    with pytest.raises(NotPlain):
        list(lines_of([value]))
    assert yaml.safe_load(to_yaml([value])) == [value]


def test_a_value_that_is_nested_deep_is_left_to_pyyaml():
    value = [1]
    for _ in range(250):
        value = [value]
    with pytest.raises(NotPlain):
        list(lines_of(value))
