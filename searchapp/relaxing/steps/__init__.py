"""The steps of relaxing, in order. Each searches a text in another form, and yields results that have hits.

    words         the words alone: `10.6559/x`, `AC/DC`, `kinase -`
    stop words    without question words, stop words, and words for the documents: `what is asthma?`, `BRCA1 gene`
    spelling      written in another way: `factor 8`
    spelling      a code with other signs or zeros: `ngc 224`
    names         a word as the name of a field: `country germany`
    beginning     the last word as the beginning of a word: `breast canc`
    spelling      unknown codes taken apart: `5mm`; every unknown word corrected: `brest cancer`
    acronym       the first letters of the words of a name or another value: `lotr`, `uk`
    inside        the text inside of a name: `ms-excel`, in small collections
    fewer words   without one word, without two, and so on

A step reads and changes a `Text`. The modules in `candidates` make its queries.
"""

from collections.abc import Callable, Iterator

from ..result import Relaxed
from ..text import Text
from .acronyms import clear_acronyms, other_acronyms
from .beginnings import name_beginnings, other_beginnings, shortened
from .codes import codes
from .fewer_words import without_one_word
from .spelling import joined_or_in_other_number, spelled
from .words import in_field, in_other_form, without_stop_words, written_otherwise

Step = Callable[[Text], Iterator[Relaxed]]

STEPS_WITH_HITS: tuple[Step, ...] = (without_stop_words, written_otherwise, name_beginnings, joined_or_in_other_number)
"""The steps after `words` for a text that has hits, none with exactly this name."""

STEPS: tuple[Step, ...] = (
    without_stop_words,
    written_otherwise,
    in_other_form,
    in_field,
    name_beginnings,
    codes,
    clear_acronyms,
    shortened,
    spelled,
    other_beginnings,
    other_acronyms,
    without_one_word,
)
"""The steps after `words` for a text without hits."""
