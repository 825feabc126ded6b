"""The expectations were read off a real node."""

import pytest

from searchapp.engine.analysis.analyzers import Token, analyzer, normalizer
from searchapp.engine.errors import EngineError


def custom(tokenizer, *filters, **own):
    """An analyzer of these parts; `own` are the settings of parts by name."""
    parts = {name: settings for name, settings in own.items() if name != tokenizer}
    definition = {"type": "custom", "tokenizer": tokenizer, "filter": list(filters)}
    own_tokenizer = {tokenizer: own[tokenizer]} if tokenizer in own else {}
    return analyzer("own", {"analysis": {"analyzer": {"own": definition}, "tokenizer": own_tokenizer, "filter": parts}})


def shown(found):
    return [(token.text, token.position) for token in found]


def test_the_standard_analyzer_gives_terms_positions_and_offsets():
    assert analyzer("standard")("Foo, bAR") == [Token("foo", 0, 0, 3), Token("bar", 1, 5, 8)]
    assert analyzer("standard").terms("Foo, bAR") == ["foo", "bar"]
    assert analyzer("standard").terms("Élan ΑΣ İ") == ["élan", "ασ", "i"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("simple", ["the", "st", "fox", "of", "b", "c"]),
        ("whitespace", ["The", "1st", "fox½", "of", "b2c"]),
        ("keyword", ["The 1st fox½ of b2c"]),
        ("stop", ["st", "fox", "b", "c"]),
    ],
)
def test_the_built_in_analyzers(name, expected):
    assert analyzer(name).terms("The 1st fox½ of b2c") == expected


@pytest.mark.parametrize(
    ("analyze", "text", "expected"),
    [
        (custom("path_hierarchy"), "/a/b/c", [("/a", 0), ("/a/b", 0), ("/a/b/c", 0)]),
        (custom("p", p={"type": "path_hierarchy", "skip": 1}), "a/b/c", [("/b", 0), ("/b/c", 0)]),
        (custom("p", p={"type": "path_hierarchy", "reverse": True, "skip": 1}), "a/b/c", [("a/b/", 0), ("b/", 0)]),
        (
            custom("p", p={"type": "path_hierarchy", "delimiter": "-", "replacement": "/"}),
            "a-b",
            [("a", 0), ("a/b", 0)],
        ),
        (custom("pattern"), "a,b  c_d É e", [("a", 0), ("b", 1), ("c_d", 2), ("e", 3)]),
        (custom("p", p={"type": "pattern", "pattern": "(a)(b)", "group": 2}), "abxab", [("b", 0), ("b", 1)]),
        (custom("ngram"), "abc", [("a", 0), ("ab", 1), ("b", 2), ("bc", 3), ("c", 4)]),
        (
            custom("n", n={"type": "edge_ngram", "min_gram": 2, "max_gram": 3, "token_chars": ["letter"]}),
            "abcd e fg1",
            [("ab", 0), ("abc", 1), ("fg", 2)],
        ),
        (custom("standard", "lowercase", "asciifolding"), "Ærø Élan", [("aero", 0), ("elan", 1)]),
        (
            custom("standard", "g", g={"type": "lowercase", "language": "greek"}),
            "ΡΟΔΟΣ Ύδρα",
            [("ροδοσ", 0), ("υδρα", 1)],
        ),
        (
            custom("standard", "f", f={"type": "asciifolding", "preserve_original": True}),
            "é a",
            [("e", 0), ("é", 0), ("a", 1)],
        ),
        (custom("standard", "stop"), "the fox The a of b", [("fox", 1), ("The", 2), ("b", 5)]),
        (
            custom("standard", "f", f={"type": "stop", "stopwords": ["FOX"], "ignore_case": True}),
            "the fox b",
            [("the", 0), ("b", 2)],
        ),
        (
            custom("standard", "f", f={"type": "ngram", "min_gram": 2, "max_gram": 3}),
            "abcd e fg",
            [("ab", 0), ("abc", 0), ("bc", 0), ("bcd", 0), ("cd", 0), ("fg", 2)],
        ),
        (
            custom("standard", "f", f={"type": "edge_ngram", "min_gram": 2, "max_gram": 3, "preserve_original": True}),
            "abcd e",
            [("ab", 0), ("abc", 0), ("abcd", 0), ("e", 1)],
        ),
        (custom("whitespace", "uppercase", "reverse"), "ab ß", [("BA", 0), ("ß", 1)]),
    ],
)
def test_a_custom_analyzer(analyze, text, expected):
    assert shown(analyze(text)) == expected


def test_an_analyzer_gives_the_term_at_each_position():
    assert analyzer("english").by_position("The cyclins of Élan") == [None, "cyclin", None, "élan"]
    assert custom("whitespace", "stop").by_position("a b½") == [None, "b½"]
    assert not custom("path_hierarchy").one_per_position
    assert not custom("standard", "ngram").one_per_position


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("english", "The wolf's running tubercles", [("wolf", 1), ("run", 2), ("tubercl", 3)]),
        ("german", "Die Häuser der Straße", [("haus", 1), ("strass", 3)]),
        ("french", "L'éléphante d'Émile et les chevaux", [("elephant", 0), ("emil", 1), ("cheval", 4)]),
        ("spanish", "Los genes y las enfermedades", [("gen", 1), ("enfermedad", 4)]),
        ("italian", "Dell'uomo e le città", [("uomo", 0), ("città", 3)]),
        ("portuguese", "As ações rapidamente", [("acao", 1), ("rapid", 2)]),
        ("dutch", "De kind fietsen", [("kinder", 1), ("fiets", 2)]),
        ("turkish", "İstanbul'un ILIK evleri", [("istanbul", 0), ("ılık", 1), ("ev", 2)]),
    ],
)
def test_the_analyzers_of_languages(name, text, expected):
    assert shown(analyzer(name)(text)) == expected


def test_words_may_be_kept_from_stemming():
    settings = {"analysis": {"analyzer": {"mine": {
        "type": "english", "stopwords": ["rats"], "stem_exclusion": ["genes"],
    }}}}  # fmt: skip
    assert shown(analyzer("mine", settings)("The genes of rats gene")) == [
        ("the", 0), ("genes", 1), ("of", 2), ("gene", 4),
    ]  # fmt: skip


def test_a_configured_standard_analyzer():
    settings = {
        "analysis": {"analyzer": {"mine": {"type": "standard", "stopwords": "_english_", "max_token_length": 3}}}
    }
    assert shown(analyzer("mine", settings)("The aabbcc")) == [("aab", 1), ("bcc", 2)]


def test_the_normalizers():
    settings = {"analysis": {"normalizer": {"plain": {"type": "custom", "filter": ["lowercase", "asciifolding"]}}}}
    assert normalizer("lowercase")("Éa B") == "éa b"
    assert normalizer("plain", settings)("Éa B") == "ea b"


def test_parts_of_words_are_changed_but_not_cut():
    assert analyzer("standard").normalize("KIN-a") == "kin-a"
    assert analyzer("whitespace").normalize("KIN") == "KIN"


@pytest.mark.parametrize(
    "definition",
    [
        {"tokenizer": "nope"},
        {"tokenizer": "standard", "filter": ["nope"]},
        {"tokenizer": "standard", "char_filter": ["icu_normalizer"]},
        {"type": "nope"},
        {"type": "custom"},
        {"tokenizer": "t"},
        {"tokenizer": "standard", "position_increment_gap": 5},
        {"type": "standard", "stopwords_path": "x.txt"},
        {"type": "keyword", "stopwords": "a"},
    ],
)
def test_unknown_parts_are_refused_by_name(definition):
    analysis = {"analyzer": {"own": definition}, "tokenizer": {"t": {"type": "ngram", "min_gram": 3}}}
    with pytest.raises(EngineError) as caught:
        analyzer("own", {"analysis": analysis})
    assert caught.value.type == "illegal_argument_exception"


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("pattern", {"pattern": "(a)", "group": 2}),
        ("pattern", {"pattern": "[a-z&&[^aeiou]]"}),
        ("pattern", {"pattern": "[a[b]]"}),
        ("pattern", {"pattern": "(?P<n>a)"}),
        ("pattern", {"pattern": "(?u)a"}),
        ("pattern", {"pattern": "a{,2}"}),
        ("path_hierarchy", {"delimiter": "--"}),
        ("path_hierarchy", {"replacement": ""}),
        ("letter", {"max_token_length": 5}),
        ("edge_ngram", {"side": "back"}),
    ],
)
def test_a_tokenizer_that_would_cut_otherwise_is_refused(kind, settings):
    analysis = {"analyzer": {"own": {"tokenizer": "t"}}, "tokenizer": {"t": {"type": kind, **settings}}}
    with pytest.raises(EngineError) as caught:
        analyzer("own", {"analysis": analysis})
    assert caught.value.type == "illegal_argument_exception"


@pytest.mark.parametrize(
    "settings", [{"type": "stop", "remove_trailing": False}, {"type": "lowercase", "language": "irish"}]
)
def test_a_setting_of_a_filter_that_would_be_ignored_is_refused(settings):
    with pytest.raises(EngineError, match=r"unsupported (setting|language)"):
        custom("standard", "f", f=settings)


@pytest.mark.parametrize(
    ("part", "settings", "reason"),
    [
        ("char_filter", {"type": "mapping"}, "mapping requires either `mappings` or `mappings_path` to be configured"),
        ("char_filter", {"type": "mapping", "mappings": ["a b"]}, "Invalid Mapping Rule : [a b]"),
        ("char_filter", {"type": "mapping", "mappings": ["a=>b", "a=>c"]}, 'match "a" was already added'),
        ("char_filter", {"type": "pattern_replace"}, "pattern is missing for pattern_replace"),
        ("tokenizer", {"type": "ngram", "min_gram": 0}, "minGram must be greater than zero"),
        ("tokenizer", {"type": "pattern", "flags": "NOPE"}, "Unknown regex flag [NOPE]"),
        ("filter", {"type": "truncate", "length": 0}, "length parameter must be a positive number"),
        ("filter", {"type": "stop", "stopwords": "_nope_"}, "unsupported stopwords: _nope_"),
        ("filter", {"type": "stemmer_override", "rules": ["a"]}, "Invalid Keyword override Rule:a"),
        (
            "filter",
            {"type": "keyword_marker"},
            "keyword filter requires either `keywords` or `keywords_pattern` to be configured",
        ),
    ],
)
def test_a_part_without_a_usable_setting_is_refused_with_the_reason(part, settings, reason):
    parts = {"tokenizer": "p"} if part == "tokenizer" else {"tokenizer": "standard", part: ["p"]}
    with pytest.raises(EngineError) as caught:
        analyzer("own", {"analysis": {"analyzer": {"own": parts}, part: {"p": settings}}})
    assert (caught.value.type, caught.value.reason) == ("illegal_argument_exception", reason)


def test_the_tokenizer_lowercase_cuts_at_what_is_no_letter():
    assert custom("lowercase")("CDK-2 Kinase's") == [
        Token("cdk", 0, 0, 3), Token("kinase", 1, 6, 12), Token("s", 2, 13, 14),
    ]  # fmt: skip


def test_characters_by_their_number_and_plain_data_are_read_from_html():
    html = analyzer("h", {"analysis": {"analyzer": {"h": {"tokenizer": "whitespace", "char_filter": ["html_strip"]}}}})
    found = html("a&#65; &#x42;c <![CDATA[d]]> &#55296;x &#1114112;")
    assert [token.text for token in found] == ["aA", "Bc", "d", "\ufffdx", "&#1114112;"]


def test_the_tokens_of_the_last_text_are_kept_and_another_text_gets_its_own():
    simple = analyzer("standard")
    first = simple.tokens("foo bar")
    assert simple.tokens("foo bar") is first
    assert shown(simple.tokens("baz")) == [("baz", 0)]
    assert shown(simple.tokens("")) == []
