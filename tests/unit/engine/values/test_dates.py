"""The expectations were read off a real node."""

import pytest

from searchapp.engine.errors import EngineError
from searchapp.engine.values.dates import date_bound, date_millis, date_text

DAY = 86_400_000
YEAR_2020 = 1_577_836_800_000


@pytest.mark.parametrize(
    ("value", "down", "up"),
    [
        ("2020", YEAR_2020, YEAR_2020 + DAY - 1),
        ("2020-01", YEAR_2020, YEAR_2020 + DAY - 1),
        ("2020-01-01T", YEAR_2020, YEAR_2020 + DAY - 1),
        ("2020-01-01T10", 1577872800000, 1577876399999),
        ("2020-01-01T10:11", 1577873460000, 1577873519999),
        ("2020-01-01T10:11:12", 1577873472000, 1577873472999),
        ("2020-01-01T10:11:12.1", 1577873472100, 1577873472100),
        ("2020-01-01T10:11:12,5Z", 1577873472500, 1577873472500),
        ("2020-01-01T10:11:12+01:30", 1577868072000, 1577868072999),
        ("2020-01-01T10:11:12-0000", 1577873472000, 1577873472999),
        ("2020-01-01T10:11:12Europe/Berlin", 1577869872000, 1577869872999),
        ("2020T10", 36000000, 1577876399999),
        ("-0001", -62198755200000, -62198668800001),
        ("1577836800000", YEAR_2020, YEAR_2020),
        ("12345", 12345, 12345),
        ("-1.5", -2, -2),
        ("2020||", YEAR_2020, YEAR_2020),
        ("2020||+1d", YEAR_2020 + DAY, YEAR_2020 + DAY),
        ("2020||/d", YEAR_2020, YEAR_2020 + DAY - 1),
        ("2020||+1M/d", 1580515200000, 1580601599999),
        ("2020||+1w-2h+3m-4s", 1578434576000, 1578434576000),
        ("2020||/y", YEAR_2020, 1609459199999),
        ("2020-05-05||/w", 1588550400000, 1589155199999),
        ("2020-01-31||+1M", 1582934400000, 1582934400000),
        ("2020-02-29||+1y", 1614470400000, 1614470400000),
        (2020, 2020, 2020),
        (20.5, 20, 20),
    ],
)
def test_an_end_of_a_range(value, down, up):
    assert (date_bound(value, None), date_bound(value, None, True)) == (down, up)


@pytest.mark.parametrize(
    ("value", "zone", "expected"),
    [
        ("2020", "+01:00", YEAR_2020 - 3_600_000),
        ("2020-07-01", "America/New_York", 1593576000000),
        ("2020-07-01T00:00Z", "America/New_York", 1593561600000),
        ("202", "+01:00", 202 - 3_600_000),
        ("2020-07-01||/M", "Europe/Berlin", 1593554400000),
    ],
)
def test_a_time_zone_moves_dates_without_a_zone(value, zone, expected):
    assert date_bound(value, None, time_zone=zone) == expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("2020-1", "failed to parse date field [2020-1] with format [strict_date_optional_time||epoch_millis]"),
        ("2020-02-30", "failed to parse date field [2020-02-30]"),
        ("2020-01-01T24:00", "failed to parse date field"),
        ("2020-01-01 10:00", "failed to parse date field"),
        ("2020-01-01T10:11:12+19:00", "failed to parse date field"),
        (" 2020", "failed to parse date field"),
        ("1e3", "failed to parse date field"),
        (1e7, "failed to parse date field"),
        (True, "failed to parse date field [true]"),
        ("", "cannot parse empty datetime"),
        ("2020||+1Q", "unit [Q] not supported for date math [+1Q]"),
        ("2020||*1d", "operator not supported for date math [*1d]"),
        ("2020||+1", "truncated date math [+1]"),
        ("2020||/2d", "rounding `/` can only be used on single unit types [/2d]"),
    ],
)
def test_texts_that_are_no_dates_are_refused(value, reason):
    with pytest.raises(EngineError) as caught:
        date_bound(value, None)
    assert reason in caught.value.reason


def test_now_is_the_time_of_the_query():
    assert date_bound("now", None) - date_bound("now-1h", None) >= 3_600_000 - 1000
    assert date_bound("now/d", None, True) - date_bound("now/d", None) == DAY - 1


def test_a_document_has_no_date_math_and_its_numbers_are_texts():
    assert date_millis(2020) == date_millis("2020") == YEAR_2020
    assert date_millis(12345678.9) == 12345678
    for value in ("now", "2020||/y", True, ""):
        with pytest.raises(ValueError, match="date"):
            date_millis(value)


@pytest.mark.parametrize(
    ("format", "value", "millis"),
    [
        ("epoch_second", "1588759872", 1588759872000),
        ("epoch_second", "1588759872.1234567", 1588759872123),
        ("yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis", "2020/05/06 10:11:12", 1588759872000),
        ("yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis", "2020/05/06", 1588723200000),
        ("dd.MM.yyyy", "06.05.2020", 1588723200000),
        ("d.M.yyyy", "6.5.2020", 1588723200000),
        ("basic_date", "20200506", 1588723200000),
        ("strict_date_time", "2020-05-06T10:11:12+01:00", 1588756272000),
        ("date_optional_time", "2020-5-6T1", 1588726800000),
        ("8yyyy-MM-dd", "2020-05-06", 1588723200000),
        ("yyyy-MM-dd", "+10000-01-01", 253402300800000),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2020-05-06T10:11:12+01:00", 1588756272000),
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2020-05-06T10:11:12+0100", 1588756272000),
    ],
)
def test_a_format_of_the_mapping(format, value, millis):
    assert date_millis(value, format) == millis


@pytest.mark.parametrize(
    ("format", "value"),
    [
        ("yyyy-MM-dd", "0000-01-01"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2020-05-06T10:11:12+0100"),
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2020-05-06T10:11:12+01:00"),
    ],
)
def test_a_date_format_refuses_other_texts(format, value):
    with pytest.raises(ValueError, match="failed to parse date field"):
        date_millis(value, format)


@pytest.mark.parametrize(
    "format",
    ["nope", "year_month", "", "MMM yyyy", "yy", "EEE yyyy", "xxxx-ww", "yyyy MM dd MM", "yyyy S SS", "yyyy[-MM]",
     "yyyy-ddd", "yyyy'", "yyyy G", "yyyy hh"],
)  # fmt: skip
def test_a_format_that_is_not_known_is_refused(format):
    with pytest.raises(EngineError, match=r"Invalid format.*unsupported"):
        date_bound("2020", None, format=format)


@pytest.mark.parametrize(
    ("millis", "format", "text"),
    [
        (1577873472500, None, "2020-01-01T10:11:12.500Z"),
        (-1, None, "1969-12-31T23:59:59.999Z"),
        (2**63 - 1, None, "+292278994-08-17T07:12:55.807Z"),
        (-(10**15), None, "-29719-04-05T22:13:20.000Z"),
        (1500, "epoch_second", "1.5"),
        (0, "yyyy/MM/dd HH:mm:ss||epoch_millis", "1970/01/01 00:00:00"),
        (0, "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "1970-01-01T00:00:00.000+0000"),
        (0, "d.M.yyyy xxx", "1.1.1970 +00:00"),
    ],
)
def test_a_date_is_printed_in_the_first_format(millis, format, text):
    assert date_text(millis, format) == text
