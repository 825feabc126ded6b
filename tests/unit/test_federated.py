"""Which answers of several collections are kept."""

from searchapp.builders.ranking.clauses import EQUAL_NAME
from searchapp.federated import NO_HITS, Answer, sort_key, without_guesses

STRICT = {"total": 3, "max_score": 1.0}
GUESS = {"total": 5, "max_score": 1.0, "relaxed": {"step": "spelling", "q": "tp63"}}
FEWER = {"total": 9, "max_score": 1.0, "relaxed": {"step": "fewer words", "q": "tp"}}
NAMED = {"total": 1, "max_score": EQUAL_NAME, "relaxed": {"step": "spelling", "q": "tp53"}}


FILLED = {"total": 4, "max_score": 1.0, "relaxed": {"step": "beginning", "q": "tp53x", "others": ["tp53x*"]}}


def kept(found: dict[str, Answer]) -> dict[str, Answer]:
    return without_guesses(found, " tp53x")


def test_hits_of_the_query_itself_are_kept_with_those_of_longer_words():
    assert kept({"a": STRICT, "b": FILLED, "c": GUESS}) == {"a": STRICT, "b": FILLED, "c": NO_HITS}


def test_hits_of_the_query_itself_leave_no_guesses():
    assert kept({"a": STRICT, "b": GUESS}) == {"a": STRICT, "b": NO_HITS}


def test_a_guess_that_names_a_document_is_as_good_as_the_query_itself():
    assert kept({"a": STRICT, "b": NAMED}) == {"a": STRICT, "b": NAMED}
    assert kept({"a": GUESS, "b": NAMED}) == {"a": NO_HITS, "b": NAMED}


def test_the_same_guess_is_kept_in_each_collection():
    same = {**GUESS, "relaxed": NAMED["relaxed"]}
    assert kept({"a": same, "b": NAMED}) == {"a": same, "b": NAMED}


def test_fewer_words_are_the_last_guess():
    assert kept({"a": FEWER, "b": GUESS}) == {"a": NO_HITS, "b": GUESS}
    assert kept({"a": FEWER, "b": NO_HITS}) == {"a": FEWER, "b": NO_HITS}


def test_collections_with_a_document_of_this_name_are_first_and_corrections_last():
    named = {**NAMED, "relaxed": {"step": "stop words", "q": "tp53"}}
    found = {"a": NO_HITS, "b": STRICT, "c": NAMED, "d": STRICT, "e": named}
    assert [name for name, _ in sorted(found.items(), key=lambda each: sort_key(each[1]))] == ["e", "b", "d", "c", "a"]
