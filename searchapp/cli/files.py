"""`searchapp files`: a collection as files to download."""

import click

from ..components import Components
from ..config.settings import SettingsError
from ..loading.sentences import counted
from ..web.downloads.files import LISTED, make_files
from .installation import components_of, item_type_argument, of_installation, say

KNOWN = ", ".join(LISTED)


@click.command()
@item_type_argument
@click.option(
    "--format",
    "names",
    default="ndjson,csv",
    show_default=True,
    metavar="FORMATS",
    help=f"Formats of the files, with commas: {KNOWN}.",
)
@of_installation
def files(item_type: str, names: str, instance: str | None, backend: str | None) -> None:
    """Write a collection as files to download.

    The metadata of the collection list the files with their checksums.
    """
    write_files(item_type, formats_of(names), components_of(instance, backend))


def formats_of(text: str | None) -> list[str]:
    """The formats of files that a text names."""
    found = [name.strip() for name in (text or "").split(",") if name.strip()]
    for name in found:
        if name not in LISTED:
            raise click.UsageError(f"unknown format {name}, use {KNOWN}")
    return found


def write_files(item_type: str, formats: list[str], components: Components) -> None:
    """Write the files of a collection, and print a line for each."""
    if item_type not in components.item_types:
        raise SettingsError(f"unknown item type {item_type}, known: {', '.join(components.item_types)}")
    for file in make_files(components, components.item_types[item_type], formats):
        say(f"{file['name']}: {counted(file['documents'])}, {file['bytes']:,} bytes")
