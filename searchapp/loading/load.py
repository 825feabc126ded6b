"""The order of a load: read, infer, write a new generation, switch; or read and change the current one."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from itertools import chain, islice
from typing import Any

from .bad import BadLines, LoadError
from .coverage import Coverage, outdated
from .definition import check_notes, fields_of, meta_of, usable_notes
from .formats.readers import Record
from .identity import FILE, NUMBER, are_ids
from .inference.evidence import Evidence
from .inference.guesses import GUESSED, guesses_of
from .inference.links import own_links
from .inference.mapping import mapping_of
from .inference.number_traits import differs_by_accident
from .inference.survey import Survey, evidence_for, survey
from .input import Input, Records
from .protocol import Loader, Writer
from .shape import EVERY, check_names
from .values.cells import field_at, with_cells
from .values.convert import READERS, in_form, readers_of, typed
from .values.distinct import Distinct
from .values.forms import BOOLEAN, date_forms, given_date, number_forms

__all__ = ["Input", "delete", "inferred", "replace", "update"]

PIPE_SAMPLE = 20_000
"""The number of documents that are sampled from a pipe, which cannot be read twice, before the first is written."""
SURVEY_SAMPLE = 2_000
"""The number of first documents that are surveyed if the mapping is given."""
SURVEY_INTERVAL = 10
"""If the mapping is given, one of every ten further documents is surveyed."""

See = Callable[[dict[str, Any]], None]


def replace(loader: Loader, item_type: str, files: Input, mapping: dict[str, Any] | None, about: dict[str, Any]) -> str:
    """Replace the collection by the documents of the files; returns a summary of one line."""
    check_notes({**meta_of(mapping), **about})
    records, seen = first_pass(files, mapping)
    mapping = mapping or mapping_of(seen.evidence if seen else Evidence(), files.reading.language, files.synonyms)
    with loader.replacing(item_type, mapping) as writer:
        coverage, ids, evidence = Coverage(), Distinct(), seen.evidence if seen else Evidence()
        observe = observer_of(coverage, ids, None if seen else evidence)
        count = write(writer, records or files.records("loading", files.on_bad), files, mapping, observe)
        if not count:
            raise LoadError("no documents, nothing was changed")
        check_names(files.shape, files.reading.dates, coverage.paths, files.say)
        units, language = seen.units if seen else {}, files.reading.language
        links = own_links(evidence, ids, files.id_field)
        guessed = guesses_of(evidence, files.id_field, units, links, files.headings, language)
        guessed["links"] = dict.fromkeys(links, item_type)
        today = {"build_date": date.today().isoformat()}
        return writer.finish(
            {**today, GUESSED: guessed, **files.about(), **meta_of(mapping), **about, **coverage.about()}
        )


def first_pass(files: Input, mapping: dict[str, Any] | None) -> tuple[Records | None, Survey | None]:
    """The documents to write if the input is a pipe, else None; and the result of a first pass, or None.

    Only the first documents of a pipe are surveyed.
    """
    fields = fields_of(mapping) if mapping else None
    if files.can_be_read_twice():
        if mapping and not needs_first_pass(files):
            return None, None
        files.find_cells(files.rows(SURVEY_SAMPLE), fields)
        quiet = BadLines(files.on_bad.skip, tell=ignore)
        return None, surveyed(files.records("reading", quiet, ids=False), files, quiet, mapping)
    records = files.records("loading", files.on_bad, ids=False)
    first = list(islice(records, PIPE_SAMPLE))
    files.find_cells([record.document for record in first], fields)
    if cells := files.shape.cells:
        first = [record._replace(document=with_cells(record.document, cells)) for record in first]
    if mapping and first and first[0].document["_id"] and not files.tables:
        return records_from_start(first, records, files), None
    seen = surveyed(iter(first), files, files.on_bad, mapping)
    return records_from_start(first, records, files), seen


def needs_first_pass(files: Input) -> bool:
    """Whether a first pass is needed: for documents without `_id`, and for tables, whose texts may be numbers."""
    quiet = BadLines(True, tell=ignore)
    with closing(files.records("reading", quiet, ids=False)) as records:
        first = next(records, None)
    return bool(files.tables) or (files.id_field is None and first is not None and not first.document["_id"])


def records_from_start(first: list[Record], records: Records, files: Input) -> Records:
    """The first records and the following ones, with the detected ids."""
    number = 0
    for record in chain(first, records):
        try:
            record.document["_id"] = files.identify_in(record.name)(record.document, number + 1)
        except ValueError as error:
            files.on_bad(record.name, record.line, str(error))
            continue
        number += 1
        yield record


def surveyed(records: Iterator[Record], files: Input, on_bad: BadLines, mapping: dict[str, Any] | None) -> Survey:
    """The first pass over the documents. Its results about ids and forms are kept in `files` and shown."""
    first = next(records, None)
    if first is None:
        raise LoadError("; ".join(filter(None, ("no documents, nothing was changed", on_bad.first))))
    found = survey((record.document for record in chain([first], records)), evidence(files), files.shape.finds_lists)
    choose_ids(files, found)
    known = fields_of(mapping) if mapping else None
    forms = {path: form for path, form in found.forms.items() if known is None or is_readable(known, path, form.kind)}
    files.forms = {**forms, **files.forms}
    general = files.reading.dates.get(EVERY)
    if general and all(form.name != general for form in found.forms.values()):
        files.say(f"no field has dates of the form {general} (--date-format)")
    for note in found.notes if known is None else ():
        files.say(note)
    return found


def evidence(files: Input) -> Evidence:
    """Empty evidence with the forms in which these files may write numbers and dates. In JSON dates come first."""
    general = files.reading.dates.get(EVERY)
    dates = (given_date(general),) if general else date_forms(day_first=files.continental)
    numbers = number_forms(files.reading.decimal, "," if files.continental else ".")
    forms = (*numbers, *dates, BOOLEAN) if files.tables else (*dates, *numbers)
    return evidence_for(bool(files.tables), forms, files.forms)


def choose_ids(files: Input, found: Survey) -> None:
    """Chooses the ids if the user named none: a copy of `_id`, a field that fits, the file name or the row number."""
    if files.id_field is not None:
        return
    if found.ids.has_ids:
        files.take_ids_from(min(found.ids.copies, default=None))
        return
    field = found.ids.best([path for path, one in found.evidence.fields.items() if differs_by_accident(one)])
    by_file = not field and files.can_be_read_twice() and files.has_one_each and are_ids(files.files)
    files.take_ids_from(field or (FILE if by_file else NUMBER))
    otherwise = "the names of the files" if by_file else "row numbers"
    files.say(
        f"ids are taken from {field} (--id)"
        if field
        else f"no field looks like an id, so ids are {otherwise} (choose a field with --id FIELD)"
    )


def is_readable(mapping: dict[str, Any], path: str, kind: str) -> bool:
    """Whether a mapping has a number or a date where texts of this kind were found."""
    field = field_at(mapping, path)
    type = field.get("type")
    return type == "date" and "format" not in field if kind == "date" else type in READERS


def observer_of(coverage: Coverage, ids: Distinct, evidence: Evidence | None) -> See:
    """Counts each document and its id; with `evidence`, also surveys the first documents and then every tenth."""

    def observe(document: dict[str, Any]) -> None:
        coverage.observe(document)
        ids.add(document["_id"])
        if evidence and (coverage.documents <= SURVEY_SAMPLE or coverage.documents % SURVEY_INTERVAL == 0):
            evidence.observe(document)

    return observe


def update(loader: Loader, item_type: str, files: Input, mapping: dict[str, Any] | None, about: dict[str, Any]) -> str:
    """Writes the documents of files into the current collection."""
    check_notes({**meta_of(mapping), **about})
    with loader.updating(item_type) as writer:
        known, dropped = usable_notes(loader.mapping(item_type))
        files.read_like_collection(known)
        write(writer, files.records("updating", files.on_bad), files, mapping or known)
        return writer.finish({**dropped, **meta_of(mapping), **about, **outdated(known)})


def delete(loader: Loader, item_type: str, files: Input) -> str:
    """Removes the documents whose ids are in the files, one per line or in documents."""
    with loader.updating(item_type) as writer:
        known, dropped = usable_notes(loader.mapping(item_type))
        files.read_like_collection(known, ids=False)
        for record in files.records("deleting", files.on_bad, "ids"):
            writer.delete(record.document["_id"])
        return writer.finish({**dropped, **outdated(known)})


def inferred(files: Input) -> dict[str, Any]:
    """The mapping of the documents in files."""
    if files.can_be_read_twice():
        files.find_cells(files.rows(SURVEY_SAMPLE), None)
    found = surveyed(files.records("reading", files.on_bad, ids=False), files, files.on_bad, None)
    return mapping_of(found.evidence, files.reading.language, files.synonyms)


def write(writer: Writer, records: Records, files: Input, mapping: dict[str, Any], observe: See | None = None) -> int:
    """Passes every document to the writer, and accepted ones to `observe`. Returns the number of documents."""
    readers = readers_of(mapping.get("mappings", mapping)) if files.tables else {}
    count = 0
    with closing(records):
        for record in records:
            try:
                document = in_form(record.document, files.forms) if files.forms else record.document
                document = typed(document, readers) if readers else document
            except ValueError as error:
                files.on_bad(record.name, record.line, str(error))
                continue
            bad = files.on_bad.count
            writer.add(record._replace(document=document))
            count += 1
            if observe and files.on_bad.count == bad:
                observe(document)
    return count


def ignore(text: str) -> None:
    """Does nothing: skipped lines are reported later, while the other lines are loaded."""
