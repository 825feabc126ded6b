"""Which objects of a list a query matches."""

import pytest

from searchapp.matched.objects import Objects
from searchapp.querystring.parser import parse

FIELDS = {
    "rcv": {"type": "object"},
    "rcv.id": {"type": "keyword"},
    "rcv.sig": {"type": "keyword", "normalizer": "folded", "searched_by_default": True},
    "rcv.name": {"type": "text", "analyzer": "folded", "searched_by_default": True},
    "rcv.name.keyword": {"type": "keyword"},
    "rcv.n": {"type": "long"},
    "rcv.on": {"type": "date"},
    "rcv.ok": {"type": "boolean"},
    "title": {"type": "text", "searched_by_default": True},
}
RCV = [
    {"id": "A1", "sig": "Pathogenic", "name": "Breast cancer", "n": 1, "on": "2019-05-01", "ok": True},
    {"id": "B2", "sig": "benign", "name": "Rénal disease", "n": 2.5, "on": "2021-01-31T10:00:00", "ok": False},
    {"id": "C3", "sig": ["benign", "risk"], "name": "Cancer of the breast", "n": [7, 9]},
]


def kept(text, default_operator="AND"):
    """The ids of the objects that a query text matches."""
    found = Objects("rcv", parse(text), FIELDS, default_operator).narrowed({"rcv": RCV}, "rcv")["rcv"]
    return " ".join(each["id"] for each in found)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("rcv.id:A1", "A1"),
        ("rcv.id:a1", ""),
        ("rcv.sig:BENIGN", "B2 C3"),
        ("rcv.sig:ben*", "B2 C3"),
        ("rcv.sig:?isk", "C3"),
        ("rcv.sig:/(pat|ris).*/", "A1 C3"),
        ("rcv.sig:bening~", "B2 C3"),
        ("rcv.name:renal", "B2"),
        ('rcv.name:"breast cancer"', "A1"),
        ("rcv.name:(breast cancer)", "A1 C3"),
        ('rcv.name.keyword:"Breast cancer"', "A1"),
        ("rcv.n:2.5", "B2"),
        ("rcv.n:>=7", "C3"),
        ("rcv.n:{1 TO 7}", "B2"),
        ("rcv.on:2019", "A1"),
        ("rcv.on:[2020 TO *]", "B2"),
        ("rcv.on:[2019 TO 2021-01]", "A1 B2"),
        ("rcv.ok:true", "A1"),
        ("_exists_:rcv.on", "A1 B2"),
        ("rcv.\\*:benign", "B2 C3"),
        ("rcv.sig:[c TO z]", "A1 C3"),
    ],
)
def test_values_are_compared_as_the_type_of_the_field_says(text, ids):
    assert kept(text) == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("rcv.sig:benign AND rcv.n:9", "C3"),
        ("rcv.sig:pathogenic OR rcv.n:9", "A1 C3"),
        ("rcv.sig:benign AND NOT rcv.n:9", "B2"),
        ("-rcv.sig:benign", "A1"),
        ("title:x AND rcv.sig:benign", "B2 C3"),
        ("title:x OR rcv.sig:pathogenic", "A1"),
        ("cancer", "A1 C3"),
        ("cancer AND title:x", "A1 C3"),
        ("renal OR (rcv.sig:risk AND rcv.n:7)", "B2 C3"),
        ("(rcv.sig:risk)^2", "C3"),
        ("title:x", "A1 B2 C3"),
        ("*:*", "A1 B2 C3"),
    ],
)
def test_parts_about_other_fields_do_not_matter(text, ids):
    objects = Objects("rcv", parse(text), FIELDS, "AND")
    assert (kept(text) if objects.are_asked_for else "A1 B2 C3") == ids


def test_values_that_are_no_lists_of_objects_are_unchanged():
    objects = Objects("rcv", parse("rcv.id:A1"), FIELDS, "AND")
    for value in ("text", {"id": "B2"}, ["a", {"id": "B2"}], None):
        assert objects.narrowed({"rcv": value}, "rcv") == {"rcv": value}
    assert objects.narrowed({}, "rcv") == {}
