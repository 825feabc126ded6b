import datetime

from searchapp.web.response.serializers import to_json


def test_what_json_does_not_know_is_written_as_text():
    assert to_json({"a": datetime.timedelta(seconds=1)}) == b'{"a":"0:00:01"}'
