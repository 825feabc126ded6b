import pytest

from searchapp.engine import Engine

MAPPING = {"properties": {"name": {"type": "text"}, "code": {"type": "keyword"}}}
OTHERS = ["20,000", "2345678", "breaks"]
NAMES = ["breast cancer", "breast cancer 2", "best of all", "Österreich", "cancers", "кошка", "окно", *OTHERS]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("near"))
    with engine.builder("thing", MAPPING) as builder:
        for position, name in enumerate(NAMES):
            builder.add({"_id": str(position), "name": name, "code": name})
    return engine


def near(engine, word, field="name"):
    [(documents, found)] = engine.near_words("thing", field, [word], 5)
    return documents, [tuple(term) for term in found]


@pytest.mark.parametrize("word", ["brest", "brreast", "braest", "bresst", "Breas", "xreast", "breastz"])
def test_a_word_is_found_by_any_one_edit(engine, word):
    assert near(engine, word)[1][0] == ("breast", 1, 2)


def test_the_nearest_words_come_first_then_the_most_frequent(engine):
    assert near(engine, "brest") == (0, [("breast", 1, 2), ("best", 1, 1)])


def test_two_edits_are_found_after_two_right_letters(engine):
    assert near(engine, "caaner")[1] == [("cancer", 2, 2)]
    assert near(engine, "kancre")[1] == []
    assert near(engine, "allbq")[1] == []  # as by Lucene: two edits of `all` leave less than half of it


def test_a_word_that_is_there_has_its_documents_and_its_neighbours(engine):
    assert near(engine, "cancer") == (2, [("cancers", 1, 1)])
    assert near(engine, "breast") == (2, [])  # `breaks` is two edits away


def test_a_code_of_digits_has_terms_with_one_edit_only_also_one_of_a_sign(engine):
    assert near(engine, "20000")[1] == [("20,000", 1, 1)]
    assert near(engine, "2345687")[1] == [("2345678", 1, 1)]
    assert near(engine, "2345699")[1] == []


def test_letters_of_other_alphabets_count(engine):
    assert near(engine, "кошк")[1] == near(engine, "ошка")[1] == near(engine, "xошка")[1] == [("кошка", 1, 1)]


@pytest.mark.parametrize("word", ["two words", "", "x" * 100])
def test_texts_of_several_words_have_no_near_words(engine, word):
    assert near(engine, word) == (0, [])


@pytest.mark.parametrize("field", ["code", "nope"])
def test_only_texts_have_words(engine, field):
    assert near(engine, "brest", field) == (0, [])
