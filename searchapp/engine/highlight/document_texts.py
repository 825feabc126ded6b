"""The texts and tokens of a document, and the matches of a query in them, each made at the first use."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.analyzers import Token
from ..analysis.word_filters import utf16_length
from ..costs import WORDS
from ..indexing.field_values import is_ignored
from ..mapping.field import Field
from ..queries.context import Context
from ..queries.nested import has_nested
from ..values.dates import date_millis, date_text
from ..values.java_numbers import plain_text
from ..work import work
from .conditions import Condition, FieldMatches, Word, Words, document_matches, has_forbidden, term_conditions
from .from_query import condition_of
from .passages import Match

CHECKS_PER_WORD = 25
"""The number of tests of a word by conditions that cost as much as the word itself; most results are cached."""
Groups = list[tuple[Word | Words, int]]
ByPath = dict[str, list[tuple[int, Match]]]
"""The matches of each field, with the index of their value."""


@dataclass(frozen=True)
class HighlightQuery:
    """The condition of a query, the conditions on terms in it, and whether it has a nested or a forbidden clause.

    In `groups`, conditions with the same test are one, with their number. `paths` has the number of conditions on
    each field.
    """

    condition: Condition
    words: list[Word | Words]
    groups: Groups
    paths: Mapping[str, int]
    is_nested: bool
    has_forbidden: bool


def of_one_test(conditions: Sequence[Word | Words]) -> Groups:
    """Each condition with the number of conditions with the same test, such as one pattern in many fields."""
    by_key = {condition.key: condition for condition in conditions}
    groups: dict[object, list[Word | Words]] = {}
    for key, condition in by_key.items():
        groups.setdefault(condition.test if isinstance(condition, Word) else key, []).append(condition)
    return [(group[0], len(group)) for group in groups.values()]


def highlight_query(context: Context, query: Mapping[str, Any]) -> HighlightQuery:
    """The condition of a query and its words, for highlights of many hits."""
    condition = condition_of(replace(context, inside=True), query)
    words = list(term_conditions(condition))
    paths = Counter(word.path for word in words)
    return HighlightQuery(condition, words, of_one_test(words), paths, has_nested(query), has_forbidden(condition))


class DocumentTexts:
    """The values of a document's fields as texts, and their tokens, computed at the first use."""

    def __init__(self, context: Context, leaves: Mapping[str, list[Any]], limits: Mapping[str, int | None]):
        self.context = context
        self.limits = limits
        self.leaves = leaves
        self.fields = context.reader.mapping.fields
        self.read: dict[str, list[str]] = {}
        self.seen: dict[str, list[list[Token]]] = {}
        self.analyzed: dict[str, dict[str, list[Token]]] = {}
        """The tokens of texts by analyzer: a field with copies has the texts of the others."""
        self.matches: dict[tuple[int, str | None], ByPath] = {}
        self.grouped: dict[int, tuple[FieldMatches, ByPath]] = {}
        self.known: dict[tuple[int, str | None], FieldMatches | None] = {}
        self.counted: set[int] = set()

    def values(self, path: str) -> list[str]:
        """The texts of a field in the document."""
        if path not in self.read:
            self.read[path] = list(self._texts(self.fields[path]))
        return self.read[path]

    def scope(self, path: str) -> str | None:
        """The path of a field in nested objects, whose values are matched apart; None for other fields."""
        return None if self.fields[path].nested is None else path

    def tokens(self, path: str) -> list[list[Token]]:
        """The tokens of each text of a field, in the order of `values`."""
        if path not in self.seen:
            self.seen[path] = self._analyzed(path)
        return self.seen[path]

    def matches_by_value(self, query: HighlightQuery, path: str) -> list[list[Match]]:
        """The matches of a query in each value of a field."""
        found: list[list[Match]] = [[] for _ in self.values(path)]
        for index, match in self._matches(query, path).get(path, ()):
            found[index].append(match)
        return found

    def _matches(self, query: HighlightQuery, path: str) -> ByPath:
        """The matches of a query by field.

        They depend on the highlighted field only if a clause is forbidden or the field is in nested objects.
        """
        key = id(query), path if query.has_forbidden else self.scope(path)
        if key not in self.matches:
            self._count(query)
            self.matches[key] = self._by_path(document_matches(query.condition, self, path) or [])
        return self.matches[key]

    def _count(self, query: HighlightQuery) -> None:
        """Count the checks of the document's words, which are made once for each query."""
        if id(query) not in self.counted:
            self.counted.add(id(query))
            checks = (n * (1 + sum(map(len, self.tokens(path)))) for path, n in query.paths.items())
            work().count(WORDS, sum(checks) // CHECKS_PER_WORD)

    def _by_path(self, found: FieldMatches) -> ByPath:
        """The matches by field. They are cached for each list of matches, which most highlighted fields share."""
        if id(found) not in self.grouped:
            work().count(WORDS, len(found) // CHECKS_PER_WORD)
            by_path: ByPath = {}
            for path, index, match in found:
                by_path.setdefault(path, []).append((index, match))
            self.grouped[id(found)] = found, by_path
        return self.grouped[id(found)][1]

    def _analyzed(self, path: str) -> list[list[Token]]:
        work().check_deadline()
        field, values = self.fields[path], self.values(path)
        if field.is_text:
            name = field.analyzer or "standard"
            analyze, known = self.context.analyzer(name), self.analyzed.setdefault(name, {})
            for value in values:
                if value not in known:
                    known[value] = analyze(value)
            tokens = [known[value] for value in values]
        else:
            tokens = [[Token(value, 0, 0, len(value))] for value in values]
        limit = self.limits.get(path)
        work().count(WORDS, sum(map(len, tokens)))
        return tokens if limit is None else _begun_before(limit, values, tokens)

    def _texts(self, field: Field) -> Iterator[str]:
        for path in self.context.reader.source_paths(field):
            for value in self.leaves.get(path, ()):
                value = field.null_value if value is None else value
                if value is None or is_ignored(field, value):
                    continue
                if field.type == "date":
                    value = date_text(date_millis(value, field.format), field.format)
                plain = plain_text(value)
                yield self.context.normalize(field, plain)


def _begun_before(limit: int, values: Sequence[str], tokens: Sequence[list[Token]]) -> list[list[Token]]:
    """The tokens that begin before or at an offset in their value: conditions count these."""
    return [
        [token for token in inside if utf16_length(value[: token.start]) <= limit]
        for value, inside in zip(values, tokens, strict=True)
    ]
