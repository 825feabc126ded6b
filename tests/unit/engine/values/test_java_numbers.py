import math

import pytest

from searchapp.engine.values.java_numbers import (
    as_float32,
    java_integer,
    printed_double,
    read_decimal,
    read_double,
    shortest,
)


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
    [
        (100.0, "100.0"),
        (1e7, "1.0E7"),
        (12345678.9, "1.23456789E7"),
        (-1e-5, "-1.0E-5"),
        (1e300, "1.0E300"),
        (5e-324, "4.9E-324"),
    ],
)
def test_doubles_are_printed_as_java_prints_them(number, text):
    assert printed_double(number) == text


@pytest.mark.parametrize("number", [0.1, 16777216.0, 1e-40, -1.4e-45])
def test_32_bit_floats_have_the_fewest_digits(number):
    assert shortest(as_float32(number)) == number


@pytest.mark.parametrize(
    "number, bits, whole",
    [
        (2**63, 64, -(2**63)),
        (2**64 + 5, 32, 5),
        (-5, 32, -5),
        (1e39, 64, 2**63 - 1),
        (-math.inf, 32, -(2**31)),
        (-1.9, 32, -1),
        (math.nan, 64, 0),
    ],
)
def test_a_whole_number_is_cut_as_java_cuts_it(number, bits, whole):
    assert java_integer(number, bits) == whole
