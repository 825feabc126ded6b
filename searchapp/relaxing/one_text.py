"""Relaxes one text: the first step with hits wins.

A step that finds a document with exactly this name wins over all other steps. If the query has hits, they are
replaced only by a step that finds such a document, and similar names follow the few hits of a word. Filters and facets
do not change which step wins, so that the pages of one result belong together.
"""

from collections.abc import Iterator, Sequence

from .candidates.fewer_words import fewer
from .candidates.spelling import MAX_JOINED, corrected, in_other_number
from .choice import best, matches_name
from .query_runner import MAX_CORRECTED_WORDS, QueryRunner
from .result import EQUAL_NAME, NAME_BEGINS, WORDS_IN_NAME, Relaxed, Result, result_without_hits
from .steps import STEPS, STEPS_WITH_HITS, Step
from .steps.beginnings import MIN_CORRECTED, corrected_names
from .steps.fewer_words import rare_words, without_several_words
from .steps.words import without_stop_words, words, written_otherwise
from .text import Text
from .words import END, PROHIBITED, QUESTION_END, QUOTES, SIGN_INSIDE, escaped, is_readable, is_words

MAX_WORDS = 24
MAX_CODE = 7
"""The maximum length of a code that is typed in parts (`h ras`), if other names have the parts as words."""
FIRST_STEPS: Sequence[Step] = (words, without_stop_words, written_otherwise)
"""The steps for `did_you_mean`."""
MAX_FILLED, MAX_LONGER = 10, 100
"""A text with fewer hits than MAX_FILLED, a page, is also searched as longer words or similar names that at most
MAX_LONGER documents have."""
MAX_SUGGESTED = 2
"""The maximum number of corrections for `did_you_mean`."""


def replacement_for(runner: QueryRunner, q: str, own_result: Result | None = None) -> Relaxed | None:
    """The query of the first step that finds a document with exactly this name, else of the first step with hits.

    None if no step has hits, or the hits of `q` are kept. `own_result` is the result of `q`, None if it is not known.
    """
    runner.begin_text()
    if not can_be_relaxed(runner, q):
        return name_with_operators(runner, q, own_result)
    text = Text(runner, q, own_result or own_result_of(runner, q))
    total, ranks_hits = text.own_result.total, runner.ranks_hits
    is_kept = runner.scopes or not ranks_hits or QUESTION_END.search(q)
    if text.own_result.level >= WORDS_IN_NAME or (total and is_kept):
        named = named_exactly(text) if text.own_result.level < EQUAL_NAME else None
        return named or with_similar_names(text)
    for each in results(text):
        if each.step == "stop words" and not total:
            each = code_of(text) or each
        if not ranks_hits or each.level == EQUAL_NAME or (each.step == "beginning" and each.level == NAME_BEGINS):
            return None if total and runner.is_first(each.q, q) else each
    if total:
        return text.words_in_name if SIGN_INSIDE.search(q) else with_similar_names(text)
    code = code_of(text) if text.words_in_name else None
    return code or max(text.found, key=matches_name, default=None) or (with_some_words(text) if ranks_hits else None)


def name_with_operators(runner: QueryRunner, q: str, own_result: Result | None) -> Relaxed | None:
    """The query for a name with operators in it, such as `Route -east`."""
    if runner.scopes or not runner.ranks_hits or own_result is None or (own_result.total and not PROHIBITED.search(q)):
        return None
    return next((each for each in best(runner, "words", [escaped(q)]) if each.level == EQUAL_NAME), None)


def results(text: Text) -> Iterator[Relaxed]:
    """The results of the steps, one by one."""
    count = len(text.phrase.words)
    if count > MAX_WORDS:
        return
    yield from run_steps((words,), text)
    if count and not (count > MAX_CORRECTED_WORDS and text.is_in_vain(text.phrase.units)):
        yield from run_steps(STEPS_WITH_HITS if text.own_result.total else STEPS, text)


def own_result_of(runner: QueryRunner, q: str) -> Result:
    """The result of the query itself, without filters; a result without hits if it cannot be parsed."""
    return runner.results([q])[0] if runner.scopes or is_readable(q) else result_without_hits(q)


def topic_text(runner: QueryRunner, q: str) -> str:
    """The text without question words, stop words and the name of the item type; its punctuation stays."""
    return Text(runner, q, result_without_hits(q)).topic_texts()[-1]


def corrections(runner: QueryRunner, q: str) -> list[Result]:
    """The results of the first steps and of the likeliest corrections, for a query without hits.

    Empty for more than MAX_CORRECTED_WORDS words: `relax=auto` searches more.
    """
    text = Text(runner, q, result_without_hits(q))
    phrase = text.phrase
    if runner.scopes or not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS or not can_be_relaxed(runner, q):
        return []
    found = [Result(each.q, each.total, each.level) for each in run_steps(FIRST_STEPS, text)]
    spelled = [*corrected(phrase, runner.word_stats(phrase.words, MAX_SUGGESTED), text.language)][:MAX_SUGGESTED]
    candidates = [each for each in spelled if each not in {one.q for one in found}]
    found += [each for each in runner.results(candidates) if each.total] if candidates else []
    return sorted(found, key=lambda each: -each.level)


def can_be_relaxed(runner: QueryRunner, q: str) -> bool:
    """Whether a query has words only, or is a value of scopes other than `_id`."""
    scopes, fields = runner.scopes, runner.builder.fields
    return scopes != ["_id"] and (bool(scopes) or is_words(q, *fields.names_in(q, runner.item_type)))


def run_steps(steps: Sequence[Step], text: Text) -> Iterator[Relaxed]:
    """The results of steps, one by one; each is also added to `text.found`."""
    for step in steps:
        if text.is_done:
            return
        for found in step(text):
            text.found.append(found)
            yield found


def named_exactly(text: Text) -> Relaxed | None:
    """The query for a name with a sign after it, `Samoa.`, or in quotes, or for a code in parts.

    The query for a code also finds documents with its parts as words. None if the first hit of the text has this code.
    """
    is_quoted = text.q.translate(QUOTES) != text.q
    plain = [text.escaped[0]] if (is_quoted or END.search(text.q.strip())) and text.runner.ranks_hits else []
    found = next((each for each in text.best("words", plain) if each.level == EQUAL_NAME), None)
    code = None if found else code_of(text)
    if code is None or text.runner.is_first(code.q, text.q):
        return found
    return code._replace(others=(text.phrase.text,))


def with_similar_names(text: Text) -> Relaxed | None:
    """The query for a text with few hits, and for similar names.

    For a word these are longer words, because `Niger` may be the beginning of Nigeria. Without longer words, they are
    names in singular or plural, names without a general word (`Stuxnet technique`), or a correction.
    """
    runner, typed, own = text.runner, text.phrase.text, text.own_result
    if typed != text.q.strip() or own.total >= MAX_FILLED or runner.scopes or not runner.ranks_hits:
        return None
    is_word = typed.isalpha() and not typed.isupper() and len(typed) >= MIN_CORRECTED
    if is_word:
        longer = f"{typed}*"
        total = next((found.total for found in runner.found([longer], 0, runner.deadline)), 0)
        if own.total < total <= MAX_LONGER:
            return Relaxed("beginning", typed, total, others=(longer,))
    if own.level == EQUAL_NAME:
        return None
    if own.level < WORDS_IN_NAME:  # the steps before have searched the other number
        similar = text.rarest(without_general_word(text))
    else:
        similar = text.best("spelling", in_other_number(text.topic, text.language))
    equal = [found.q for found in similar if found.level == EQUAL_NAME and found.total <= MAX_LONGER]
    names = [name for name in equal if not runner.is_first(name, typed)]
    names = names or (corrected_names(text) if is_word and own.level < WORDS_IN_NAME else [])
    return Relaxed("spelling", typed, own.total, others=(*names,)) if names else None


def without_general_word(text: Text) -> list[str]:
    """The texts without one of the words, if this word is in no name and not the rarest; empty for one word or many."""
    units = text.topic.units if 1 < len(text.topic.units) <= MAX_CORRECTED_WORDS else []
    results = text.runner.found_in_time(units)
    least = min((found.total for found in results), default=0)
    general = [found.q for found in results if found.level < WORDS_IN_NAME and found.total > least]
    return [other for unit, other in zip(units, fewer(units), strict=False) if unit in general]


def code_of(text: Text) -> Relaxed | None:
    """The query for a name that was typed in parts, if a document has exactly this name: `h ras`, `terra cotta`."""
    phrase = text.phrase
    is_code = len(phrase.text) <= MAX_CODE and any(len(word) == 1 for word in phrase.words)
    is_tried = len(phrase.words) == 2 or (is_code and len(phrase.words) <= MAX_JOINED)
    joined = "".join(phrase.words)
    if not is_tried or joined == phrase.text or not text.runner.ranks_hits or text.runner.scopes:
        return None
    found = text.best("spelling", [joined])
    return next((each for each in found if each.level == EQUAL_NAME), None)


def with_some_words(text: Text) -> Relaxed | None:
    """The result with most of the words, if leaving out one word was not enough; of a long text with its rarest."""
    count = len(text.phrase.words)
    step = rare_words if count > MAX_WORDS else without_several_words
    return next(step(text), None) if count > 1 else None
