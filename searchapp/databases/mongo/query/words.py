"""The list of words in a document: its name, and the definition of a word for the loader and for queries."""

import re

WORDS = "_searchapp_words_"
MAX_WORD = 100
"""Characters of a word that can be looked up; one more is kept of longer ones, so that none of these equals one."""
WORD = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text as the list has them, in small letters."""
    return WORD.findall(text.lower())
