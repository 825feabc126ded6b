"""The test collections with charts of dates and numbers, and a document that is hard to show."""

import runpy
from pathlib import Path

TESTS = runpy.run_path(str(Path(__file__).parents[1] / "data" / "config.py"))
globals().update({name: value for name, value in TESTS.items() if name.isupper()})

ITEM_TYPES = TESTS["ITEM_TYPES"] | {
    "edge": TESTS["ITEM_TYPES"]["edge"] | {"title": "Edge cases", "page_facets": ["when:year", "kind", "flag"]},
    "awkward": {},
}
del TESTS
