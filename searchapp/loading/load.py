"""The order of a load: read, infer, write aside, switch; or read and change what is there."""

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from .bad import BadLines, LoadError
from .coverage import Coverage, outdated
from .inference.evidence import Evidence
from .inference.guesses import GUESSED, guesses_of
from .inference.mapping import mapping_of
from .progress import Progress
from .protocol import Loader, Writer
from .readers import OnBad, Record, read
from .source import Source, is_pipe
from .tables import typed

OF_LOADS = ("_coverage", "_guessed", "_searchapp")
"""What each load writes into `_meta` by itself, so that a mapping which brings it speaks of another load."""

FIELD_NOTES = "_field_notes"
"""The key of `_meta` that holds a note per field."""

FIRST = 20_000
"""From how many documents of a pipe, which cannot be read twice, a mapping is inferred."""

TABLES = ("csv", "tsv")

EVERY = 10
"""Of how many further documents one is looked at where the mapping is given."""

Records = Generator[Record, None, None]
See = Callable[[dict[str, Any]], None]


class Input:
    """The files of one load."""

    def __init__(self, files: list[str], format: str | None, id_field: str | None, on_bad: BadLines):
        self.files = files
        self.format = format
        self.id_field = id_field
        self.on_bad = on_bad
        self.tables: bool | None = None

    def check(self) -> None:
        """LoadError when a file is not there or its format cannot be told; a pipe is not opened yet."""
        for file in self.files:
            if not is_pipe(file):
                Source(file, self.format).closing.close()
            elif file != "-" and not Path(file).exists():
                raise LoadError(f"{file}: no such file or directory")

    def records(self, label: str, on_bad: OnBad, otherwise: str | None = None) -> Records:
        """Every document of every file, with a sign of progress; `otherwise` as in Source."""
        for file in self.files:
            with (
                Source(file, self.format, otherwise) as source,
                Progress(f"{label} {source.name}", source.size) as progress,
            ):
                self.know(source)
                for record in read(source, on_bad, self.id_field):
                    yield record
                    progress.step(source.position())

    def know(self, source: Source) -> None:
        """Remembers whether all values are texts; a load of both kinds would have fields of two types."""
        tables = source.format in TABLES
        if self.tables not in (None, tables):
            raise LoadError("tables and JSON cannot be loaded together, load them one after the other")
        self.tables = tables


def replace(loader: Loader, item_type: str, files: Input, mapping: dict[str, Any] | None, about: dict[str, Any]) -> str:
    """Loads files as the whole collection; says in one line what was done."""
    records: Records | None = None
    seen = None
    if mapping is None and any(map(is_pipe, files.files)):
        records = files.records("loading", files.on_bad)
        first = list(islice(records, FIRST))
        seen, records = evidence_of(iter(first), files, files.on_bad), joined(first, records)
    elif mapping is None:
        quiet = BadLines(files.on_bad.skip, tell=ignore)
        seen = evidence_of(files.records("reading", quiet), files, quiet)
    mapping = mapping or mapping_of(seen or Evidence())
    with loader.replacing(item_type, mapping) as writer:
        coverage, evidence = Coverage(), seen or Evidence()
        see = coverage.see if seen else both(coverage, evidence)
        count = write(writer, records or files.records("loading", files.on_bad), files, mapping, see)
        if not count:
            raise LoadError("no documents, nothing was changed")
        guesses = {GUESSED: guesses_of(evidence, files.id_field)}
        today = {"build_date": date.today().isoformat()}
        return writer.finish({**today, **guesses, **meta_of(mapping), **about, **coverage.about()})


def both(coverage: Coverage, evidence: Evidence) -> See:
    """Has each document counted, and the first ones and then every tenth looked at."""

    def see(document: dict[str, Any]) -> None:
        coverage.see(document)
        if coverage.documents <= FIRST or coverage.documents % EVERY == 0:
            evidence.see(document)

    return see


def update(loader: Loader, item_type: str, files: Input, mapping: dict[str, Any] | None, about: dict[str, Any]) -> str:
    """Writes the documents of files into the collection that is there."""
    with loader.updating(item_type) as writer:
        known = loader.mapping(item_type)
        write(writer, files.records("updating", files.on_bad), files, mapping or known)
        return writer.finish({**meta_of(mapping), **about, **outdated(known)})


def delete(loader: Loader, item_type: str, files: Input) -> str:
    """Removes the documents whose ids are in files, one a line or those of documents."""
    with loader.updating(item_type) as writer:
        for record in files.records("deleting", files.on_bad, "ids"):
            writer.delete(record.document["_id"])
        return writer.finish(outdated(loader.mapping(item_type)))


def evidence_of(records: Iterator[Record], files: Input, on_bad: BadLines) -> Evidence:
    """What is seen in documents; the kind of the first file decides how texts are seen."""
    first = next(records, None)
    if first is None:
        raise LoadError("; ".join(filter(None, ("no documents, nothing was changed", on_bad.first))))
    evidence = Evidence(bool(files.tables))
    for record in chain([first], records):
        evidence.see(record.document)
    return evidence


def inferred(records: Iterator[Record], files: Input, on_bad: BadLines) -> dict[str, Any]:
    """The mapping of documents."""
    return mapping_of(evidence_of(records, files, on_bad))


def write(writer: Writer, records: Records, files: Input, mapping: dict[str, Any], see: See | None = None) -> int:
    """Hands every document to the writer, and those that are not refused to `see`; how many there were."""
    fields = mapping.get("mappings", mapping)
    count = 0
    with closing(records):
        for record in records:
            try:
                document = typed(record.document, fields) if files.tables else record.document
            except ValueError as error:
                files.on_bad(record.name, record.line, str(error))
                continue
            bad = files.on_bad.count
            writer.add(record._replace(document=document))
            count += 1
            if see and files.on_bad.count == bad:
                see(document)
    return count


def joined(first: list[Record], records: Records) -> Records:
    """The first records and those that follow."""
    yield from first
    yield from records


def ignore(text: str) -> None:
    """Lines that are skipped are told when the others are loaded."""


def json_file(path: str, what: str) -> dict[str, Any]:
    """The object in a JSON file; LoadError when there is none."""
    try:
        value = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise LoadError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise LoadError(f"{path}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise LoadError(f"{path}: {what} must be an object")
    return value


def meta_of(mapping: dict[str, Any] | None) -> dict[str, Any]:
    """The `_meta` of a mapping file, without what another load wrote into it about itself."""
    meta = (mapping or {}).get("mappings", mapping or {}).get("_meta") or {}
    return {key: value for key, value in meta.items() if key not in OF_LOADS} if isinstance(meta, dict) else {}


def about_collection(metadata: str | None, notes: str | None) -> dict[str, Any]:
    """The `_meta` of a collection from its metadata file and its file of field notes."""
    about = json_file(metadata, "metadata") if metadata else {}
    fields = json_file(notes, "field notes") if notes else {}
    found = {name: text for name, note in fields.items() if (text := note_of(note))}
    if fields and not found:
        click.echo(f"{notes}: no field has a note, which is a text or the text `notes` of an object", err=True)
    return {**about, FIELD_NOTES: found} if fields else about


def note_of(note: Any) -> str | None:
    """The text of a note, which may stand in an object beside other facts."""
    if isinstance(note, dict):
        note = note.get("notes") or note.get("note") or note.get("description")
    return note if isinstance(note, str) else None
