"""The runner of foreign suites, with a suite of our own; a second engine stands for the node."""

import pytest

from tests.foreign.__main__ import table, write
from tests.foreign.checks import at, matches
from tests.foreign.runner import outcome
from tests.foreign.sides import EngineSide
from tests.foreign.suite import cases

pytestmark = pytest.mark.slow

SUITE = """
setup:
  - do: {indices.create: {index: test, body: {mappings: {properties: {day: {type: date}, name: {type: text}}}}}}
  - do: {index: {index: test, id: 1, body: {name: a kinase, day: 2020-01-01}}}
  - do: {indices.refresh: {}}
---
found:
  - do: {search: {rest_total_hits_as_int: true, body: {query: {match: {name: kinase}}}}}
  - match: {hits.total: 1}
  - match: {hits.hits.0._source.day: '2020-01-01'}
  - length: {hits.hits: 1}
  - is_false: hits.hits.0.highlight
  - set: {hits.hits.0._id: id}
  - do: {get: {index: test, id: $id}}
  - match: {_source: {name: /kin.se/, day: '2020-01-01'}}
---
an error:
  - do: {catch: bad_request, search: {body: {query: {nope: {}}}}}
  - match: {error.type: parsing_exception}
---
spans: [{do: {search: {body: {query: {span_term: {name: a}}}}}}]
---
aliases: [{do: {indices.put_alias: {index: test, name: other}}}]
---
counted: [{do: {count: {index: test}}}, {match: {count: 2}}]
---
written: [{do: {index: {index: test, id: 2, body: {}}}}, {match: {result: created}}]
"""


class OneMore(EngineSide):
    """Counts a document too many."""

    def _count(self, given):
        status, answer = super()._count(given)
        return status, {**answer, "count": answer["count"] + 1}


@pytest.fixture(scope="module")
def sides(tmp_path_factory):
    return OneMore(tmp_path_factory.mktemp("node")), EngineSide(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def found(tmp_path_factory, sides):
    """Each case with its outcome."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "search").mkdir()
    (folder / "search" / "10_own.yml").write_text(SUITE, "utf-8")
    return [(case, outcome(case, *sides)) for case in cases(folder)]


def test_each_case_has_its_verdict(found, sides):
    assert {name_of(case): one.verdict for case, one in found} == {
        "found": "equal",
        "an error": "equal",
        "spans": "refused",
        "aliases": "skipped",
        "counted": "different",
        "written": "skipped",
    }
    [counted] = [case for case, _ in found if name_of(case) == "counted"]
    assert outcome(counted, *reversed(sides)).verdict == "other"


def name_of(case):
    return case.name.rpartition(": ")[2]


def test_the_table_counts_the_verdicts_of_each_family(found):
    assert "| all | 2 | 1 | 2 | 0 | 1 |" in table(found)


def test_the_report_replaces_the_one_before(tmp_path):
    document = tmp_path / "engine.md"
    document.write_text("before\n<!-- foreign suites -->old<!-- end of foreign suites -->\nafter\n", "utf-8")
    write("new", document)
    assert document.read_text("utf-8") == (
        "before\n<!-- foreign suites -->\n\nnew\n\n<!-- end of foreign suites -->\nafter\n"
    )


@pytest.mark.parametrize(("path", "found"), [("", {"a.b": [1]}), (r"a\.b.0", 1), ("$name.0", 1)])
def test_a_path_leads_to_a_value(path, found):
    assert at({"a.b": [1]}, path, {"name": "a.b"}) == found


@pytest.mark.parametrize(
    ("value", "wanted", "same"),
    [(1, 1.0, True), (1, 2, False), ([1, 2], [1], False), ({"a": 1, "b": 2}, {"a": 1}, False), ("abc", "/ b /", True)],
)
def test_values_match_as_numbers_texts_and_patterns(value, wanted, same):
    assert matches(value, wanted) is same
