import pytest

from searchapp.relaxing.stop_words import (
    after_stop_word,
    question_language,
    without_article,
    without_question,
    without_stop_words,
)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("what is The Heart of Me", "en", "The Heart of Me"),
        ("was ist Asthma", "de", "Asthma"),
        ("was ist Asthma", "german", "Asthma"),
        ("what is US", "en", "US"),
        ("us army", "en", "us army"),
        ("tell us about asthma", "en", "asthma"),
        ("WHAT IS ASTHMA", "en", "ASTHMA"),
        ("что такое кошка", "russian", "кошка"),
        ("qu'est-ce que c'est", "fr", "qu'est-ce que c'est"),
        ("asthma", "en", "asthma"),
        ("what is", "xx", "what is"),
    ],
)
def test_words_that_ask_are_left_out_at_the_beginning(text, language, expected):
    assert " ".join(without_question(text.split(), language)) == expected


def test_words_that_join_are_left_out():
    assert without_article(["the", "heart", "of", "me"], "en") == ["heart", "of", "me"]
    assert without_stop_words(["the", "causes", "of", "asthma"], "en") == ["causes", "asthma"]


def test_a_question_in_another_language_than_the_collection():
    assert question_language(["was", "ist", "Asthma"], "english") == "german"
    assert question_language(["mit", "licence"], "english") == "english"
    assert (
        question_language(["what", "is", "asthma"], "english") == question_language(["asthma"], "english") == "english"
    )


def test_nouns_for_the_documents_are_left_out_like_stop_words():
    assert without_stop_words(["the", "Movies", "of", "Kubrick"], "en", {"movie", "movies"}) == ["Kubrick"]
    assert without_stop_words(["movies"], "en", {"movies"}) == ["movies"]


def test_the_words_after_a_stop_word():
    assert after_stop_word(["movies", "directed", "by", "the", "Coens"], "en") == ["Coens"]
    assert after_stop_word(["silent", "movies"], "en") == []
