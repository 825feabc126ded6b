"""German: the light stemmer, and umlauts in one spelling."""

VOWELS = str.maketrans("äàáâöòóôïìíîüùúû", "aaaaooooiiiiuuuu")
BEFORE_S = frozenset("bdfghklmnt")
UMLAUTS = {"ä": "a", "ö": "o", "ü": "u"}


def light_german(word: str) -> str:
    """The word without accents and without the endings of declension and comparison."""
    return _without_comparison(_without_case(word.translate(VOWELS)))


def german_normalization(word: str) -> str:
    """The word with `ss` for `ß` and `a` for `ä` and `ae`; `ue` after a vowel or `q` does not change."""
    written: list[str] = []
    after = ""  # the kind of the last letter: an umlaut may end with `e`, and after a vowel `u` begins none
    for letter in word:
        if letter == "e" and after == "umlaut":
            after = "vowel"
            continue
        written.append("ss" if letter == "ß" else UMLAUTS.get(letter, letter))
        after = _after(letter, after)
    return "".join(written)


def _after(letter: str, before: str) -> str:
    if letter in "ao" or (letter == "u" and not before):
        return "umlaut"
    return "vowel" if letter in "ueiqyäöü" else ""


def _without_case(word: str) -> str:
    if len(word) > 5 and word.endswith("ern"):
        return word[:-3]
    if len(word) > 4 and word.endswith(("em", "en", "er", "es")):
        return word[:-2]
    if len(word) > 3 and (word[-1] == "e" or (word[-1] == "s" and word[-2] in BEFORE_S)):
        return word[:-1]
    return word


def _without_comparison(word: str) -> str:
    if len(word) > 5 and word.endswith("est"):
        return word[:-3]
    if len(word) > 4 and (word.endswith(("er", "en")) or (word.endswith("st") and word[-3] in BEFORE_S)):
        return word[:-2]
    return word
