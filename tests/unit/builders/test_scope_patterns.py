import re

import pytest

from searchapp.builders.scope_patterns import QStringParser, Query, as_scopes
from searchapp.errors import PipelineError

from .fake_metadata import KnownFields

SYMBOL = {"symbol": {"type": "keyword"}}


@pytest.mark.rule("P1", "C2")
def test_the_first_pattern_that_matches_decides():
    parser = QStringParser([(r"\d+", "entrezgene"), (r"\d\d", "taxid"), (r"\w+", "symbol")])
    assert parser.parse("12") == ("12", ("entrezgene",))
    assert parser.parse("cdk2") == ("cdk2", ("symbol",))


@pytest.mark.rule("P1")
def test_a_pattern_has_to_match_the_whole_text():
    parser = QStringParser([(r"\d+", "entrezgene")], default_pattern=None)
    assert parser.parse("12a") == ("12a", ("_id",))
    assert parser.parse("a12") == ("a12", ("_id",))


@pytest.mark.rule("P1", "C4")
def test_the_default_pattern_is_tried_last():
    parser = QStringParser([(r"symbol:.*", "name")])
    assert parser.parse("symbol:cdk2") == ("symbol:cdk2", ("name",))
    assert parser.parse("alias:cdk2") == ("cdk2", ("alias",))


@pytest.mark.rule("P2")
def test_patterns_may_be_compiled_and_have_named_groups_and_fixed_scopes():
    parser = QStringParser([(re.compile("mim(?P<term>[0-9]+)", re.I), ["xref.mim", "xref.omim"])])
    assert parser.parse("MIM123") == ("123", ("xref.mim", "xref.omim"))


@pytest.mark.rule("P3")
def test_the_term_group_wins_over_the_whole_text():
    parser = QStringParser([(r"x-(?P<term>.*)", "a")], default_pattern=None)
    assert parser.parse("x-1").term == "1"


@pytest.mark.rule("P3")
def test_without_a_term_group_or_with_an_empty_one_the_whole_text_is_the_term():
    parser = QStringParser([(r"x-(?P<term>.*)", "a"), (r"y-.*", "b")], default_pattern=None)
    assert parser.parse("x-") == ("x-", ("a",))
    assert parser.parse("y-1") == ("y-1", ("b",))


@pytest.mark.rule("P4")
def test_scope_group_wins_over_fixed_scopes():
    parser = QStringParser([(r"(?P<scope>\w+)=(?P<term>\w+)", ["name"])])
    assert parser.parse("symbol=cdk2") == ("cdk2", ("symbol",))


@pytest.mark.rule("P4")
def test_fixed_scopes_win_over_the_default_scopes():
    parser = QStringParser([(r"\d+", ("a", "b")), (r"[a-z]+", None)], default_scopes=["c"])
    assert parser.parse("1").scopes == ("a", "b")
    assert parser.parse("x").scopes == ("c",)


@pytest.mark.rule("P5", "C7")
def test_unknown_scopes_reset_the_result_to_the_whole_text_in_the_default_scopes():
    parser = QStringParser()
    assert parser.parse("HGNC:5", KnownFields(SYMBOL)) == ("HGNC:5", ("_id",))
    assert parser.parse("symbol:5", KnownFields(SYMBOL)) == ("5", ("symbol",))


@pytest.mark.rule("P5")
def test_one_unknown_scope_of_several_is_enough_to_reset():
    parser = QStringParser([(r"\d+", ["symbol", "nope"])])
    assert parser.parse("1", KnownFields(SYMBOL)) == ("1", ("_id",))


@pytest.mark.rule("P5")
def test_id_counts_as_a_known_field():
    assert QStringParser().parse("_id:5", KnownFields(SYMBOL)) == ("5", ("_id",))


@pytest.mark.rule("P5")
@pytest.mark.parametrize("scope", ["symbol^2", "s*l"])
def test_weights_and_stars_are_no_fields(scope):
    parser = QStringParser([(r"x(?P<term>\d+)", [scope])])
    assert parser.parse("x1", KnownFields(SYMBOL)) == ("x1", ("_id",))


@pytest.mark.rule("P5")
def test_the_default_scopes_are_checked_too():
    pattern = [(r"x(?P<term>\d+)", None)]
    parser = QStringParser(pattern, default_scopes=["symbol", "nope"])
    assert parser.parse("x1", KnownFields(SYMBOL)) == ("x1", ("symbol", "nope"))
    assert QStringParser(pattern, ["symbol"]).parse("x1", KnownFields(SYMBOL)) == ("1", ("symbol",))
    assert QStringParser(pattern, ["id"], always_known=["id"]).parse("x1", SYMBOL) == ("1", ("id",))


@pytest.mark.rule("P5", "C7")
def test_the_fields_may_be_a_plain_mapping():
    assert QStringParser().parse("symbol:5", SYMBOL) == ("5", ("symbol",))
    assert QStringParser().parse("HGNC:5", SYMBOL) == ("HGNC:5", ("_id",))


@pytest.mark.rule("P5")
def test_without_known_fields_the_scopes_are_kept():
    assert QStringParser().parse("HGNC:5") == ("5", ("HGNC",))
    assert QStringParser().parse("HGNC:5", KnownFields({})) == ("5", ("HGNC",))


@pytest.mark.rule("P6")
def test_without_a_match_the_whole_text_is_the_term_in_the_default_scopes():
    assert QStringParser(default_scopes=("a", "b")).parse("x") == Query("x", ("a", "b"))


@pytest.mark.rule("P7", "C3")
def test_the_default_scope_is_the_identifier():
    assert QStringParser().parse("1017") == ("1017", ("_id",))


@pytest.mark.rule("C4")
def test_the_default_pattern_splits_at_the_first_colon_and_takes_any_text():
    assert QStringParser().parse("a.b:c:d\ne") == ("c:d\ne", ("a.b",))
    assert QStringParser().parse(":c") == (":c", ("_id",))
    assert QStringParser().parse("c:") == ("c:", ("_id",))


@pytest.mark.rule("P8")
def test_the_fields_are_loaded_when_the_first_scope_is_checked():
    metadata = KnownFields(SYMBOL)
    QStringParser().parse("symbol:cdk2", metadata, "gene")
    assert metadata.asked == [("gene", None)]


@pytest.mark.rule("P8")
def test_a_term_in_the_default_scopes_needs_no_fields():
    metadata = KnownFields(SYMBOL)
    QStringParser().parse("cdk2", metadata, "gene")
    assert metadata.asked == []


@pytest.mark.rule("P8")
def test_fields_that_cannot_be_loaded_are_an_error_and_not_a_wrong_answer():
    class Unavailable:
        def fields(self, item_type):
            raise PipelineError(503, "search backend is not available")

    with pytest.raises(PipelineError, match="503"):
        QStringParser().parse("symbol:cdk2", Unavailable())


def test_scopes_are_given_as_one_name_several_or_none():
    assert as_scopes("a") == ("a",)
    assert as_scopes(["a", "b"]) == ("a", "b")
    assert as_scopes("") == as_scopes(None) == as_scopes([]) == ()


@pytest.mark.parametrize(
    ("patterns", "texts", "are_ids"),
    [
        ((), ["1", "HGNC:5", "GO:1:2", ":1", "symbol", ""], True),
        ((), ["1", "symbol:cdk2"], False),
        ((), ["_id:1"], False),
        ([(r"HGNC:\d+", "_id")], ["HGNC:5", "HGNC:17"], True),
        ([(r"HGNC:\d+", "_id")], ["HGNC:5", "symbol:cdk2"], False),
        ([(r"HGNC:(?P<term>\d+)", "_id")], ["HGNC:5"], False),
        ([(r"\d+", "symbol")], ["5"], False),
    ],
)
def test_a_list_of_ids_is_known_without_parsing_each(patterns, texts, are_ids):
    parser = QStringParser(patterns)
    assert parser.are_ids(texts, SYMBOL) is are_ids
    assert are_ids is False or [parser.parse(text, SYMBOL) for text in texts] == [(text, ("_id",)) for text in texts]


def test_a_list_is_parsed_where_no_fields_are_known_or_ids_are_in_other_fields():
    assert not QStringParser().are_ids(["a:1"])
    assert not QStringParser(default_scopes="symbol").are_ids(["1"], SYMBOL)
