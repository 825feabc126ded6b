import pytest

from searchapp.engine import EngineError
from tests.unit.engine.searching import ask, string


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("kinase", "12"),
        ("cyclin kinase", "12"),
        ("name:kinase AND NOT symbol:cdk2", "2"),
        ("symbol:CDK*", "12"),
        ("symbol:?RCA1", "3"),
        ('name:"dependent kinase"', "1"),
        ('name:"kinase dependent"~2', "1"),
        ("symbol:/cdk[23]/", "12"),
        ("name:kinaes~", "12"),
        ("number:[3 TO 5]", "15"),
        ("number:>5", "23"),
        ("number:(>=3 AND <6)", "125"),
        ("_exists_:day", "45"),
        ("day:2020", ""),
        ("day:[2020 TO *]", "45"),
        ("NOT kind:gene", "345"),
        ("-kinase +kind:rna", "34"),
        ("nope:x", ""),
        ("nope:x OR cdk2", "1"),
        ("number:abc", ""),
        ("*:*", "12345"),
        ("*", "12345"),
        ("", ""),
        ("...", ""),
        ("_id:2", "2"),
    ],
)
def test_query_strings_find_the_same_as_in_lucene(small, text, ids):
    assert sorted(ask(small, string(text))) == list(ids)


def test_the_default_operator_joins_words(small):
    assert ask(small, string("cyclin kinase", fields=["name"], default_operator="AND")) == ["1"]


def test_a_run_of_words_is_one_text_for_each_field(small):
    assert ask(small, string("rna gene", fields=["kind"])) == []
    assert sorted(ask(small, string("rna OR gene", fields=["kind"]))) == ["1", "2", "3", "4"]


def test_a_minimum_counts_the_outermost_clauses(small):
    assert ask(small, string("cyclin dependent nope", fields=["name"], minimum_should_match=2)) == ["1"]
    assert ask(small, string("NOT nope", minimum_should_match=1)) == []


def test_numbers_in_named_fields_must_be_numbers(small):
    with pytest.raises(EngineError, match="For input string"):
        ask(small, string("abc", fields=["number"]))
    assert ask(small, string("abc", fields=["number"], lenient=True)) == []


def test_a_broken_string_is_refused_with_its_text(small):
    with pytest.raises(EngineError, match=r"Failed to parse query \[\(a\]") as error:
        ask(small, string("(a"))
    assert error.value.type == "query_shard_exception"


def test_ten_thousand_parentheses_do_not_end_the_process(small):
    with pytest.raises(EngineError):
        ask(small, string("(" * 10_000 + "a" + ")" * 10_000))
