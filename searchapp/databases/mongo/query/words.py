"""The list of words in documents of MongoDB: its name, and what counts as a word to its writer and to its readers."""

import re

WORDS = "_searchapp_words_"
MAX_WORD = 100
"""Characters of a word that can be looked up; one more is kept of longer ones, so that none of these equals one."""
WORD = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text as the list has them, in small letters."""
    return WORD.findall(text.lower())
