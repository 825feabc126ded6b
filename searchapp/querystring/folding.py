"""Texts without case and accents, to compare typed texts with values; the analyzers of our loader do the same."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n"}
)
"""Letters that are not an accented letter, with their form in ASCII."""

UMLAUTS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa"))

FOLDED, WITH_SYNONYMS = "folded", "folded_with_synonyms"
"""The names of our analyzers and our normalizer: upper and lower case, accents and possessives are the same."""

ELIDED = (
    "l m t qu n s j d c jusqu quoiqu lorsqu puisqu all dall dell nell sull coll pell gl agl dagl degl negl sugl un v"
)
"""The French, Italian and Catalan words before an apostrophe that are left out: `Aquila` finds `L'Aquila`."""

COMBINING_MARKS = (
    r"[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    r"\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    r"\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]+"
)
"""Combining accents, Hebrew points, Arabic vowel signs, and the Arabic sign that lengthens a word.

The last line has invisible characters: soft hyphens, joiners, marks of direction, and the selector for the picture of
an emoji. People leave all of these out, and `asciifolding` removes none of them.
"""

PLAIN_LETTERS = {"alef": (r"[\u0622\u0623\u0625\u0671]", "\u0627"), "yo": (r"[\u0451]", "\u0435")}
"""Letters with a mark of their own for which people write another letter: the Arabic alef, the Russian yo."""


def folded(text: str) -> str:
    """The text without case, accents and invisible characters such as soft hyphens."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(sign for sign in letters if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf")


def other_umlauts(text: str) -> Iterator[str]:
    """A text in lower case with umlauts instead of two letters, and back: `müller` for `mueller`."""
    short, long = text, text
    for letter, written in UMLAUTS:
        short, long = short.replace(written, letter), long.replace(letter, written)
    yield from dict.fromkeys(other for other in (short, long) if folded(other) != folded(text))


def analysis(synonyms: Sequence[str]) -> dict[str, Any]:
    """The setting `analysis` of an index, with our analyzers and our normalizer."""
    folding = ["asciifolding", "marks", *PLAIN_LETTERS]
    filters = ["possessive", "lower", "elision", *folding]
    own: dict[str, Any] = {
        "lower": {"type": "lowercase", "language": "greek"},
        "possessive": {"type": "stemmer", "language": "possessive_english"},
        "elision": {"type": "elision", "articles": ELIDED.split(), "articles_case": True},
        "marks": {"type": "pattern_replace", "pattern": COMBINING_MARKS, "replacement": ""},
    }
    for name, (pattern, plain) in PLAIN_LETTERS.items():
        own[name] = {"type": "pattern_replace", "pattern": pattern, "replacement": plain}
    analyzers = {FOLDED: {"type": "custom", "tokenizer": "standard", "filter": filters}}
    if synonyms:
        own["synonyms"] = {"type": "synonym_graph", "synonyms": list(synonyms), "lenient": True}
        analyzers[WITH_SYNONYMS] = {"type": "custom", "tokenizer": "standard", "filter": [*filters, "synonyms"]}
    normalizer = {FOLDED: {"type": "custom", "filter": ["trim", "lower", *folding]}}
    return {"filter": own, "analyzer": analyzers, "normalizer": normalizer}
