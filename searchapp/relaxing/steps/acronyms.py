"""Steps that search names, and other values without them, by the first letters of their words: `lotr`, `uk`."""

from collections.abc import Iterator

from ..found import NAMED, Relaxed
from ..stop_words import STOP_WORDS, words_in
from ..text import Text
from ..tries.acronyms import as_acronym, is_clear


def clear_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names, if the text is likelier an acronym than a misspelt word."""
    if text.asker.is_engine and not text.asker.scopes:
        small, profile = words_in(STOP_WORDS, text.asker.language()), text.state.profile
        queries = (as_acronym(text.asked.text, fields, small) for fields in (profile.names, profile.descriptions))
        found = next((one for tries in queries for one in text.best("acronym", tries)), None)
        text.acronyms = [found._replace(level=NAMED)] if found else []
    yield from text.acronyms if is_clear(text.asked.text) else ()


def other_acronyms(text: Text) -> Iterator[Relaxed]:
    """The names, also if the text is no clear acronym."""
    yield from text.acronyms
