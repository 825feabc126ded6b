"""What is slow to write ends with the time of the request."""

import time

import pytest

from searchapp.formatters.elastic import ElasticFormatter
from searchapp.web import endpoint


@pytest.fixture
def out_of_time(monkeypatch):
    """Lets the time of the next request end between its hits and its answer."""

    def begin():
        arrival = time.monotonic() - 8  # two seconds for the hits
        monkeypatch.setattr(endpoint, "arrival", lambda environ: arrival)

    def transform(self, *given, **options):
        monkeypatch.setattr(endpoint, "arrival", lambda environ: time.monotonic() - 11)
        return plain(self, *given, **options)

    plain = ElasticFormatter.transform
    monkeypatch.setattr(ElasticFormatter, "transform", transform)
    return begin


@pytest.mark.parametrize("format", ["html", "yaml", "csv", "ndjson"])
def test_an_answer_is_written_within_the_time_of_the_request(configured, out_of_time, format):
    client = configured()
    out_of_time()
    answer = client.get(f"/v1/gene/query?q=kinase&relax=none&format={format}")
    assert answer.status_code == 504, answer.text[:300]
    assert answer.headers["Retry-After"] == "2"
    assert "no answer within 10 s" in answer.text.lower()
