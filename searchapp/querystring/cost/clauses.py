"""Counts the clauses of a query in the database: each word once in every field in which it is searched.

1,000 words in 340 fields are 340,000 clauses. They would take seconds in the embedded engine, and also in a node.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...errors import ErrorKind, PipelineError
from ..names import fitting, scope_name
from ..parser import parse
from ..tree import FieldNode, Fuzzy, Node, Phrase, Prefix, Text, leaves

MAX_CLAUSES_IN_FIELDS = 150_000
"""The maximum number of clauses of all terms of a request: a second of a processor."""
MAX_IN_SCOPES = 100_000
"""The maximum number of clauses of all terms in scopes: a second of a node, and part of a list in 400 fields.

Two words count as one: a field without one is skipped.
"""
MAX_CHARACTERS = 600_000
"""The maximum number of characters of all query strings of a request: a second to parse and search them."""
MAX_UNCOUNTED_LENGTH = 100
"""The maximum length of a text whose clauses are not counted, because they are few."""
MAX_WORD = 255
WORD = re.compile(r"\w+")


def check_text(text: str, searched: Sequence[str], fields: Collection[str]) -> None:
    """Refuses a query string with too many words times searched fields. Rule FC6."""
    if (len(text) // 2 + 1) * max(len(fields), 1) > MAX_CLAUSES_IN_FIELDS:
        check(of_text(text, searched, fields))


def check_terms(
    terms: Iterable[object], scopes: Sequence[object], searched: Sequence[str], fields: Collection[str]
) -> None:
    """Like `check_text`, for a batch: the terms in the scopes, or without scopes as query strings. Rule FC6.

    The error has a kind by which `/batch` divides a part.
    """
    texts = [term for term in terms if isinstance(term, str)]
    if (sum(map(len, texts)) // 2 + len(texts)) * max(len(fields), 1) <= MAX_CLAUSES_IN_FIELDS:
        return
    if not scopes:
        check_characters(sum(map(len, texts)))
        clauses = 0
        for text in texts:
            clauses += of_text(text, searched, fields)
            check(clauses, kind=ErrorKind.BATCH_TOO_LARGE)
        return
    names = [scope_name(scope) for scope in scopes if isinstance(scope, str)]
    met = matched(names, fields)
    check(met * sum((words(text) + 1) // 2 for text in texts), MAX_IN_SCOPES, ErrorKind.BATCH_TOO_LARGE)


def check_characters(count: int) -> None:
    """Raise a 400 for too many characters in all terms."""
    if count > MAX_CHARACTERS:
        summary = f"q has {count} characters in all terms, at most {MAX_CHARACTERS} are allowed: send fewer terms"
        details = {"keyword": "q", "max": MAX_CHARACTERS, "num": count}
        raise PipelineError(400, summary, details, ErrorKind.BATCH_TOO_LARGE)


def check(clauses: int, most: int = MAX_CLAUSES_IN_FIELDS, kind: ErrorKind = ErrorKind.BAD_REQUEST) -> None:
    """Raise an error of this kind for too many clauses."""
    if clauses > most:
        summary = (
            f"q becomes {clauses} clauses (words times fields), at most {most} are allowed:"
            " name fewer fields, or send fewer words or terms"
        )
        raise PipelineError(400, summary, {"keyword": "q", "max": most, "num": clauses}, kind)


def of_text(text: str, searched: Sequence[str], fields: Collection[str]) -> int:
    """The number of clauses of a query string; 0 for one that cannot be parsed, which the database refuses."""
    return sum(words(text_of(leaf)) * count for leaf, count in leaves_in_fields(text, searched, fields))


def leaves_in_fields(text: str, searched: Sequence[str], fields: Collection[str]) -> Iterator[tuple[Node, int]]:
    """The leaves of a query string with the number of fields of each; none if it cannot be parsed."""
    try:
        tree = parse(text)
    except ValueError:
        return
    default = matched([scope_name(name) for name in searched], fields)
    known: dict[str, int] = {}
    for leaf in leaves(tree):
        name = leaf.field if isinstance(leaf, FieldNode) else None
        if name is not None and name not in known:
            known[name] = matched([name], fields)
        yield leaf, default if name is None else known[name]


def text_of(leaf: Node) -> str:
    """The text whose words become clauses; empty for other nodes."""
    return leaf.text if isinstance(leaf, Text | Phrase | Prefix | Fuzzy) else ""


def words(text: str) -> int:
    """The words of a text; analyzers cut one that is longer than MAX_WORD."""
    return sum(1 + len(word) // MAX_WORD for word in WORD.findall(text)) or 1


def matched(names: Iterable[str], fields: Collection[str]) -> int:
    """The number of fields that names and patterns match."""
    named = [*names]
    patterns = [name for name in named if "*" in name]
    plain = len(named) - len(patterns)
    if not patterns:
        return plain
    return plain + len({field for pattern in patterns for field in fitting(fields, pattern)})
