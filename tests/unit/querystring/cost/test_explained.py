import pytest

from searchapp.errors import PipelineError
from searchapp.querystring.cost.explained import HIT, MAX_EXPLAINED, check_explained, cost_of_hit

from .test_clauses import FIELDS


@pytest.mark.parametrize(
    ("text", "hits", "refused"),
    [
        ("kari note", 1000, False),
        (r"\*:kari", 100, False),
        (r"\*:kari", 1000, True),
        ("*kari*", 10, False),
        ("*kari*", 100, True),
        (r"\*:/.*kari/", 2, False),
        (r"\*:/.*kari/", 10, True),
        ("all:[a TO b]", 50, False),
        (r"\*:kari*", 100, True),
        ('"', 1000, False),
    ],
)
def test_scores_of_many_hits_are_explained_for_few_words_and_fields(text, hits, refused):
    cost = hits * cost_of_hit([text], ["all"], FIELDS)
    if refused:
        with pytest.raises(PipelineError, match=r"explain takes \d+ steps for all hits") as raised:
            check_explained(cost)
        assert raised.value.details == {"keyword": "explain", "max": MAX_EXPLAINED, "num": cost}
    else:
        check_explained(cost)


def test_all_documents_and_no_filter_cost_no_words():
    assert cost_of_hit(["*:*", ""], ["*"], FIELDS) == HIT
    assert cost_of_hit(["part1.f1:kari", ""], ["*"], FIELDS) == HIT + 1
