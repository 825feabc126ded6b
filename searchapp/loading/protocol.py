"""The protocol of loaders, which each database implements for loading."""

from contextlib import AbstractContextManager
from typing import Any, Protocol

from .formats.readers import Record


class Writer(Protocol):
    """Takes documents. Readers see them when the `with` block ends without an error."""

    def add(self, record: Record) -> None:
        """Writes a document; it replaces a document with the same id."""

    def delete(self, id: str) -> None:
        """Removes a document."""

    def finish(self, about: dict[str, Any]) -> str:
        """Writes all waiting documents and the `_meta` of the collection. Returns a summary of one line."""


class Loader(Protocol):
    """The collections of one database."""

    def plan(self, item_type: str, way: str) -> list[str]:
        """The effects of a load, one line each.

        Raises LoadError if it is not allowed. `way`: replace, update or delete.
        """

    def replacing(self, item_type: str, mapping: dict[str, Any]) -> AbstractContextManager[Writer]:
        """A writer to a new collection, which replaces the old one in one step at the end."""

    def updating(self, item_type: str) -> AbstractContextManager[Writer]:
        """A writer to the current collection."""

    def mapping(self, item_type: str) -> dict[str, Any]:
        """The mapping of the current collection."""

    def collections(self) -> list[dict[str, Any]]:
        """Every collection: item_type, name, state (current, previous, unfinished), documents, bytes, created."""

    def rollback(self, item_type: str) -> str:
        """Go back to the previous collection. Returns a summary of one line."""

    def verify(self, item_type: str) -> str:
        """Checks the current collection. Raises LoadError with the problem."""
