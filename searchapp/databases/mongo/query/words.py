"""The list of words in a document: its name, and the definition of a word for the loader and for queries."""

import re

WORDS = "_searchapp_words_"
MAX_WORD = 100
"""Characters of the longest word that can be looked up. Longer words keep one more, so that they do not equal it."""
WORD = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, as the list holds them."""
    return WORD.findall(text.lower())
