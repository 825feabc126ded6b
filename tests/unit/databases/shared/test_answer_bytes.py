"""Equal queries of a batch, which are asked once, and the bytes of their documents."""

import pytest

from searchapp.databases.shared.answer_bytes import asked_once
from searchapp.errors import PipelineError
from searchapp.protocols import Bodies


def ask(queries):
    return [{"took": 0, "hits": {"total": 1, "hits": [{"_id": "a", "_source": query}]}} for query in queries]


def test_equal_queries_are_asked_once():
    one, other, asked = {"q": 1}, {"q": 2}, []
    found = asked_once([one, other, one], lambda queries: asked.extend(queries) or ask(queries), 1000)
    assert asked == [one, other]
    assert found == ask([one, other, one])


def test_a_query_that_is_repeated_has_hits_of_its_own():
    query = {"q": 1}
    first, second = asked_once([query, query], ask, 1000)
    assert first["hits"]["hits"] is not second["hits"]["hits"]
    assert first["hits"]["hits"][0] is not second["hits"]["hits"][0]
    assert first["hits"]["hits"][0]["_source"] is not second["hits"]["hits"][0]["_source"]


def test_equal_texts_of_bodies_are_asked_once():
    asked = []
    bodies = Bodies(lambda text: {"q": text}, ["a", "b", "a"])
    found = asked_once(bodies, lambda bodies: asked.extend(bodies.texts) or ask(bodies), 1000)
    assert asked == ["a", "b"]
    assert found == ask([{"q": "a"}, {"q": "b"}, {"q": "a"}])


def test_documents_of_repeated_queries_are_counted_each_time():
    query = {"q": "a" * 100}
    assert len(asked_once([query] * 10, ask, 1000)) == 10
    with pytest.raises(PipelineError, match="take more than 1000 bytes"):
        asked_once([query] * 11, ask, 1000)
