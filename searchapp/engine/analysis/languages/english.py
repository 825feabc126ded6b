"""English: Porter's stemmer as Lucene has it, and words without their possessive or plural ending.

This stemmer differs from the published one in `bli` and `logi`.
"""

import re

SECOND = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
THIRD = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "(?<=[st])ion", "ou", "ism", "ate",
    "iti", "ous", "ive", "ize",
)  # fmt: skip
SECOND_END, THIRD_END, FOURTH_END = (re.compile(f"(?:{'|'.join(ends)})$") for ends in (SECOND, THIRD, FOURTH))


def porter(word: str) -> str:
    """The stem of a word in lower case; words of one or two letters do not change."""
    if len(word) < 3:
        return word
    word = _replaced(_replaced(_without_y(_without_ed(_without_s(word))), SECOND_END, SECOND), THIRD_END, THIRD)
    return _without_e(_cut(word))


def _without_s(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word[-1] == "s" and word[-2] != "s" else word


def _without_ed(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    stem = word[:-2] if word.endswith("ed") else word[:-3] if word.endswith("ing") else ""
    if "v" not in _shape(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if _ends_double(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_short(stem) else stem


def _without_y(word: str) -> str:
    return word[:-1] + "i" if word[-1] == "y" and "v" in _shape(word[:-1]) else word


def _replaced(word: str, ends: re.Pattern[str], other: dict[str, str]) -> str:
    found = ends.search(word)
    if found and _measure(word[: found.start()]) > 0:
        return word[: found.start()] + other[found[0]]
    return word


def _cut(word: str) -> str:
    found = FOURTH_END.search(word)
    return word[: found.start()] if found and _measure(word[: found.start()]) > 1 else word


def _without_e(word: str) -> str:
    measure = _measure(word)
    if word[-1] == "e" and (measure > 1 or (measure == 1 and not _ends_short(word[:-1]))):
        word = word[:-1]
    return word[:-1] if word.endswith("l") and _ends_double(word) and measure > 1 else word


def _shape(word: str) -> str:
    """The word in `v` for vowels and `c` for consonants; `y` is a vowel after a consonant."""
    shape = ""
    for letter in word:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape[-1:] == "c") else "c"
    return shape


def _measure(word: str) -> int:
    """The number of times that consonants follow vowels."""
    return _shape(word).count("vc")


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    """Whether the word ends in consonant, vowel, consonant, the last of them not w, x or y."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def possessive_english(word: str) -> str:
    """The word without a final `'s`."""
    return word[:-2] if word[-2:-1] in ("'", "\u2019", "\uff07") and word[-1] in "sS" else word


def minimal_english(word: str) -> str:
    """The word without the `s` of the plural."""
    if len(word) < 3 or word[-1] != "s" or word[-2] in "us":
        return word
    if word[-2] == "e":
        if len(word) > 3 and word[-3] == "i" and word[-4] not in "ae":
            return word[:-3] + "y"
        if word[-3] in "iaoe":
            return word
    return word[:-1]
