import pytest

from searchapp.engine import EngineError
from searchapp.engine.parsing import boolean, integer, minimum, number, text


@pytest.mark.parametrize(
    ("required", "clauses", "least"),
    [
        (None, 3, 0),
        ("2", 3, 2),
        ("-1", 3, 2),
        ("75%", 3, 2),
        ("-34%", 3, 2),
        ("2<75%", 2, 2),
        ("2<75%", 4, 3),
        ("2<-25% 9<-3", 10, 7),
        ("5", 3, 5),
        ("-9", 3, 0),
        ("-0", 3, 0),
        ("-0%", 3, 0),
        ("-10%", 2, 2),
        ("2<3<4", 3, 3),
    ],
)
def test_minimum_should_match(required, clauses, least):
    assert minimum(required, clauses) == least


@pytest.mark.parametrize("required", ["x", "1.5", "", "%"])
def test_a_minimum_that_is_none_is_refused(required):
    with pytest.raises(EngineError, match="For input string"):
        minimum(required, 3)


def test_values_are_read_leniently():
    assert (integer("3"), integer(2.7), number("2.5"), boolean("true"), text(True), text(5)) == (
        3,
        2,
        2.5,
        True,
        "true",
        "5",
    )


@pytest.mark.parametrize(
    ("read", "value", "type"),
    [
        (integer, "x", "number_format_exception"),
        (integer, True, "x_content_parse_exception"),
        (integer, None, "x_content_parse_exception"),
        (number, "nan", "illegal_argument_exception"),
        (boolean, 1, "illegal_argument_exception"),
        (text, [1], "parsing_exception"),
    ],
)
def test_other_values_are_refused(read, value, type):
    with pytest.raises(EngineError) as error:
        read(value)
    assert error.value.type == type
