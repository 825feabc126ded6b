"""Parses an id or a term: the part that is the term, and the fields to search."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from .field_checks import GivenMetadata

Scopes = str | Iterable[str] | None
Pattern = tuple[str | re.Pattern[str], Scopes]

SCOPES_DEFAULT = ("_id",)
PATTERN_DEFAULT: Pattern = (r"(?P<scope>[^:]++):(?P<term>[\W\w]+)", ())

FIRST_DEFAULT = (re.compile(PATTERN_DEFAULT[0]), ())
"""The first pattern of a parser without patterns of the application."""

ALWAYS_KNOWN = ("_id",)
"""Names that are fields in every collection."""


class Query(NamedTuple):
    term: str
    scopes: tuple[str, ...]


class QStringParser:
    """Tries its patterns in order, the default pattern last. A pattern must match the complete text."""

    def __init__(
        self,
        patterns: Iterable[Pattern] | None = (),
        default_scopes: Scopes = SCOPES_DEFAULT,
        default_pattern: Pattern | None = PATTERN_DEFAULT,
        always_known: Iterable[str] = ALWAYS_KNOWN,
    ):
        self.always_known = frozenset(always_known)
        last = () if default_pattern is None else (default_pattern,)
        self.patterns = tuple((re.compile(regex), as_scopes(scopes)) for regex, scopes in (*(patterns or ()), *last))
        self.default_scopes = as_scopes(default_scopes)

    def parse(self, query: str, metadata: GivenMetadata = None, item_type: str | None = None) -> Query:
        """The term and its scopes; the complete text and the default scopes if the scopes are not known fields.

        `metadata` is an object with `fields(item_type)`, or a mapping of fields. Rules P1 to P8.
        """
        found = self._match(query)
        if found is None:
            return Query(query, self.default_scopes)
        are_known = self.always_known.issuperset(found.scopes) or self._known(found.scopes, metadata, item_type)
        return found if are_known else Query(query, self.default_scopes)

    def are_ids(self, queries: list[str], metadata: GivenMetadata = None, item_type: str | None = None) -> bool:
        """Whether `parse` returns all texts unchanged with the scope `_id`; also false if a quick check cannot tell.

        All must match the first pattern, or without patterns of the application have no field before a colon.
        """
        first = self.patterns[0] if self.patterns else None
        if first and first[1] == SCOPES_DEFAULT and not first[0].groupindex:
            return all(map(first[0].fullmatch, queries))
        if first != FIRST_DEFAULT or self.default_scopes != SCOPES_DEFAULT:
            return False
        names = {query.partition(":")[0] for query in queries if ":" in query}
        return not any(name in self.always_known or self._known((name,), metadata, item_type) for name in names)

    def _match(self, query: str) -> Query | None:
        for regex, scopes in self.patterns:
            match = regex.fullmatch(query)
            if match and not regex.groupindex:
                return Query(query, scopes or self.default_scopes)
            if match:
                groups = match.groupdict()
                term = groups.get("term") or query
                return Query(term, as_scopes(groups.get("scope")) or scopes or self.default_scopes)
        return None

    def _known(self, scopes: Collection[str], metadata: GivenMetadata, item_type: str | None) -> bool:
        """Whether all scopes are fields; true if the metadata has no fields. Patterns and weights are not fields."""
        if metadata is None:
            return True
        fields = metadata if isinstance(metadata, Mapping) else metadata.fields(item_type)
        return not fields or all(scope in fields or scope in self.always_known for scope in scopes)


def as_scopes(scopes: Scopes) -> tuple[str, ...]:
    """A tuple of field names, from one name, several or none."""
    if isinstance(scopes, str):
        return (scopes,) if scopes else ()
    return tuple(scopes or ())
