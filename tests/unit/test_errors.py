"""What errors quote of a text that was given."""

from searchapp.errors import MAX_ERROR, MAX_QUOTED, brief, quoted


def test_a_short_text_is_quoted_as_it_is():
    assert quoted("cdk2") == "cdk2"
    assert brief("size must be a whole number from 0 to 1000") == "size must be a whole number from 0 to 1000"


def test_of_a_long_text_the_start_is_quoted():
    assert quoted("a" * 5000) == "a" * MAX_QUOTED


def test_long_words_in_an_error_are_cut():
    assert (
        brief(f'For input string: "{"9" * 5000}" is wrong')
        == f'For input string: "{"9" * (MAX_QUOTED - 1)}... is wrong'
    )


def test_an_error_of_many_words_is_cut():
    assert len(brief("a b " * 5000)) == MAX_ERROR + 3
