"""The files of one load, and how to read them: as the user says, or as detected."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import IO, Any

from .bad import BadLines, LoadError, OnBad
from .formats.detect import TABLES
from .formats.download import downloaded, is_address
from .formats.encoding import is_encoding
from .formats.readers import Record, read
from .formats.source import Reading, Source, is_pipe
from .formats.tables.header import with_field_names
from .identity import FILE, NUMBER, Document, Identify, identifier
from .progress import Progress
from .sentences import first_names
from .shape import Shape, renamed, selected
from .values.cells import columns_of_cells
from .values.forms import Form, form_of, given_date

LOADED = "_loaded"
"""The key of `_meta` with the choices for reading files, so that an update reads its files in the same way."""

FIELD_NOTES = "_field_notes"
"""The key of `_meta` that holds a note per field."""

Records = Generator[Record, None, None]

State = tuple[int, int, int]

MAX_PROGRESS_LINES = 5
"""The maximum number of files with a progress line each. More files have one line together."""


class Input:
    """The files of one load; `id_field` is a field, several with commas, @hash, @file or @number, None for `_id`.

    `synonyms` are lines as Solr writes them. Raises LoadError for an encoding that does not exist.
    """

    def __init__(
        self,
        files: list[str],
        id_field: str | None,
        on_bad: BadLines,
        *,
        reading: Reading | None = None,
        shape: Shape | None = None,
        synonyms: Sequence[str] = (),
    ):
        self.files = files
        self.reading = reading or Reading()
        if self.reading.encoding and not is_encoding(self.reading.encoding):
            raise LoadError(f"unknown text encoding {self.reading.encoding}")
        self.shape = shape or Shape()
        self.synonyms = synonyms
        self.on_bad = on_bad
        self.has_one_each = True
        """Whether each file that was read had one document."""

        self.is_complete = True
        """Whether the files are the complete collection, and no changes to one."""

        self.list_name: str | None = None
        """The list with the documents in the object around them, if a file is such an object."""

        self.tables: bool | None = None
        self.continental = False
        self.said: set[str] = set()
        self.downloads: dict[str, IO[bytes]] = {}
        self.states: dict[str, State | None] = {}
        self.headings: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        self.forms: dict[str, Form] = {path: given_date(text) for path, text in self.reading.dates.items() if path}
        self.take_ids_from(id_field)

    def take_ids_from(self, id_field: str | None) -> None:
        """Sets the field from which ids are taken."""
        self.id_field = id_field
        self.identify = identifier(id_field)

    def identify_in(self, file: str) -> Identify:
        """The function that gives ids to the documents of a file."""
        return identifier(FILE, file) if self.id_field == FILE else self.identify

    def say(self, text: str) -> None:
        """Shows a line to the user, once."""
        if text not in self.said:
            self.said.add(text)
            self.on_bad.tell(text)

    def check(self, otherwise: str | None = None) -> None:
        """Raises LoadError if a file does not exist or its format is unknown, `otherwise` as in Source.

        A pipe is not opened yet.
        """
        for file in self.files:
            if is_address(file) or not is_pipe(file):
                self.source(file, otherwise).closing.close()
                self.check_unchanged(file)
            elif file != "-" and not Path(file).exists():
                raise LoadError(f"{file}: no such file or directory")

    def check_unchanged(self, file: str) -> None:
        """Raise LoadError if a file has changed since the first call."""
        now = state_of(file)
        if self.states.setdefault(file, now) != now:
            raise LoadError(f"{file} changed while it was read: load it again when it is complete")

    def source(self, file: str, otherwise: str | None = None) -> Source:
        """One of the files, opened; an address is downloaded when it is first opened."""
        path = file
        if is_address(file):
            if file not in self.downloads:
                self.downloads[file] = downloaded(file, self.say)
            path = self.downloads[file].name
        source = Source(path, None, otherwise, name=file, reading=self.reading, say=self.say)
        source.is_only = self.is_complete and len(self.files) == 1
        source.list_name = None if self.is_complete else self.list_name
        return source

    def can_be_read_twice(self) -> bool:
        return all(is_address(file) or not is_pipe(file) for file in self.files)

    def records(self, label: str, on_bad: OnBad, otherwise: str | None = None, ids: bool = True) -> Records:
        """Every document of every file, with progress; `otherwise` as in Source.

        Without `ids`, a document may lack an id; then its `_id` is empty.
        """
        number, before = 1, 0
        with self.progress_of_all(label) if len(self.files) > MAX_PROGRESS_LINES else nullcontext() as together:
            for file in self.files:
                with self.source(file, otherwise) as source, progress_of(source, label, together) as progress:
                    first = number
                    for record in self.records_of(source, on_bad, number, ids):
                        number += 1
                        yield record
                        progress.step(source.position, before)
                    self.has_one_each = self.has_one_each and number == first + 1
                    before += (source.size or 0) if together else 0
                self.check_unchanged(file)

    def rows(self, count: int | None = None) -> Iterator[Document]:
        """The rows of tables as documents, or the first ones of each file, without progress and without bad lines.

        Files of other formats have none.
        """
        quiet = BadLines(True, tell=lambda text: None)
        for file in self.files:
            with self.source(file) as source:
                if source.format not in TABLES:
                    return
                for record in islice(self.records_of(source, quiet, 1, ids=False), count):
                    yield record.document

    def records_of(self, source: Source, on_bad: OnBad, number: int, ids: bool) -> Iterator[Record]:
        """The documents of one file, of which the first has this number."""
        self.remember_kind(source)
        identify = self.identify_in(source.name) if ids and source.format != "ids" else own_id
        for record in read(source, on_bad, identify, self.prepared, number):
            self.continental = self.continental or source.delimiter == ";"
            yield record._replace(document=selected(record.document, self.shape))
        self.headings |= source.headings
        self.notes |= source.notes
        self.list_name = source.list_name or self.list_name

    def prepared(self, document: Document) -> Document:
        """The document with the changes that a user asked for, with the lists and objects of its cells, and with names
        that fields can have."""
        return with_field_names(renamed(document, self.shape), self.say)

    def find_cells(self, first: Iterable[Document], fields: dict[str, Any] | None) -> None:
        """Looks for the columns of a table whose cells hold lists or objects, and shows them.

        All rows are read if the `first` documents have such columns, unless they come from a pipe. `fields` are the
        fields of the mapping, if one is given.
        """
        if self.tables is False or not self.shape.finds_lists:
            return
        found = columns_of_cells(first, fields)
        if found and self.can_be_read_twice():
            found = columns_of_cells(self.rows(), fields)
        if found:
            self.say(f"{first_names(found)}: cells are read as lists or objects (--list-separator none: as texts)")
            self.shape = self.shape._replace(cells=tuple(found))

    def progress_of_all(self, label: str) -> Progress:
        """The progress of all files together."""
        sizes = [None if is_address(file) or is_pipe(file) else Path(file).stat().st_size for file in self.files]
        known = [size for size in sizes if size is not None]
        return Progress(f"{label} {len(sizes):,} files", sum(known) if len(known) == len(sizes) else None)

    def remember_kind(self, source: Source) -> None:
        """Remembers whether values may be texts only. Raises LoadError if files differ in this."""
        tables = source.format in TABLES
        if self.tables not in (None, tables):
            raise LoadError(
                "tables and JSON files cannot be loaded together: load one of the two, then the other with --update"
            )
        self.tables = tables

    def about(self) -> dict[str, Any]:
        """The part of `_meta` about how the files were read."""
        forms = {path: [form.name, form.kind] for path, form in self.forms.items()}
        cells = [*self.shape.cells]
        loaded = {LOADED: {"id": self.id_field, "forms": forms, "cells": cells, "list": self.list_name}}
        return {**loaded, FIELD_NOTES: self.notes} if self.notes else loaded

    def read_like_collection(self, mapping: Mapping[str, Any], ids: bool = True) -> None:
        """Read these files in the same way as the files of the collection, unless the user chose otherwise.

        Raises LoadError for new documents (`ids`) of a collection whose ids are the numbers of rows.
        """
        self.is_complete = False
        loaded = (mapping.get("_meta") or {}).get(LOADED) or {}
        if self.id_field is None and loaded.get("id"):
            if ids and loaded["id"] == NUMBER:
                raise LoadError(
                    "the ids of this collection are row numbers, so they name no document: load it again with --id"
                )
            self.take_ids_from(loaded["id"])
        self.list_name = loaded.get("list")
        self.shape = self.shape._replace(cells=tuple(loaded.get("cells") or ()))
        known = {path: form_of(name, kind) for path, (name, kind) in (loaded.get("forms") or {}).items()}
        self.forms = {**known, **self.forms}


def state_of(file: str) -> State | None:
    """The number, the size and the time of a file; None for addresses, pipes and removed files."""
    if is_address(file) or is_pipe(file) or not Path(file).exists():
        return None
    found = Path(file).stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def own_id(document: Document, number: int) -> str:
    """The `_id` of a document, empty without one."""
    return str(document.get("_id") or "")


def progress_of(source: Source, label: str, together: Progress | None) -> AbstractContextManager[Progress]:
    """The progress of a file of its own, unless there is one of all files together."""
    return nullcontext(together) if together else Progress(f"{label} {source.name}", source.size)
