"""The analyzers, filters and normalizers whose terms are compared with those of a real node."""

SYNONYMS = [
    "# one for another",
    "kinase, phosphotransferase, kinase enzyme",
    "protein coding, coding, protein coding gene",
    "cyclin dependent => cd, cyclin",
    "rna, ribonucleic acid => rna",
    "family member, member of the family => kin\\, far relative",
    "small nuclear, small",
]
GRAPHS: dict[str, tuple[str, dict]] = {
    "equal_graph": ("synonym_graph", {"synonyms": SYNONYMS[:3], "lenient": True}),
    "equal_flat": ("synonym", {"synonyms": SYNONYMS[1:3]}),
    "arrows_graph": ("synonym_graph", {"synonyms": SYNONYMS[3:], "lenient": True}),
    "arrows_flat": ("synonym", {"synonyms": SYNONYMS, "lenient": True}),
    "first_graph": ("synonym_graph", {"synonyms": SYNONYMS[1:3], "expand": False}),
    "first_flat": ("synonym", {"synonyms": SYNONYMS[1:3], "expand": False}),
    "delimited": ("word_delimiter_graph", {}),
    "delimited_all": (
        "word_delimiter_graph",
        {"catenate_words": True, "catenate_numbers": True, "catenate_all": True, "preserve_original": True},
    ),
    "delimited_some": (
        "word_delimiter_graph",
        {
            "generate_word_parts": False, "catenate_words": True, "split_on_numerics": False,
            "stem_english_possessive": False, "protected_words": ["non-coding"],
        },
    ),
    "delimited_less": (
        "word_delimiter_graph",
        {
            "generate_number_parts": False, "catenate_all": True, "split_on_case_change": False,
            "adjust_offsets": False, "ignore_keywords": True,
        },
    ),
    "twos": ("shingle", {}),
    "pairs": ("shingle", {"output_unigrams": False}),
    "threes": ("shingle", {"max_shingle_size": 3, "output_unigrams": False, "filler_token": "+"}),
    "fours": (
        "shingle",
        {
            "max_shingle_size": 4, "output_unigrams": False, "output_unigrams_if_no_shingles": True,
            "token_separator": "",
        },
    ),
}  # fmt: skip
"""Filters whose tokens may cover several positions, or stand at one."""
LANGUAGES = (
    "english", "german", "french", "spanish", "italian", "portuguese", "dutch", "swedish", "norwegian", "danish",
    "finnish", "russian", "hungarian", "romanian", "turkish",
)  # fmt: skip
STEMMERS = (
    *LANGUAGES, "porter2", "minimal_english", "possessive_english", "light_german", "light_french", "light_spanish",
    "light_italian", "light_portuguese",
)  # fmt: skip
ANALYSIS = {
    "tokenizer": {
        "groups": {"type": "char_group", "tokenize_on_chars": ["whitespace", "-", "\\n", "symbol", "4"]},
        "groups_too": {"type": "char_group", "tokenize_on_chars": ["punctuation", "digit"], "max_token_length": 7},
        "path": {"type": "path_hierarchy", "delimiter": "-", "replacement": "/", "skip": 1},
        "parts": {"type": "pattern", "pattern": "[,;:]\\s*"},
        "numbers": {"type": "pattern", "pattern": "(\\d+)[a-z]?", "group": 1},
        "grams": {"type": "ngram", "min_gram": 2, "max_gram": 3, "token_chars": ["letter", "digit"]},
        "addresses": {"type": "uax_url_email", "max_token_length": 20},
        "starts": {"type": "edge_ngram", "min_gram": 1, "max_gram": 5, "token_chars": ["letter", "digit"]},
    },
    "char_filter": {
        "signs": {
            "type": "mapping",
            "mappings": ["& => and", "α => alpha", "kinase => k", "kin => kindred", "- => ", "\\u0020\\u0020 => _"],
        },
        "digits": {"type": "pattern_replace", "pattern": "(\\d+)-(\\w)", "replacement": "$2\\$1_$1$20"},
        "no_vowels": {"type": "pattern_replace", "pattern": "[aeiou]", "flags": "CASE_INSENSITIVE"},
        "bold": {"type": "html_strip", "escaped_tags": ["b"]},
    },
    "filter": {
        **{name: {"type": kind, **settings} for name, (kind, settings) in GRAPHS.items()},
        "dashes": {"type": "pattern_replace", "pattern": "(\\d)([a-z])?", "replacement": "$2-$1", "all": False},
        "greek": {"type": "lowercase", "language": "greek"},
        "stops": {"type": "stop", "stopwords": ["of", "with"], "ignore_case": True},
        "both": {"type": "asciifolding", "preserve_original": True},
        "edges": {"type": "edge_ngram", "min_gram": 2, "max_gram": 4},
        "german_stop": {"type": "stop", "stopwords": ["_german_", "gene"]},
        "short": {"type": "truncate", "length": 5},
        "three": {"type": "length", "min": 3, "max": 9},
        "kept": {"type": "keyword_marker", "keywords": ["kinases", "Proteins"], "ignore_case": True},
        "kept_pattern": {"type": "keyword_marker", "keywords_pattern": "[a-k].*"},
        "here": {"type": "unique", "only_on_same_position": True},
        "overrides": {"type": "stemmer_override", "rules": ["genes, proteins => gen", "binding => bound"]},
        **{name: {"type": "stemmer", "language": name} for name in STEMMERS},
    },
    "analyzer": {
        "folded": {"type": "custom", "tokenizer": "standard", "filter": ["lowercase", "asciifolding", "stops"]},
        "greek_words": {"type": "custom", "tokenizer": "standard", "filter": ["greek", "asciifolding"]},
        "edged": {"type": "custom", "tokenizer": "whitespace", "filter": ["lowercase", "both", "edges"]},
        "lower_keyword": {"type": "custom", "tokenizer": "keyword", "filter": ["lowercase"]},
        "pathed": {"type": "custom", "tokenizer": "path"},
        "parted": {"type": "custom", "tokenizer": "parts", "filter": ["uppercase"]},
        "numbered": {"type": "custom", "tokenizer": "numbers"},
        "grammed": {"type": "custom", "tokenizer": "grams"},
        "started": {"type": "custom", "tokenizer": "starts", "filter": ["lowercase"]},
        "german_stopped": {"tokenizer": "standard", "filter": ["lowercase", "german_stop", "unique"]},
        "cut": {"tokenizer": "whitespace", "filter": ["trim", "short", "reverse", "three"]},
        "protected": {"tokenizer": "letter", "filter": ["kept", "lowercase", "kept_pattern", "snowball"]},
        "overridden": {"tokenizer": "standard", "filter": ["overrides", "porter_stem", "here"]},
        "elided": {"tokenizer": "standard", "filter": ["elision", "decimal_digit", "uppercase"]},
        **{f"{name}_words": {"tokenizer": "standard", "filter": ["lowercase", name]} for name in STEMMERS},
        **{f"{name}_graph": {"tokenizer": "whitespace", "filter": ["lowercase", name]} for name in GRAPHS},
        "all_graphs": {
            "tokenizer": "whitespace",
            "filter": ["kept", "lowercase", "equal_graph", "porter_stem", "equal_flat", "stop", "delimited_all"],
        },
        "stopped_graph": {"tokenizer": "standard", "filter": ["lowercase", "stop", "arrows_graph", "asciifolding"]},
        "holed_graph": {"tokenizer": "standard", "filter": ["lowercase", "equal_graph", "stop"]},
        "stopped_shingles": {"tokenizer": "whitespace", "filter": ["lowercase", "german_stop", "threes"]},
        "pairs": {"tokenizer": "standard", "filter": ["lowercase", "stop", "pairs"]},
        "signed": {"tokenizer": "standard", "char_filter": ["signs", "digits"], "filter": ["lowercase"]},
        "voiceless": {"tokenizer": "standard", "char_filter": ["no_vowels", "html_strip"], "filter": ["dashes"]},
        "bold_html": {"tokenizer": "keyword", "char_filter": ["bold"]},
        "addressed": {"tokenizer": "uax_url_email", "filter": ["lowercase"]},
        "addressed_cut": {"tokenizer": "addresses"},
        "grouped": {"tokenizer": "groups"},
        "grouped_too": {"tokenizer": "groups_too"},
        "english_but": {"type": "english", "stopwords": ["gene", "_german_"], "stem_exclusion": ["kinases"]},
        "german_but": {"type": "german", "stopwords": "_none_", "stem_exclusion": ["proteins"]},
    },
    "normalizer": {
        "folded": {"type": "custom", "filter": ["lowercase", "asciifolding"]},
        "loud": {"type": "custom", "filter": ["trim", "uppercase", "asciifolding"]},
        "german": {"type": "custom", "filter": ["lowercase", "german_normalization", "elision"]},
        "signed": {"type": "custom", "char_filter": ["signs", "no_vowels"], "filter": ["lowercase", "dashes"]},
    },
}
SETTINGS = {"analysis": ANALYSIS}
ANALYZERS = ["standard", "keyword", "whitespace", "simple", "stop", *LANGUAGES, *ANALYSIS["analyzer"]]
