import time

import pytest

from searchapp.web.batch.page import groups, near_misses
from searchapp.web.pages.values.readable import ValueTexts
from tests.services import engines


@pytest.mark.slow
def test_nothing_is_suggested_after_the_deadline(tmp_path):
    app = engines.client(tmp_path, "thing", [{"_id": "1", "name": "kinase"}]).application
    item_type = app.extensions["searchapp"].item_types["thing"]
    found = [near_misses(item_type, ["kinasse"], ["name"], " ", time.monotonic() + left) for left in (60, 0)]
    assert found == [{"kinasse": [{"id": "1", "title": "kinase"}]}, {}]


def test_rows_are_made_part_by_part_and_the_first_documents_decide_the_columns():
    documents = {"_id": "1", "name": "A"}, {"_id": "2", "name": "B", "other": "x"}
    parts = [[("x", [{"query": "x", "found": False}])]]
    parts += [[(one["_id"], [{"query": one["_id"], **one}])] for one in documents]
    asked = []

    def choose(answers):
        asked.append(answers)
        return [name for _, entries in answers for name in entries[0] if name == "name"]

    names, found = groups(iter(parts), choose, {}, ValueTexts())
    assert names == ["name"]
    assert len(asked) == 2
    kinds = {group["kind"]: (group["terms"], [row["cells"] for row in group["rows"]]) for group in found}
    assert kinds == {
        "found": (["1", "2"], [["A"], ["B"]]),
        "ambiguous": ([], []),
        "missing": (["x"], [[]]),
        "failed": ([], []),
    }
