from searchapp.loading import coverage
from searchapp.loading.coverage import Coverage


def about(*documents):
    found = Coverage()
    for document in documents:
        found.observe(document)
    return found.about()["_coverage"]


def test_documents_with_a_value_are_counted_once_with_the_first_value():
    found = about({"a": [1, 2, 1], "b": "x"}, {"a": 3}, {"b": None, "c": False})
    assert found == {"documents": 3, "fields": {"a": [2, 1], "b": [1, "x"], "c": [1, False]}}


def test_objects_are_counted_with_their_inner_fields():
    found = about({"o": {"p": {"q": 1}}}, {"o": [{"p": {"q": 2}}, {"r": "s"}]}, {"o": {}})
    assert found["fields"] == {"o": [2, None], "o.p": [2, None], "o.p.q": [2, 1], "o.r": [1, "s"]}


def test_null_and_empty_containers_are_no_value_and_empty_text_is_one():
    assert about({"a": None, "b": [], "c": [None], "d": {}, "e": [{}], "f": ""})["fields"] == {"f": [1, ""]}


def test_a_value_in_a_list_with_null_counts():
    assert about({"a": [None, [None, "x"]]})["fields"] == {"a": [1, "x"]}


def test_a_dotted_name_counts_as_objects():
    assert about({"o.p": 1})["fields"] == {"o": [1, None], "o.p": [1, 1]}


def test_a_long_example_is_cut():
    found = about({"a": "x" * 80, "b": "y" * 81})["fields"]
    assert found == {"a": [1, "x" * 80], "b": [1, "y" * 79 + "…"]}


def test_documents_without_an_end_of_names_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(coverage, "MAX_PATHS", 3)
    found = Coverage()
    for number in range(9):
        found.observe({f"o{number}": {"p": number}, "o0": {"p": 1}})
    assert (len(found.paths), found.nodes) == (3, 3)
    assert found.paths["o0"].count == 9


def test_a_value_in_a_list_with_objects_is_the_example_of_their_path():
    assert about({"o": [{"p": 1}, "x"]}, {"o": {"p": 2}})["fields"] == {"o": [2, "x"], "o.p": [2, 1]}


def test_without_documents_nothing_is_covered():
    assert about() == {"documents": 0, "fields": {}}
