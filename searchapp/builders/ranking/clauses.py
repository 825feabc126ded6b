"""The clauses that order hits by a ranking profile. Each adds points to the score of a hit.

    equal to a name        10000   multiplied by the share of the field
    equal to an alias       5000
    a name begins with it   1000
    all words in a name      300   plus the BM25 score, up to about 50
    all words in an alias    150
    in a description          50

If the text has accents, a name that is equal to it or begins with it, accents included, adds 50.
A name that joins the words in another way (`il 6`: IL6, IL-6) adds a little less than half of an equal name. A name
that is the first or the last of the words (`hamburg germany`: Hamburg) adds 100.
The score of the query itself is added with a factor of 0.1, and orders hits with the same points.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from typing import Any

from ...querystring.folding import folded
from ...querystring.writing import escaped, regexp_text, wildcard_text
from ..field_checks import Fields
from .forms import other_forms, some_words
from .profile import Field, Profile
from .typed import Typed

EQUAL_NAME, EQUAL_ALIAS, BEGINS = 10_000.0, 5000.0, 1000.0
NAME_WORDS, ALIAS_WORDS, DESCRIPTION_WORDS = 300.0, 150.0, 50.0
LATER_TEXT_FACTOR = 0.9
"""The factor of the points of texts after the first. It does not change the order of the points above."""

INCOMPLETE_TEXT_FACTOR = 0.01
"""The factor of the points of an equal name if the typed text is incomplete: names that begin with it come first."""

SAME_ACCENTS_POINTS = 50.0
"""The points for the accents of the text, in the first field of names: less than for all words in an alias."""

LONGER_WORDS_FACTOR = 0.25
"""The factor of the points of names with longer words than a text before. One more letter in a name counts more than
the text among other words of a name, two letters count less: for `trappe`, Trappes comes before Soligny-la-Trappe."""

JOINED_WORDS_FACTOR = 0.45
"""The factor of the points of a name that joins the words in another way."""

PARTIAL_NAME_POINTS = 100.0
"""The points for a name that is a part of the text: less than for all words in an alias."""

MAX_LONGER = 3
"""Up to this number of missing letters, shorter names come first. Each letter costs a pattern for each field."""
MAX_PATTERN_FIELDS = 2
"""The maximum number of fields of names, and of aliases, that are compared by patterns or in any case, the heaviest."""
MAX_PATTERN_LETTERS = 80
"""The maximum number of letters of a text that is compared by patterns or in any case: 5 microseconds each."""

INFLECTED_WORD_POINTS = 150.0
"""The points for a value that differs from the typed text only in the end of the last word."""

ENDS_WITH_SIGN = re.compile(r"(?<!\w)\w{1,2}[+#]+(?!\w)")
MAX_SIGNED = 100_000
"""The maximum number of values of a field that is searched for signs. All are compared: 49,000 values take 20 ms."""

REST_OF_WORD = r"[^ ,;:/()\-]*"

Clause = dict[str, Any]


def for_words(text: str, profile: Profile, are_complete: bool = False, is_later: bool = False) -> Iterator[Clause]:
    """The clauses for words as they were typed. With `are_complete`, a name does not begin with them if it only begins
    with the same letters. Words that are a later alternative are compared in usual cases, instead of in any case.
    """
    yield from equal(text, profile.names, EQUAL_NAME, is_later)
    yield from equal(text, profile.aliases, EQUAL_ALIAS, is_later)
    titles = [field for field in profile.names if field.words]
    found = beginning(text, titles or profile.names, BEGINS, is_later)
    if are_complete and titles:
        with_words = multi_match(text, [field.words for field in titles])
        found = ({"bool": {"must": [each], "filter": [with_words]}} for each in found)
    yield from found
    yield from best(words(text, fields, points) for fields, points in word_fields_by_kind(profile))


def in_other_forms(text: str, profile: Profile) -> Iterator[Clause]:
    """The clauses for names that join the parts of a text in another way, such as IL6 and IL-6 for `il 6`."""
    forms = [form for form in other_forms(text) if form != text]
    for fields, points in ((profile.names, EQUAL_NAME), (profile.aliases, EQUAL_ALIAS)):
        cased = in_any_case(text, fields)
        should = [
            {"terms": {field.exact: in_usual_cases(forms) if field in cased else forms}}
            for field in fields
            if field.exact
        ]
        if forms and should:
            yield constant({"bool": {"should": should}}, points * JOINED_WORDS_FACTOR)


def named_by_some(text: str, names: Iterable[Field]) -> Iterator[Clause]:
    """The clause for names that are the first or the last words of a text: Hamburg for `hamburg germany`."""
    texts = some_words(text)
    title = next((field for field in names if field.exact and field.words and not field.any_case), None)
    if texts and title:
        yield constant({"terms": {title.exact: texts}}, PARTIAL_NAME_POINTS)


def in_any_case(text: str, fields: Iterable[Field]) -> list[Field]:
    """The heaviest fields that keep case: two for a short text, then one, none for a long text.

    The others are compared with the text as it is typed.
    """
    cased = [field for field in fields if field.exact and field.any_case]
    return cased[: min(MAX_PATTERN_FIELDS, MAX_PATTERN_LETTERS // max(len(text), 1))]


def in_usual_cases(texts: list[str]) -> list[str]:
    """Each text as it is, in lower case, in upper case, and with capital letters at the start or in each word.

    Comparing them in any case takes a node 0.1 ms each, and 1,000 queries of two words have 10,000 for each field.
    """
    cases = ((text, text.lower(), text.upper(), text.capitalize(), text.title()) for text in texts)
    return [*dict.fromkeys(text for each in cases for text in each)]


def for_alternatives(texts: Sequence[Typed], profile: Profile) -> Iterator[Clause]:
    """The clauses for alternative texts. Among equally good documents, matches of the first text come first.

    Names that begin as the first text come before all others if it ends with a star. Without a star, other names with
    it come before those with longer words: `kalkar OR kalkar*`.
    """
    first = texts[0]
    longer = first._replace(begun=True)
    later = INCOMPLETE_TEXT_FACTOR if first.begun else LATER_TEXT_FACTOR
    for rank, each in enumerate(texts):
        should = [*for_alternative(each, profile, longer in texts, rank > 0)]
        factor = LONGER_WORDS_FACTOR if each == longer else later
        if should:
            yield {"bool": {"should": should, "boost": factor if rank else 1.0}}


def for_alternative(typed: Typed, profile: Profile, are_complete: bool, is_later: bool) -> Iterator[Clause]:
    """The clauses for one of several texts; `are_complete` and `is_later` as in `for_words`."""
    if typed.begun:
        yield from for_beginning(typed.text, profile.names, profile.aliases)
    else:
        yield from for_words(typed.text, profile, are_complete, is_later)
        yield from in_other_forms(typed.text, profile)


def for_beginning(text: str, fields: Iterable[Field], aliases: Iterable[Field] = ()) -> Iterator[Clause]:
    """The clauses for an incomplete word: equal values first, then values that are a few letters longer."""
    fields = [*fields]
    exact = [field for field in fields if field.exact]
    yield from equal(text, exact, EQUAL_NAME)
    literal = wildcard_text(text)
    heaviest = exact[:MAX_PATTERN_FIELDS] if len(text) <= MAX_PATTERN_LETTERS else []
    for more in range(1, MAX_LONGER + 1):
        pattern = literal + "?" * more
        yield from (constant(wildcard(pattern, field), BEGINS / more * field.share) for field in heaviest)
    titles = [field for field in exact if field.words][:MAX_PATTERN_FIELDS] if heaviest else []
    yield from (constant(last_word(text, field), INFLECTED_WORD_POINTS * part(field.share)) for field in titles)
    yield from beginning(text, exact, NAME_WORDS)
    yield from with_accents("prefix", text, exact)
    yield from named_by_some(text, fields)
    yield from best(words_with_prefix(text, field.words, NAME_WORDS) for field in fields if field.words)
    yield from best(words_with_prefix(text, field.words, ALIAS_WORDS) for field in aliases if field.words)


def words_with_prefix(text: str, name: str, points: float) -> Clause:
    """The clause for all words in one field; the last word may be incomplete."""
    *words, begun = text.split()
    must: list[Clause] = [{"query_string": {"query": escaped(begun) + "*", "fields": [name]}}]
    if words:
        must.append({"match": {name: {"query": " ".join(words), "operator": "and"}}})
    return constant({"bool": {"must": must}} if words else must[0], points)


def equal(text: str, fields: Iterable[Field], points: float, in_usual: bool = False) -> Iterator[Clause]:
    """The clauses for values equal to the text. Fields with the same share have one, except for texts in any case.

    A node takes a third of the time for a wildcard without signs that it takes for a term in any case.
    """
    exact = [field for field in fields if field.exact]
    cased = in_any_case(text, exact)
    for field in cased:
        query = {"terms": {field.exact: in_usual_cases([text])}} if in_usual else wildcard(wildcard_text(text), field)
        yield constant(query, points * part(field.share))
    for share, group in groupby((field for field in exact if field not in cased), key=lambda field: field.share):
        names = [field.exact for field in group]
        match = {"query": text, "fields": names, "operator": "and", "lenient": True}
        yield constant({"multi_match": match}, points * part(share))


def with_accents(kind: str, text: str, names: Iterable[Field]) -> Iterator[Clause]:
    """The clause for names with the accents of the text, if it has any: Béthon before Bethon for `béthon`."""
    accented = next((field.accented for field in names if field.accented), None)
    if accented and folded(text) != text.lower():
        yield constant({kind: {accented: {"value": text, "case_insensitive": True}}}, SAME_ACCENTS_POINTS)


def beginning(text: str, fields: Iterable[Field], points: float, in_usual: bool = False) -> Iterator[Clause]:
    """The clause for values that begin with the text, in the best of the fields."""
    exact = [field for field in fields if field.exact]
    cased = in_any_case(text, exact)
    return best(constant(prefix(text, field, field in cased, in_usual), points * part(field.share)) for field in exact)


def with_signs(text: str, names: Iterable[Field], fields: Fields) -> Iterator[Clause]:
    """The clause for values with the signs at the end of a short word, which no analyzer keeps: `C++`, `C#`."""
    if ENDS_WITH_SIGN.search(text) and len(text) <= MAX_PATTERN_LETTERS:
        few = [field for field in names if field.exact and fields[field.path].get("documents", inf) <= MAX_SIGNED]
        inside = (wildcard(f"*{wildcard_text(text)}*", field) for field in few[:MAX_PATTERN_FIELDS])
        yield from best(constant(query, NAME_WORDS) for query in inside)


def prefix(text: str, field: Field, any_case: bool, in_usual: bool) -> Clause:
    """The query for values that begin with the text, in any case or in usual cases."""
    if any_case and not in_usual:
        return wildcard(wildcard_text(text) + "*", field)
    texts = in_usual_cases([text]) if any_case else [text]
    should = [{"prefix": {field.exact: {"value": each}}} for each in texts]
    return {"bool": {"should": should}} if len(should) > 1 else should[0]


def any_case(field: Field) -> Clause:
    """The option that ignores case, for a field that keeps case."""
    return {"case_insensitive": True} if field.any_case else {}


def wildcard(pattern: str, field: Field) -> Clause:
    found = {"value": pattern, **any_case(field)}
    return {"wildcard": {field.exact: found}}


def last_word(text: str, field: Field) -> Clause:
    """The query for values that are equal to the text except for the end of its last word."""
    pattern = regexp_text(text) + REST_OF_WORD
    found = {"value": pattern, **any_case(field)}
    return {"regexp": {field.exact: found}}


def word_fields_by_kind(profile: Profile) -> Iterator[tuple[list[str], float]]:
    """The text fields of names, of aliases and of descriptions, each list with its points; no empty lists."""
    kinds = (profile.names, NAME_WORDS), (profile.aliases, ALIAS_WORDS), (profile.descriptions, DESCRIPTION_WORDS)
    for fields, points in kinds:
        names = [field.words for field in fields if field.words]
        if names:
            yield names, points


def words(text: str, names: list[str], points: float) -> Clause:
    """The clause for all words in one field: the points plus the score of the words."""
    return {"bool": {"must": [multi_match(text, names), {"match_all": {"boost": points}}]}}


def multi_match(text: str, names: Sequence[str | None]) -> Clause:
    """The query for all words in one of these fields."""
    return {"multi_match": {"query": text, "fields": [*names], "operator": "and"}}


def best(queries: Iterable[Clause]) -> Iterator[Clause]:
    """The best of several queries; empty without queries."""
    found = [*queries]
    if found:
        yield {"dis_max": {"queries": found}} if len(found) > 1 else found[0]


def constant(query: Clause, points: float) -> Clause:
    """The query with the same points for each of its hits."""
    return {"constant_score": {"filter": query, "boost": points}}


def part(share: float) -> float:
    """The factor for a field: one half, and the other half by its share of the largest weight."""
    return 0.5 + share / 2
