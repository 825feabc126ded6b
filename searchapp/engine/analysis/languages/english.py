"""English words without their possessive or plural ending."""


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
