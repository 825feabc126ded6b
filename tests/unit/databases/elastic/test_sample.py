"""What is guessed about an index that somebody else made."""

import orjson
import pytest

from searchapp.databases.elastic.sample import SAMPLE, SampledGuesses
from searchapp.errors import PipelineError

PROPERTIES = {"Title": {"type": "text", "fields": {"keyword": {"type": "keyword"}}}, "kind": {"type": "keyword"}}


class Index:
    """Answers searches for all documents, and keeps the sizes that are asked for."""

    def __init__(self, documents):
        self.hits = [{"_id": "1", "_source": orjson.dumps(document)} for document in documents]
        self.asked = []

    def __call__(self, body):
        self.asked.append(body["size"])
        return {"hits": {"hits": self.hits[: body["size"]]}}


def films(number, **more):
    return [{"Title": f"Film of the year {n}", "kind": "ab"[n % 2], **more} for n in range(number)]


def test_titles_and_facets_are_guessed_from_a_sample():
    index = Index(films(2000))
    found = SampledGuesses().of("films", PROPERTIES, 2000, index)["_guessed"]
    assert (found["title_fields"], found["page_facets"]) == (["Title"], ["kind"])
    assert index.asked[-1] == SAMPLE


def test_of_large_documents_fewer_are_read(monkeypatch):
    monkeypatch.setattr("searchapp.databases.elastic.sample.MAX_BYTES", 80_000)
    index = Index(films(100, text="x" * 1000))
    SampledGuesses().of("films", PROPERTIES, 1000, index)
    assert 0 < index.asked[-1] <= 80


def test_a_few_documents_are_read_once():
    index = Index(films(10))
    SampledGuesses().of("films", PROPERTIES, 10, index)
    assert len(index.asked) == 1


def test_guesses_stay_until_the_fields_or_the_magnitude_of_the_size_change():
    guesses, index = SampledGuesses(), Index(films(10))
    for total, properties, asked in ((10, PROPERTIES, 1), (11, PROPERTIES, 1), (100, PROPERTIES, 2), (100, {}, 3)):
        guesses.of("films", properties, total, index)
        assert len(index.asked) == asked


def test_a_sample_that_cannot_be_read_is_tried_again():
    def fails(body):
        raise PipelineError(504, "no answer within 10 s")

    guesses = SampledGuesses()
    assert guesses.of("films", PROPERTIES, 30, fails) == {}
    assert guesses.of("films", PROPERTIES, 30, Index(films(30)))["_guessed"]["title_fields"] == ["Title"]


@pytest.mark.slow
def test_without_sources_nothing_is_guessed_and_deep_documents_are_passed_over():
    assert SampledGuesses().of("films", PROPERTIES, 1, lambda body: {"hits": {"hits": [{"_id": "1"}]}}) == {}
    deep = Index([])
    deep.hits = [{"_source": b'{"a":' * 900 + b"1" + b"}" * 900}, *Index(films(30)).hits]
    assert SampledGuesses().of("films", PROPERTIES, 31, deep)["_guessed"]["title_fields"] == ["Title"]
