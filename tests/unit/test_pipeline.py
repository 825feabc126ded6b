import pytest

from searchapp.builders.elastic import ElasticBuilder
from searchapp.builders.limits import Limits
from searchapp.errors import ErrorKind, PipelineError, QueryTextError, RawQueryInterrupt, RawResultInterrupt
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.pipeline import Pipeline, with_keyword_or_term
from searchapp.protocols import Backend, Builder

from .refusals import refusal


def response(*ids):
    hits = [{"_id": id, "_score": 1.0, "_version": 2, "_source": {"a": 1}} for id in ids]
    return {"took": 1, "hits": {"total": len(hits), "max_score": None, "hits": hits}}


class GivenResponse(Backend):
    """A backend that answers everything in the same way and remembers what it was asked."""

    def __init__(self, response):
        self.response = response
        self.asked = []

    def search(self, query, context):
        self.asked.append((query, context))
        if isinstance(self.response, Exception):
            raise self.response
        return self.response

    multi_search = search


def pipeline(response, **settings):
    return Pipeline(ElasticBuilder(), GivenResponse(response), ElasticFormatter(), **settings)


@pytest.mark.rule("I1", "I2", "I3", "I4")
def test_search_builds_runs_and_formats():
    found = pipeline(response("1")).search("a")
    assert found == {"took": 1, "total": 1, "max_score": None, "hits": [{"_id": "1", "_score": 1.0, "a": 1}]}


class NoSuggestions:
    """A relaxer whose database does not answer."""

    default = "none"

    def did_you_mean(self, q, options):
        raise PipelineError(503, "search backend is not available")


def test_an_answer_without_hits_does_not_fail_with_its_suggestions():
    found = pipeline(response(), relaxer=NoSuggestions()).search("a")
    assert found == {"took": 1, "total": 0, "max_score": None, "hits": []}


@pytest.mark.rule("I4")
def test_every_stage_gets_the_options():
    asked = pipeline(response("1"))
    found = asked.search("a", size=3, item_type="gene", score=False, other=1)
    query, context = asked.backend.asked[0]
    assert query == ElasticBuilder().build("a", size=3, other=1)
    assert context.options == {"size": 3, "item_type": "gene", "score": False, "other": 1}
    assert found["hits"] == [{"_id": "1", "a": 1}]


@pytest.mark.rule("B9")
def test_lists_that_are_given_as_one_text_are_split_as_in_a_query_string():
    lists = {"scopes": ["a", "b"], "sort": ["x", "-y"], "_source": ["p", "q"], "aggs": ["m", "o"], "highlight": True}
    texts = {"scopes": "a,b", "sort": "x -y", "_source": '["p", "q"]', "aggs": "m,o", "highlight": "true"}
    fetched = ("sort", "_source")
    asked = pipeline(response("1"))
    for options in (lists, texts):
        asked.search("1", **options)
        asked.fetch("1", **{name: options[name] for name in fetched})
    searched, looked_up, *of_texts = [query for query, _ in asked.backend.asked]
    assert of_texts == [searched, looked_up]


@pytest.mark.rule("I4", "B3", "E6", "O8")
def test_a_list_gives_one_flat_list_in_its_order():
    found = pipeline([response("1", "2"), response(), response("1")]).search(["x", 0, "x"], score=False)
    assert found == [
        {"query": "x", "found": True, "_id": "1", "a": 1},
        {"query": "x", "found": True, "_id": "2", "a": 1},
        {"query": 0, "found": False, "notfound": True},
        {"query": "x", "found": True, "_id": "1", "a": 1},
    ]


@pytest.mark.rule("O6", "O8")
def test_templates_of_the_caller_win():
    found = pipeline([response()]).search(["x"], templates=[{"term": "x"}], template_miss={"no": 1})
    assert found == [{"term": "x", "no": 1}]


@pytest.mark.rule("O5")
def test_the_template_of_the_caller_is_in_every_entry_of_a_list():
    found = pipeline([response("1"), response()]).search(["x", "y"], template={"success": True}, score=False)
    assert found == [
        {"query": "x", "success": True, "found": True, "_id": "1", "a": 1},
        {"query": "y", "success": True, "found": False, "notfound": True},
    ]


@pytest.mark.rule("I5", "E1", "D2", "D3")
def test_fetch_gives_the_document_with_its_version():
    asked = pipeline(response("1"))
    assert asked.fetch("1", item_type="gene", other=1) == {"_id": "1", "_version": 2, "a": 1}
    query, context = asked.backend.asked[0]
    assert query == {"query": {"ids": {"values": ["1"]}}, "size": 1001, "version": True, "other": 1}
    assert context.item_type == "gene"


@pytest.mark.rule("I5", "D2", "D3")
def test_an_explicit_version_or_score_wins():
    asked = pipeline(response("1"))
    assert asked.fetch("1", version=False, score=True) == {"_id": "1", "_score": 1.0, "a": 1}
    assert "version" not in asked.backend.asked[0][0]
    assert asked.fetch("1", version=None, score=None) == {"_id": "1", "_version": 2, "a": 1}
    asked.backend.stream = lambda query, context: iter([response("1")])
    assert list(asked.stream("a", score=True)) == [[{"_id": "1", "_score": 1.0, "a": 1}]]


@pytest.mark.rule("E1", "O16")
def test_an_id_whose_document_is_left_out_is_an_empty_list():
    options = {"jmespath": "a|[?@]", "jmespath_exclude_empty": True}
    assert pipeline(response("1")).fetch("1", **options) == []
    assert pipeline(response()).fetch("1", **options) is None
    assert pipeline([response("1"), response()]).fetch(["1", "2"], **options) == [
        {"query": "1", "found": True, "total": 1},
        {"query": "2", "found": False, "notfound": True},
    ]


@pytest.mark.rule("O10")
def test_one_in_a_search():
    assert pipeline(response("1")).search("a", one=True)["_id"] == "1"
    assert pipeline(response()).search("a", one=True) is None
    assert pipeline(response("1", "2")).search("a", one=True)["total"] == 2
    assert [found["_id"] for found in pipeline(response("1", "2")).fetch("a:b", one=True)] == ["1", "2"]


@pytest.mark.rule("O14", "H4")
def test_with_total_speaks_of_the_size_of_the_builder():
    answers = [{"hits": {"total": 5, "hits": response("1", "2", "3")["hits"]["hits"]}}]
    asked = Pipeline(ElasticBuilder(limits=Limits(size=3)), GivenResponse(answers), ElasticFormatter())
    message = "1 query terms return > 3 hits, using from=3 to retrieve the remaining hits"
    assert asked.search(["a"], with_total=True)["msg"] == message
    assert asked.search(["a"], with_total=True, size=5)["msg"] == ""
    assert asked.fetch(["a"], with_total=True)["msg"] == ""


@pytest.mark.rule("I5", "E1")
def test_fetch_gives_none_without_a_match_and_a_list_of_several():
    assert pipeline(response()).fetch("1") is None
    assert [found["_id"] for found in pipeline(response("1", "2")).fetch("a:b")] == ["1", "2"]


@pytest.mark.rule("I5", "E3")
def test_fetch_of_a_list_gives_an_entry_for_each_id():
    assert pipeline([response("1"), response()]).fetch(["1", 2]) == [
        {"query": "1", "found": True, "_id": "1", "_version": 2, "a": 1},
        {"query": 2, "found": False, "notfound": True},
    ]
    assert pipeline([]).fetch([]) == []


@pytest.mark.rule("E1")
def test_more_matches_than_are_allowed_are_refused():
    assert len(pipeline(response("1", "2"), max_matches=2).fetch("a:b")) == 2
    few = pipeline(response("1", "2", "3"), max_matches=2)
    assert refusal(few.fetch, "a:b") == ("Too Many Matches.", {"id": "a:b", "max": 2})


@pytest.mark.rule("E1", "E3")
def test_more_matches_for_one_id_of_a_list_are_refused():
    one = pipeline([response("1"), response("1", "2")], max_matches=1)
    assert refusal(one.fetch, ["x", "y"])[1] == {"id": "y", "max": 1}
    assert pipeline(response("1")).max_matches == 1000


@pytest.mark.rule("N6")
@pytest.mark.parametrize("call", ["search", "fetch"])
def test_rawquery_gives_the_built_query_and_asks_no_database(call):
    asked = pipeline(response())
    with pytest.raises(RawQueryInterrupt) as caught:
        getattr(asked, call)("1", rawquery=True, item_type="gene")
    assert next(iter(caught.value.data)) == "query"
    assert asked.backend.asked == []


@pytest.mark.rule("N6")
def test_rawquery_gives_the_statement_of_a_database_that_has_one():
    asked = pipeline(response())
    asked.backend.shown_query = lambda query, context: (query, context.item_type)
    with pytest.raises(RawQueryInterrupt) as caught:
        asked.search("1", rawquery=True, item_type="gene")
    assert caught.value.data == (ElasticBuilder().build("1"), "gene")


@pytest.mark.rule("N6", "T7")
@pytest.mark.parametrize("call", ["search", "fetch"])
def test_raw_gives_the_response_with_documents_that_are_read(call):
    asked = pipeline(response("1"))
    with pytest.raises(RawResultInterrupt) as caught:
        getattr(asked, call)("1", raw=True, json_parts=True)
    assert caught.value.data == response("1")
    assert asked.backend.asked[0][1].json_parts is False


METHODS = {
    "search": ({}, ()),
    "multi_search": ({"q": ["a", "b"]}, ()),
    "page_after": ({"search_after": "*"}, ("*",)),
    "scroll": ({"fetch_all": True}, ()),
    "linked_page": ({"linked": 100, "generation": "s1"}, ("s1", 100)),
}


@pytest.mark.rule("X1", "I4")
@pytest.mark.parametrize("method", METHODS)
def test_the_options_choose_the_method_of_the_backend(method):
    options, arguments = METHODS[method]
    asked, calls = pipeline(response("1")), []
    answer = [response(), response()] if method == "multi_search" else response()
    setattr(asked.backend, method, lambda query, *more: calls.append(more) or answer)
    asked.search(**{"q": "a", **options})
    assert [more[:-1] for more in calls] == [arguments]


def test_a_scroll_id_requests_the_next_batch_with_any_other_option():
    asked = pipeline(response())
    asked.backend.next_batch = lambda scroll_id, context: response(scroll_id)
    assert asked.search("a", scroll_id="s", fetch_all=True, linked=10)["hits"] == [{"_id": "s", "_score": 1.0, "a": 1}]


@pytest.mark.rule("N6", "T7")
@pytest.mark.parametrize("call", ["search", "fetch"])
def test_an_interrupt_of_the_backend_leaves_at_once(call):
    interrupt = RawResultInterrupt({"hits": 1})
    with pytest.raises(RawResultInterrupt) as caught:
        getattr(pipeline(interrupt), call)(["1"])
    assert caught.value is interrupt


@pytest.mark.rule("I7", "R1")
@pytest.mark.parametrize("call", ["search", "fetch"])
def test_details_that_are_no_mapping_do_not_hide_the_error(call):
    for terms in ("a", ["a"]):
        with pytest.raises(PipelineError, match="409 no"):
            getattr(pipeline(PipelineError(409, "no", ["x"])), call)(terms)


@pytest.mark.rule("I7", "R1")
def test_an_error_names_the_text_of_its_term():
    error = QueryTextError("x").copy(position=1)
    for call in ("search", "fetch"):
        summary, details = refusal(getattr(pipeline(error), call), ["a", "b" * 200])
        assert summary == f"q cannot be parsed: x (at position 1): {'b' * 100!r}"
        assert details == {"position": 1, "root_cause_line_00": "x", "keyword": "q", "term": "b" * 100}


@pytest.mark.rule("I7")
@pytest.mark.parametrize(
    ("details", "terms"), [(None, ["a"]), ({"position": 0}, "a"), ({}, ["a"]), ({"position": 0, "term": "x"}, ["a"])]
)
def test_other_errors_stay_as_they_are(details, terms):
    error = PipelineError(400, "no", details)
    assert with_keyword_or_term(error, terms, {"filter": None}) is error


@pytest.mark.rule("I7", "Q7")
@pytest.mark.parametrize("keyword", ["filter", "post_filter"])
def test_a_filter_that_cannot_be_parsed_is_named(keyword):
    error = QueryTextError("unexpected end", text="a:(b", column=5).copy(position=0)
    summary, details = refusal(pipeline(error).search, ["a"], **{keyword: " a:(b "})
    assert summary == f"{keyword} cannot be parsed: unexpected end at column 5"
    assert details == {"root_cause_line_00": "unexpected end at column 5", "text": "a:(b", "keyword": keyword}


@pytest.mark.rule("I7", "Q7")
def test_the_error_of_a_filter_keeps_its_cause_and_its_kind():
    error = QueryTextError("q cannot", text="x", kind=ErrorKind.UNCLOSED)
    found = with_keyword_or_term(error, "a", {"filter": "x"})
    assert (found.summary, found.kind) == ("filter cannot be parsed: q cannot", ErrorKind.UNCLOSED)
    assert error.summary == "q cannot be parsed: q cannot"


@pytest.mark.rule("I7")
def test_a_q_that_cannot_be_parsed_is_named_if_the_filter_is_good():
    error = QueryTextError("x", text="a:(b")
    assert with_keyword_or_term(error, "a:(b", {"filter": "c"}) is error
    empty = QueryTextError("x", text="XXXX")
    assert with_keyword_or_term(empty, "a", {}) is empty


def test_suggest_asks_for_whole_values_and_for_beginnings():
    builder = ElasticBuilder(suggest_fields=["s"], suggest_weight="n")
    hits = [{"_id": str(number), "_source": {"s": f"a{number}"}} for number in range(30)]
    found = {"took": 1, "hits": {"hits": hits}}
    pipeline = Pipeline(builder, GivenResponse([found, found]), ElasticFormatter())
    assert len(pipeline.suggest("a")["suggestions"]) == 10
    assert pipeline.suggest("a", size=2, item_type="t") == {
        "took": 2,
        "suggestions": [
            {"text": "a0", "_id": "0", "field": "s", "kind": "value"},
            {"text": "a1", "_id": "1", "field": "s", "kind": "value"},
        ],
    }
    (query, context) = pipeline.backend.asked[-1]
    assert query == builder.build_suggest("a", size=2, item_type="t")
    assert context.options == {"size": 2, "item_type": "t"}
    assert pipeline.suggest("a", size=0)["suggestions"] == []


def test_suggestions_with_a_weight_are_in_the_order_of_the_database():
    hits = [{"_id": text, "_source": {"s": text}} for text in ("ac", "ab")]
    responses = [{"hits": {"hits": []}}, {"hits": {"hits": hits}}]
    builder = ElasticBuilder(suggest_fields=["s"], suggest_weight="n")
    found = Pipeline(builder, GivenResponse(responses), ElasticFormatter()).suggest("a")
    assert [one["text"] for one in found["suggestions"]] == ["ac", "ab"]
    assert found["took"] == 0


def test_suggestions_without_a_weight_are_in_the_order_of_the_alphabet():
    hits = [{"_id": text, "_source": {"s": text}} for text in ("ac", "ab")]
    responses = [{"hits": {"hits": []}}, {"hits": {"hits": hits}}]
    pipeline = Pipeline(ElasticBuilder(suggest_fields=["s"]), GivenResponse(responses), ElasticFormatter())
    assert [one["text"] for one in pipeline.suggest("a")["suggestions"]] == ["ab", "ac"]


class PlainBuilder(Builder):
    """Has what a builder must have, and no more."""


def test_a_builder_without_suggestions_is_a_404():
    with pytest.raises(PipelineError) as caught:
        Pipeline(PlainBuilder(), GivenResponse([]), ElasticFormatter()).suggest("a")
    assert (caught.value.code, caught.value.summary) == (404, "no fields are configured for suggestions")


class OwnBuilder(PlainBuilder):
    """Makes queries of its own."""

    def build(self, q=None, **options):
        return {"find": q}


def test_matched_needs_queries_that_are_known_here():
    asked = Pipeline(OwnBuilder(), GivenResponse(response("1")), ElasticFormatter())
    assert asked.search("a")["total"] == 1
    with pytest.raises(PipelineError, match="400 matched cannot be used with this database"):
        asked.search("a", matched=["kids"])


class Warner(ElasticBuilder):
    def build(self, q=None, *, warnings, **options):
        warnings.append("look")
        return super().build(q, **options)


def test_warnings_are_in_the_answer():
    asked = pipeline(response("1"))
    asked.builder = Warner()
    assert asked.search("a")["warnings"] == ["look"]
    assert "warnings" not in pipeline(response("1")).search("a")


def test_a_caller_may_take_the_warnings():
    asked, warnings = pipeline([response("1")]), []
    asked.builder = Warner()
    assert asked.search(["a"], warnings=warnings)[0]["_id"] == "1"
    assert warnings == ["look"]


def test_a_database_without_pages_refuses_options_for_pages():
    with pytest.raises(PipelineError, match="400 search_after cannot be used") as search:
        pipeline(response("1")).search("a", search_after="*")
    with pytest.raises(PipelineError, match="400 fetch_all cannot be used") as stream:
        next(pipeline(response("1")).stream("a"))
    assert [caught.value.details for caught in (search, stream)] == [
        {"keyword": "search_after"},
        {"keyword": "fetch_all"},
    ]


def test_a_stream_gives_the_documents_of_every_page():
    asked = pipeline(response("1"))
    asked.backend.stream = lambda query, context: iter([response("1", "2"), response("3")])
    assert [[document["_id"] for document in batch] for batch in asked.stream("a")] == [["1", "2"], ["3"]]


def test_a_stream_begins_with_the_first_page_for_all_options():
    asked, calls = pipeline(response("1")), []
    asked.backend.stream = lambda query, context: calls.append((query, context.options)) or iter([response("1")])
    assert list(asked.stream("a", fetch_all=True, size=5, item_type="gene", _sorted=False))
    own = {"search_after": "*", "fetch_all": False, "size": None, "from_": 0, "score": False, "one": False}
    options = {"item_type": "gene", "_sorted": False, **own}
    assert calls == [(ElasticBuilder().build("a", **options), options)]


def test_the_documents_of_a_stream_are_as_its_options_say():
    asked = pipeline(response("1"))
    asked.backend.stream = lambda query, context: iter([response("1")])
    assert list(asked.stream("a", version=True)) == [[{"_id": "1", "_version": 2, "a": 1}]]


def test_a_stream_names_the_filter_that_is_wrong():
    def pages(query, context):
        yield response("1")
        raise QueryTextError("no", text="x(")

    asked = pipeline(response("1"))
    asked.backend.stream = pages
    with pytest.raises(PipelineError, match="400 filter cannot be parsed"):
        list(asked.stream("a", filter="x("))


class Labelling(ElasticFormatter):
    """Looks into the documents."""


@pytest.mark.parametrize(("formatter", "parts"), [(ElasticFormatter(), True), (Labelling(), False)])
def test_documents_as_json_are_for_formatters_only_that_read_them(formatter, parts):
    asked = Pipeline(ElasticBuilder(), GivenResponse(RawResultInterrupt({})), formatter)
    for call in (asked.search, asked.fetch):
        with pytest.raises(RawResultInterrupt):
            call("1", json_parts=True)
    assert [context.json_parts for _, context in asked.backend.asked] == [parts, parts]


def test_a_list_is_no_query_to_read_completely():
    asked = pipeline(response("1"))
    for read in (lambda: asked.search(["a"], fetch_all=True), lambda: next(asked.stream(["a"]))):
        with pytest.raises(PipelineError, match="fetch_all is for one query") as raised:
            read()
        assert raised.value.code == 400
