import string
from collections import Counter

import pytest

from searchapp.engine import Engine, EngineError, costs
from searchapp.engine.aggregations import filters, terms
from searchapp.engine.aggregations.scope import Scope
from searchapp.querystring.byte_cache import ByteCache


def counted(engine, aggregation, **body):
    return engine.search("gene", {"size": 0, **body, "aggs": {"a": aggregation}})["aggregations"]["a"]


def buckets(engine, **options):
    found = counted(engine, {"terms": {"field": "kind", **options}})["buckets"]
    return [(bucket["key"], bucket["doc_count"]) for bucket in found]


def test_terms_are_ordered_by_count_and_then_by_key(small):
    assert buckets(small) == [("gene", 2), ("rna", 2), ("", 1)]
    assert counted(small, {"terms": {"field": "kind", "size": 1}}) == {
        "doc_count_error_upper_bound": 0,
        "sum_other_doc_count": 3,
        "buckets": [{"key": "gene", "doc_count": 2}],
    }


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ({"order": {"_key": "desc"}}, ["rna", "gene", ""]),
        ({"order": {"_count": "asc"}}, ["", "gene", "rna"]),
        ({"order": [{"_count": "desc"}, {"_key": "desc"}]}, ["rna", "gene", ""]),
        ({"min_doc_count": 2}, ["gene", "rna"]),
        ({"include": ["rna", "nope"]}, ["rna"]),
        ({"exclude": ["rna"]}, ["gene", ""]),
        ({"include": ".*[nN].*", "size": 1}, ["gene"]),
        ({"exclude": ".*n.*"}, [""]),
    ],
)
def test_terms_take_orders_and_limits(small, options, keys):
    assert [key for key, _ in buckets(small, **options)] == keys


@pytest.mark.parametrize("include", [["rna"], "r.*"])
def test_included_terms_are_counted_where_a_field_has_more_than_are_counted_at_once(small, monkeypatch, include):
    monkeypatch.setattr(terms, "MAX_INNER_BUCKETS", 1)
    assert buckets(small, include=include) == [("rna", 2)]


@pytest.mark.parametrize("field", ["kind", "number", "open", "day", "weight"])
def test_inner_terms_are_counted_for_the_shown_buckets_alone(small, monkeypatch, field):
    asked = []

    def aggregate(scope, requests):
        asked.append(requests)
        return count(scope, requests)

    count = Scope.aggregate
    monkeypatch.setattr(Scope, "aggregate", aggregate)
    inner = {"aggs": {"inner": {"terms": {"field": "kind"}}}}
    found = counted(small, {"terms": {"field": field, "size": 1, "order": {"_key": "desc"}}, **inner})["buckets"]
    assert len(found) == 1 and found[0]["inner"]["buckets"]
    assert ["aggs" in requests["0"] for requests in asked] == [False, True]
    assert field != "kind" or asked[1]["0"]["terms"]["include"] == ["rna"]


def test_keys_have_the_type_of_their_field(small):
    def first(field):
        return counted(small, {"terms": {"field": field, "order": {"_key": "asc"}}})["buckets"][0]

    assert first("number") == {"key": 1, "doc_count": 1}
    assert first("open") == {"key": 0, "key_as_string": "false", "doc_count": 1}
    assert first("day") == {"key": 1546300800000, "key_as_string": "2019-01-01T00:00:00.000Z", "doc_count": 1}
    assert first("weight") == {"key": 0.10000000149011612, "doc_count": 1}


def test_a_document_counts_once_in_each_of_its_buckets(small):
    assert [key["doc_count"] for key in counted(small, {"terms": {"field": "symbol"}})["buckets"]] == [1, 1, 1, 1]


def test_facets_nest_deep(small):
    inner = {"terms": {"field": "number", "size": 1}, "aggs": {"c": {"missing": {"field": "weight"}}}}
    found = counted(small, {"terms": {"field": "kind", "size": 2}, "aggs": {"b": inner}})["buckets"]
    assert [bucket["b"]["buckets"][0]["key"] for bucket in found] == [1, 7]
    assert found[1]["b"]["buckets"][0]["c"] == {"doc_count": 0}


def test_unmapped_fields_have_no_buckets_and_are_missing_everywhere(small):
    assert counted(small, {"terms": {"field": "nope"}})["buckets"] == []
    assert counted(small, {"missing": {"field": "nope"}}) == {"doc_count": 5}
    assert counted(small, {"missing": {"field": "number"}}) == {"doc_count": 1}


def test_terms_that_are_cut_off_are_ties_in_order(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": {"kind": {"type": "keyword"}}}) as builder:
        for number in reversed(range(300)):
            builder.add({"_id": str(number), "kind": f"{number:03}"})
    assert [key for key, _ in buckets(engine, size=3)] == ["000", "001", "002"]
    inner = {"terms": {"field": "kind", "size": 2}}
    found = counted(engine, {"terms": {"field": "kind", "size": 2}, "aggs": {"b": inner}})
    assert found["sum_other_doc_count"] == 298
    assert [bucket["b"]["buckets"] for bucket in found["buckets"]] == [
        [{"key": "000", "doc_count": 1}], [{"key": "001", "doc_count": 1}],
    ]  # fmt: skip


def test_metrics(small):
    assert counted(small, {"stats": {"field": "number"}}) == {
        "count": 5,
        "min": 1.0,
        "max": 9.0,
        "avg": 5.0,
        "sum": 25.0,
    }
    assert counted(small, {"max": {"field": "day"}})["value_as_string"] == "2021-01-01T10:00:00.000Z"
    assert counted(small, {"value_count": {"field": "symbol"}}) == {"value": 4}
    assert counted(small, {"cardinality": {"field": "kind"}}) == {"value": 3}
    assert counted(small, {"avg": {"field": "nope"}}) == {"value": None}


def test_terms_in_the_order_of_a_metric(small):
    aggregation = {"terms": {"field": "kind", "order": {"m": "desc"}}, "aggs": {"m": {"max": {"field": "number"}}}}
    assert [bucket["key"] for bucket in counted(small, aggregation)["buckets"]] == ["gene", "rna", ""]


def test_ranges_and_histograms(small):
    ranges = counted(small, {"range": {"field": "number", "ranges": [{"from": 3, "to": 7}, {"to": 3}]}})["buckets"]
    assert ranges == [
        {"key": "*-3.0", "to": 3.0, "doc_count": 1},
        {"key": "3.0-7.0", "from": 3.0, "to": 7.0, "doc_count": 2},
    ]
    histogram = counted(small, {"histogram": {"field": "number", "interval": 3}})["buckets"]
    assert [(bucket["key"], bucket["doc_count"]) for bucket in histogram] == [(0.0, 1), (3.0, 2), (6.0, 1), (9.0, 1)]
    years = counted(small, {"date_histogram": {"field": "day", "calendar_interval": "year"}})["buckets"]
    assert [(bucket["key_as_string"][:4], bucket["doc_count"]) for bucket in years] == [
        ("2019", 1),
        ("2020", 1),
        ("2021", 1),
    ]


def test_filters(small):
    gene, kinase = {"term": {"kind": "gene"}}, {"term": {"name": "kinase"}}
    query = {"term": {"kind": "rna"}}
    assert counted(small, {"filter": kinase}) == {"doc_count": 2}
    assert counted(small, {"filters": {"filters": {"x": gene}, "other_bucket": True}}, query=query) == {
        "buckets": {"x": {"doc_count": 0}, "_other_": {"doc_count": 2}}
    }
    assert counted(small, {"global": {}}, query=query) == {"doc_count": 5}


@pytest.mark.parametrize(
    ("aggregation", "type"),
    [
        ({"terms": {"field": "name"}}, "illegal_argument_exception"),
        ({"terms": {"field": "_id"}}, "illegal_argument_exception"),
        ({"terms": {"field": "kind", "size": 0}}, "x_content_parse_exception"),
        ({"terms": {"field": "kind", "foo": 0}}, "x_content_parse_exception"),
        ({"terms": {"field": "kind", "order": {"x": "asc"}}}, "invalid_path"),
        ({"terms": {}}, "illegal_argument_exception"),
        ({"nope": {}}, "parsing_exception"),
        ({"percentiles": {"field": "number"}}, "unsupported_exception"),
        ({}, "parsing_exception"),
        ({"stats": {"field": "kind"}}, "illegal_argument_exception"),
        ({"histogram": {"field": "number", "interval": 0}}, "x_content_parse_exception"),
        ({"date_histogram": {"field": "day", "calendar_interval": "10y"}}, "x_content_parse_exception"),
    ],
)
def test_wrong_aggregations_are_refused(small, aggregation, type):
    with pytest.raises(EngineError) as error:
        counted(small, aggregation)
    assert error.value.type == type


def test_names_with_brackets_are_refused(small):
    with pytest.raises(EngineError, match="Invalid aggregation name"):
        small.search("gene", {"aggs": {"a[": {"terms": {"field": "kind"}}}})


def many_steps(count):
    """As many histograms, each of less than 30,000 steps."""
    return {str(name): {"histogram": {"field": "number", "interval": 0.0003 + name / 10**9}} for name in range(count)}


@pytest.mark.slow
def test_all_buckets_of_an_answer_are_counted_together(small):
    body = {"size": 0, "query": {"range": {"number": {"lte": 7}}}}
    small.search("gene", {**body, "aggs": many_steps(2)})
    with pytest.raises(EngineError) as caught:
        small.search("gene", {**body, "aggs": many_steps(3)})
    assert (caught.value.status, caught.value.type) == (400, "too_many_buckets_exception")


def test_few_buckets_are_searched_for_the_facets_inside_them(small, monkeypatch):
    months = {"date_histogram": {"field": "day", "calendar_interval": "month"}}
    months["aggs"] = {"numbers": {"terms": {"field": "number"}}}
    assert len(counted(small, months)["buckets"]) == 25
    monkeypatch.setattr(costs, "MAX_INNER", 1)
    with pytest.raises(EngineError, match="facets inside too many values"):
        counted(small, months, query={"range": {"day": {"gte": "2019-01-01"}}})


def nested_terms(size):
    """300 buckets in each of `size` ones."""
    inner = {"filters": {"filters": {str(number): {"match_all": {}} for number in range(300)}}}
    return {"aggs": {"a": {"histogram": {"field": "number", "interval": 8 / size}, "aggs": {"b": inner}}}, "size": 0}


def test_buckets_of_every_kind_are_counted(small):
    assert len(small.search("gene", nested_terms(200))["aggregations"]["a"]["buckets"]) == 201
    with pytest.raises(EngineError, match="too many buckets"):
        small.search("gene", nested_terms(220))


def test_an_empty_bucket_equals_the_facets_of_a_search_without_hits(small):
    inner = {
        "kinds": {"terms": {"field": "kind", "min_doc_count": 0}, "aggs": {"days": {"stats": {"field": "day"}}}},
        "some": {
            "filters": {"filters": {"a": {"term": {"kind": "gene"}}}},
            "aggs": {"n": {"avg": {"field": "number"}}},
        },
        "none": {"missing": {"field": "kind"}},
    }
    nothing = small.search("gene", {"query": {"match_none": {}}, "aggs": inner})["aggregations"]
    ranges = {"range": {"field": "number", "ranges": [{"from": 100}]}, "aggs": inner}
    ((bucket,),) = small.search("gene", {"aggs": {"far": ranges}})["aggregations"]["far"].values()
    assert {name: bucket[name] for name in inner} == nothing
    steps = {"histogram": {"field": "number", "interval": 1}, "aggs": inner}
    found = small.search("gene", {"aggs": {"steps": steps}})["aggregations"]["steps"]["buckets"]
    gaps = [bucket for bucket in found if not bucket["doc_count"]]
    assert [bucket["key"] for bucket in gaps] == [2.0, 4.0, 6.0, 8.0]
    without_terms = nothing | {"kinds": nothing["kinds"] | {"buckets": []}}
    assert all({name: bucket[name] for name in inner} == without_terms for bucket in gaps)


def test_the_size_and_the_number_of_cached_answers_are_limited(small):
    def ask(**aggregation):
        return small.search("gene", {"size": 0, "aggs": {"a": aggregation}})["aggregations"]

    kept = small.reader("gene").cache["facets"] = ByteCache(20_000)
    first = ask(terms={"field": "kind"})
    assert (ask(terms={"field": "kind"}), len(kept)) == (first, 1)
    ask(histogram={"field": "number", "interval": 0.001})
    assert len(kept) == 1
    for size in range(1, 100):
        ask(terms={"field": "kind", "size": size})
    assert 2 < len(kept) < 99
    assert kept.bytes <= kept.max_bytes


@pytest.mark.slow
def test_counts_in_the_order_of_keys_are_whole_in_several_segments(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": {"number": {"type": "double"}}}) as builder:
        for number in range(4000):
            builder.add({"_id": str(number), "number": number / 4})
    for step in range(3):
        with engine.updater("gene") as updater:
            for number in range(20):
                updater.upsert({"_id": f"{step}-{number}", "number": number / 4})
    facet = counted(engine, {"terms": {"field": "number", "order": {"_key": "asc"}}})
    assert [bucket["doc_count"] for bucket in facet["buckets"]] == [4] * 10
    assert facet["sum_other_doc_count"] == 4060 - 40


@pytest.mark.parametrize(
    ("aggregation", "words"),
    [
        ({"date_histogram": {"field": "day", "calendar_interval": "year", "format": "MMM yy"}}, "letters: MMM"),
        ({"date_range": {"field": "day", "ranges": [{"to": "2000"}], "format": "xxxx-ww"}}, "letters: xxxx"),
        (
            {"histogram": {"field": "number", "interval": 1e-300, "min_doc_count": 1}},
            "unsupported interval of histogram",
        ),
        ({"range": {"field": "number", "ranges": [{"to": "NaN"}]}}, "unsupported end of a range: NaN"),
    ],
)
def test_facets_that_would_be_wrong_are_refused(small, aggregation, words):
    with pytest.raises(EngineError, match=words) as error:
        small.search("gene", {"aggs": {"a": aggregation}})
    assert error.value.status == 400


def test_facets_are_counted_inside_an_interval_beyond_64_bits(small):
    inner = {"aggs": {"kinds": {"terms": {"field": "kind"}}}}
    (bucket,) = counted(small, {"histogram": {"field": "number", "interval": 1e30}, **inner})["buckets"]
    assert (bucket["doc_count"], bucket["kinds"]["buckets"][0]) == (4, {"key": "gene", "doc_count": 2})


def test_filters_are_compiled_once_for_all_buckets(small, monkeypatch):
    compiled, compile_query = [], filters.side_query
    monkeypatch.setattr(filters, "side_query", lambda *given: compiled.append(given) or compile_query(*given))
    facet = {"terms": {"field": "kind"}, "aggs": {"x": {"filter": {"match": {"name": "kinase"}}}}}
    assert len(counted(small, facet)["buckets"]) == 3
    assert len(compiled) == 1


def test_named_filters_stand_in_the_order_of_their_names(small):
    filters = {name: {"match_all": {}} for name in ("z", "a", "_x", "B")}
    facet = {"filters": {"filters": filters, "other_bucket": True}}
    answer = small.search("gene", {"size": 0, "aggs": {"facet": facet}})["aggregations"]["facet"]
    assert list(answer["buckets"]) == ["B", "_x", "a", "z", "_other_"]


def test_dates_before_the_first_bucket_are_refused_by_name(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("old", {"properties": {"day": {"type": "date"}}}) as builder:
        builder.add({"_id": "1", "day": "-9223372036854775000"})
    facet = {"date_histogram": {"field": "day", "fixed_interval": "1000d", "min_doc_count": 1}}
    with pytest.raises(EngineError, match="unsupported dates of date_histogram"):
        engine.search("old", {"aggs": {"days": facet}})


def test_many_dates_are_counted_by_months(tmp_path):
    engine = Engine(tmp_path)
    days = [f"{1960 + number % 67}-{1 + number % 12:02}-15" for number in range(1200)]
    mapping = {"properties": {"day": {"type": "date"}, "days": {"type": "date"}}}
    with engine.builder("gene", mapping) as builder:
        for number, day in enumerate(days):
            builder.add({"_id": str(number), "day": day, "days": [day, day]})
    for unit, length in (("month", 7), ("year", 4)):
        facet = {"calendar_interval": unit, "min_doc_count": 1}
        expected = sorted(Counter(day[:length] for day in days).items())
        for field in ("day", "days"):
            found = counted(engine, {"date_histogram": {"field": field, **facet}})["buckets"]
            assert [(one["key_as_string"][:length], one["doc_count"]) for one in found] == expected


def test_facets_of_fields_with_any_characters_in_their_names(tmp_path):
    engine = Engine(tmp_path)
    names = [name for sign in string.punctuation.replace(".", "") for name in (f"{sign}x", f"a{sign}b", f"x{sign}")]
    names += ["a b", "a\tb", "a\u00a0b", "日本", "😀", "AND", "a AND b"]
    with engine.builder("gene", {"properties": {name: {"type": "date"} for name in names}}) as builder:
        builder.add({"_id": "1", **dict.fromkeys(names, "2020-01-01")})
        builder.add({"_id": "2"})
    zone = {"fixed_interval": "12h", "time_zone": "Europe/Berlin"}
    for name in names:
        for options in ({"calendar_interval": "month"}, zone):
            found = counted(engine, {"date_histogram": {"field": name, **options}})["buckets"]
            assert [bucket["doc_count"] for bucket in found] == [1], (name, options)
        assert counted(engine, {"missing": {"field": name}})["doc_count"] == 1, name
