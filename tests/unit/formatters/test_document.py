import time
from decimal import Decimal

import orjson
import pytest

from searchapp.errors import PipelineError
from searchapp.formatters.document import changed, document_of, flattened, ordered, sorted_json, steps_for
from searchapp.formatters.license import Licensing

from .responses import hit

HIT = hit("1", {"b": {"z": 1, "a": [{"y": 1, "x": 2}]}, "a": 0}, _version=3, sort=["x"], _ignored=["n"])


def after(document, places=(), **options):
    return changed(document, steps_for({"_sorted": False, **options}, [Licensing(list(places))] if places else []))


@pytest.mark.rule("D1", "D6")
def test_a_document_is_the_source_with_its_identifier():
    assert document_of(HIT, version=False, score=False) == {"_id": "1", "b": HIT["_source"]["b"], "a": 0}


@pytest.mark.rule("D2", "D3", "O12", "O13")
def test_version_and_score_are_kept_on_demand():
    assert document_of(HIT, version=True, score=False)["_version"] == 3
    assert document_of(HIT, version=False, score=True)["_score"] == 1.0
    assert list(document_of(HIT, version=True, score=True)) == ["_id", "_score", "_version", "b", "a"]


def test_a_hit_without_score_version_and_source_has_none():
    assert document_of({"_id": "1"}, version=True, score=True) == {"_id": "1"}
    assert document_of({"_id": "1", "_source": None}, version=True, score=True) == {"_id": "1"}


@pytest.mark.rule("Q9")
def test_explanations_and_highlights_are_kept():
    explained = hit("1", {"a": 1}, _explanation={"value": 1}, highlight={"a": ["<em>x</em>"]}, _node="n", _shard="s")
    expected = {"_id": "1", "_explanation": {"value": 1}, "_highlight": {"a": ["<em>x</em>"]}, "a": 1}
    assert document_of(explained, version=False, score=False) == expected


def test_nothing_is_done_when_nothing_is_asked_for():
    options = {"_sorted": False, "always_list": [], "allow_null": [], "jmespath": "", "dotfield": False}
    assert steps_for(options, []) == ()
    assert len(steps_for({}, [])) == 1


def test_a_document_without_steps_is_the_same_object():
    document = {"a": 1}
    assert changed(document, ()) is document


def test_a_step_can_drop_the_document():
    assert changed({"a": 1}, (lambda document: None, lambda document: {"b": 1})) is None


@pytest.mark.rule("O2")
def test_keys_are_sorted_at_every_level_unless_not_wanted():
    document = {"b": {"z": 1, "a": [{"y": 1, "x": [3, 2]}]}, "a": 0, "_id": "1"}
    in_order = ["_id", "a", "b"]
    assert list(after(document, _sorted=True)) == list(after(document, _sorted=None)) == in_order
    assert list(after(document)) == ["b", "a", "_id"]
    inner = ordered(document)["b"]
    assert list(inner) == ["a", "z"] and list(inner["a"][0]) == ["x", "y"] and inner["a"][0]["x"] == [3, 2]
    assert ordered(document) == document
    assert str(ordered({"a": [[{"c": 1, "b": 2}], 5]})) == "{'a': [[{'b': 2, 'c': 1}], 5]}"


@pytest.mark.rule("O3")
def test_fields_that_are_always_lists_are_wrapped():
    document = {"a": 1, "b": {"c": "x", "d": [2]}, "e": None, "f": [{"g": 0}, {"g": [1]}]}
    assert after(document, always_list=["a", "b.c", "b.d", "e", "f.g", "nope", "b.nope"]) == {
        "a": [1],
        "b": {"c": ["x"], "d": [2]},
        "e": [],
        "f": [{"g": [0]}, {"g": [1]}],
    }


@pytest.mark.rule("O3")
def test_one_name_may_be_given_as_a_text():
    assert after({"a": 1}, always_list="a") == {"a": [1]}
    assert after({"ab": 1, "a": 1}, always_list="ab") == {"ab": [1], "a": 1}
    assert after({}, allow_null="a") == {"a": None}


@pytest.mark.rule("O4")
def test_fields_that_may_be_null_are_always_there():
    document = {"a": 0, "b": {"c": 1}, "f": [{"g": 1}, {}], "n": None, "t": "text"}
    assert after(document, allow_null=["a", "b.d", "x.y", "f.g", "n.m", "t.u"]) == {
        "a": 0,
        "b": {"c": 1, "d": None},
        "f": [{"g": 1}, {"g": None}],
        "n": {"m": None},
        "t": "text",
        "x": {"y": None},
    }
    assert after({"x": None}, allow_null=["a.b.c", "a", "a.d", "x.y.z", "x"]) == {
        "a": {"b": {"c": None}, "d": None},
        "x": {"y": {"z": None}},
    }


@pytest.mark.rule("O3", "O4")
def test_a_missing_field_that_may_be_null_and_is_a_list_is_empty():
    assert after({}, allow_null=["a"], always_list=["a"]) == {"a": []}


@pytest.mark.rule("O1")
def test_dotfield_flattens_objects_and_lists():
    document = {"a": {"b": 1, "c": {"d": "x"}}, "l": [{"m": 1}, {"m": 2, "n": 3}], "k": [1, 2], "s": ["only"]}
    assert after(document, dotfield=True) == {"a.b": 1, "a.c.d": "x", "l.m": [1, 2], "l.n": 3, "k": [1, 2], "s": "only"}


@pytest.mark.rule("O1")
def test_dotfield_keeps_zero_false_and_empty_text():
    document = {"a": [{"b": 0}, {"b": False}, {"b": ""}], "c": {"d": 0}, "e": False}
    assert after(document, dotfield=True) == {"a.b": [0, False, ""], "c.d": 0, "e": False}


@pytest.mark.rule("O1")
def test_dotfield_keeps_null_and_empty_values_that_stand_alone():
    document = {"a": None, "b": [], "c": {"d": {}}, "e": [None, 1, [], {}], "f": [None, None]}
    assert after(document, dotfield=True) == {"a": None, "b": [], "c.d": {}, "e": 1, "f": None}
    assert after({}, dotfield=True) == {}


@pytest.mark.rule("O1", "O3")
def test_dotfield_keeps_lists_that_are_wanted():
    document = {"a": {"b": 1, "c": 1}, "l": [{"m": None}]}
    for in_order in (True, False):
        found = after(document, dotfield=True, always_list=["a.b", "l.m"], _sorted=in_order)
        assert found == {"a.b": [1], "a.c": 1, "l.m": []}


@pytest.mark.rule("O1", "O2")
def test_dotted_names_are_in_order_too():
    document = {"b": {"c": 1, "a": 2}, "a": 1, "b-": 0}
    assert list(after(document, dotfield=True, _sorted=True)) == ["a", "b-", "b.a", "b.c"]
    assert list(after(document, dotfield=True)) == ["b.c", "b.a", "a", "b-"]
    assert len(steps_for({"_sorted": True, "dotfield": True}, [])) == 1


@pytest.mark.rule("O15")
def test_jmespath_replaces_the_value_of_a_field():
    assert after({"a": [{"n": 1}, {"n": 2}]}, jmespath="a|[?n==`2`]") == {"a": [{"n": 2}]}


@pytest.mark.rule("O16")
def test_a_document_whose_new_value_is_empty_can_be_dropped():
    assert after({"a": [1]}, jmespath="a|[?@==`2`]") == {"a": []}
    assert after({"a": [1]}, jmespath="a|[?@==`2`]", jmespath_exclude_empty=False) == {"a": []}
    assert after({"a": [1]}, jmespath="a|[?@==`2`]", jmespath_exclude_empty=True) is None


@pytest.mark.rule("L1", "O4", "O3", "O15", "O2", "O1")
def test_the_steps_come_in_their_order():
    document = {"z": {"x": {"v": 1}}}
    options = {"allow_null": ["z.n"], "always_list": ["z.n", "z.x"], "jmespath": "z|{n: n, x: x[0], l: length(x)}"}
    found = after(document, [(["z", "x"], "url")], dotfield=True, _sorted=True, **options)
    assert list(found.items()) == [("z.l", 1), ("z.n", []), ("z.x._license", "url"), ("z.x.v", 1)]


def test_the_hit_is_not_changed():
    source = {"a": {"b": 1}}
    document = document_of(hit("1", source), version=False, score=False)
    options = {"always_list": ["a.b"], "allow_null": ["a.c"], "jmespath": "a|{b: b}", "dotfield": True}
    after(document, [(["a"], "url")], **options)
    assert source == {"a": {"b": 1}}


def test_some_fields_show_no_marks():
    marked = hit("1", {}, highlight={"a": ["x"], "all": ["x"]})
    assert document_of(marked, False, False, ["all"]) == {"_id": "1", "_highlight": {"a": ["x"]}}
    assert document_of(marked, False, False, ["a", "all"]) == {"_id": "1"}


def test_marks_stay_lists_by_dotted_names():
    document = {"_id": "1", "_highlight": {"a.b": ["x"]}, "a": {"b": "x"}}
    assert flattened(document) == {"_highlight": {"a.b": ["x"]}, "_id": "1", "a.b": "x"}


def test_dotfield_keeps_wanted_lists_and_highlights():
    document = {"_highlight": {"a.b": ["x"]}, "a": {"b": "x"}}
    assert flattened(document, frozenset(["a.b"])) == {"_highlight": {"a.b": ["x"]}, "a.b": ["x"]}


def test_of_several_values_that_are_empty_the_first_stays():
    assert flattened({"a": [{"b": []}, {"b": None}], "c": [{"d": None}, {"d": {}}]}) == {"a.b": [], "c.d": None}


def test_values_that_json_lacks_are_texts_in_a_document_that_is_json():
    assert orjson.dumps(sorted_json({"a": {"d": Decimal("1.50")}})) == b'{"a":{"d":"1.50"}}'


def test_objects_that_are_json_already_are_written_in_the_same_order():
    inner = {
        "b": 1,
        "a": [{"y": None, "x": [3, {"d": 1.5, "c": "é"}]}],
        "\uffff": 1,
        "\U0001f600": 2,
        "é": 3,
        "Z": True,
    }
    document = {"b": inner, "a": [[{"2": 0, "1": 0}], "text"], "_id": "1", "_version": 2, "A": 2**53}
    assert orjson.dumps(sorted_json(document)) == orjson.dumps(ordered(document))


@pytest.mark.parametrize(
    "document", [{"b": 1, "a": 2}, {}, {"b": {"d": 1, "c": 2}, "query": 0, "a": [{"y": 1, "x": 2}]}]
)
def test_json_stands_behind_its_template_and_wins_over_it(document):
    for head in ({}, {"query": "x"}, {"query": "x", "found": True}):
        assert orjson.dumps(sorted_json(document, head)) == orjson.dumps({**head, **ordered(document)})


def test_a_stored_document_may_be_json():
    hit = {"_id": "1", "_score": 2.0, "_source": b'{"b":[1],"_id":"2"}'}
    assert document_of(hit, version=True, score=True) == {"_id": "2", "_score": 2.0, "b": [1]}
    assert document_of({**hit, "_source": b"{}"}, version=True, score=False) == {"_id": "1"}


@pytest.mark.parametrize("options", [{}, {"_sorted": False}, {"dotfield": True}, {"native": False}])
def test_documents_become_json_only_where_they_are_put_in_order_as_a_whole(options):
    assert (steps_for({"json_parts": True, **options}, []) == (sorted_json,)) is (not options)
    assert sorted_json not in steps_for(options, [])


def test_texts_and_other_values_of_one_name_are_flattened_alike():
    document = {"": "nameless", "a": {"": "inside", "b": "x"}, "a.b": ["y", {"c": []}], "n": {"": {"": 0}}}
    assert flattened(document) == {"a.": "inside", "a.b": ["x", "y"], "a.b.c": [], "n..": 0}


@pytest.mark.rule("B9", "O3", "O4")
def test_lists_that_are_given_as_one_text_are_split():
    texts, lists = (
        {"always_list": "a,b.c", "allow_null": "x y"},
        {"always_list": ["a", "b.c"], "allow_null": ["x", "y"]},
    )
    for more in ({}, {"dotfield": True}):
        document = {"_id": "1", "a": 1, "b": {"c": 2}}
        assert changed(document, steps_for({**texts, **more}, [])) == changed(
            document, steps_for({**lists, **more}, [])
        )


@pytest.mark.parametrize("option", [{"always_list": ["a"]}, {"allow_null": ["a"]}, {"jmespath": "a|@"}])
def test_documents_are_not_changed_after_the_deadline(option):
    steps = steps_for({**option, "deadline": time.monotonic() - 1}, [])
    with pytest.raises(PipelineError) as raised:
        changed({"a": 1}, steps)
    assert raised.value.code == 504
    assert changed({"a": 1}, steps_for({**option, "deadline": time.monotonic() + 60}, []))
