"""Time zones: offsets, the first moments of local times, periods between changes of clocks."""

import pytest

from searchapp.engine.values.dates import date_bound, date_text
from searchapp.engine.values.time_zones import first_moment, fixed_offset, offset_at, periods


def moment(text):
    return date_bound(text, None)


@pytest.mark.parametrize(
    ("zone", "expected"), [(None, 0), ("Z", 0), ("-03:30", -12_600_000), ("UTC+1", 3_600_000), ("Europe/Berlin", None)]
)
def test_only_named_zones_have_no_fixed_offset(zone, expected):
    assert fixed_offset(zone) == expected


@pytest.mark.parametrize(("text", "hours"), [("2020-06-01", 2), ("2020-12-01", 1), ("12020-06-01", 2)])
def test_the_offset_of_a_zone_depends_on_the_season(text, hours):
    millis = date_bound(text, "y-MM-dd")
    assert offset_at("Europe/Berlin", millis) == hours * 3_600_000


@pytest.mark.parametrize(
    ("zone", "local", "expected"),
    [
        ("Europe/Berlin", "2020-10-25T02:30:00Z", "2020-10-25T00:30:00Z"),  # shown twice
        ("America/Sao_Paulo", "2018-11-04T00:00:00Z", "2018-11-04T03:00:00Z"),  # skipped: clocks show 01:00
        ("Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-30T10:00:00Z"),  # a day that did not exist
    ],
)
def test_the_first_moment_of_a_local_time(zone, local, expected):
    assert first_moment(zone, moment(local)) == moment(expected)


def test_periods_end_where_clocks_are_changed():
    found = periods("Europe/Berlin", moment("2020-01-01"), moment("2020-12-31"))
    assert [(date_text(one.start), one.offset // 3_600_000) for one in found] == [
        ("2020-01-01T00:00:00.000Z", 1),
        ("2020-03-29T01:00:00.000Z", 2),
        ("2020-10-25T01:00:00.000Z", 1),
    ]


def test_a_date_is_printed_in_its_zone():
    assert date_text(moment("2020-06-01"), None, "America/New_York") == "2020-05-31T20:00:00.000-04:00"
