import pytest

from searchapp.builders.field_checks import MAX_WARNINGS
from searchapp.builders.field_names import Use, as_text, unknown_uses, uses, warnings_of

FIELDS = {"symbol": {"type": "keyword"}, "xref": {"type": "object"}, "xref.a": {"type": "keyword"}}


def read(text):
    return as_text(text, unknown(text))


def unknown(text, fields=FIELDS):
    return unknown_uses(uses(text), fields)


def said(keyword, text, fields=FIELDS):
    return warnings_of(keyword, uses(text), unknown(text, fields), fields)


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("HGNC:5", r"HGNC\:5"),
        ("HGNC:5 OR HGNC:7", r"HGNC\:5 OR HGNC\:7"),
        ("symbol:cdk2 AND foo:bar", r"symbol:cdk2 AND foo\:bar"),
        ("(foo:ba*r)^2 -rs-1:a-b", r"(foo\:ba*r)^2 -rs-1\:a-b"),
        ("foo: bar", r"foo\: bar"),
        ("a foo:bar", r"a foo\:bar"),
        (r"zzz.\*:x", r"zzz.\*\:x"),
    ],
)
def test_an_unknown_name_and_a_plain_word_are_one_word(text, searched):
    assert read(text) == searched


@pytest.mark.parametrize(
    "text",
    [
        "symbol:cdk2", "_id:5", "xref.a:x", r"xref.\*:x", r"HGNC\:5", '"HGNC:5"', "/a:b/", "[a:b TO c]", "foo:(a b)",
        'foo:"a b"', "foo:[1 TO 5]", "foo:>5", "foo:*", "foo:-1", "foo:", ":foo", "a:b:c", "symbol:HGNC:5", "a b", "",
        "_exists_:nope", "a\\",
    ],
)  # fmt: skip
def test_everything_else_is_left_as_it_is(text):
    assert read(text) == text


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("HGNC:5 OR HGNC:7", ["q: no field is named HGNC; searched as text"]),
        ("symbl:cdk2", ["q: no field is named symbl, did you mean symbol; searched as text"]),
        ("foo:(a b)", ["q: no field is named foo"]),
        ("a:b:c", ["q: no field is named a, did you mean xref.a"]),
        ("xref:x", ["q: xref is an object, which has no values itself"]),
        ("_exists_:xref", []),
        ("_exists_:nope", ["q: no field is named nope"]),
        (r"_exists_:xref.\*", []),
        ("symbol:x _id:y _index:z _ignored:symbol _routing:a", []),
        ("_symbol:y", ["q: no field is named _symbol, did you mean symbol; searched as text"]),
        ("cdk2", []),
    ],
)
def test_the_warnings_about_a_query(text, warnings):
    assert said("q", text) == warnings


def test_a_name_after_exists_is_used_without_a_word():
    assert unknown("_exists_:nope") == [Use("nope", 8, is_plain=False, exists=True)]
    assert unknown("foo:bar") == [Use("foo", 3, is_plain=True, exists=False, word="bar", before="foo")]


def test_a_filter_is_only_warned_of():
    assert said("filter", "foo:bar") == ["filter: no field is named foo"]


def test_where_no_field_is_known_nothing_is_said():
    assert (said("q", "foo:bar", {}), unknown("foo:bar", {})) == ([], [])


def test_the_warnings_are_few_and_short():
    found = said("q", " ".join(f"{'n' * 500}{number}:x" for number in range(50)))
    assert len(found) == 1
    assert len(said("q", " ".join(f"n{number}:x" for number in range(50)))) == MAX_WARNINGS
    assert found == [f"q: no field is named {'n' * 100}; searched as text"]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["a", "a:", '"', "/", "\\ ", "a b ", ": ", "a: ", "a\\"])
def test_reading_takes_time_in_proportion_to_the_text(part):
    unknown(part * 20_000 + ":x")  # with the square of the text it would take hours


def test_a_warning_that_exists_is_not_made_again():
    fields = {"symbol": {"type": "keyword"}, "ab": {"type": "object"}}
    first = said("q", "symbl:x", fields)
    found = uses("symbl:x OR symb:y")
    more = warnings_of("q", found, unknown_uses(found, fields), fields, first)
    assert more == ["q: no field is named symb, did you mean symbol; searched as text"]
    assert warnings_of("q", found, unknown_uses(found, fields), fields, ["x"] * 10) == []


TYPED = {"n": {"type": "long"}, "x": {"type": "double"}, "on": {"type": "date"}, "at": {"type": "date", "format": "y"}}


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("n:abc", ["q: n holds numbers, but abc is not a number"]),
        (r"n:5 x:-1.5e3 x:.5 n:[\-5 TO 5] x:<\-.5 n:>5 n:[1 TO 5] n:* n:(a b) at:20*", []),
        ("n:>abc", ["q: n holds numbers, but abc is not a number"]),
        ("n:[* TO b]", ["q: n holds numbers, but b is not a number"]),
        ('n:"5 6"', ["q: n holds numbers, but 5 6 is not a number"]),
        ("n:5*", ["q: n has no texts, so 5* finds nothing: write a range such as [1 TO 5]"]),
        ("on:202*", ["q: on has no texts, so 202* finds nothing: write a range such as [2024-01 TO 2024-12]"]),
        (
            "on:31.12.2024 OR on:soon",
            [f"q: on has dates such as 2024-12-31, not {word}" for word in ("31.12.2024", "soon")],
        ),
        ("on:[0000-02-29 TO 2020]", []),
        ("on:>=2023-02-30", ["q: on has dates, but the calendar has no 2023-02-30"]),
        ("on:[2020 TO 2020-13-01T10]", ["q: on has dates, but the calendar has no 2020-13-01T10"]),
        ("on:31/12/2020 on:5", ["q: on has dates such as 2024-12-31, not 31/12/2020"]),
        ("on:<31/12/2020", ["q: on has dates such as 2024-12-31, not 31/12/2020"]),
        ('on:["1 May 2020" TO *]', ["q: on has dates such as 2024-12-31, not 1 May 2020"]),
        ("on:[* TO *] on:{2020-02-29||+1d TO now} on:>-5", []),
        ("on:2024 on:2024-12 on:2024-12-31T10 on:now-1d on:1700000000000 at:31.12.2024", []),
    ],
)
def test_a_word_that_cannot_be_a_value_of_its_field_is_warned_of(text, warnings):
    assert said("q", text, TYPED) == warnings


ADDRESSES = {"client": {"type": "keyword"}, "client.ip": {"type": "ip"}, "route": {"type": "keyword"}}


@pytest.mark.parametrize("text", ['client:"10.0.0.0/8"', r"client:10.0.0.0\/8", 'client:"2001:db8::/32"'])
def test_a_network_in_a_field_of_single_addresses_is_warned_of(text):
    network = text.removeprefix("client:").replace("\\", "").strip('"')
    assert said("q", text, ADDRESSES) == [f'q: client has single addresses, write client.ip:"{network}"']


@pytest.mark.parametrize("text", ['client.ip:"10.0.0.0/8"', 'client:"10.0.0.1"', 'route:"10.0.0.0/8"', 'client:"a/8"'])
def test_no_other_address_is_warned_of(text):
    assert said("q", text, ADDRESSES) == []


@pytest.mark.parametrize("value", [">5", "<=-0.5", "[1 TO 5]", "{* TO 5}"])
def test_texts_compared_with_numbers_have_a_field_of_numbers(value):
    fields = {"iron": {"type": "keyword"}, "iron.number": {"type": "double"}, "code": {"type": "keyword"}}
    assert said("q", f"iron:{value}", fields) == ["q: iron is compared as a text, write iron.number"]
    assert said("q", f"iron.number:{value} code:{value} iron:5 iron:[a TO b]", fields) == []


def test_a_near_field_with_blanks_is_written_as_a_query_needs_it():
    fields = {"MPAA Rating": {"type": "keyword"}, "IMDB Rating": {"type": "double"}, "Major Genre": {"type": "keyword"}}
    assert said("q", "imdb rating:>8", fields) == [r"q: no field is named rating, did you mean IMDB\ Rating"]
    assert said("q", "Genre:drama", fields) == [
        r"q: no field is named Genre, did you mean Major\ Genre; searched as text"
    ]
