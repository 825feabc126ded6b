"""`searchapp load` and `searchapp mapping`: files become collections."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit

import click

from ..item_type_names import fitting
from ..loading import definition
from ..loading import load as loading
from ..loading.bad import BadLines
from ..loading.file_options import file_options, input_of
from ..loading.identity import name_of
from ..loading.protocol import Loader
from .files import KNOWN, formats_of, write_files
from .installation import (
    check_item_type,
    components_of,
    loader_of,
    of_installation,
    say,
    searched_sentence,
    settings_of,
)

SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@click.command()
@click.argument("item_type", metavar="[TYPE]", default="")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--mapping", metavar="FILE", help="Mapping of the fields, as JSON. Default: inferred.")
@click.option("--metadata", metavar="FILE", help="Sources, versions and licences, as JSON.")
@click.option("--fields", metavar="FILE", help="Notes on fields, as JSON.")
@file_options
@click.option("--update", is_flag=True, help="Add or replace these documents; keep the others.")
@click.option("--delete", is_flag=True, help="Remove the documents with these ids.")
@click.option("--skip-bad", is_flag=True, help="Skip bad lines, and count them.")
@click.option(
    "--files",
    "whole",
    metavar="FORMATS",
    help=f"Also write the collection as files, such as `ndjson,csv`; formats: {KNOWN}.",
)
@of_installation
def load(item_type: str, files: tuple[str, ...], skip_bad: bool, whole: str | None, **options: Any) -> None:
    """Load FILEs as the collection TYPE. Without TYPE the collection is named like its only FILE.

    A FILE is NDJSON, JSON, YAML, CSV, TSV, Excel, Parquet or SQLite, and may be compressed with gzip, bzip2, xz or
    zip. It may be a folder of such files, an address (https://...), or `-` for standard input. With --delete, it may
    also have one id per line.

    The new collection is built next to the old one and replaces it in one step; running servers switch to it. A load
    that fails or is interrupted changes nothing.

    \b
      searchapp load parts.csv
      searchapp load part parts.ndjson.gz
      searchapp load part parts.csv --id code --mapping mapping.json
      searchapp load part changes.ndjson --update
    """
    item_type, files = type_and_files(item_type, files)
    formats = formats_of(whole)
    on_bad = BadLines(skip_bad, say)
    loader = loader_of(options["instance"], options["backend"], on_bad)
    settings = settings_of(options["instance"], options["backend"])
    given = input_of(files, options, on_bad, Path(settings["INSTANCE"]))
    way = way_of(options)
    given.check("ids" if way == "delete" else None)
    beside = contents_of_files(options)
    for line in loader.plan(item_type, way):
        say(line)
    types = settings["ITEM_TYPES"]
    is_new = not types and item_type not in [one["item_type"] for one in loader.collections()]
    with as_interrupts():
        say(load_with(loader, item_type, given, way, *beside))
    components = components_of(options["instance"], options["backend"]) if way == "replace" or formats else None
    if components and way == "replace" and item_type in components.item_types:
        say(searched_sentence(components.metadata.fields(item_type)))
    if on_bad.count:
        say("1 bad line was skipped" if on_bad.count == 1 else f"{on_bad.count:,} bad lines were skipped")
    if types and item_type not in types:
        say(f"{item_type} is not served: add it to ITEM_TYPES")
    elif is_new:
        say(f"{item_type} is new: start `searchapp serve`, or reload a running server (SIGHUP)")
    if components and formats:
        write_files(item_type, formats, components)


def type_and_files(item_type: str, files: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The item type and its files. A single file without a type names the item type."""
    if files and is_file_name(item_type) and Path(item_type).exists():
        raise click.UsageError(f"several files need a TYPE: searchapp load TYPE {item_type} {' '.join(files)}")
    if files:
        return check_item_type(item_type), files
    if not item_type or ("://" not in item_type and not Path(item_type).exists()):
        missing = f"there is no file {item_type}" if is_file_name(item_type) else "Missing argument 'FILE...'."
        raise click.UsageError(missing)
    name = item_type_of(item_type)
    say(f"the item type is called {name}: `searchapp load TYPE FILE` gives it another name")
    return name, (item_type,)


def is_file_name(text: str) -> bool:
    """Whether a text is the name of a file, and not an item type: it has a suffix or a folder."""
    return not {".", "/"}.isdisjoint(text)


def item_type_of(file: str) -> str:
    """An item type with the name of a file: `Bestand 2024.csv` is `bestand-2024`."""
    return fitting(name_of(unquote(urlsplit(file).path) if "://" in file else file).lower(), "-")


def way_of(options: dict[str, Any]) -> str:
    """The kind of load: replace, update or delete."""
    if options["update"] and options["delete"]:
        raise click.UsageError("--update and --delete cannot be given together")
    return next((way for way in ("update", "delete") if options[way]), "replace")


def contents_of_files(options: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The mapping file, or None, and the contents of the metadata and notes files."""
    mapping = definition.mapping_file(options["mapping"]) if options["mapping"] else None
    return mapping, definition.about_collection(options["metadata"], options["fields"])


def load_with(
    loader: Loader,
    item_type: str,
    given: loading.Input,
    way: str,
    mapping: dict[str, Any] | None,
    about: dict[str, Any],
) -> str:
    """Load the files in the given way; returns a summary of one line."""
    if way == "delete":
        return loading.delete(loader, item_type, given)
    if way == "update":
        return loading.update(loader, item_type, given, mapping, about)
    return loading.replace(loader, item_type, given, mapping, about)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@file_options
def mapping(files: tuple[str, ...], **options: Any) -> None:
    """Print the mapping with which FILEs would be loaded.

    It is inferred from all documents. Change it as you like, and load it with `searchapp load --mapping`.
    """
    given = input_of(files, options, BadLines(skip=True, tell=say))
    found = loading.inferred(given)
    click.echo(json.dumps(found, indent=1, ensure_ascii=False))


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Raises KeyboardInterrupt for signals that would end the program at once. `nohup` still ignores SIGHUP."""
    before = {one: signal.signal(one, interrupt) for one in SIGNALS if signal.getsignal(one) is signal.SIG_DFL}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def interrupt(number: int, frame: Any) -> NoReturn:
    raise KeyboardInterrupt
