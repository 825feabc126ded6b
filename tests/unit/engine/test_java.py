import math

import pytest

from searchapp.engine.java_numbers import printed_double, read_decimal, read_double
from searchapp.engine.java_sets import set_order


@pytest.mark.parametrize(
    "text, number",
    [("1f", 1.0), (" 2.5D\t", 2.5), ("0x1p3", 8.0), ("-Infinity", -math.inf), ("1e400", math.inf), (".5", 0.5)],
)
def test_doubles_are_read_as_java_reads_them(text, number):
    assert read_double(text) == number


@pytest.mark.parametrize("text", ["", " ", "٣", "1_0", "inf", "+-5", "0x10", "1l", "."])
def test_other_texts_are_no_doubles(text):
    with pytest.raises(ValueError):
        read_double(text)


def test_decimals_are_exact_and_take_any_digits():
    assert [int(read_decimal(text)) for text in ("٣", "9223372036854775807", "1e2")] == [3, 2**63 - 1, 100]
    with pytest.raises(ValueError):
        read_decimal(" 5")


@pytest.mark.parametrize(
    "number, text",
    [(100.0, "100.0"), (1e7, "1.0E7"), (12345678.9, "1.23456789E7"), (-1e-5, "-1.0E-5"), (1e300, "1.0E300")],
)
def test_doubles_are_printed_as_java_prints_them(number, text):
    assert printed_double(number) == text


def test_a_set_is_walked_by_hash_codes():
    assert set_order(["all", "name", "synonym", "b", "a"]) == ["all", "a", "synonym", "b", "name"]
