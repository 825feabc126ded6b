"""Steps that search all words of a text, in another form."""

from collections.abc import Iterator

from ..found import EQUAL, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..tries.code_forms import code_forms
from ..tries.field_values import as_numbers, as_values, filled, without_number_sign
from ..tries.field_words import with_fields
from ..tries.variants import varied

MAX_VARIANTS = 2
"""Other ways to write a text that are tried in a database that asks one query after the other."""


def words(text: Text) -> Iterator[Relaxed]:
    """The words alone, and the text with its signs escaped."""
    is_sign = not text.phrase.words or len(text.phrase.text) == 1
    values = as_values(text.escaped[0], text.state) if is_sign else [text.phrase.text]
    tries = dict.fromkeys([*text.escaped, *values])
    yield from text.best("words", [each for each in tries if each != text.q.strip()])


def written_otherwise(text: Text) -> Iterator[Relaxed]:
    """The words in another spelling: `factor 8` is `Factor VIII`, `color` colour."""
    tries = varied(text.asked, language_name(text.language))
    yield from text.best("spelling", tries if text.asker.is_engine else tries[:MAX_VARIANTS])


def in_other_form(text: Text) -> Iterator[Relaxed]:
    """A number in a field of numbers or with the zeros that tables leave out, and the name that a code means."""
    typed = text.q.strip()
    number = without_number_sign(typed)
    tries = [] if text.asker.scopes else [*as_numbers(number, text.state.fields), *filled(number)]
    yield from text.best("words", tries)
    forms = code_forms(typed, language_name(text.language)) if text.asker.is_engine and not text.asker.scopes else []
    for found in text.best("spelling", forms):
        if found.level == EQUAL:
            yield found._replace(others=tuple(each.q for each in text.best("beginning", [f"{typed}*"])))


def in_field(text: Text) -> Iterator[Relaxed]:
    """A word as the name of a field, and the word after it as a value: `country germany`."""
    tries = [] if text.asker.scopes else with_fields(text.asked.units, text.state.fields)
    yield from (found._replace(level=EQUAL) for found in text.best("names", tries))
