from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.keyed import MAX_KEYS, leave_rare_keys, notes_on_keys
from searchapp.loading.inference.mapping import mapping_of


def evidence_of(documents, as_table=False):
    evidence = Evidence(as_table)
    for document in documents:
        evidence.observe(document)
    leave_rare_keys(evidence)
    return evidence


def polls(count):
    return [
        {"name": f"Poll {n}", "votes": {f"u{n}": {"points": n, "seen": True}, "all": {"points": 1}}}
        for n in range(count)
    ]


def test_rare_keys_of_an_object_with_very_many_are_no_fields():
    evidence = evidence_of(polls(MAX_KEYS))
    assert sorted(evidence.fields) == ["name", "votes.all.points"]
    mappings = mapping_of(evidence)["mappings"]
    assert mappings["dynamic"] == "true"
    votes = mappings["properties"]["votes"]
    assert (votes["dynamic"], list(votes["properties"])) == ("false", ["all"])
    assert [*notes_on_keys(evidence)] == [
        "votes has very many different keys: keys in few documents are stored, but not searched"
    ]


def test_an_object_with_fewer_keys_keeps_all():
    evidence = evidence_of(polls(MAX_KEYS - 1))
    assert len(evidence.fields) == 2 + 2 * (MAX_KEYS - 1) and evidence.keyed == [] == [*notes_on_keys(evidence)]


def test_keys_that_all_documents_have_stay_however_many_they_are():
    genes = {f"g{n}": n for n in range(2 * MAX_KEYS)}
    assert len(evidence_of([{"genes": genes}] * 2).fields) == 2 * MAX_KEYS


def test_the_columns_of_a_table_all_are_fields():
    assert len(evidence_of(({f"c{n}": "1"} for n in range(MAX_KEYS + 1)), as_table=True).fields) == MAX_KEYS + 1


def test_documents_may_be_such_objects_themselves():
    evidence = evidence_of({"name": "x", f"k{n}": n} for n in range(MAX_KEYS + 1))
    assert [*evidence.fields] == ["name"]
    assert mapping_of(evidence)["mappings"]["dynamic"] == "false"


def test_an_object_that_has_only_rare_keys_is_kept():
    votes = mapping_of(evidence_of({"votes": {f"u{n}": n}} for n in range(MAX_KEYS + 1)))["mappings"]["properties"]
    assert votes["votes"] == {"type": "object", "dynamic": "false"}


def test_rare_keys_with_keys_that_cannot_name_a_field_are_noted_once():
    evidence = evidence_of([{"title": "A", "pages": {f"p{n}": {"end.": n}}} for n in range(MAX_KEYS + 1)])
    assert (evidence.keyed, evidence.unnamed) == (["pages"], {})


def test_cells_with_keys_that_cannot_name_a_field_are_only_stored():
    evidence = evidence_of([{"title": "A", "index": {"The": "0", "end.": "1"}}], as_table=True)
    assert [*evidence.fields] == ["title"]


def test_an_object_with_keys_that_cannot_name_a_field_is_only_stored():
    index = {"title": "A", "index": {"The": [0], "end.": [1], "ab..c": {"x": [2]}}, "parts": [{"a": 1, " ": 2}]}
    evidence = evidence_of([index, {"title": "B", "index": {"The": [0]}}])
    assert [*evidence.fields] == ["title"]
    properties = mapping_of(evidence)["mappings"]["properties"]
    assert properties["index"] == properties["parts"] == {"type": "object", "enabled": False}
    assert [*notes_on_keys(evidence)] == [
        "index has keys that cannot name a field, such as 'end.': it is stored, but not searched",
        "parts has keys that cannot name a field, such as ' ': it is stored, but not searched",
    ]
