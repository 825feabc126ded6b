import json

import pytest

from searchapp.web.endpoint import MAX_WARNINGS, warnings_header


@pytest.mark.parametrize("letter", ["a", "é", "\n", "🧬"])
@pytest.mark.parametrize("count", [1, 3, 100])
def test_warnings_fit_into_a_header_however_long_they_are(letter, count):
    name, text = warnings_header([letter * 8000] * count)
    assert name == "X-Warnings"
    assert len(text) <= MAX_WARNINGS * 2
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text)[0].startswith(letter)
