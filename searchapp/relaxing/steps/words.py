"""Steps that search all words of a text, in another form, or those that are not stop words."""

from collections.abc import Iterator

from .. import stop_words
from ..candidates.code_forms import code_forms
from ..candidates.field_values import as_numbers, as_values, filled, with_signs, without_number_sign
from ..candidates.field_words import with_fields
from ..candidates.names import NEGATIVE
from ..candidates.variants import varied
from ..result import EQUAL_NAME, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..words import escaped

MAX_VARIANTS = 2
"""The maximum number of other spellings, for databases that run one query after the other."""


def words(text: Text) -> Iterator[Relaxed]:
    """The words alone, and the text with its signs escaped."""
    is_sign = not text.phrase.words or len(text.phrase.text) == 1
    values = as_values(text.escaped[0], text.state) if is_sign else [text.phrase.text]
    candidates = dict.fromkeys([*text.escaped, *values])
    yield from text.best("words", [each for each in candidates if each != text.q.strip()])


def written_otherwise(text: Text) -> Iterator[Relaxed]:
    """The words in another spelling: `factor 8` is `Factor VIII`, `color` colour."""
    candidates = varied(text.topic, language_name(text.language))
    yield from text.best("spelling", candidates if text.runner.ranks_hits else candidates[:MAX_VARIANTS])


def in_other_form(text: Text) -> Iterator[Relaxed]:
    """A number in fields of numbers or years or with leading zeros, and a code in its other forms."""
    typed = text.q.strip()
    number = without_number_sign(text.topic_texts()[-1])
    candidates = [] if text.runner.scopes else [*as_numbers(number, text.state.fields), *filled(number)]
    for found in text.best("words", candidates):
        yield found._replace(level=EQUAL_NAME if " " in number else found.level)
    if text.runner.scopes or not text.runner.ranks_hits:
        return
    yield from text.best("inside", with_signs(number, text.state.fields))
    for found in text.best("spelling", code_forms(typed, language_name(text.language))):
        if found.level == EQUAL_NAME:
            yield found._replace(others=tuple(each.q for each in text.best("beginning", [f"{typed}*"])))


def in_field(text: Text) -> Iterator[Relaxed]:
    """A word as the name of a field, and the word after it as a value: `country germany`."""
    has_field = text.runner.scopes or NEGATIVE.search(text.q)
    candidates = [] if has_field else with_fields(text.topic.units, text.state.fields)
    yield from (found._replace(level=EQUAL_NAME) for found in text.best("names", candidates))


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
