import orjson
import pytest

from searchapp.errors import PipelineError
from searchapp.formatters.document import Hit
from searchapp.formatters.elastic import ElasticFormatter, Hits

from .responses import hit, response

FACETS = {"aggregations": {"a": {"sum_other_doc_count": 0, "buckets": []}, "a::missing": {"doc_count": 2}}}
FACET = {"a": {"_type": "terms", "terms": [], "other": 0, "missing": 2, "total": 0}}


def transform(response, **options):
    return ElasticFormatter().transform(response, **options)


@pytest.mark.rule("H1", "H2", "I3", "E4")
def test_a_response_becomes_a_container_of_hits():
    found = transform(response(hit("1", {"b": 1, "a": 2}, 2.5), hit("2"), total=7))
    assert found == {
        "took": 3,
        "total": 7,
        "max_score": 2.5,
        "hits": [{"_id": "1", "_score": 2.5, "a": 2, "b": 1}, {"_id": "2", "_score": 1.0}],
    }
    assert list(found) == ["took", "total", "max_score", "hits"]
    assert list(found["hits"][0]) == ["_id", "_score", "a", "b"]


@pytest.mark.rule("H1", "T5")
def test_the_total_is_a_whole_number():
    assert transform(response(total={"value": 12, "relation": "eq"}))["total"] == 12
    assert transform({"hits": {"hits": []}})["total"] == 0
    assert transform(response(total={}))["total"] == 0
    assert transform(response(hit("1"), total=-1))["total"] is None  # it was not counted
    assert transform({"hits": {"total": -1, "hits": []}})["total"] == 0
    assert transform({"hits": {"total": -1, "hits": []}}, size=0)["total"] is None


@pytest.mark.rule("S1")
def test_facts_about_the_search_are_kept_and_internals_of_the_database_are_not():
    more = {"_scroll_id": "s", "partial": True, "pit_id": "p", "num_reduce_phases": 2}
    assert list(transform(response(**more))) == ["took", "_scroll_id", "partial", "total", "max_score", "hits"]


def test_an_early_end_is_only_in_the_answer_if_it_happened():
    assert "terminated_early" not in transform(response(terminated_early=False))
    assert transform(response(terminated_early=True))["terminated_early"] is True


@pytest.mark.rule("D2", "O13")
def test_the_score_is_kept_unless_it_is_not_wanted():
    assert transform(response(hit("1")))["hits"] == [{"_id": "1", "_score": 1.0}]
    assert transform(response(hit("1")), score=True)["hits"] == [{"_id": "1", "_score": 1.0}]
    assert transform(response(hit("1")), score=False)["hits"] == [{"_id": "1"}]


@pytest.mark.rule("D3", "O12")
def test_the_version_is_kept_on_demand():
    assert transform(response(hit("1", _version=4)), version=True)["hits"] == [
        {"_id": "1", "_score": 1.0, "_version": 4}
    ]
    assert transform(response(hit("1", _version=4)))["hits"] == [{"_id": "1", "_score": 1.0}]


@pytest.mark.rule("F1")
def test_facets_come_first():
    found = transform(response(hit("1"), **FACETS))
    assert list(found) == ["facets", "took", "total", "max_score", "hits"]
    assert found["facets"] == FACET


@pytest.mark.rule("H2")
def test_hits_are_left_out_where_only_facets_were_wanted():
    assert "hits" not in transform(response(total=5, **FACETS), size=0)
    assert "hits" not in transform(response(total=0, **FACETS), size=0)
    assert "hits" not in transform(response(total=5, **FACETS))
    assert "hits" not in transform(response(total=1, **FACETS))


@pytest.mark.rule("H2")
def test_hits_are_there_where_they_were_wanted():
    assert transform(response(total=0, **FACETS))["hits"] == []
    assert transform(response(total=1, **FACETS), from_=10)["hits"] == []
    assert transform(response(total=5, **FACETS), size=10)["hits"] == []
    assert len(transform(response(hit("1"), **FACETS))["hits"]) == 1
    assert transform(response(total=5), size=0)["hits"] == []


@pytest.mark.rule("O10")
def test_one_gives_the_document_itself():
    assert transform(response(hit("1", {"a": 1})), one=True, score=False) == {"_id": "1", "a": 1}


@pytest.mark.rule("O10")
def test_one_gives_null_without_a_hit_and_is_ignored_with_several():
    assert transform(response(), one=True) is None
    several = response(hit("1"), hit("2"))
    assert transform(several, one=True) == transform(several)


@pytest.mark.rule("O5", "O6", "O7", "O8")
def test_templates_that_are_given_are_merged_into_the_container_of_one_query():
    plain = transform(response(hit("1")))
    found = transform(response(hit("1")), template={"success": True}, template_hit={"hit": 1}, template_miss={"no": 1})
    assert found == {"success": True, "hit": 1, **plain}
    assert transform(response(), template_hit={"hit": 1}, template_miss={"total": -1, "no": 1})["no"] == 1
    assert transform(response(), template_miss={"total": -1})["total"] == 0
    assert transform(response(), templates=[{"n": 1}], template={"no": 1})["n"] == 1
    assert "found" not in plain


@pytest.mark.rule("O10")
def test_one_has_no_effect_with_facets():
    assert transform(response(hit("1"), **FACETS), one=True)["hits"] == [{"_id": "1", "_score": 1.0}]
    assert transform(response(hit("1")), one=False)["total"] == 1


@pytest.mark.rule("O10", "O7", "O8")
def test_one_has_no_effect_on_a_list():
    found = transform([response(hit("1")), response()], one=True, score=False)
    assert found == [{"found": True, "_id": "1"}, {"found": False}]


@pytest.mark.rule("O14")
def test_with_total_gives_an_object_for_a_list():
    found = transform([response(hit("1"), total=20)], with_total=True, score=False)
    message = "1 query terms return > 10 hits, using from=10 to retrieve the remaining hits"
    assert found == {"max_total": 20, "msg": message, "hits": [{"found": True, "_id": "1"}]}


def test_an_empty_list_of_responses_is_an_empty_list():
    assert transform([]) == []


@pytest.mark.rule("O11")
def test_native_results_are_plain_and_others_are_not():
    plain = transform(response(hit("1")))
    assert type(plain) is dict and type(plain["hits"][0]) is dict
    assert type(transform(response(hit("1")), native=True)) is dict
    other = transform(response(hit("1")), native=False)
    assert type(other) is Hits and type(other["hits"][0]) is Hit
    assert other == plain


@pytest.mark.rule("O16")
def test_dropped_documents_leave_the_list():
    hits = [hit("1", {"a": [1]}), hit("2", {"a": [2]})]
    found = transform(response(*hits), jmespath="a|[?@==`2`]", jmespath_exclude_empty=True)
    assert [document["_id"] for document in found["hits"]] == ["2"]
    assert found["total"] == 2


@pytest.mark.rule("O16", "O8")
def test_a_term_whose_documents_are_all_dropped_is_no_miss():
    found = transform([response(hit("1", {"a": [1]}))], jmespath="a|[?@==`2`]", jmespath_exclude_empty=True)
    assert found == [{"found": True, "total": 1}]


def test_the_status_of_one_search_of_many_is_left_out():
    (found,) = transform([response(hit("1"), status=200, **FACETS)])
    assert "status" not in found


LICENSED = response(hit("1", {"exac": {"af": 1}}))
WITH_URL = {"exac": {"_license": "u", "af": 1}}


@pytest.mark.rule("K1", "K2", "L1", "O9")
@pytest.mark.parametrize(
    ("licenses", "transform"),
    [
        ({"src": "u"}, {"exac": "src"}),
        ({"gene": {"src": "u"}}, {"gene": {"exac": "src"}}),
        (lambda item_type: {"src": "u"} if item_type == "gene" else {}, {"exac": "src"}),
    ],
)
def test_licences_are_given_for_all_types_by_type_or_by_a_function(licenses, transform):
    formatter = ElasticFormatter(licenses, transform)
    assert formatter.transform(LICENSED, item_type="gene")["hits"][0]["exac"] == WITH_URL["exac"]


@pytest.mark.rule("O9", "L4")
def test_another_item_type_and_no_mapping_give_no_licence():
    formatter = ElasticFormatter({"gene": {"src": "u"}}, {"gene": {"exac": "src"}})
    assert formatter.transform(LICENSED, item_type="disease")["hits"][0]["exac"] == {"af": 1}
    assert formatter.transform(LICENSED)["hits"][0]["exac"] == {"af": 1}
    assert ElasticFormatter({"exac": "u"}).transform(LICENSED)["hits"][0]["exac"] == {"af": 1}


def test_other_licences_are_given_after_they_change():
    licenses = {"exac": "before"}
    formatter = ElasticFormatter(lambda item_type: licenses, {"exac": "exac"})
    for url in ("before", "after"):
        licenses["exac"] = url
        found = formatter.transform(LICENSED)["hits"][0]
        assert found["exac"]["_license"] == url


def test_licences_are_not_asked_for_without_a_mapping():
    def licenses(item_type):
        raise AssertionError

    assert ElasticFormatter(licenses).transform(LICENSED)


@pytest.mark.rule("M1", "M2", "M3", "K3", "K4")
def test_a_mapping_becomes_field_definitions():
    mapping = {"properties": {name: {"type": "keyword"} for name in ("xref", "xref2", "name", "rna")}}
    formatter = ElasticFormatter(field_notes={"xref": "note"}, excluded_keys=("xref2",), default_fields=["name^2"])
    assert formatter.transform_mapping(mapping) == {
        "xref": {"type": "keyword", "index": True, "notes": "note"},
        "name": {"type": "keyword", "index": True, "searched_by_default": True},
        "rna": {"type": "keyword", "index": True},
    }
    assert list(formatter.transform_mapping(mapping, prefix="x")) == ["xref"]
    assert list(formatter.transform_mapping(mapping, search="na")) == ["name", "rna"]


@pytest.mark.rule("M1", "L4")
def test_the_sources_of_fields_belong_to_the_item_type():
    mapping = {"properties": {"exac": {"type": "object"}}}

    def source(transform, item_type):
        formatter = ElasticFormatter(license_transform=transform)
        return formatter.transform_mapping(mapping, item_type=item_type)["exac"].get("source")

    assert source({"exac": "src"}, "gene") == source({"exac": "src"}, None) == "src"
    by_type = {"gene": {"exac": "src"}, "other": {"exac": "x"}}
    assert [source(by_type, item_type) for item_type in ("gene", "disease", None)] == ["src", None, None]
    assert source(lambda item_type: {"exac": f"of {item_type}"}, "gene") == "of gene"
    assert source({"": {"exac": "default"}, "gene": {}}, None) == "default"


@pytest.mark.rule("M1")
def test_all_is_searched_by_default_unless_said_otherwise():
    mapping = {"properties": {"a": {"type": "text", "copy_to": "all"}}}
    assert ElasticFormatter().transform_mapping(mapping)["a"]["searched_by_default"] is True


@pytest.mark.rule("I3")
def test_the_response_is_not_changed():
    given = response(hit("1", {"b": {"c": 1}}), **FACETS)
    before = repr(given)
    transform(given, dotfield=True, always_list=["b.c"], size=10)
    assert repr(given) == before


@pytest.mark.parametrize(("highlight", "shown"), [(True, ["a"]), (["a", "all"], ["a", "all"]), (None, ["a", "all"])])
def test_marks_in_hidden_fields_are_shown_only_when_they_are_asked_for(highlight, shown):
    formatter = ElasticFormatter(excluded_keys=("all",))
    found = {"hits": {"total": 1, "hits": [{"_id": "1", "highlight": {"a": ["x"], "all": ["x"]}}]}}
    (document,) = formatter.transform(found, highlight=highlight)["hits"]
    assert list(document["_highlight"]) == shown


class Watching(ElasticFormatter):
    def steps(self, options):
        return (*super().steps(options), lambda document: {**document, "inside": type(document["b"])})


def test_only_a_formatter_of_our_own_gives_documents_that_are_json_already():
    found = response(hit("1", {"b": {"y": 1, "x": 2}}))
    assert type(ElasticFormatter().transform(found, json_parts=True)["hits"][0]) is orjson.Fragment
    assert ElasticFormatter().transform(found, json_parts=False)["hits"][0]["b"] == {"x": 2, "y": 1}
    assert Watching().transform(found, json_parts=True)["hits"][0]["inside"] is dict


STORED = b'{"a":1,"b":{"c":2}}'
UNSORTED = b'{"z":1,"b":{"y":1,"x":2}}'


def as_json(source, sorted_keys=True, licenses=None, transform=None, **options):
    """The first entry of a list of one query, and the document alone, as JSON."""
    formatter = ElasticFormatter(licenses, transform, sorted_sources=lambda item_type: sorted_keys)
    found = {"hits": {"total": 1, "hits": [{"_id": "1", "_score": 2.0, "_version": 3, "_source": source}]}}
    options = {"json_parts": True, "version": True, **options}
    (entry,) = formatter.transform([found], templates=[{"query": "1"}], **options)
    (document,) = formatter.transform(found, **options)["hits"]
    return orjson.dumps(entry), orjson.dumps(document)


def test_a_stored_document_with_sorted_keys_is_copied():
    entry, document = as_json(STORED)
    assert (entry, document) == as_json(STORED, frozenset(("a", "b")))
    assert document == b'{"_id":"1","_score":2.0,"_version":3,"a":1,"b":{"c":2}}'
    assert entry == b'{"query":"1","found":true,' + document[1:]


@pytest.mark.parametrize(
    ("source", "head", "rest"),
    [
        (b'{"A":1,"b":2}', b'{"A":1,', b',"b":2}'),
        (b'{"_ac":1,"b":2}', b'{"_ac":1,', b',"b":2}'),
        (b'{"\\u0001":1,"b":2}', b'{"\\u0001":1,', b',"b":2}'),
        (b"{}", b"{", b"}"),
    ],
)
def test_a_key_that_sorts_before_the_keys_of_the_service_comes_first(source, head, rest):
    _, document = as_json(source)
    assert document == head + b'"_id":"1","_score":2.0,"_version":3' + rest


@pytest.mark.parametrize("names", [True, frozenset(("a", "query"))])
def test_a_field_named_as_a_key_of_an_entry_wins(names):
    entry, _ = as_json(b'{"a":1,"query":"mine"}', names)
    assert orjson.loads(entry) == {"query": "mine", "found": True, "_id": "1", "_score": 2, "_version": 3, "a": 1}


LICENCES = {"one": "https://one.org", "two": "https://two.org"}


@pytest.mark.rule("L1", "L2", "L3", "L4")
@pytest.mark.parametrize(
    "source",
    [
        b'{"a":{"b":1},"c":{"a":{"b":2}},"z":1}',
        b'{"a":{"B":1,"b":2}}',
        b'{"a":{"_license":"old","b":{"x":[{"y":1}]}}}',
        b'{"a":[{"b":1},5,[{"b":2}]],"b":{"c":{"d":1},"e":"a"}}',
        b'{"a":{},"b":{"c":[{},{"d":[]}]}}',
        b'{"a":null,"b":{"e":1}}',
        b'{"a":"{\\"b\\":1}","b":[{"c":{}}]}',
        b'{"a":{"\xc3\xa4":1},"\xc3\xa4":1}',
        b'{"a":{"b":1},"query":"mine"}',
        b'{"_b":1,"a":{"b":1},"c":{"x":1,"a":{"b":2}},"z":1}',
        b'{"_b":{"x":1,"a":{"b":2}},"z":1}',
        b'{"_b":1,"a":{"b":1},"z":"{\\",\\"a\\":{\\"b\\":2}"}',
        b'{"b":1}',
        b'{"_b":1,"a":{"b":1},"d":{"e":[{"d":{"x":1}}]},"z":1}',
        b'{"_b":1,"a":{"b":1},"d":[{"e":1}],"z":1}',
        b'{"_b":1,"c":{"x":1,"d":{"e":1}},"d":{"e":1}}',
        b'{"c":{"b":1,"d":{"e":1}},"cc":2}',
        b'{"c":{"b":1,"d":{"e":1}},"cc":"d,"}',
        b'{"c":{"b":1,"d":{"e":1}},"cc":["d,","b"]}',
        b'{"c":{"b":1,"d":{"e":1}},"d":{"e":1},"z,":"x"}',
    ],
)
def test_a_stored_document_gets_the_same_licences_as_a_parsed_one(source):
    transform = {"d": "two", "a": "one", "b.c": "two", "b": "one"}
    assert as_json(source, licenses=LICENCES, transform=transform) == as_json(
        orjson.loads(source), licenses=LICENCES, transform=transform
    )


@pytest.mark.parametrize("options", [{"dotfield": True}, {"always_list": ["a"]}, {"allow_null": ["x"]}])
def test_a_stored_document_that_is_changed_is_parsed(options):
    parsed = as_json(orjson.loads(STORED), **options)
    assert as_json(STORED, **options) == parsed


def test_a_stored_document_whose_keys_may_be_in_any_order_is_sorted():
    assert as_json(UNSORTED, sorted_keys=False)[1].endswith(b'"b":{"x":2,"y":1},"z":1}')


@pytest.mark.parametrize("more", [{}, {"highlight": {"b": ["x"], "a": ["y"]}}, {"_explanation": {"b": 1, "a": 2}}])
@pytest.mark.parametrize("transform", [{}, {"a": "one", "b.c": "two"}])
def test_keys_of_a_stored_document_are_in_the_same_order_whether_they_were_sorted_before(more, transform):
    source = {"Z": 1, "a": {"_License": 1, "c": 2}, "b": {"c": [{"d": {"x": 1, "y": 2}}], "d": {}}}
    found = {"hits": {"total": 1, "hits": [{"_id": "1", "_score": 2.0, **more, "_source": source}]}}
    stored, other = (
        ElasticFormatter(LICENCES, transform, sorted_sources=lambda _, known=known: known).transform(found)["hits"]
        for known in (True, False)
    )
    assert orjson.dumps(stored) == orjson.dumps(other)


@pytest.mark.rule("O6")
def test_another_number_of_templates_than_of_queries_is_refused():
    with pytest.raises(PipelineError, match="400 templates must have one entry for each of the 2 queries, not 1"):
        transform([response(), response()], templates=[{}])


def test_an_entry_of_a_list_has_the_facets_of_its_query():
    (counted, given) = transform([response(hit("1"), **FACETS), {**response(total=0), "facets": FACET}])
    assert counted["facets"] == given["facets"] == FACET
    assert (counted["found"], counted["total"], given["found"]) == (True, 1, False)


def test_an_entry_of_a_list_has_no_hits_where_the_query_has_none_on_this_page():
    found = [response(total=one) for one in (7, {"value": 7}, -1, {"value": 0})]
    assert transform(found, from_=10) == [
        {"found": True, "total": 7}, {"found": True, "total": 7}, {"total": None}, {"found": False},
    ]  # fmt: skip
    assert transform(found[2:3]) == [{"found": False}]
    assert transform(found[2:3], search_after="x") == [{"total": None}]


def test_stored_documents_and_others_come_in_their_order():
    sources = [{"b": 1}, STORED, b'{"_ac":1}', b'{"z":1}', b'{"found":1}']
    hits = [{"_id": str(place), "_score": 1.0, "_source": source} for place, source in enumerate(sources)]
    formatter = ElasticFormatter(sorted_sources=lambda item_type: item_type == "gene")
    (found,) = [formatter.transform([response(*hits)], json_parts=True, score=False, item_type="gene")]
    assert [list(orjson.loads(orjson.dumps(one))) for one in found] == [
        ["found", "_id", "b"], ["found", "_id", "a", "b"], ["found", "_ac", "_id"], ["found", "_id", "z"],
        ["found", "_id"],
    ]  # fmt: skip


def test_the_keys_of_chosen_fields_are_sorted():
    formatter = ElasticFormatter(sorted_sources=lambda item_type: True)
    for options in ({"_source": ["b", "a"]}, {"matched": True}):
        (document,) = formatter.transform(response(hit("1", {"b": {"y": 1, "x": 2}, "a": 1})), **options)["hits"]
        assert (list(document), list(document["b"])) == (["_id", "_score", "a", "b"], ["x", "y"])
