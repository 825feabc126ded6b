"""The metadata of collections: fields, sources, licences. They are loaded at the first use and cached."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .collection_notes import GUESSES, header_text, problems_of
from .errors import PipelineError
from .formatters.fields import GUESSED, SORTED_KEYS, Definition, field_definitions
from .protocols import Backend

logger = logging.getLogger(__name__)

RETRY_AGE = 1.0
RETRY_FACTOR = 9
"""After a failure, the next attempt follows after the duration of the failed attempt times this factor."""
LICENCE_URLS = ("license_url_short", "license_url", "licence_url")
"""The keys of the address of a licence, in the order in which they are looked for."""

ItemTypes = Mapping[str, Mapping[str, Any]]


class Entry(NamedTuple):
    """The metadata of one item type; `checked` is the time of the last check that they are current."""

    checked: float
    generation: str
    mapping: dict[str, Any]
    fields: dict[str, Definition]
    licenses: dict[str, str]
    version: str
    """The version of the data in a form for headers: from the sources, else a hash of the generation."""
    sorted_sources: bool | frozenset[str]
    """Whether the loader wrote the documents with sorted keys, or the names at the top of all of them if it did."""
    problems: tuple[str, ...]
    """The problem of each note that is left out."""


class Metadata:
    """The metadata of all item types. An entry older than `max_age` seconds is checked, and loaded again if it changed.

    `item_types` has the settings of each type, of which `field_notes`, `default_fields` and `licenses` are used. While
    one thread loads, or the database does not answer, other threads get the old entry. All reads of a check together
    may take `seconds`; None leaves the limit of each read to the backend.
    """

    def __init__(
        self,
        backend: Backend,
        max_age: float = 60,
        item_types: ItemTypes | None = None,
        default_item_type: str | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.backend = backend
        self.max_age = max_age
        self.item_types = item_types or {}
        self.default_item_type = default_item_type
        self.seconds = seconds
        self.clock = clock
        self._entries: dict[str, Entry] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._failed: dict[str, PipelineError] = {}
        self._outdated: dict[str, str] = {}

    def fields(self, item_type: str | None = None, max_age: float | None = None) -> dict[str, Definition]:
        """The definition of every field by its name; `max_age` is the maximum age in seconds."""
        return self.entry(item_type, max_age).fields

    def mapping(self, item_type: str | None = None) -> dict[str, Any]:
        """The mapping of the database."""
        return self.entry(item_type).mapping

    def sources(self, item_type: str | None = None) -> dict[str, Any]:
        """The notes about the collection: `src`, `stats`, `build_version` and the like."""
        return self.mapping(item_type).get("_meta") or {}

    def links(self, item_type: str | None = None) -> dict[str, str]:
        """The item type to which each field refers: by guesses, by the database, and by the setting `links`."""
        guessed = self.guesses(item_type).get("links") or {}
        own = self.item_types.get(item_type or self.default_item_type or "", {}).get("links") or {}
        return {**guessed, **(self.sources(item_type).get("links") or {}), **own}

    def guesses(self, item_type: str | None = None) -> dict[str, Any]:
        """The guesses of the loader about the collection, by the names of settings; empty without guesses."""
        guessed = self.sources(item_type).get(GUESSED) or {}
        return {name: value for name, value in guessed.items() if name in GUESSES and value is not None}

    def sorted_sources(self, item_type: str | None = None) -> bool | frozenset[str]:
        """Whether the documents are stored with sorted keys, or the set of their top-level names if it is known."""
        return self.entry(item_type).sorted_sources

    def licenses(self, item_type: str | None = None) -> dict[str, str]:
        """The licence URL of each source that has one."""
        return self.entry(item_type).licenses

    def problems(self) -> dict[str, list[str]]:
        """The problems in the metadata of each collection that was read so far; only collections with problems."""
        found = {
            name: [*entry.problems, *filter(None, [self._outdated.get(name)])]
            for name, entry in sorted(self._entries.items())
        }
        return {name: texts for name, texts in found.items() if texts}

    def entry(self, item_type: str | None = None, max_age: float | None = None) -> Entry:
        """All metadata of an item type, from one moment."""
        name = item_type or self.default_item_type or ""
        found = self._entries.get(name)
        age = self.max_age if max_age is None else max_age
        if found and self.clock() - found.checked < age:
            return found
        return self._refreshed(name, found)

    def _refreshed(self, name: str, old: Entry | None) -> Entry:
        lock = self._locks.setdefault(name, threading.Lock())
        failed = self._failed.get(name)
        if not lock.acquire(blocking=old is None):
            assert old
            return old
        try:
            latest = self._entries.get(name)
            if latest is not old and latest:
                return latest
            if self._failed.get(name) is not failed:  # another thread failed while this one waited for the lock
                raise self._failed[name].copy()  # without the traceback of the other thread
            self._entries[name] = self._checked(name, old)
            return self._entries[name]
        finally:
            lock.release()

    def _checked(self, name: str, old: Entry | None) -> Entry:
        """The current entry; the old one if the database does not answer."""
        started = self.clock()
        deadline = None if self.seconds is None else started + self.seconds
        try:
            generation = self.backend.generation(name, deadline)
            is_current = old is not None and old.generation == generation
            entry = (
                old._replace(checked=self.clock()) if old and is_current else self._loaded(name, generation, deadline)
            )
            self._outdated.pop(name, None)
            return entry
        except PipelineError as error:
            if not old:
                self._failed[name] = error.copy()
                raise
            logger.warning("metadata of %s not refreshed: %s", name, error.problem or error)
            self._outdated[name] = f"not refreshed: {error.summary}"
            now = self.clock()
            pause = max(RETRY_AGE, RETRY_FACTOR * (now - started))
            return old._replace(checked=now - max(self.max_age - pause, 0))

    def _loaded(self, name: str, generation: str, deadline: float | None) -> Entry:
        settings = self.item_types.get(name, {})
        mapping, problems = usable(with_notes(self.backend.mapping(name, deadline), settings.get("metadata") or {}))
        if problems:
            logger.warning("metadata of %s: %s; left out", name, "; ".join(problems))
        notes = mapping.get("_meta") or {}
        licenses = settings.get("licenses")
        return Entry(
            checked=self.clock(),
            generation=generation,
            mapping=mapping,
            fields=field_definitions(
                mapping, settings.get("field_notes"), settings.get("default_fields"), labels=settings.get("labels")
            ),
            licenses=licenses_of(mapping) if licenses is None else dict(licenses),
            version=header_text(notes.get("build_version"), generation),
            sorted_sources=sorted_sources(notes.get(SORTED_KEYS)),
            problems=problems,
        )


def sorted_sources(note: Any) -> bool | frozenset[str]:
    """The note of the loader that the keys of documents are sorted."""
    return frozenset(note) if isinstance(note, list) else bool(note)


def with_notes(mapping: dict[str, Any], notes: Mapping[str, Any]) -> dict[str, Any]:
    """The mapping with the configured notes where the database has none."""
    return {**mapping, "_meta": {**notes, **(mapping.get("_meta") or {})}} if notes else mapping


def usable(mapping: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The mapping without invalid notes, and the problem of each invalid note."""
    notes = mapping.get("_meta") or {}
    problems = problems_of(notes)
    if not problems:
        return mapping, ()
    return {**mapping, "_meta": {key: notes[key] for key in notes if key not in problems}}, tuple(problems.values())


def licenses_of(mapping: Mapping[str, Any]) -> dict[str, str]:
    """The licence URL of each source in the notes of a mapping: the short one before the long one."""
    sources = (mapping.get("_meta") or {}).get("src") or {}
    urls = {name: next(filter(None, map(source.get, LICENCE_URLS)), None) for name, source in sources.items()}
    return {name: url for name, url in urls.items() if url}
