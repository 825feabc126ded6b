"""Steps that search names by the first letters of their words: `lotr`."""

from collections.abc import Iterator

from ..found import NAMED, Relaxed
from ..stop_words import STOP_WORDS, words_in
from ..text import Text
from ..tries.acronyms import as_acronym, is_clear


def clear_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names, if the text is likelier an acronym than a misspelt word."""
    if text.asker.is_engine and not text.asker.scopes:
        small = words_in(STOP_WORDS, text.asker.language())
        found = text.best("acronym", as_acronym(text.asked.text, text.state.profile.names, small))
        text.acronyms = [each._replace(level=NAMED) for each in found]
    yield from text.acronyms if is_clear(text.asked.text) else ()


def other_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names, also if the text is no clear acronym."""
    yield from text.acronyms
