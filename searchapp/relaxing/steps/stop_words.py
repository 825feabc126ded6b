"""The step that leaves out question words and stop words."""

from collections.abc import Iterator

from .. import stop_words
from ..candidates.field_values import as_values
from ..result import Relaxed
from ..text import Text
from ..words import escaped


def without_stop_words(text: Text) -> Iterator[Relaxed]:
    """The text without question words and stop words, first with its punctuation: `who is player (woman)`.

    If a name has all words of the text, only its syntax was wrong, and no further step is needed.
    """
    units, topic, language = text.phrase.units, text.topic.units, text.language
    without = stop_words.without_article(topic, language), stop_words.without_stop_words(units, language)
    candidates = dict.fromkeys(map(" ".join, (topic, *without, text.without_stop_words(units))))
    tried = {*candidates, *text.escaped, text.phrase.text}
    names = [name for name in dict.fromkeys(text.topic_texts()) if text.words_of(name).text != name]
    signs = [value for name in names if not text.words_of(name).words for value in as_values(escaped(name), text.state)]
    yield from text.best("stop words", [query for query in (*map(escaped, names), *signs) if query not in tried])
    yield from text.best("stop words", [each for each in candidates if each != text.phrase.text])
    text.is_done = text.words_in_name is not None
