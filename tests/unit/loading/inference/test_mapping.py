import pytest

from searchapp.engine.analysis.analyzers import analyzer, normalizer
from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.mapping import leaf_count, mapping_of
from searchapp.querystring.folding import analysis

COPIED = {"copy_to": ["all"]}
EXACT = {"type": "keyword", "ignore_above": 1000}
CODE = {"type": "keyword", "normalizer": "folded", **COPIED}
CATEGORY = {**CODE, "fields": {"keyword": EXACT}}
PROSE = {"type": "text", "analyzer": "folded", **COPIED}
NAME = {**PROSE, "fields": {"keyword": EXACT, "sort": {**EXACT, "normalizer": "folded"}}}


def field(*values, as_table=False):
    """The definition of a field that has these values."""
    return properties(({"f": value} for value in values), as_table).get("f")


def properties(documents, as_table=False):
    evidence = Evidence(as_table)
    for document in documents:
        evidence.observe(document)
    return mapping_of(evidence)["mappings"]["properties"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1, 2), {"type": "long"}),
        ((1, 2.5), {"type": "double"}),
        ((2**70,), {"type": "double"}),
        ((True, False), {"type": "boolean"}),
        (("2020-01-31", "2021-12-01T10:00:00Z"), {"type": "date"}),
        (("2020-02-30",), CODE),
        (("2020-01-01", "soon"), CODE),
        (("2020",), CODE),
        (("CDK2", "BRCA1"), CODE),
        (("CDK2", 5), CODE),
        (("<0.01", 5, 1.5, "Tr"), {**CODE, "fields": {"number": {"type": "double", "ignore_malformed": True}}}),
        (("Tr", "N", "n.d.", "ND", "trace", "none", 5, 6, 7), CODE),
        (("192.168.1.7", "2001:db8::1"), {**CODE, "fields": {"ip": {"type": "ip"}}}),
        (("192.168.1.7", "unknown"), CODE),
        (("10.0.0.200", "fe80::1%eth0"), CODE),
        (("1.14.13.39", "3.4.21.4", "2.7.11.1"), CODE),
        (("arrow-left", "wifi-off"), NAME),
        (("AB-12", "CD-E-34"), CODE),
        (("https://one-two.org/three-four",), CODE),
        (("true", True), CODE),
        (("cyclin dependent kinase 2", "breast cancer 1"), NAME),
        (("x" * 257,), CODE),
        (("word " * 30,), PROSE),
        (("x" * 1001,), PROSE),
        (("Approved", "Entry Withdrawn") * 20, NAME),
        (("Approved", "Withdrawn") * 20, CATEGORY),
        ((["a b", "c d"], "e f"), NAME),
        (([1, 2], 3), {"type": "long"}),
        (([[1], [2]],), {"type": "long"}),
        ((None, [], [None]), None),
        (({}, {}), None),
    ],
)
def test_values_make_a_field(values, expected):
    assert field(*values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("1", "-2"), {"type": "long"}),
        (("1", "2.5"), {"type": "double"}),
        (("true", "FALSE"), {"type": "boolean"}),
        (("1", "x1"), CODE),
        (("007",), CODE),
        (("12345678901234567890",), CODE),
        (("2020-01-31",), {"type": "date"}),
    ],
)
def test_in_a_table_numbers_are_seen_by_how_they_are_written(values, expected):
    assert field(*values, as_table=True) == expected


def test_a_number_as_text_stays_text_in_json():
    assert field("1", "2") == CODE


def test_values_that_occur_again_are_also_kept_as_they_are_to_be_counted():
    codes = [f"{arm}{band}" for band in range(600) for arm in "PQ"]
    assert field(*codes, *codes) == CATEGORY and field(*codes) == CODE


def test_many_different_values_of_several_words_are_names():
    assert field(*[f"value {n}" for n in range(2000)] * 10) == NAME


def test_objects_have_their_fields_and_the_id_is_none():
    found = properties([{"_id": "1", "o": {"n": 1, "p": [{"q": "a b"}]}, "x.y": 2}])
    assert found["o"] == {"properties": {"n": {"type": "long"}, "p": {"properties": {"q": NAME}}}}
    assert found["x"] == {"properties": {"y": {"type": "long"}}}
    assert "_id" not in found


def test_texts_go_to_the_field_that_is_searched_without_a_name():
    assert properties([]) == {"all": {"type": "text", "analyzer": "folded"}}


@pytest.mark.parametrize("name", ["", " ", "a.", ".a", "a..b", "_source", "_version"])
def test_a_name_that_no_field_can_have_is_left_to_the_loader_to_refuse(name):
    assert list(properties([{"_id": "1", name: 1}, {"_id": "2", "n": 1}])) == ["n", "all"]


def test_a_field_of_values_and_objects_is_stored_and_not_indexed():
    assert field({"a": 1}, 5) == field({}, 5) == field("a b", [{}]) == {"type": "object", "enabled": False}


@pytest.mark.parametrize("empty", [{"b": []}, {"b": None}, {"b": {}}, {"b": {"c": [None]}}, [{"b": [[]]}]])
def test_an_object_without_values_is_no_value(empty):
    assert field("a b", empty) == {"type": "object", "enabled": False}
    assert list(properties([{"o": empty, "n": 1}])) == ["n", "all"]


def test_fields_beyond_the_limit_are_only_stored(monkeypatch):
    monkeypatch.setattr("searchapp.loading.inference.evidence.MAX_PATHS", 3)
    evidence = Evidence()
    evidence.observe({f"f{number}": number for number in range(4)})
    mappings = mapping_of(evidence)["mappings"]
    assert (mappings["dynamic"], sorted(mappings["properties"])) == ("false", ["all", "f0", "f1", "f2"])


def test_an_empty_object_alone_is_no_field():
    assert list(properties([{"o": {}, "p": {"q": {}}, "n": 1}])) == ["n", "all"]


def test_fields_are_counted_with_their_objects():
    assert leaf_count({"properties": properties([{"o": {"n": 1}, "x": "a b"}])}) == 6


PROSE_TEXT = "This is the story of a man who was in the wars and of what he did with the rest of his life. " * 3
DEUTSCH = "Das ist die Geschichte von einem Mann, der nicht mit den anderen auf das Feld und in die Stadt ging. " * 3


@pytest.mark.parametrize(("text", "language"), [(PROSE_TEXT, "english"), (DEUTSCH, "german")])
def test_prose_has_its_stems_in_its_language(text, language):
    fields = properties([{"plot": text}] * 3)
    assert fields["plot"] == {**PROSE, "fields": {"stem": {"type": "text", "analyzer": language}}}


def test_the_language_can_be_said_and_may_be_none():
    evidence = Evidence()
    evidence.observe({"plot": PROSE_TEXT})
    assert mapping_of(evidence, "french")["mappings"]["properties"]["plot"]["fields"]["stem"]["analyzer"] == "french"
    assert "fields" not in mapping_of(evidence, "")["mappings"]["properties"]["plot"]


def test_synonyms_are_asked_with_in_every_text():
    evidence = Evidence()
    evidence.observe({"name": "a bolt of steel"})
    found = mapping_of(evidence, synonyms=["bolt, screw"])
    assert found["mappings"]["properties"]["name"]["search_analyzer"] == "folded_with_synonyms"
    assert found["settings"]["analysis"]["filter"]["synonyms"]["synonyms"] == ["bolt, screw"]


def test_articles_before_an_apostrophe_are_left_out():
    folded = analyzer("folded", {"analysis": analysis(())})
    assert folded.terms("L'Aquila dell’Emilia O'Hare") == ["aquila", "emilia", "o'hare"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Az̧ Z̧āhirah", ["az", "zahirah"]),
        ("كِتَابٌ مـحمد", ["كتاب", "محمد"]),
        ("שָׁלוֹם", ["שלום"]),
        ("हिन्दी", ["हिन्दी"]),
        ("Donau\u00addampf", ["donaudampf"]),
        ("\u200eالشعرى\u200f اليمانية\u200e", ["الشعرى", "اليمانية"]),
        ("می\u200cخواهم", ["میخواهم"]),
        ("أحمد إبراهيم", ["احمد", "ابراهيم"]),
        ("Мёд Ёлка", ["мед", "елка"]),
        ("Ύδρα ΎΔΡΑ ρόδος ΡΟΔΟΣ", ["υδρα", "υδρα", "ροδοσ", "ροδοσ"]),
        ("❤\ufe0f 👍\ufe0f", ["❤", "👍"]),
    ],
)
def test_accents_and_other_signs_that_people_leave_out_are_nothing(text, expected):
    assert analyzer("folded", {"analysis": analysis(())}).terms(text) == expected
    assert normalizer("folded", {"analysis": analysis(())})(text) == " ".join(expected)


def test_moments_since_1970_are_dates_and_amounts_are_not():
    documents = [{"ts": 1_714_550_400 + n, "seen_ms": 1_714_550_400_000 + n, "gross": 1_714_550_400} for n in range(3)]
    fields = properties(documents)
    assert fields["ts"] == {"type": "date", "format": "strict_date_optional_time||epoch_second"}
    assert fields["seen_ms"] == {"type": "date", "format": "strict_date_optional_time||epoch_millis"}
    assert fields["gross"] == {"type": "long"}


@pytest.mark.parametrize(
    ("value", "expected"), [(900, {"type": "long"}), ("yes", {"type": "keyword", "normalizer": "folded"})]
)
def test_a_field_all_of_the_documents_is_kept_and_nothing_is_copied_to_it(value, expected):
    found = properties([{"title": "red fox", "all": value}])
    assert found == {"all": expected, "title": {key: NAME[key] for key in NAME if key != "copy_to"}}


def test_an_object_named_all_is_kept():
    assert properties([{"all": {"x": 5}}]) == {"all": {"properties": {"x": {"type": "long"}}}}


def test_texts_named_all_are_among_those_copied_to_it():
    assert properties([{"title": "red fox", "all": "some words"}])["all"] == {"type": "text", "analyzer": "folded"}
