"""The fields that builders and parsers know, from an object with `fields(item_type)` or from a mapping."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

from .field_checks import Fields


class Metadata(Protocol):
    """The part of the metadata that builders use."""

    def fields(self, item_type: str | None, max_age: float | None = None) -> Fields:
        """The definition of every field by its name; empty when none is known."""

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        """The notes about the collection: `src`, `stats` and the like."""


class GivenFields:
    """The fields of a mapping, or of an object that only has `fields(item_type)`."""

    def __init__(self, given: Any):
        self.given = given

    def fields(self, item_type: str | None, max_age: float | None = None) -> Fields:
        found = self.given if isinstance(self.given, Mapping) else self.given.fields(item_type)
        return {name: about if isinstance(about, Mapping) else {} for name, about in (found or {}).items()}

    def sources(self, item_type: str | None) -> Mapping[str, Any]:
        return self.given.sources(item_type) if hasattr(self.given, "sources") else {}


def as_metadata(given: Any) -> Metadata | None:
    """The metadata for builders from an object with `fields(item_type)` or a mapping; None for None."""
    if given is None or isinstance(given, GivenFields):
        return given
    if hasattr(given, "sources") and "max_age" in inspect.signature(given.fields).parameters:
        found: Metadata = given
        return found
    return GivenFields(given)
