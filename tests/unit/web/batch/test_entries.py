from searchapp.web.batch.answers import Counts
from searchapp.web.batch.entries import with_summary

COUNTS = Counts(terms=3, found=2, ambiguous=1, missing=1)


def test_the_last_line_counts_the_terms():
    said = b"3 terms, 2 found, 1 ambiguous, 1 missing, 0 failed"
    assert list(with_summary(iter([b"x"]), "csv", COUNTS)) == [b"x", b"# " + said + b"\r\n"]
    assert list(with_summary(iter([b"x"]), "tsv", COUNTS)) == [b"x", b"# " + said + b"\n"]
    (_, last) = with_summary(iter([b"x"]), "ndjson", COUNTS)
    assert last == b'{"_summary":{"terms":3,"found":2,"ambiguous":1,"missing":1,"failed":0}}\n'
