from searchapp.engine.analysis.analyzers import Token
from searchapp.engine.queries.text.graph import is_graph, is_one_position, placed, segments, spanned


def token(text, position, span=1):
    return Token(text, position, 0, 0, span)


def texts(parts):
    return [[[arc.token.text for arc in way] for way in ways] for ways in parts]


def test_each_way_through_a_segment_is_found():
    tokens = [
        token("a", 0),
        token("dns", 1, 3),
        token("domain", 1),
        token("name", 2),
        token("system", 3),
        token("b", 4),
    ]
    parts = segments(tokens)
    assert texts(parts) == [[["a"]], [["dns"], ["domain", "name", "system"]], [["b"]]]
    assert [is_one_position(ways) for ways in parts] == [True, False, True]


def test_tokens_at_one_position_are_one_segment():
    assert texts(segments([token("a", 0), token("b", 0), token("c", 1)])) == [[["a"], ["b"]], [["c"]]]


def test_a_gap_stays_in_a_way():
    ((way,), (last,)) = segments([token("a", 0), token("b", 2)])
    assert [token.position for token in placed([*way, *last])] == [1, 3]


def test_a_gap_does_not_count_in_an_exact_phrase_where_there_is_one_way():
    parts = segments([token("a", 0), token("b", 2)])
    assert [token.position for token in spanned(parts, [ways[0] for ways in parts])] == [0, 1]


def test_a_gap_between_ways_stands_one_word_too_early_in_an_exact_phrase():
    (ways,) = segments([token("tea", 1, 3), token("hot", 1), token("drink", 3)])
    assert [[token.position for token in spanned([ways], [way])] for way in ways] == [[1], [2, 3]]


def test_a_way_that_leads_nowhere_is_left_out():
    assert texts(segments([token("a", 0), token("b", 0, 3), token("c", 1), token("d", 2)])) == [
        [["a", "c", "d"], ["b"]],
    ]  # fmt: skip
    assert texts(segments([token("a", 0, 2), token("b", 0), token("c", 3)])) == [[["b"]], [["c"]]]


def test_only_tokens_over_several_positions_make_a_graph():
    assert is_graph([token("a", 0, 2)])
    assert not is_graph([token("a", 0), token("b", 0)])
