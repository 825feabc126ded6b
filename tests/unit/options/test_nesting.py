import json

import pytest

from searchapp.options.nesting import MAX_DEPTH, is_too_deep, may_be_too_deep


def nested(levels, wrap):
    value = "x"
    for _ in range(levels):
        value = wrap(value)
    return value


@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: {"a": value}])
def test_lists_and_objects_count_as_levels(wrap):
    assert not is_too_deep(nested(MAX_DEPTH, wrap))
    assert is_too_deep(nested(MAX_DEPTH + 1, wrap))


def test_lists_inside_objects_are_counted():
    assert is_too_deep([{"a": nested(MAX_DEPTH, lambda value: ["x", value])}])


def test_the_number_of_values_is_no_depth():
    assert not is_too_deep([[number] for number in range(2 * MAX_DEPTH)])


@pytest.mark.parametrize("written", [str, str.encode])
@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: {"a": value}])
def test_a_text_with_fewer_brackets_than_levels_cannot_be_too_deep(written, wrap):
    assert not may_be_too_deep(written(json.dumps(nested(MAX_DEPTH - 1, wrap))))
    assert may_be_too_deep(written(json.dumps(nested(MAX_DEPTH, wrap))))
