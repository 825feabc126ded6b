from searchapp.relaxing.result import Relaxed


def test_corrections_that_are_as_likely_are_searched_together():
    cat = Relaxed("spelling", "cat", 1, others=("cut", "cot"))
    assert cat.query({}) == "(cat) OR (cut) OR (cot)"
    assert cat.query({"scopes": ["name"]}) == "cat"
    assert cat.note() == {"step": "spelling", "q": "cat", "others": ["cut", "cot"]}
    assert Relaxed("words", "a b", 1).query({}) == "a b"
