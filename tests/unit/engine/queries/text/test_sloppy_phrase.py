import pytest

from searchapp.engine.queries.text.sloppy_phrase import frequency


def counted(phrase, text, slop):
    words = text.split()
    positions = {word: [place for place, own in enumerate(words) if own == word] for word in set(words)}
    return frequency([(place, tuple(words.split("|"))) for place, words in enumerate(phrase.split())], positions, slop)


@pytest.mark.parametrize(
    ("phrase", "text", "slop", "found"),
    [
        ("a b", "a b", 0, 1),
        ("a b", "a x b", 0, 0),
        ("a b", "a x b", 1, 1 / 2),
        ("a b", "b a", 1, 0),
        ("a b", "b a", 2, 1 / 3),
        ("a b", "a b a b", 0, 2),
        ("a b", "a b x a b", 1, 2),
        ("a a", "a", 5, 0),
        ("a a", "a a", 0, 1),
        ("a a", "a x a", 1, 1 / 2),
        ("a b c", "a c b", 2, 1 / 3),
        ("a b", "a c", 9, 0),
        ("a|b c", "b c", 1, 1),
        ("a|b b|c", "b", 9, 0),
        ("a|b b|c c|d", "b c", 9, 0),
        ("a|b b|c c|d", "b x c d", 9, 1 / 2),
    ],
)
def test_matches_count_by_their_distance(phrase, text, slop, found):
    assert counted(phrase, text, slop) == pytest.approx(found)
