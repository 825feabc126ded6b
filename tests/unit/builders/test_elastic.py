import pytest

from searchapp.builders.collection_fields import RECHECK_AGE
from searchapp.builders.elastic import ElasticBuilder, filtered
from searchapp.builders.limits import Limits
from searchapp.builders.named_queries import UserQueries
from searchapp.builders.option_clauses import highlight
from searchapp.builders.ranking.ranked import unranked
from searchapp.errors import PipelineError

from ..refusals import refusal
from .fake_metadata import FIELDS, KnownFields


def query_string(text, **more):
    return {"query_string": {"query": text, "fields": ["all"], "default_operator": "AND", "lenient": True, **more}}


def multi_match(text, fields, **more):
    return {"multi_match": {"query": text, "fields": fields, "operator": "and", "lenient": True, **more}}


def constant(clause, score):
    return {"constant_score": {"filter": clause, "boost": score}}


@pytest.mark.rule("B1", "I1")
def test_without_q_everything_matches():
    assert ElasticBuilder().build() == {"query": {"match_all": {}}, "size": 10}
    assert ElasticBuilder().build("*")["query"] == {"match_all": {}}


@pytest.mark.rule("B1")
def test_without_q_everything_matches_in_scopes_too():
    assert ElasticBuilder().build(scopes=["symbol"])["query"] == {"match_all": {}}


@pytest.mark.rule("B9")
def test_lists_that_a_caller_of_the_builder_gives_as_one_text_are_split():
    builder = ElasticBuilder()
    lists = {"scopes": ["a", "b"], "sort": ["x", "-y"], "_source": ["p", "q"], "aggs": ["m", "o"]}
    texts = {"scopes": "a,b", "sort": "x,-y", "_source": "p q", "aggs": "m,o"}
    assert builder.build("1", **texts) == builder.build("1", **lists)
    assert builder.build_fetch("1", _source="p,q") == builder.build_fetch("1", _source=["p", "q"])


@pytest.mark.rule("B2")
def test_an_empty_q_matches_nothing():
    assert ElasticBuilder().build("") == {"query": {"match_none": {}}, "size": 10}
    assert ElasticBuilder().build("", scopes=["symbol"]) == {"query": {"match_none": {}}, "size": 10}


@pytest.mark.rule("B3")
def test_a_list_becomes_a_list_of_bodies_with_the_same_extras():
    assert ElasticBuilder().build(["a", "", 5], size=3, explain=True) == [
        {"query": query_string("a"), "size": 3, "explain": True},
        {"query": {"match_none": {}}, "size": 3, "explain": True},
        {"query": query_string("5"), "size": 3, "explain": True},
    ]
    assert ElasticBuilder().build([]) == []


@pytest.mark.rule("B4")
def test_scopes_make_a_match_query():
    expected = {"query": multi_match("cdk2", ["symbol^10", "alias"]), "size": 10}
    assert ElasticBuilder().build("cdk2", scopes=["symbol^10", "alias"]) == expected


@pytest.mark.rule("B4")
def test_the_identifier_as_only_scope_makes_a_lookup():
    assert ElasticBuilder().build(1017, scopes=["_id"]) == {"query": {"ids": {"values": ["1017"]}}, "size": 10}


@pytest.mark.rule("B4")
def test_the_identifier_beside_other_scopes_is_an_alternative():
    ids, match = {"ids": {"values": ["1017"]}}, multi_match("1017", ["entrezgene"])
    assert ElasticBuilder(metadata={"entrezgene": {"type": "long"}}).build("1017", scopes=["_id", "entrezgene"])[
        "query"
    ] == {"dis_max": {"queries": [constant(ids, 2), constant(match, 1)]}}


@pytest.mark.rule("B8")
def test_an_earlier_scope_has_higher_scores_than_all_later_ones():
    builder = ElasticBuilder(metadata={"symbol": {"type": "keyword"}, "name": {"type": "text"}})
    name = builder.build("a b", scopes=["name", "symbol"])["query"]["dis_max"]["queries"]
    raised = {"bool": {"must": [multi_match("a b", ["name"]), {"match_all": {"boost": 192}}]}}
    assert name == [raised, constant(multi_match("a b", ["symbol"]), 1)]
    symbol = builder.build("a b", scopes=["symbol", "name"])["query"]["dis_max"]["queries"]
    assert symbol == [constant(multi_match("a b", ["symbol"]), 193), multi_match("a b", ["name"])]


@pytest.mark.rule("B8", "CW8")
def test_weights_that_are_written_decide_instead_of_the_order():
    assert ElasticBuilder().build("a", scopes=["x", "y^3"])["query"] == multi_match("a", ["x", "y^3"])
    found = ElasticBuilder().build("a", scopes=["x", "_id^5", "y"])["query"]["dis_max"]["queries"]
    assert found == [constant({"ids": {"values": ["a"]}}, 5.0), multi_match("a", ["x", "y"])]


class OnlyFields:
    def fields(self, item_type):
        return {"symbol": {"type": "keyword"}}


@pytest.mark.rule("C7")
@pytest.mark.parametrize("metadata", [OnlyFields(), {"symbol": {"type": "keyword"}}, {"symbol": "keyword"}])
def test_metadata_is_an_object_with_fields_or_a_mapping_of_them(metadata):
    builder = ElasticBuilder(metadata=metadata, allow_random_query=False)
    assert refusal(builder.build, "a", scopes=["nope"])[1]["field"] == "nope"
    assert builder.build_fetch("symbol:a")["query"] == multi_match("a", ["symbol"])
    assert builder.build_fetch("nope:a")["query"] == {"ids": {"values": ["nope:a"]}}
    assert "from" in builder.build("__any__")


class OwnQueries:
    def get_query(self, name, **values):
        return {"term": {name: values["q"]}}

    def get_filter(self, name):
        return {"exists": {"field": name}}


@pytest.mark.rule("C1")
def test_named_queries_may_come_from_any_object_that_has_them():
    query = ElasticBuilder(user_query=OwnQueries()).build("x", userquery="u")["query"]
    assert query == {"bool": {"must": [{"term": {"u": "x"}}], "filter": [{"exists": {"field": "u"}}]}}


class Looking(ElasticBuilder):
    def apply_extras(self, body, options):
        return {**super().apply_extras(body, options), "seen": body["query"]}


@pytest.mark.rule("B6")
def test_the_extras_of_a_subclass_get_the_query_of_each_term():
    for body in [Looking().build("a"), *Looking().build(["a", "b"], scopes=["x"]), Looking().build_fetch("1")]:
        assert body["seen"] == body["query"]


@pytest.mark.rule("X1")
def test_fetch_all_refuses_sort_and_from():
    builder = ElasticBuilder()
    assert builder.build("a", fetch_all=True, size=5, from_=0, sort=[""]) == {"query": builder.build("a")["query"]}
    assert refusal(builder.build, "a", fetch_all=True, sort=["x"])[1] == {"keyword": "sort"}
    assert refusal(builder.build, "a", fetch_all=True, from_=2)[1] == {"keyword": "from", "num": 2}
    assert builder.build("a", scroll_id="s", fetch_all=True, sort=["x"], from_=2) == {}


@pytest.mark.rule("B4")
def test_the_signs_for_all_are_ordinary_terms_in_scopes():
    assert ElasticBuilder().build("__all__", scopes=["a"])["query"] == multi_match("__all__", ["a"])
    assert ElasticBuilder().build(["*"], scopes=["_id"])[0]["query"] == {"ids": {"values": ["*"]}}


@pytest.mark.rule("B4", "B3")
def test_terms_in_a_list_are_matched_in_the_same_scopes():
    bodies = ElasticBuilder().build(["a", "b"], scopes=["symbol"])
    assert [*bodies] == [{"query": multi_match(term, ["symbol"]), "size": 10} for term in ("a", "b")]


@pytest.mark.rule("B3")
@pytest.mark.parametrize(
    "scopes", [["_id", "symbol"], ["symbol", "name"], ["symbol^2", "_id^3"], ["name", "taxid"]], ids=str
)
@pytest.mark.parametrize("terms", [["a", "b"], ["a", "b c"], ["a", 5]], ids=str)
def test_the_bodies_of_a_list_are_those_of_its_terms(terms, scopes):
    builder = ElasticBuilder(
        metadata={"symbol": {"type": "keyword"}, "name": {"type": "text"}, "taxid": {"type": "long"}}
    )
    assert [*builder.build(terms, scopes=scopes)] == [builder.build(term, scopes=scopes) for term in terms]


@pytest.mark.rule("B5")
@pytest.mark.parametrize("scopes", [None, []])
def test_without_scopes_the_term_is_a_query_string(scopes):
    expected = {"query": query_string("symbol:cdk2 kinase"), "size": 10}
    assert ElasticBuilder().build("symbol:cdk2 kinase", scopes=scopes) == expected


@pytest.mark.rule("B5")
def test_default_fields_and_operator_are_settings():
    builder = ElasticBuilder(default_fields=("symbol^8", "all"), default_operator="OR")
    assert builder.build("a b")["query"] == query_string("a b", fields=["symbol^8", "all"], default_operator="OR")


def test_an_analyzer_can_be_chosen():
    assert ElasticBuilder().build("a", analyzer="simple")["query"] == query_string("a", analyzer="simple")
    expected = multi_match("a", ["b"], analyzer="simple")
    assert ElasticBuilder().build("a", scopes=["b"], analyzer="simple")["query"] == expected


@pytest.mark.rule("B6")
def test_options_are_applied_after_the_query():
    body = ElasticBuilder().build("a", _source=["b"], sort=["c"], from_=5)
    assert list(body) == ["query", "size", "from", "_source", "sort"]


@pytest.mark.rule("B6", "Q7")
def test_a_filter_stands_beside_the_query():
    assert ElasticBuilder().build("a", filter=" status:approved ")["query"] == {
        "bool": {"must": [query_string("a")], "filter": [query_string("status:approved")]}
    }
    assert ElasticBuilder().build("a", filter=" ")["query"] == query_string("a")


@pytest.mark.rule("B6", "Q7")
def test_a_filter_holds_for_scopes_and_for_every_term_of_a_list():
    clause = {"bool": {"must": [{"ids": {"values": ["1"]}}], "filter": [query_string("x")]}}
    assert ElasticBuilder().build(["1"], scopes=["_id"], filter="x")[0]["query"] == clause


@pytest.mark.rule("B7")
def test_unknown_keywords_are_put_on_the_body():
    assert ElasticBuilder().build("a", track_total_hits=True)["track_total_hits"] is True


@pytest.mark.rule("C1", "Q10")
def test_a_named_query_reads_the_term():
    builder = ElasticBuilder({"starts": {"query": {"prefix": {"symbol": "{q}"}}, "filter": {"term": {"a": 1}}}})
    expected = {"bool": {"must": [{"prefix": {"symbol": "cdk"}}], "filter": [{"term": {"a": 1}}]}}
    assert builder.build("cdk", userquery="starts")["query"] == expected


@pytest.mark.rule("C1", "Q10")
def test_a_named_filter_leaves_the_query_as_it_is():
    builder = ElasticBuilder(user_query=UserQueries({"human": {"filter": {"term": {"taxid": 9606}}}}))
    human = {"term": {"taxid": 9606}}
    expected = {"bool": {"must": [query_string("a")], "filter": [query_string("b"), human]}}
    assert builder.build("a", userquery="human", filter="b")["query"] == expected
    assert builder.build("a", userquery="human", scopes=["b"])["query"]["bool"]["filter"] == [human]
    assert builder.build(userquery="human")["query"] == {"bool": {"must": [{"match_all": {}}], "filter": [human]}}


@pytest.mark.rule("Q10")
def test_an_unknown_named_query_is_refused():
    assert refusal(ElasticBuilder().build, "a", userquery="nope")[1]["keyword"] == "userquery"


@pytest.mark.rule("C5")
def test_any_gives_random_documents():
    expected = {"function_score": {"query": {"match_all": {}}, "random_score": {}}}
    assert ElasticBuilder().build("__any__") == {"query": expected, "size": 10}


@pytest.mark.rule("C5")
def test_without_random_queries_a_random_page_is_given():
    metadata = KnownFields(FIELDS, sources={"stats": {"total": 12}})
    builder = ElasticBuilder(allow_random_query=False, metadata=metadata)
    bodies = [builder.build("__any__", item_type="gene") for _ in range(60)]
    assert {body["from"] for body in bodies} == {0, 1, 2}
    assert bodies[0]["query"] == {"match_all": {}}
    assert bodies[0]["size"] == 10
    assert metadata.asked[0] == "gene"


@pytest.mark.rule("C5")
def test_a_random_page_is_the_first_where_the_number_of_documents_is_not_known():
    for metadata in (None, KnownFields(FIELDS), KnownFields(FIELDS, sources={"stats": None})):
        builder = ElasticBuilder(allow_random_query=False, metadata=metadata)
        assert builder.build("__any__") == {"query": {"match_all": {}}, "size": 10, "from": 0}
    assert builder.build("__any__", size=0) == {"query": {"match_all": {}}, "size": 0, "from": 0}
    assert builder.build("__any__", fetch_all=True) == {"query": {"match_all": {}}}
    assert "from" not in builder.build("a")


@pytest.mark.rule("H2", "Q6")
def test_everything_with_facets_and_no_size_has_no_hits():
    assert ElasticBuilder().build("__all__", aggs=["a"])["size"] == 0
    assert ElasticBuilder().build("__all__", aggs=["a"], size=2)["size"] == 2
    assert ElasticBuilder().build("a", aggs=["a"])["size"] == 10
    assert ElasticBuilder().build("__all__", aggs=["a"], scopes=["b"])["size"] == 10
    assert "size" not in ElasticBuilder().build("__all__", aggs=["a"], fetch_all=True)


@pytest.mark.rule("C6")
def test_nested_facets_are_a_setting():
    assert refusal(ElasticBuilder().build, "a", aggs=["a(b)"])[1] == {"keyword": "aggs"}
    body = ElasticBuilder(allow_nested_query=True).build("a", aggs=["a(b)"])
    assert list(body["aggs"]["a"]["aggs"]) == ["b", "b::missing"]


@pytest.mark.rule("C7", "Q1")
def test_scopes_are_checked_where_the_fields_are_known():
    metadata = KnownFields(FIELDS)
    builder = ElasticBuilder(metadata=metadata)
    assert builder.build("a", scopes=["symbol^2"], item_type="gene")
    assert {*metadata.asked} == {("gene", None)}
    assert refusal(builder.build, ["a"], scopes=["nope"])[1] == {"keyword": "scopes", "field": "nope"}


@pytest.mark.rule("C7")
def test_unknown_names_pass_where_no_fields_are_known():
    for metadata in (None, KnownFields({})):
        assert ElasticBuilder(metadata=metadata).build("a", scopes=["nope"], sort=["nope"], aggs=["nope"])


@pytest.mark.rule("C7")
def test_a_name_is_refused_only_when_fresh_metadata_refuses_it_too():
    metadata = KnownFields({"old": {"type": "keyword"}}, fresh={"new": {"type": "keyword"}})
    builder = ElasticBuilder(metadata=metadata)
    assert builder.build("a", scopes=["new"], item_type="gene")
    assert {*metadata.asked} == {("gene", None), ("gene", 1.0)}
    refusal(builder.build, "a", scopes=["newer"])


def test_without_names_to_check_no_fresh_metadata_is_asked_for():
    metadata = KnownFields(FIELDS)
    ElasticBuilder(metadata=metadata, default_fields=["all"]).build("symbol:[a TO b]", sort=None)
    ElasticBuilder(metadata=metadata, default_fields=["all"]).build(None)
    assert {*metadata.asked} == {(None, None)}


def test_weights_are_checked_without_metadata():
    assert refusal(ElasticBuilder().build, "a", scopes=["b^c"])[1] == {"keyword": "scopes", "field": "b^c"}


@pytest.mark.rule("C8")
def test_a_builder_may_know_its_formatter():
    class Formatter:
        own_options = frozenset(("units",))

    formatter = Formatter()
    assert ElasticBuilder(formatter=formatter).formatter is formatter
    assert ElasticBuilder(formatter=formatter).build("a", units="cm", other=1) == {
        **ElasticBuilder().build("a"),
        "other": 1,
    }
    assert ElasticBuilder().formatter is None


@pytest.mark.rule("C1", "C2", "C5", "C6", "C7")
def test_the_defaults_of_the_settings():
    builder = ElasticBuilder()
    assert (builder.allow_random_query, builder.allow_nested_query, builder.fields.metadata) == (True, False, None)
    assert builder.user_query.queries == {}
    assert len(builder.parser.patterns) == 1


@pytest.mark.rule("I5", "P6")
def test_an_id_is_looked_up_with_one_match_more_than_is_allowed():
    expected = {"query": {"ids": {"values": ["1017"]}}, "size": 1001, "version": True}
    assert ElasticBuilder().build_fetch("1017") == expected
    assert ElasticBuilder().build_fetch(1017) == expected
    assert ElasticBuilder(limits=Limits(matches=5)).build_fetch("1017")["size"] == 6


@pytest.mark.rule("P4", "C2", "C3")
def test_the_scopes_of_an_id_come_from_its_pattern():
    builder = ElasticBuilder(scopes_regexs=[(r"ENSG\d+", "ensembl.gene")], scopes_default=("_id", "entrezgene"))
    assert builder.build_fetch("ENSG1")["query"] == multi_match("ENSG1", ["ensembl.gene"])
    assert builder.build_fetch("1017")["query"]["dis_max"]["queries"][1] == multi_match("1017", ["entrezgene"])
    assert builder.build_fetch("symbol:cdk2")["query"] == multi_match("cdk2", ["symbol"])


@pytest.mark.rule("C4")
def test_the_default_pattern_can_be_left_out():
    assert ElasticBuilder(pattern_default=None).build_fetch("a:b")["query"] == {"ids": {"values": ["a:b"]}}


@pytest.mark.rule("P5", "C7")
def test_an_id_with_a_prefix_that_is_no_field_is_looked_up_whole():
    metadata = KnownFields(FIELDS)
    builder = ElasticBuilder(metadata=metadata)
    assert builder.build_fetch("HGNC:5", item_type="gene")["query"] == {"ids": {"values": ["HGNC:5"]}}
    assert metadata.asked == [("gene", None)]


@pytest.mark.rule("I5")
def test_a_list_of_ids_is_a_list_of_lookups():
    assert ElasticBuilder().build_fetch(["1", "symbol:a", ""], _source=["b"]) == [
        {"query": query, "size": 1001, "_source": {"includes": ["b"]}, "version": True}
        for query in ({"ids": {"values": ["1"]}}, multi_match("a", ["symbol"]), {"match_none": {}})
    ]


class UpperCase(ElasticBuilder):
    def default_match_query(self, q, scopes, options):
        return super().default_match_query(q.upper(), scopes, options)


class Telling(ElasticBuilder):
    def apply_extras(self, body, options):
        return {**super().apply_extras(body, options), "ext": str(body.get("query"))}


@pytest.mark.parametrize("kind", [ElasticBuilder, UpperCase, Telling])
@pytest.mark.parametrize("options", [{}, {"filter": "a:b"}, {"highlight": True}, {"_source": ["a"], "version": False}])
def test_the_bodies_of_a_list_of_ids_are_those_of_each_id(kind, options):
    builder = kind(scopes_regexs=[(r"E\d+", ["entrez"]), (r"x=(?P<term>.+)", ())])
    ids = ["a", "", "E5", "x=b", "symbol:a", 5, True, "c" * 2000, "a b"]
    assert builder.build_fetch(ids, **options) == [builder.build_fetch(id, **options) for id in ids]
    assert [*builder.build_fetch(["a", "a b"], **options)] == [
        builder.build_fetch(id, **options) for id in ("a", "a b")
    ]


def test_paging_of_the_caller_does_not_change_a_lookup():
    body = ElasticBuilder().build_fetch("1", size=1, from_=7, scopes=["x"])
    assert body == {"query": {"ids": {"values": ["1"]}}, "size": 1001, "version": True}
    assert "version" not in ElasticBuilder().build_fetch("1", version=False)


def test_values_that_are_no_ids_are_refused():
    assert refusal(ElasticBuilder().build_fetch, {"a": 1})[1] == {"keyword": "id"}
    assert refusal(ElasticBuilder().build_fetch, ["a", None])[1]["position"] == 1


def test_beside_a_scroll_id_nothing_is_built():
    assert ElasticBuilder().build("(" * 200, scroll_id="x", scopes=["b^c"], sort=["_id"]) == {}


def test_a_query_string_is_guarded_and_a_term_in_scopes_only_by_its_words():
    assert refusal(ElasticBuilder().build, "(" * 101)[1] == {"keyword": "q", "max": 100, "num": 101}
    assert ElasticBuilder().build("(" * 101, scopes=["a"])
    assert refusal(ElasticBuilder().build, "a " * 1025, scopes=["a"])[1]["num"] == 1025
    assert refusal(ElasticBuilder().build, "a", filter="(" * 101)[1]["keyword"] == "filter"


def test_a_bad_term_of_a_list_is_named_with_its_position():
    summary, details = refusal(ElasticBuilder().build, ["a", "(" * 150])
    assert summary.endswith(f"(at position 1): {'(' * 100!r}")
    assert details == {"keyword": "q", "max": 100, "num": 150, "position": 1, "term": "(" * 100}


def test_a_list_is_bounded_in_terms_and_hits():
    builder = ElasticBuilder(limits=Limits(batch=3, batch_hits=20))
    assert refusal(builder.build, ["a"] * 4)[1] == {"keyword": "q", "max": 3, "num": 4}
    assert refusal(builder.build_fetch, ["a"] * 4)[1] == {"keyword": "id", "max": 3, "num": 4}
    assert refusal(builder.build, ["a"] * 3)[1] == {"keyword": "size", "max": 20, "num": 30}
    assert refusal(builder.build, ["a"] * 3, size=7)[1]["num"] == 21
    assert len(builder.build(["a"] * 3, size=100, scopes=["_id"])) == 3
    one_each = ElasticBuilder(limits=Limits(batch_hits=3))
    assert len(one_each.build(["a"] * 3, scopes=["_id"])) == 3
    assert refusal(one_each.build, ["a"] * 4, scopes=["_id"])[1]["num"] == 4
    assert len(builder.build(["a"] * 3, size=0)) == 3


def test_a_list_of_terms_inside_a_list_is_matched_term_by_term():
    bodies = ElasticBuilder().build([["CDK2", 9606]], scopes=[["symbol", "alias"], "taxid"])
    raised = {"bool": {"must": [multi_match("CDK2", ["symbol"]), {"match_all": {"boost": 128}}]}}
    either = {"dis_max": {"queries": [raised, multi_match("CDK2", ["alias"])]}}
    must = [either, multi_match("9606", ["taxid"])]
    assert bodies == [{"query": {"bool": {"must": must}}, "size": 10}]


@pytest.mark.parametrize("terms", [["a"], ["a", "b", "c"], ["a", None], ["a", ["b"]]])
def test_pairs_of_terms_and_scopes_have_to_fit(terms):
    summary, details = refusal(ElasticBuilder().build, [terms], scopes=["x", "y"])
    assert summary.startswith(f"q has {len(terms)} terms and scopes 2 entries, each term needs one")
    assert details["keyword"] == "scopes"


def test_terms_inside_a_list_need_scopes_and_scopes_inside_scopes_need_terms():
    summary, details = refusal(ElasticBuilder().build, [["a", "b"]])
    assert summary.startswith("if q is a list of terms, scopes must be a list of the same length (")
    assert details["keyword"] == "scopes"
    expected = ("if scopes is a list of lists, q must be a list of the same length", {"keyword": "scopes"})
    assert refusal(ElasticBuilder().build, "a", scopes=[["b"], "c"]) == expected


def test_the_options_of_the_caller_are_not_changed():
    options = {"scopes": ["a"], "_source": ["b"], "aggs": ["c"], "sort": ["-d"]}
    before = {name: list(value) for name, value in options.items()}
    ElasticBuilder().build(["x"], **options)
    assert options == before


def test_a_query_without_filters_is_not_wrapped():
    assert filtered({"match_all": {}}, []) == {"match_all": {}}


class GeneBuilder(ElasticBuilder):
    own_options = frozenset(("species",))

    def default_string_query(self, q, options):
        return {"term": {"symbol": q}}

    def default_match_query(self, q, scopes, options):
        return {"match": {scopes[0]: q}}

    def filters(self, options):
        return [*super().filters(options), {"term": {"taxid": options["species"]}}]


def test_an_application_overrides_the_default_queries_and_the_filters():
    filter = [{"term": {"taxid": 9606}}]
    body = GeneBuilder().build("cdk2", species=9606)
    assert body == {"query": {"bool": {"must": [{"term": {"symbol": "cdk2"}}], "filter": filter}}, "size": 10}
    body = GeneBuilder().build("cdk2", scopes=["a"], species=9606)
    assert body["query"] == {"bool": {"must": [{"match": {"a": "cdk2"}}], "filter": filter}}


class CountingBuilder(ElasticBuilder):
    calls = 0

    def apply_marking(self, body, options, builder):
        self.calls += 1
        return highlight(body, options, builder)

    @property
    def clauses(self):
        return {"highlight": self.apply_marking}

    def filters(self, options):
        self.calls += 1
        return super().filters(options)


def test_parts_by_the_options_are_made_once_for_a_list():
    builder = CountingBuilder()
    builder.build(["a"] * 100, highlight=["*x"])
    builder.build_fetch(["a"] * 100, highlight=["*x"])
    assert builder.calls == 4


def warned(q=None, fields=None, **options):
    """The query string that is built, and the warnings."""
    warnings = []
    builder = ElasticBuilder(metadata=KnownFields(fields or {"symbol": {"type": "keyword"}}))
    body = builder.build(q, warnings=warnings, **options)
    return unranked(body["query"]), warnings


def test_a_name_that_is_no_field_is_searched_as_text_with_a_warning():
    query, warnings = warned("HGNC:5")
    assert query["query_string"]["query"] == "HGNC\\:5"
    assert warnings == ["q: no field is named HGNC; searched as text"]


def test_scores_that_take_too_long_to_explain_are_refused_in_a_query_and_in_a_batch():
    builder = ElasticBuilder(metadata={f"field{number}": {"type": "text"} for number in range(40)})
    many = [f"kari{number}" for number in range(1000)]
    for q in ("kari", "kari note one", "__all__", "*:*"):
        assert builder.build(q, explain=True, size=1000)["explain"] is True
    for q, options in (
        (r"\*:*kari*", {"size": 100}),
        ("kari", {"size": 100, "filter": "*kari*"}),
        ("kari", {"fetch_all": True, "filter": "field1:kari*"}),
        (many, {"scopes": ["*"]}),
        (many, {"size": 20}),
    ):
        with pytest.raises(PipelineError, match="400 explain takes"):
            builder.build(q, explain=True, **options)
    assert len(builder.build(many, explain=True, scopes=["_id"])) == 1000
    assert len(builder.build([f"{word}*" for word in many], explain=True, scopes=["field1", "field2"])) == 1000


def test_equal_texts_have_one_body_but_each_random_term_its_own():
    kinase, other, random, same = ElasticBuilder().build(["kinase", "kinase", "__any__", "__any__"])
    assert kinase is other
    assert random is not same


def test_a_batch_with_many_facets_is_refused():
    builder = ElasticBuilder(metadata={f"field{number}": {"type": "keyword"} for number in range(40)})
    names = [f"field{number}" for number in range(5)]
    assert len(builder.build(["a"] * 1000, scopes=["field1"], aggs=names[:4])) == 1000
    with pytest.raises(PipelineError, match="400 1000 terms with 5 facets ask for 5000 facets, at most 4000") as raised:
        builder.build(["a"] * 1000, scopes=["field1"], aggs=names)
    assert raised.value.details == {"keyword": "facets", "max": 4000, "num": 5000}


def test_patterns_in_many_fields_are_not_highlighted_with_a_warning():
    fields, warnings = {f"field{number}": {"type": "text"} for number in range(40)}, []
    builder = ElasticBuilder(metadata=fields)
    assert "highlight" not in builder.build(r"\*:kari~2", highlight=True, warnings=warnings)
    too_long = "patterns in many fields take too long; ask for fewer fields or hits"
    assert warnings == [f"highlight: left out, {too_long}"]
    assert "highlight" not in builder.build(r"\*:*kari*", highlight=True, size=1000)
    assert "highlight" in builder.build(r"\*:*kari*", highlight=True)
    assert "highlight" in builder.build(r"field1:kari~2", highlight=True)
    assert "highlight" in builder.build(r"\*:kari~2", highlight=["field1"])


def test_without_a_place_for_warnings_it_is_searched_as_text_too():
    builder = ElasticBuilder(metadata=KnownFields({"symbol": {"type": "keyword"}}))
    assert unranked(builder.build("HGNC:5")["query"])["query_string"]["query"] == "HGNC\\:5"


def test_a_known_field_is_asked_without_a_warning():
    query, warnings = warned("symbol:cdk2")
    assert (query["query_string"]["query"], warnings) == ("symbol:cdk2", [])


def test_without_metadata_a_query_is_left_as_it_is():
    assert ElasticBuilder().build("HGNC:5", warnings=[])["query"]["query_string"]["query"] == "HGNC:5"


def test_filters_are_warned_of_and_left_as_they_are():
    _, warnings = warned(None, filter="foo:x", post_filter="bar:x")
    assert warnings == ["filter: no field is named foo", "post_filter: no field is named bar"]


def test_the_warnings_of_several_terms_are_given_once():
    warnings = []
    builder = ElasticBuilder(metadata=KnownFields({"symbol": {"type": "keyword"}}))
    builder.build(["foo:1", "foo:2", "bar:1"], warnings=warnings)
    assert warnings == ["q: no field is named foo; searched as text", "q: no field is named bar; searched as text"]


def test_a_batch_says_no_more_than_one_query_does():
    builder, warnings = ElasticBuilder(metadata=KnownFields({"symbol": {"type": "keyword"}})), []
    builder.build([f"n{number}:1" for number in range(12)], warnings=warnings)
    assert warnings == [f"q: no field is named n{number}; searched as text" for number in range(10)]
    builder.build([f"a{number}:1 b{number}:1 c{number}:1" for number in range(12)], warnings=(warnings := []))
    assert len(warnings) == 10


def test_names_that_are_no_fields_are_said_of_the_fresh_fields_of_the_item_type():
    metadata, warnings = KnownFields({"symbol": {"type": "keyword"}}), []
    ElasticBuilder(metadata=metadata).build(None, _source=["symbl"], item_type="gene", warnings=warnings)
    assert warnings == ["fields: no field is named symbl, did you mean symbol"]
    assert set(metadata.asked) == {("gene", None), ("gene", RECHECK_AGE)}


def test_with_a_cursor_there_is_no_window_and_the_sort_stays():
    body = ElasticBuilder().build("a", search_after="*", size=5, sort=["b"])
    assert (body["size"], body["sort"]) == (5, [{"b": {"order": "asc"}}])


@pytest.mark.parametrize(
    ("options", "keyword", "what"),
    [
        ({"from_": 1}, "from", "left out"),
        ({"fetch_all": True}, "fetch_all", "left out"),
        ({"size": 0}, "size", "at least 1"),
    ],
)
def test_options_that_contradict_a_cursor_are_refused(options, keyword, what):
    found = refusal(ElasticBuilder().build, "a", search_after="*", **options)
    assert found == (f"{keyword} must be {what} with search_after", {"keyword": keyword})


def test_random_documents_have_no_cursor():
    summary = "random documents have no pages: leave search_after or fetch_all out"
    assert refusal(ElasticBuilder().build, "__any__", search_after="*") == (summary, {"keyword": "q"})


def test_names_in_fresh_metadata_are_known():
    fresh = {"symbol": {"type": "keyword"}, "new": {"type": "keyword"}}
    metadata, warnings = KnownFields({"symbol": {"type": "keyword"}}, fresh=fresh), []
    body = ElasticBuilder(metadata=metadata).build("new:x", warnings=warnings)
    assert (body["query"]["query_string"]["query"], warnings) == ("new:x", [])


def test_fresh_metadata_of_the_item_type_is_asked_for_only_where_a_name_is_unknown():
    known, fresh = ("gene", None), ("gene", RECHECK_AGE)
    for q, asked in (("", set()), ("symbol:[x TO y]", {known}), ("new:[x TO y]", {known, fresh})):
        metadata = KnownFields({"symbol": {"type": "keyword"}})
        ElasticBuilder(metadata=metadata, default_fields=["all"]).build(q, item_type="gene")
        assert set(metadata.asked) == asked


@pytest.mark.rule("B5")
def test_words_are_looked_for_in_the_fields_of_words_where_there_is_no_field_for_all():
    fields = {"name": {"type": "text"}, "code": {"type": "keyword"}, "size": {"type": "long"}}
    asked = ElasticBuilder(metadata=KnownFields(fields)).build("a b", filter="c")["query"]["bool"]
    assert unranked(asked["must"][0])["query_string"]["fields"] == ["name", "code"]
    assert asked["filter"][0]["query_string"]["fields"] == ["name", "code"]
    found = ElasticBuilder(metadata=KnownFields(fields), default_fields=["code^2"]).build("a b")["query"]
    assert unranked(found)["query_string"]["fields"] == ["code^2"]


@pytest.mark.rule("B5")
def test_words_may_be_in_different_default_fields_unless_one_of_them_is_enough():
    def asked(text, **settings):
        return unranked(ElasticBuilder(**settings).build(text)["query"])["query_string"]["query"]

    assert asked("a b", default_fields=["x", "y"]) == "((a b) OR (a AND b))"
    assert asked("a b", default_fields=["x", "y"], default_operator="OR") == "a b"
    assert asked("a b", default_fields=["x"]) == asked("a b") == "a b"
    assert asked("a b", default_fields=["x^2", "all"]) == "a b"


NAMES = {"ranking": {"names": {"name": 2, "symbol": 1}, "aliases": {"summary": 1}}}


def test_values_of_the_typed_field_are_counted_among_documents_that_the_filter_allows():
    builder = ElasticBuilder(metadata=KnownFields(FIELDS), default_fields=["all"])
    body = builder.build_values("symbol:CD", filter="taxid:1")
    prefix = {"prefix": {"symbol": {"value": "CD", "case_insensitive": True}}}
    taxid = {"query_string": {**query_string("taxid:1")["query_string"]}}
    assert body["query"] == {"bool": {"must": [prefix], "filter": [taxid]}}
    assert builder.build_values("CD") is builder.build_values("taxid:1") is None
    assert ElasticBuilder().build_values("symbol:CD") is None


def test_values_of_names_and_of_aliases_are_distinguished():
    kinds = {"summary": "alias", "name": "name", "symbol": "name", "_id": "id"}
    assert ElasticBuilder(metadata=KnownFields(FIELDS, NAMES)).kinds_of_fields(None) == kinds


OBJECTS = {"name": {"type": "text"}, "kids": {"type": "nested"}, "kids.n": {"type": "keyword", "nested": "kids"}}


def test_fields_of_nested_objects_are_asked_of_these():
    builder = ElasticBuilder(metadata=KnownFields(OBJECTS), default_fields=["name"])
    inside = {"query_string": {**query_string("kids.n:a")["query_string"], "fields": ["name"]}}
    assert builder.build("kids.n:a")["query"] == {"bool": {"must": [{"nested": {"path": "kids", "query": inside}}]}}
    scoped = {"nested": {"path": "kids", "query": multi_match("a", ["kids.n"])}}
    assert builder.build("a", scopes=["kids.n"])["query"] == scoped
    assert builder.build("a", scopes=["_id"])["query"] == {"ids": {"values": ["a"]}}
    either = ElasticBuilder(metadata=KnownFields(OBJECTS), default_fields=["name"], default_operator="OR")
    assert "query_string" in either.string_query("kids.n:a")


def test_bodies_of_relaxing_ask_for_no_more_than_they_need():
    builder = ElasticBuilder()
    assert builder.build_count("x", size=3) == {**builder.build("x", size=3), "_source": False}
    assert builder.build_existing(["a", "b"], None) == [
        {"query": {"ids": {"values": ["a", "b"]}}, "size": 2, "_source": False}
    ]
    term = {"value": "Gene", "case_insensitive": True}
    assert builder.build_value("type", "Gene", None) == {
        "query": {"term": {"type": term}},
        "size": 1,
        "_source": ["type"],
    }
    assert builder.build_sources(["a"], 5, None) == {"query": {"match_all": {}}, "size": 5, "_source": ["a"]}


def test_the_analyzer_of_the_request_reads_the_term_in_every_scope():
    found = ElasticBuilder().build("x", scopes=["name", "_id"], analyzer="whitespace")["query"]["dis_max"]["queries"][0]
    assert found["bool"]["must"][0] == multi_match("x", ["name"], analyzer="whitespace")


def test_a_regular_expression_is_first_searched_strictly_in_one_field():
    builder = ElasticBuilder(metadata=KnownFields(FIELDS))
    checks, query = builder.build("name:/k.*/ -taxid:/9/")["query"]["bool"]["must"]
    assert query["query_string"]["query"] == "name:/k.*/ -taxid:/9/"
    strict = {"query_string": {"query": "/k.*/", "fields": ["name"], "boost": 0}}
    assert checks == {"bool": {"must": [{"match_all": {"boost": 0}}], "should": [strict]}}
