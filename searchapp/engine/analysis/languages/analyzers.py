"""The built-in analyzers of languages: their filters, after the standard tokenizer."""

from collections.abc import Sequence
from typing import Any

Part = tuple[str, dict[str, Any]]

FRENCH_ARTICLES = ("l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu")
ITALIAN_ARTICLES = (
    "c", "l", "all", "dall", "dell", "nell", "sull", "coll", "pell", "gl", "agl", "dagl", "degl", "negl", "sugl", "un",
    "m", "t", "s", "v", "d",
)  # fmt: skip
DUTCH_STEMS = ["fiets => fiets", "bromfiets => bromfiets", "ei => eier", "kind => kinder"]
LOWER: Part = ("lowercase", {})

BEFORE: dict[str, list[Part]] = {
    "english": [("stemmer", {"language": "possessive_english"}), LOWER],
    "french": [("elision", {"articles": FRENCH_ARTICLES, "articles_case": True}), LOWER],
    "italian": [("elision", {"articles": ITALIAN_ARTICLES, "articles_case": True}), LOWER],
    "turkish": [("apostrophe", {}), ("lowercase", {"language": "turkish"})],
}
"""The filters before the stop words; of the other languages `lowercase` alone."""
AFTER: dict[str, list[Part]] = {
    "english": [("porter_stem", {})],
    "german": [("german_normalization", {}), ("stemmer", {"language": "light_german"})],
    "dutch": [("stemmer_override", {"rules": DUTCH_STEMS}), ("stemmer", {"language": "dutch"})],
    **{
        language: [("stemmer", {"language": f"light_{language}"})]
        for language in ("french", "spanish", "italian", "portuguese")
    },
    **{
        language: [("stemmer", {"language": language})]
        for language in (
            "danish", "finnish", "hungarian", "norwegian", "romanian", "russian", "swedish", "turkish",
        )
    },
}  # fmt: skip
"""The filters that follow the filters for stop words and for words that are not stemmed."""


def language_filters(language: str, stopwords: Any = None, stem_exclusion: Sequence[str] = ()) -> list[Part]:
    """The filters of a language's analyzer, with other stop words and with words that are not stemmed, if given."""
    stop: Part = ("stop", {"stopwords": f"_{language}_" if stopwords is None else stopwords})
    kept: list[Part] = [("keyword_marker", {"keywords": stem_exclusion})] if stem_exclusion else []
    return [*BEFORE.get(language, [LOWER]), stop, *kept, *AFTER[language]]
