import pytest

from searchapp.engine import EngineError
from tests.unit.engine.searching import ask


def typed(small, text, kind, fields=("name", "symbol"), **options):
    return ask(small, {"multi_match": {"query": text, "type": kind, "fields": list(fields), **options}})


def test_the_last_word_may_be_the_start_of_one(small):
    assert sorted(typed(small, "repair kin", "bool_prefix")) == ["1", "2", "3"]
    assert typed(small, "cyclin dependent kin", "phrase_prefix", ["name"]) == ["1"]
    assert typed(small, "dependent cyclin kin", "phrase_prefix", ["name"]) == []


def test_a_phrase_needs_a_text_field_unless_it_is_lenient(small):
    with pytest.raises(EngineError, match=r"Can only use phrase prefix queries on text fields - not on \[symbol\]"):
        typed(small, "cyclin kin", "phrase_prefix")
    assert typed(small, "cyclin dependent kin", "phrase_prefix", lenient=True) == ["1"]


@pytest.mark.parametrize(
    ("kind", "option", "reason"),
    [
        ("bool_prefix", {"slop": 1}, r"\[slop\] not allowed for type \[bool_prefix\]"),
        ("phrase_prefix", {"fuzziness": 1}, r"Fuzziness not allowed for type \[phrase_prefix\]"),
        ("phrase_prefix", {"max_expansions": 65}, "unsupported option: max_expansions"),
    ],
)
def test_options_of_other_types_are_refused(small, kind, option, reason):
    with pytest.raises(EngineError, match=reason):
        typed(small, "kinase", kind, **option)
