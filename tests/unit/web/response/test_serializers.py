import datetime

import pytest

from searchapp.web.response.serializers import to_json, to_yaml


def test_values_that_json_lacks_are_written_as_text():
    assert to_json({"a": datetime.timedelta(seconds=1)}) == b'{"a":"0:00:01"}'


def test_the_writing_of_yaml_can_be_ended_at_every_value():
    looks = []

    def look():
        looks.append(1)
        if len(looks) == 10:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        to_yaml([{"a": number} for number in range(1000)], look)
    assert to_yaml([{"a": 1}]) == b"- a: 1\n"
