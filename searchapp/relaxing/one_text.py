"""Relaxes one text within the time of its asker: the first step with hits wins.

A step that finds a document with exactly this name wins over all other steps. The hits of the query itself are kept,
unless only a step finds such a document. Filters and facets do not change which step wins, so that the pages of one
result fit together.
"""

from collections.abc import Iterator, Sequence

from .asker import MAX_CORRECTED_WORDS, Asker
from .choice import best, is_named
from .found import BEGUN, EQUAL, NAMED, Found, Relaxed, found_nothing
from .steps import STEPS, STEPS_WITH_HITS, Step
from .steps.fewer_words import without_several_words
from .steps.stop_words import without_stop_words
from .steps.words import words, written_otherwise
from .text import Text
from .tries.spelling import MAX_JOINED, corrected
from .words import ASKED, END, SIGN_INSIDE, escaped, is_readable, is_words

MAX_WORDS = 24
MAX_CODE = 7
"""Letters of a code that is typed in parts, although other names have the parts as words."""
FIRST_STEPS: Sequence[Step] = (words, without_stop_words, written_otherwise)
"""The steps for suggestions, if the client did not ask for relaxing."""
MAX_SUGGESTED = 2
"""Maximum number of queries for suggestions, if the client did not ask for relaxing."""


def instead_of(asker: Asker, q: str, itself: Found | None = None) -> Relaxed | None:
    """The query of the first step with a document of exactly this name, else of the first step with hits.

    `itself` is what the query finds, where that is known.
    """
    asker.begin_text()
    if not can_be_relaxed(asker, q):
        return called_so(asker, q, itself)
    text = Text(asker, q, itself or itself_of(asker, q))
    total, is_engine = text.itself.total, asker.is_engine
    is_kept = asker.scopes or not is_engine or ASKED.search(q)
    if text.itself.level >= NAMED or (total and is_kept):
        return named_exactly(text) if text.itself.level < EQUAL else None
    for each in results(text):
        if not is_engine or each.level == EQUAL or (each.step == "beginning" and each.level == BEGUN):
            return None if total and asker.is_first(each.q, q) else each
    if total:
        return text.words_in_name if SIGN_INSIDE.search(q) else None
    code = code_of(text) if text.words_in_name else None
    return code or max(text.found, key=is_named, default=None) or (with_some_words(text) if is_engine else None)


def called_so(asker: Asker, q: str, itself: Found | None) -> Relaxed | None:
    """The query for the name that was typed with operators in it, such as `Route -east`, if nothing is found so."""
    if asker.scopes or not asker.is_engine or itself is None or itself.total:
        return None
    return next((each for each in best(asker, "words", [escaped(q)]) if each.level == EQUAL), None)


def results(text: Text) -> Iterator[Relaxed]:
    """The results of the steps, one by one, while there is time."""
    count = len(text.phrase.words)
    if count > MAX_WORDS:
        return
    yield from results_of((words,), text)
    if count and not (count > MAX_CORRECTED_WORDS and text.is_in_vain(text.phrase.units)):
        yield from results_of(STEPS_WITH_HITS if text.itself.total else STEPS, text)


def itself_of(asker: Asker, q: str) -> Found:
    """The result of the query itself, without filters; empty if it cannot be parsed."""
    return asker.results([q])[0] if asker.scopes or is_readable(q) else found_nothing(q)


def asked_for(asker: Asker, q: str) -> str:
    """The text without question words, stop words and the name of the item type; its punctuation stays."""
    return Text(asker, q, found_nothing(q)).asked_names()[-1]


def corrections(asker: Asker, q: str) -> list[Found]:
    """The results of the first steps and the likeliest corrections of a query that finds nothing.

    They are searched for a few words only: a client that wants more sends `relax=auto`.
    """
    text = Text(asker, q, found_nothing(q))
    phrase = text.phrase
    if asker.scopes or not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS or not can_be_relaxed(asker, q):
        return []
    found = [Found(each.q, each.total, each.level) for each in results_of(FIRST_STEPS, text)]
    spelled = [*corrected(phrase, asker.known(phrase.words, MAX_SUGGESTED), text.language)][:MAX_SUGGESTED]
    tries = [each for each in spelled if each not in {one.q for one in found}]
    found += [each for each in asker.results(tries) if each.total] if tries else []
    return sorted(found, key=lambda each: -each.level)


def can_be_relaxed(asker: Asker, q: str) -> bool:
    """Whether a query is a value of scopes, or consists of words only."""
    scopes, fields = asker.scopes, asker.builder.fields
    return scopes != ["_id"] and (bool(scopes) or is_words(q, *fields.names_in(q, asker.item_type)))


def results_of(steps: Sequence[Step], text: Text) -> Iterator[Relaxed]:
    """The results of some steps, one by one, which the text keeps."""
    for step in steps:
        if text.is_done:
            return
        for found in step(text):
            text.found.append(found)
            yield found


def named_exactly(text: Text) -> Relaxed | None:
    """The query for the name that was typed with a sign after it, `Samoa.`, or for a code that was typed in parts.

    Documents that have the parts as words are found too. None if the code is the first hit of the text itself.
    """
    plain = [text.escaped[0]] if END.search(text.q.strip()) and text.asker.is_engine else []
    found = next((each for each in text.best("words", plain) if each.level == EQUAL), None)
    code = None if found else code_of(text)
    if code is None or text.asker.is_first(code.q, text.q):
        return found
    return code._replace(others=(text.phrase.text,))


def code_of(text: Text) -> Relaxed | None:
    """The query for a name that was typed in parts, if a document has exactly this name: `h ras`, `terra cotta`."""
    phrase = text.phrase
    is_code = len(phrase.text) <= MAX_CODE and any(len(word) == 1 for word in phrase.words)
    is_tried = len(phrase.words) == 2 or (is_code and len(phrase.words) <= MAX_JOINED)
    joined = "".join(phrase.words)
    if not is_tried or joined == phrase.text or not text.asker.is_engine or text.asker.scopes:
        return None
    found = text.best("spelling", [joined])
    return next((each for each in found if each.level == EQUAL), None)


def with_some_words(text: Text) -> Relaxed | None:
    """The result with most of the words, if leaving out one word was not enough."""
    return next(without_several_words(text), None) if 1 < len(text.phrase.words) <= MAX_WORDS else None
