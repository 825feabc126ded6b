import pytest

from searchapp.engine import Engine, EngineError

TEXT = {"type": "text"}
MAPPING = {
    "properties": {"title": TEXT, "body": TEXT, "kind": {"type": "keyword"}, "en": {**TEXT, "analyzer": "english"}}
}
DOCUMENTS = [
    {"_id": "1", "title": "red fox", "body": "in the snow"},
    {"_id": "2", "title": "snow", "body": "red"},
    {"_id": "3", "title": "hare", "body": "a long text about a white hare in the deep snow of winter"},
]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)

    def search(**query):
        return [hit["_id"] for hit in engine.search("gene", {"query": {"combined_fields": query}})["hits"]["hits"]]

    return search


def test_the_words_may_stand_in_any_of_the_fields(found):
    assert found(query="red snow", fields=["title", "body"], operator="and") == ["2", "1"]
    assert found(query="red snow", fields=["title", "body"]) == ["2", "1", "3"]


def test_a_weight_counts_as_often_as_the_word(found):
    assert found(query="hare", fields=["title^5", "body"]) == ["3"]
    assert found(query="snow", fields=["title^20", "body"])[0] == "2"


def test_the_required_number_of_words_must_match(found):
    assert found(query="red fox snow", fields=["title", "body"], minimum_should_match=3) == ["1"]


def test_a_text_without_words_finds_nothing_or_all(found):
    assert found(query="...", fields=["title"]) == []
    assert len(found(query="...", fields=["title"], zero_terms_query="all")) == 3


@pytest.mark.parametrize(
    "query",
    [
        {"query": "a", "fields": ["kind"]},
        {"query": "a", "fields": ["title", "en"]},
        {"query": "a", "fields": ["title^0.5"]},
        {"query": "a", "fields": []},
        {"fields": ["title"]},
        {"query": "a", "fields": ["title"], "foo": 1},
    ],
)
def test_fields_that_cannot_be_combined_are_refused(found, query):
    with pytest.raises(EngineError):
        found(**query)
