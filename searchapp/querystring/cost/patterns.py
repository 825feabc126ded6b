"""Estimates the cost of patterns in a node of Elasticsearch, which makes an automaton for each pattern in each field.

It makes them before it searches, and does not check meanwhile whether the search is cancelled: a regular expression in
all of 260 fields took nine seconds, and four of these took all threads that search.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...errors import ErrorKind, PipelineError
from ..names import fitting, scope_name
from ..tree import Fuzzy, Node, Regex, Wildcard
from .clauses import leaves_in_fields, matched

TEXTS = ("text", "keyword")
SIGNS = re.compile(r"[*?~/]")
"""The signs of patterns."""

MAX_COST = 1_500
"""The maximum time of a processor for all wildcards and fuzzy words in all their fields, in milliseconds."""
MAX_TOGETHER = 1_000
"""The same for all query strings of a batch."""
WILDCARD = 0.5
"""Milliseconds for a word in a field."""
ONE_EDIT, TWO_EDITS = 0.08, 0.25
"""Milliseconds for each letter of a fuzzy word in a field."""
PAIR_MILLISECONDS = 0.025
"""Milliseconds for each pair of wildcards of a word in a field: 96 of them take 230."""
LETTER_MILLISECONDS, MAX_LETTERS = 0.025, 300
"""Milliseconds for each letter after the first star of a word in a field: `*` and 200 letters take 5. A node gives up
longer ones."""

DEFAULT_MAX_STEPS = 10_000
"""The steps after which a node gives an automaton up, unless a query says otherwise: 35 milliseconds."""
MAX_STEPS = 300_000
"""The steps for all regular expressions in all their fields: a second."""
MIN_STEPS = 500
"""A number of steps that is enough for usual expressions."""
MAX_REGEXES = MAX_STEPS // MIN_STEPS

MAX_HIGHLIGHTED = 1_000
"""The maximum number of fuzzy words times their fields times highlighted fields, 1 to 2 s of a node.

A node makes an automaton for each combination. One word in 260 fields, all highlighted in a single hit, exhausted the
memory of a node.
"""
MAX_MARKED_PATTERNS = 1_500_000
"""The maximum number of wildcards and regular expressions times their fields, highlighted fields and hits: 1.5 s.

A node compares the words of each highlighted field with all of them: `*a*` in 340 fields took 0.1 s per hit.
"""

TIMED = "wildcards and fuzzy words that take {} ms in all their fields"
COUNTED = "{} regular expressions (times fields)"


def limited_patterns(text: str, searched: Sequence[str], fields: Collection[str]) -> dict[str, int]:
    """The options of a query string query that limit its regular expressions; none for few of them. Rule FC6.

    Raises a 400 for too many patterns times fields.
    """
    regexes = checked_regexes(leaves_in_fields(text, searched, fields), MAX_COST, "use fewer patterns")
    return {"max_determinized_states": MAX_STEPS // regexes} if regexes * DEFAULT_MAX_STEPS > MAX_STEPS else {}


def check_together(terms: Iterable[object], searched: Sequence[str], fields: Collection[str]) -> None:
    """Raise a 400 for a batch of different query strings whose patterns cost too much together. Rule FC6.

    The error has a kind by which `/batch` divides a part.
    """
    texts = {term for term in terms if isinstance(term, str) and SIGNS.search(term)}
    if len(texts) > 1:
        met = (found for text in texts for found in leaves_in_fields(text, searched, fields))
        checked_regexes(met, MAX_TOGETHER, "send fewer terms", ErrorKind.BATCH_TOO_LARGE)


def checked_regexes(
    leaves: Iterable[tuple[Node, int]], most: int, advice: str, kind: ErrorKind = ErrorKind.BAD_REQUEST
) -> int:
    """The number of regular expressions times their fields. Raises an error of this kind for patterns that cost more
    than `most` milliseconds, or for too many regular expressions.
    """
    cost, regexes = 0.0, 0
    for leaf, count in leaves:
        cost += cost_of(leaf) * count
        regexes += count * isinstance(leaf, Regex)
    for what, num, limit in ((TIMED, round(cost), most), (COUNTED, regexes, MAX_REGEXES)):
        if num > limit:
            summary = f"q has {what.format(num)}, at most {limit} are allowed: name fewer fields, or {advice}"
            raise PipelineError(400, summary, {"keyword": "q", "max": limit, "num": num}, kind)
    return regexes


def regexes_of(
    text: str, searched: Sequence[str], fields: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    """A text or keyword field in which each regular expression of a query string is searched, and the expression."""
    for leaf, _ in leaves_in_fields(text, searched, fields):
        if isinstance(leaf, Regex):
            names = map(scope_name, searched if leaf.field is None else (leaf.field,))
            found = (field for name in names for field in fitting(fields, name) if fields[field].get("type") in TEXTS)
            if field := next((one for one in found if fields[one].get("index", True)), None):
                yield field, leaf.pattern


def can_highlight(
    text: str, searched: Sequence[str], fields: Collection[str], highlighted: Iterable[str], hits: int
) -> bool:
    """Whether a node can highlight the patterns of a query string in these fields of its hits."""
    met, marked = [*leaves_in_fields(text, searched, fields)], matched(highlighted, fields)
    fuzzy = sum(count for leaf, count in met if isinstance(leaf, Fuzzy))
    others = sum(count for leaf, count in met if isinstance(leaf, Wildcard | Regex))
    return fuzzy * marked <= MAX_HIGHLIGHTED and others * marked * hits <= MAX_MARKED_PATTERNS


def cost_of(leaf: Node) -> float:
    """Milliseconds for a wildcard or fuzzy word in one field; 0 for anything else."""
    if isinstance(leaf, Fuzzy):
        return len(leaf.text) * (ONE_EDIT if leaf.edits in (0, 1) else TWO_EDITS)
    if isinstance(leaf, Wildcard):
        signs = leaf.pattern.count("*") + leaf.pattern.count("?")
        letters = min(len(leaf.pattern.partition("*")[2]), MAX_LETTERS)
        return WILDCARD + PAIR_MILLISECONDS * signs**2 + LETTER_MILLISECONDS * letters
    return 0.0
