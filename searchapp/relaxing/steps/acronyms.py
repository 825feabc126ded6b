"""Steps that search names, else other values, by the first letters of their words: `lotr`, `uk`."""

from collections.abc import Iterator

from ..candidates.acronyms import as_acronym, is_clear
from ..result import WORDS_IN_NAME, Relaxed
from ..stop_words import STOP_WORDS, words_in
from ..text import Text


def clear_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names for an acronym, if the text is rather an acronym than a misspelt word."""
    if text.runner.ranks_hits and not text.runner.scopes:
        small, profile = words_in(STOP_WORDS, text.runner.language()), text.state.profile
        kinds = profile.names or profile.aliases, profile.descriptions
        queries = (as_acronym(text.topic.text, fields, small) for fields in kinds)
        found = next((one for candidates in queries for one in text.best("acronym", candidates)), None)
        text.acronyms = [found._replace(level=WORDS_IN_NAME)] if found else []
    yield from text.acronyms if is_clear(text.topic.text) else ()


def other_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names for an acronym that may also be a misspelt word."""
    yield from text.acronyms
