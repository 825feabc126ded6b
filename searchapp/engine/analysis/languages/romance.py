"""Spanish, Italian and Portuguese: the light stemmers."""

PLAIN = str.maketrans("àáâäòóôöèéêëùúûüìíîï", "aaaaooooeeeeuuuuiiii")
PLAIN_PORTUGUESE = PLAIN | str.maketrans("ãõç", "aoc")
PLURALS = (
    (3, ("ns",), "m"), (4, ("eis", "éis"), "el"), (4, ("ais",), "al"), (4, ("óis",), "ol"), (4, ("is",), "il"),
    (3, ("ões", "ães"), "ão"), (6, ("mente",), ""), (3, ("s",), ""),
)  # fmt: skip
"""Portuguese endings of the plural and of adverbs with their replacements, for words longer than the number."""
FEMININE = (
    (7, ("inha", "iaca", "eira"), 1, "o"), (6, ("osa", "ica", "ida", "ada", "iva", "ama"), 1, "o"),
    (6, ("ona",), 3, "ão"), (6, ("ora",), 1, ""), (6, ("esa",), 3, "ês"), (6, ("na",), 1, "o"),
)  # fmt: skip
"""Portuguese feminine endings with the letters to cut and their replacements, for words longer than the number."""


def light_spanish(word: str) -> str:
    """The word without accents, plural and gender."""
    if len(word) < 5:
        return word
    word = word.translate(PLAIN)
    if word[-1] in "oae":
        return word[:-1]
    if word.endswith("ces"):
        return word[:-3] + "z"
    return word[:-2] if word.endswith(("os", "as", "es")) else word


def light_italian(word: str) -> str:
    """The word without accents and its last vowels."""
    if len(word) < 6:
        return word
    word = word.translate(PLAIN)
    if word[-1] not in "eiao":
        return word
    return word[:-2] if word[-2] == "i" or (word[-2] == "h" and word[-1] in "ei") else word[:-1]


def light_portuguese(word: str) -> str:
    """The word without accents, plural, gender and the ending of adverbs."""
    if len(word) < 4:
        return word
    word = _masculine(_singular(word))
    if len(word) > 4 and word[-1] in "eao":
        word = word[:-1]
    return word.translate(PLAIN_PORTUGUESE)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("es") and word[-3] in "rslz":
        return word[:-2]
    for longer_than, endings, other in PLURALS:
        if len(word) > longer_than and word.endswith(endings):
            return word[: -len(endings[0])] + other
    return word


def _masculine(word: str) -> str:
    for longer_than, endings, cut, other in FEMININE:
        if len(word) > longer_than and word.endswith(endings):
            return word[:-cut] + other
    return word
