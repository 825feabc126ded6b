import pytest

from searchapp.web.pages.values.durations import readable_duration


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PT1H30M", "1 h 30 min"),
        ("PT45M", "45 min"),
        ("P2DT3H", "2 d 3 h"),
        ("PT12.50S", "12.5 s"),
        ("P0DT0H30M", "30 min"),
        ("PT0S", "0 s"),
        ("PT90M", "90 min"),
        ("P1M", None),
        ("PT", None),
        ("PT5", None),
        ("soon", None),
    ],
)
def test_a_duration_is_written_in_words(text, expected):
    assert readable_duration(text) == expected
