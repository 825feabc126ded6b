"""The links of facets on the page of results find what was counted."""

from urllib.parse import parse_qs, urlsplit

import pytest

from searchapp.web.pages.results.filters import facet_rows

FACETS = {
    "disease": "depth,depth:5,descendants:0..10..100,xref.omim:missing,leaf(depth:2..4)",
    "edge": "x:1000000000,when:year,when:quarter,when:month,when:week,when:2019..2020-01-01T12:00Z..max,tags:missing",
}


@pytest.mark.parametrize("item_type", FACETS)
def test_each_term_finds_as_many_documents_as_it_counts(client, item_type):
    path = f"/v1/{item_type}/query"
    answer = client.get(path, query_string={"facets": FACETS[item_type], "size": 0, "q": "*"}).json
    for name, facet in answer["facets"].items():
        rows = facet_rows([], name, facet, None)
        for term, row in telling(list(zip(facet["terms"], rows, strict=True))):
            text = parse_qs(urlsplit(row["href"]).query)["filter"][0]
            found = client.get(path, query_string={"q": "*", "filter": text, "size": 0}).json
            assert (text, found["total"]) == (text, term["count"])


def telling(rows):
    """Those with documents and those beside them: the link of another one would find none with wrong ends either."""
    counts = [0, *(term["count"] for term, _ in rows), 0]
    return [row for place, row in enumerate(rows) if any(counts[place : place + 3])]


def test_rows_without_documents_say_so_next_to_rows_with_documents():
    rows = [({"count": count}, None) for count in (0, 0, 2, 0, 0, 0, 1)]
    assert telling(rows) == [rows[1], rows[2], rows[3], rows[5], rows[6]]
