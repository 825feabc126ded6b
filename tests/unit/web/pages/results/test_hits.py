"""The links of a page of results, apart from a database."""

import pytest
from flask import Flask

from searchapp.web.pages.results.hits import with_view

PROSE, PLAIN = {"description_field": "summary"}, {"description_field": None, "image_field": None}


@pytest.mark.parametrize(
    ("asked", "settings", "added"),
    [
        ("", PROSE, [("view", "table")]),
        ("&view=cards", PROSE, []),
        ("", PLAIN, []),
    ],
)
def test_other_pages_and_orders_are_shown_as_this_page_is(asked, settings, added):
    with Flask(__name__).test_request_context(f"/search?q=cancer{asked}"):
        assert with_view([("q", "cancer")], "table", settings) == [("q", "cancer"), *added]
