"""French: the light stemmer."""

import re

LETTERS = str.maketrans("àáâôèéêùûîç", "aaaoeeeuuic")
DOUBLED = re.compile(r"([^\W\d_])\1+")
RULES = (
    (9, "issement", "ir"), (8, "issant", "ir"), (6, "ement", "e"), (11, "ficatrice", "fier"), (10, "ficateur", "fier"),
    (9, "catrice", "quer"), (8, "cateur", "quer"), (8, "atrice", "er"), (7, "ateur", "er"), (6, "trice", "teur"),
    (5, "ième", ""), (7, "teuse", "ter"), (6, "teur", "ter"), (5, "euse", "eu"), (8, "ère", "er"), (7, "ive", "if"),
    (4, "folle", "fou"), (4, "molle", "mou"), (9, "nnelle", "n"), (9, "nnel", "n"), (4, "ète", "et"), (8, "ique", ""),
    (8, "esse", "e"), (7, "inage", "in"), (9, "isation", ""), (9, "isateur", ""), (8, "ation", ""), (8, "ition", ""),
)  # fmt: skip
"""Endings with their replacements, for words longer than the number."""
GO_ON = ("trice", "ète", "ique")
"""The endings after which the rules that follow are tried too."""


def light_french(word: str) -> str:
    """The word without plural, common endings, accents and doubled letters."""
    word = _singular(word)
    for longer_than, ending, other in RULES:
        if len(word) > longer_than and word.endswith(ending):
            word = word[: -len(ending)] + other
            if ending not in GO_ON:
                return _plain(_once_more(word, ending))
    return _plain(word)


def _singular(word: str) -> str:
    if len(word) > 5 and word[-1] == "x":
        word = word[:-2] + "l" if word[-3:-1] == "au" and word[-4] != "e" else word[:-1]
    if len(word) > 3 and word[-1] == "x":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == "s" else word


def _once_more(word: str, ending: str) -> str:
    """The adverb or noun of action without its ending."""
    if ending == "ement" and len(word) > 3 and word.endswith("ive"):
        return word[:-2] + "f"
    if ending == "isation" and len(word) > 5 and word.endswith("ual"):
        return word[:-2] + "el"
    return word


def _plain(word: str) -> str:
    if len(word) > 4:
        word = DOUBLED.sub(r"\1", word.translate(LETTERS))
    if len(word) > 4 and word.endswith("ie"):
        word = word[:-2]
    if len(word) <= 4:
        return word
    for letter in "ree":
        word = word.removesuffix(letter)
    return word[:-1] if word[-1] == word[-2] and word[-1].isalpha() else word
