import pytest

from searchapp.disjunctive import MAX_FIELDS, check_filters, disjunctive_facets
from searchapp.errors import PipelineError


def counted(fields):
    """How often facets of fields that the filter names are counted again."""
    names, calls = [f"f{number}" for number in range(fields)], []

    def search(q, **options):
        calls.append(options["filter"])
        return {"facets": {}}

    filter = " AND ".join(f"{name}:x" for name in names)
    disjunctive_facets(search, None, {"filter": filter, "aggs": names}, {name: {} for name in names})
    return len(calls)


def test_each_field_of_the_filter_is_counted_by_a_search_of_its_own():
    assert counted(MAX_FIELDS) == MAX_FIELDS


def test_more_fields_than_the_limit_are_refused():
    with pytest.raises(PipelineError, match="at most 20 fields of the filter, not 21"):
        counted(MAX_FIELDS + 1)


def test_too_many_fields_are_known_before_any_search():
    names = [f"f{number}" for number in range(MAX_FIELDS + 1)]
    filter = " AND ".join(f"{name}:x" for name in names)
    check_filters({"filter": filter, "aggs": ",".join(names[1:])})
    with pytest.raises(PipelineError, match="at most 20 fields of the filter, not 21"):
        check_filters({"filter": filter, "aggs": ",".join(names)})
