"""The fields of a collection for builders: checks of names, the default fields, the ranking profile.

The fields may be some seconds old. They are read again before an unknown name is refused.
"""

import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import inf
from typing import Any, Protocol, TypeGuard, TypeVar, runtime_checkable

import orjson

from ..errors import PipelineError
from ..querystring.default_fields import ALL, MAX_DEFAULT_FIELDS, default_fields, fields_with_words, has_all
from ..querystring.limits import query_text_error
from ..querystring.names import scope_name
from ..querystring.parser import syntax_fault
from ..querystring.sub_fields import sorted_field
from ..querystring.writing import WILDCARD_SIGNS
from . import field_checks
from .field_checks import Fields, GivenMetadata, HasFields
from .field_names import Use, as_text, incomplete_ids, unknown_uses, uses, warnings_of
from .ranking.clauses import MAX_PATTERN_FIELDS, MAX_PATTERN_LETTERS, for_words
from .ranking.profile import Profile, Weights, profile_of
from .scoped_query import is_exact

logger = logging.getLogger(__name__)

RECHECK_AGE = 1.0
NO_FIELDS: Fields = {}

MAX_WORDS_FIELDS = 8
"""Maximum number of fields that are searched for similar words; each costs a request to Elasticsearch."""

PLACEHOLDER = "\0"
"""The placeholder of the text in a template."""

Options = Mapping[str, Any]
Clause = dict[str, Any]
Answer = TypeVar("Answer")


class Metadata(Protocol):
    """The part of the metadata that builders use."""

    def fields(self, item_type: str | None, max_age: float | None = None) -> Fields:
        """The definition of every field by its name; empty when none is known."""

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        """The notes about the collection: `src`, `stats` and the like."""


@runtime_checkable
class HasSources(Protocol):
    """The part of the metadata that the object of an application may leave out."""

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        """The notes about the collection."""


class GivenFields:
    """The fields of a mapping, or of an object that only has `fields(item_type)`."""

    def __init__(self, given: HasFields | Mapping[str, Any]):
        self.given = given

    def fields(self, item_type: str | None, max_age: float | None = None) -> Fields:
        """The fields by name; `max_age` is ignored, because given fields are not cached."""
        found = self.given if isinstance(self.given, Mapping) else self.given.fields(item_type)
        return {name: about if isinstance(about, Mapping) else {} for name, about in (found or {}).items()}

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        """The sources of a collection, empty if the given object has none."""
        return self.given.sources(item_type) if isinstance(self.given, HasSources) else {}


def as_metadata(given: GivenMetadata) -> Metadata | None:
    """The metadata for builders from an object with `fields(item_type)` or a mapping; None for None."""
    if given is None or isinstance(given, GivenFields):
        return given
    return given if is_metadata(given) else GivenFields(given)


def is_metadata(given: HasFields | Mapping[str, Any]) -> TypeGuard[Metadata]:
    """Whether an object has all that builders use, and not only `fields(item_type)`."""
    if isinstance(given, Mapping) or not isinstance(given, HasSources):
        return False
    return "max_age" in inspect.signature(given.fields).parameters


class ClauseTemplate:
    """The clauses of `make` for any text. They are made once as JSON; then each text replaces a placeholder.

    `make` must put a short text without signs of wildcards into the clauses unchanged, and must not depend on it in any
    other way. It is called again for other texts.
    """

    def __init__(self, make: Callable[[str], Iterable[Clause]]):
        self.make = make
        self.parts = orjson.dumps([*make(PLACEHOLDER)]).split(orjson.dumps(PLACEHOLDER)[1:-1])

    def __call__(self, text: str) -> list[Clause]:
        if len(text) > MAX_PATTERN_LETTERS // MAX_PATTERN_FIELDS or WILDCARD_SIGNS.search(text):
            return [*self.make(text)]
        try:
            clauses: list[Clause] = orjson.loads(orjson.dumps(text)[1:-1].join(self.parts))
        except TypeError:  # a lone surrogate cannot be JSON
            clauses = [*self.make(text)]
        return clauses


class State:
    """The fields of an item type in one state of the collection, and the values computed from them."""

    def __init__(self, fields: Fields, default: list[str], profile: Callable[[Fields], Profile]):
        self.fields = fields
        self._default = default
        self._profile = profile
        self._exact: tuple[list[str], list[bool]] = [], []

    @cached_property
    def searched(self) -> list[str]:
        """The fields for words without a field name. A warning is logged if some fields are left out."""
        left_out = [] if self._default or has_all(self.fields) else fields_with_words(self.fields)[MAX_DEFAULT_FIELDS:]
        if left_out:
            logger.warning("words without a field name do not search %s fields such as %s: set default_fields, or"
                           " copy these fields to a field named all", len(left_out), left_out[0])  # fmt: skip
        return default_fields(self._default, self.fields)

    @cached_property
    def has_objects(self) -> bool:
        """Whether some fields are in nested objects."""
        return any("nested" in field for field in self.fields.values())

    @cached_property
    def profile(self) -> Profile:
        """The ranking profile."""
        return self._profile(self.fields)

    @cached_property
    def words_clauses(self) -> ClauseTemplate:
        """The clauses that order the hits of typed words."""
        return ClauseTemplate(lambda text: for_words(text, self.profile))

    def exact(self, scopes: list[str]) -> list[bool]:
        """Whether all matches in a scope are equally good, for each scope; cached for the next term of a batch."""
        known, exact = self._exact
        if known != scopes:
            exact = [is_exact(scope, self.fields) for scope in scopes]
            self._exact = scopes, exact
        return exact


class CollectionFields:
    """The fields of each item type; empty if none are known.

    `metadata` is an object with `fields(item_type)` or a mapping of fields, `default` the fields for words without
    a field name, `ranking` the weights of fields that order hits. `complete_ids` is true for a database that finds no
    ids by patterns or ranges.
    """

    def __init__(
        self,
        metadata: GivenMetadata = None,
        default: Iterable[str] | None = None,
        ranking: Mapping[str, Weights] | None = None,
        complete_ids: bool = True,
    ):
        self.metadata = as_metadata(metadata)
        self.default = list(default or ())
        self.ranking = ranking
        self.complete_ids = complete_ids
        self._states: dict[str | None, State] = {}

    def state(self, item_type: str | None) -> State:
        """The fields of an item type with the values computed from them, once for each state of the collection."""
        fields = self.metadata.fields(item_type) if self.metadata else NO_FIELDS
        known = self._states.get(item_type)
        if known is None or known.fields is not fields:
            known = State(fields, self.default, lambda fields: self._profile(item_type, fields))
            self._states[item_type] = known
        return known

    def _profile(self, item_type: str | None, fields: Fields) -> Profile:
        return profile_of(self.ranking if self.metadata else None, self.sources(item_type), fields)

    def of(self, item_type: str | None) -> Fields:
        """The definition of every field by its name."""
        return self.metadata.fields(item_type) if self.metadata else NO_FIELDS

    def fresh(self, item_type: str | None) -> Fields:
        """The fields, at most a second old."""
        return self.metadata.fields(item_type, max_age=RECHECK_AGE) if self.metadata else NO_FIELDS

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        """The notes about the collection: `src`, `stats` and the like."""
        return self.metadata.sources(item_type) if self.metadata else {}

    def documents(self, item_type: str | None) -> float:
        """The number of documents in the collection; infinite if it is not noted."""
        total = (self.sources(item_type).get("stats") or {}).get("total")
        return total if isinstance(total, int) else inf

    def guessed(self, item_type: str | None) -> Mapping[str, Any]:
        """The settings that the loader guessed."""
        return self.sources(item_type).get("_guessed") or {}

    # names that a caller gives

    def read(self, read: Callable[[Fields], Answer], options: Options) -> Answer:
        """The result of `read` for the fields. If it fails, it is called again with fresh fields."""
        item_type = options.get("item_type")
        fields = self.of(item_type)
        try:
            return read(fields)
        except PipelineError:
            if not fields:
                raise
            return read(self.fresh(item_type))

    def check(self, check: Callable[..., None], names: list[str], options: Options) -> None:
        """Run a check on field names, if the fields are known. The fields are read again before a name is refused."""
        if names:
            self.read(lambda fields: check(names, fields) if fields else None, options)

    def sorted_by(self, names: list[str], options: Options) -> dict[str, str]:
        """The field by which hits are sorted, for each name. Raises a 400 for a name that cannot be sorted by."""

        def read(fields: Fields) -> dict[str, str]:
            if fields:
                field_checks.check_sort(names, fields)
            return {name: sorted_field(name, fields) for name in names}

        return self.read(read, options) if names else {}

    def warn_of_fields(self, names: list[str], options: Options) -> None:
        """Adds a warning to the option `warnings`, if it is a list, for each unknown name in the option `fields`."""
        warnings, item_type = options.get("warnings"), options.get("item_type")
        if warnings is None or not names:
            return
        fields = self.of(item_type)
        if fields and field_checks.unknown_fields("fields", names, fields):
            add(warnings, field_checks.unknown_fields("fields", names, self.fresh(item_type)))

    # names in a query text

    def used(self, text: str, item_type: str | None) -> tuple[list[Use], list[Use], Fields]:
        """The names before colons in a query text, the unknown ones of them, and the fields of the collection.

        The fields are read afresh if a name is unknown.
        """
        found, fields = uses(text), self.of(item_type)
        unknown = unknown_uses(found, fields)
        if unknown:
            fields = self.fresh(item_type)
            unknown = unknown_uses(found, fields)
        return found, unknown, fields

    def names_in(self, text: str, item_type: str | None) -> tuple[list[str], Fields]:
        """The names before a colon in a query text, and the fields that are known."""
        if ":" not in text:
            return [], {}
        found, _, fields = self.used(text, item_type)
        return [use.name for use in found], fields

    def warn(self, keyword: str, text: str, options: Options) -> list[Use]:
        """The names in a query text that are not fields. Warnings about them are added to the option `warnings`."""
        if ":" not in text:
            return []
        found, unknown, fields = self.used(text, options.get("item_type"))
        warnings = options.get("warnings")
        if found and warnings is not None and len(warnings) < field_checks.MAX_WARNINGS:
            add(warnings, warnings_of(keyword, found, unknown, fields, warnings))
            add(warnings, incomplete_ids(keyword, found) if self.complete_ids else ())
        return unknown

    def as_text(self, text: str, options: Options) -> str:
        """The text with unknown field names escaped as words, such as `HGNC\\:5`. Adds a warning for each.

        A 400 for a text that cannot be parsed, with the column in the text as typed.
        """
        unknown = self.warn("q", text, options)
        if unknown and (fault := syntax_fault(text)):
            raise query_text_error(fault, text)
        return as_text(text, unknown)

    def words_fields(self, item_type: str | None, scopes: list[str]) -> list[str]:
        """The text fields that a query without fields, or in some scopes, searches; fields with names first.

        If one field has the words of all others, only this field is returned.
        """
        state = self.state(item_type)
        wanted = [*map(scope_name, scopes or state.searched)]
        if not scopes:
            named = [field.words for field in state.profile.fields() if field.words]
            wanted = [ALL] if ALL in wanted else [*named, *wanted]
        texts = [name for name in wanted if field_checks.type_of(name, state.fields) == "text"]
        return [*dict.fromkeys(texts)][:MAX_WORDS_FIELDS]


def add(warnings: list[str], found: Iterable[str]) -> None:
    """Adds new warnings, up to MAX_WARNINGS."""
    new = [one for one in found if one not in warnings]
    warnings += new[: max(field_checks.MAX_WARNINGS - len(warnings), 0)]
