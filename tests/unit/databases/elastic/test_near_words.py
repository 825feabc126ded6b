from searchapp.databases.elastic.near_words import near_bodies, near_words


def suggested(*options):
    return [{"text": "x", "options": [{"text": text, "score": 0.8, "freq": freq} for text, freq in options]}]


def test_each_word_is_asked_for_with_one_and_two_edits_and_counted():
    first, *counts = near_bodies("name", ["brest", "cancr"], 5)
    assert list(first["suggest"]) == ["one-0", "two-0", "one-1", "two-1"]
    assert [body["query"]["match"]["name"]["query"] for body in counts] == ["brest", "cancr"]


def test_one_edit_comes_before_two_and_then_the_most_documents():
    responses = [
        {"suggest": {"one-0": suggested(("best", 1), ("breast", 9)), "two-0": suggested(("bread", 50), ("breast", 9))}},
        {"hits": {"total": {"value": 0}}},
    ]
    assert near_words(responses, 1, 5) == [(0, [("breast", 1, 9), ("best", 1, 1), ("bread", 2, 50)])]


def test_a_word_that_the_analyzer_divides_has_none():
    divided = suggested(("a", 1)) + suggested(("b", 1))
    assert near_words([{"suggest": {"one-0": divided}}, {"hits": {"total": 3}}], 1, 5) == [(3, [])]
