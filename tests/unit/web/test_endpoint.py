import json
import time

import pytest

from searchapp.errors import PipelineError
from searchapp.web.endpoint import DOCUMENTS_PER_CHECK, MAX_WARNINGS, Endpoint, warnings_header
from searchapp.web.response.formats import Formats


@pytest.mark.parametrize("letter", ["a", "é", "\n", "🧬"])
@pytest.mark.parametrize("count", [1, 3, 100])
def test_warnings_fit_into_a_header_however_long_they_are(letter, count):
    name, text = warnings_header([letter * 8000] * count)
    assert name == "X-Warnings"
    assert len(text) <= MAX_WARNINGS * 2
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text)[0].startswith(letter)


def test_lines_are_written_in_parts_until_the_time_is_over():
    endpoint = Endpoint("query", "gene", dict, str, 10, {}, {}, Formats())
    later = time.monotonic() + 100
    assert [len(part) for part in endpoint.in_time(range(2 * DOCUMENTS_PER_CHECK + 1), later)] == [
        DOCUMENTS_PER_CHECK,
        DOCUMENTS_PER_CHECK,
        1,
    ]
    assert list(endpoint.in_time([], later)) == [[]]
    with pytest.raises(PipelineError, match="no answer within 10 s") as raised:
        next(endpoint.in_time([1], later - 100))
    assert raised.value.code == 504
