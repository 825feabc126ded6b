import pytest

from searchapp.errors import ErrorKind, PipelineError
from searchapp.options import catalog
from searchapp.options.option import Option
from searchapp.options.optionset import OptionSet, changed
from searchapp.options.optionset import catalog as options_of

from ..refusals import refusal

QUERY = OptionSet(options_of(), "query", "GET")
QUERY_POST = OptionSet(options_of(), "query", "POST")
ANNOTATION = OptionSet(options_of(), "annotation", "GET")
ANNOTATION_POST = OptionSet(options_of(), "annotation", "POST")


def refused(options, *pairs):
    return refusal(options.parse, pairs)


def test_options_are_read_by_all_their_aliases():
    values = QUERY.parse([("fields", "a,b"), ("limit", "5"), ("skip", "3"), ("facets", "c"), ("sorted", "0")])
    assert values == {"_source": ["a", "b"], "size": 5, "from_": 3, "aggs": ["c"], "_sorted": False}


@pytest.mark.rule("N3")
def test_repeated_parameters_are_one_list():
    assert QUERY.parse([("fields", "a"), ("_source", "b,c"), ("field", "d")]) == {"_source": ["a", "b", "c", "d"]}


def test_repeated_parameters_count_together():
    pairs = [("ids", "x")] * 1001
    assert refused(ANNOTATION_POST, *pairs)[1] == {"keyword": "id", "max": 1000, "num": 1001, "alias": "ids"}


def test_of_a_repeated_number_the_last_one_holds():
    assert QUERY.parse([("size", "1"), ("size", "2")]) == {"size": 2}


def test_later_sources_win_and_lists_are_not_mixed():
    body, form, query, path = ([(("id"), name)] for name in ("body", "form", "query", "path"))
    assert ANNOTATION.parse(body, form, query) == {"id": "query"}
    assert ANNOTATION.parse(body, form, query, path) == {"id": "path"}
    assert QUERY.parse([("fields", "a,b")], [("fields", "c")]) == {"_source": ["c"]}


def test_unknown_parameters_are_ignored():
    assert QUERY.parse([("callback", "x"), ("email", "y")]) == {}


def test_a_parameter_that_is_similar_to_an_option_has_a_warning():
    assert QUERY.parse([("sise", "3"), ("q", "a")]) == {
        "q": "a",
        "warnings": ["unknown option sise, did you mean size"],
    }
    assert "warnings" not in QUERY.parse([(name, "") for name in ("query", "utm_source", "species", "", "zzz")])


def test_only_the_first_unknown_parameters_are_looked_at():
    assert len(QUERY.parse([(f"size{number}", "") for number in range(1000)])["warnings"]) == 5


@pytest.mark.rule("B7")
def test_strict_refuses_an_unknown_parameter_and_names_the_nearest():
    assert refused(QUERY, ("strict", "true"), ("feilds", "a")) == (
        "unknown option feilds, did you mean fields",
        {"keyword": "feilds"},
    )
    assert refused(QUERY, ("strict", "1"), ("zzzzzz", ""))[0] == "unknown option zzzzzz"
    assert refused(QUERY, ("strict", "1"), ("z" * 101, "")) == ("unknown option " + "z" * 100, {"keyword": "z" * 100})


@pytest.mark.rule("Q3", "R6")
def test_a_bad_value_names_keyword_limit_value_and_alias():
    assert refused(QUERY, ("limit", "1001")) == (
        "size must be a whole number from 0 to 1000",
        {"keyword": "size", "max": 1000, "num": 1001, "alias": "limit"},
    )


def test_several_aliases_are_a_list():
    assert refused(QUERY, ("from", "x"))[1] == {"keyword": "from", "max": 10000, "alias": ["skip", "offset"]}


@pytest.mark.rule("N3", "R6")
def test_a_missing_option_is_named_with_its_alias():
    assert refused(ANNOTATION_POST) == ("id is missing", {"missing": "id", "alias": "ids"})
    assert refused(QUERY_POST) == ("q is missing", {"missing": "q"})


def test_an_option_of_another_path_is_shown_the_way():
    assert refused(QUERY_POST, ("ids", ["a"])) == ("q is missing: send ids to /<type>", {"missing": "q"})
    assert refused(ANNOTATION, ("q", "a"))[0] == "id is missing: send q to /<type>/query"


def test_without_q_a_get_is_complete():
    assert QUERY.parse(()) == {}


@pytest.mark.parametrize("keyword", ["fetch_all", "scroll_id"])
def test_options_of_a_get_are_refused_in_a_post(keyword):
    assert refused(QUERY_POST, ("q", "a"), (keyword, "true")) == (
        f"{keyword} works with GET only",
        {"keyword": keyword},
    )


def test_switched_off_it_is_let_through():
    assert QUERY_POST.parse([("q", "a"), ("fetch_all", "false")]) == {"q": ["a"]}


def test_q_is_never_split_in_a_get_and_a_list_in_a_post():
    assert QUERY.parse([("q", "a,b c")]) == {"q": "a,b c"}
    assert QUERY_POST.parse([("q", "a,b c")]) == {"q": ["a", "b", "c"]}


@pytest.mark.rule("B2")
def test_an_empty_q_is_given_and_an_empty_filter_is_not():
    assert QUERY.parse([("q", ""), ("filter", ""), ("userquery", "")]) == {"q": ""}


def test_null_in_a_body_counts_as_not_given():
    assert QUERY_POST.parse([("size", None), ("q", ["a"])]) == {"q": ["a"]}


@pytest.mark.rule("S1")
def test_with_a_scroll_id_the_options_of_the_builder_are_ignored():
    pairs = [("scroll_id", "s"), ("size", "5000"), ("q", "x"), ("fields", "a"), ("sort", "b"), ("dotfield", "true")]
    options = OptionSet(options_of(), "query", "GET")
    assert options.parse(pairs) == {"scroll_id": "s", "dotfield": True}
    assert refused(options, *pairs[1:])[1]["keyword"] == "size"


@pytest.mark.rule("Q1")
def test_a_post_looks_in_the_id_unless_scopes_are_given():
    assert QUERY_POST.defaults["scopes"] == ["_id"]
    assert "scopes" not in QUERY.defaults
    assert QUERY_POST.parse([("q", "a"), ("scopes", [])])["scopes"] == []


@pytest.mark.parametrize("name", ["template", "templates", "native", "one", "deadline", "item_type"])
def test_options_for_python_callers_are_unknown_over_http(name):
    assert QUERY.parse([(name, "x")]) == {}


@pytest.mark.rule("B7")
@pytest.mark.parametrize("name", ["script_fields", "runtime_mappings", "query", "index", "scroll", "timeout"])
def test_keywords_outside_the_allow_list_are_not_passed_on(name):
    assert QUERY.parse([(name, "x")]).keys() <= {"warnings"}


@pytest.mark.rule("B7")
def test_keywords_of_the_allow_list_have_a_type():
    assert QUERY.parse([("min_score", "1.5"), ("track_total_hits", "false"), ("terminate_after", "3")]) == {
        "min_score": 1.5,
        "track_total_hits": False,
        "terminate_after": 3,
    }
    assert refused(QUERY, ("preference", "_only_nodes:x"))[0] == "preference has characters that are not allowed"
    assert refused(QUERY, ("search_type", "scan"))[1]["keyword"] == "search_type"


def test_an_option_is_read_as_its_method_and_endpoint_say():
    post = OptionSet(options_of(), "query", "POST")
    assert (post.method, post.parse([("q", "a,b"), ("format", "csv")])) == (
        "POST",
        {"q": ["a", "b"], "out_format": "csv"},
    )
    metadata = OptionSet(options_of(), "metadata", "GET")
    assert refused(metadata, ("format", "csv"))[1]["keyword"] == "out_format"
    assert metadata.beside_scroll is None


def test_an_application_changes_defaults_and_limits():
    options = OptionSet(options_of((), {"size": {"max": 5, "default": 2}}), "query", "GET")
    assert options.defaults["size"] == 2
    assert refused(options, ("size", "6"))[0] == "size must be a whole number from 0 to 5"


@pytest.mark.parametrize("name", ["_source", "fields", "field"])
def test_an_application_changes_an_option_by_any_of_its_names(name):
    options = OptionSet(options_of((), {name: {"default": ["symbol"]}}), "query", "GET")
    assert options.defaults["_source"] == ["symbol"]


def test_an_application_adds_an_option():
    species = Option("species", list, aliases=("taxid",), endpoints=("query",))
    assert OptionSet(options_of([species]), "query", "GET").parse([("taxid", "1,2")]) == {"species": ["1", "2"]}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sizes": {"max": 1}}, "names an unknown option: sizes, did you mean size$"),
        ({"size": {"defualt": 1}}, "cannot change defualt of size; known: type, default, .*, did you mean default$"),
    ],
)
def test_a_change_of_an_unknown_option_is_refused(changes, words):
    with pytest.raises(ValueError, match=f"^CHANGED_OPTIONS {words}"):
        changed(catalog.ALL, changes)


def test_an_option_without_methods_is_refused_when_it_is_asked_for():
    options = OptionSet(options_of((), {"raw": {"methods": ()}}), "query", "GET")
    assert refused(options, ("raw", "true"))[0] == "raw is not allowed here"


def test_a_list_that_is_too_long_has_a_kind_of_its_own():
    options = OptionSet([Option("q", list, max=2)], "query", "GET")
    with pytest.raises(PipelineError) as raised:
        options.parse([("q", "a,b,c")])
    assert raised.value.kind is ErrorKind.BATCH_TOO_LARGE


def test_a_choice_of_one_endpoint_is_read_there_only():
    format = [("out_format", "jsonld")]
    assert OptionSet(catalog.ALL, "annotation", "GET").parse([("id", "x"), *format])["out_format"] == "jsonld"
    with pytest.raises(PipelineError):
        OptionSet(catalog.ALL, "query", "GET").parse(format)
