"""The options of the command line for reading files, shared by all commands that read files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..options.languages import known_languages, language_named
from .bad import BadLines, LoadError
from .formats.detect import FORMATS, files_in
from .formats.source import Reading
from .input import Input
from .shape import pairs, shape_of


def language(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The English name of a language for its name or code, an empty text for `none`, and None for no value."""
    if value is None or value == "none":
        return None if value is None else ""
    known = language_named(value)
    if known is None:
        raise click.BadParameter(f"{value} is not a known language. Known are {known_languages()}, or none")
    return known


ID_HELP = (
    "Field with the id, several with commas, @hash, @file or @number. Default: `_id`, else a field with unique values."
)
OPTIONS = (
    click.option("--id", "id_field", metavar="FIELD", help=ID_HELP),
    click.option(
        "--format",
        type=click.Choice(FORMATS),
        help="Format of the files. Default: detected from the name and content of each file.",
    ),
    click.option("--encoding", metavar="NAME", help="Encoding of text files. Default: UTF-8, or detected."),
    click.option("--delimiter", metavar="SIGN", help="Separator of the columns of a table. Default: detected."),
    click.option(
        "--header",
        metavar="A,B,...",
        help="Names of the columns of a table whose first row is a document, or none to number them.",
    ),
    click.option(
        "--sheet",
        metavar="NAME",
        help="Sheet of an Excel file, table of a SQLite file, list in a JSON file, or file in a zip archive.",
    ),
    click.option(
        "--list-separator",
        "lists",
        metavar="[COLUMN=]SIGN",
        multiple=True,
        help="Separator of the values in a cell, or none. Default: detected.",
    ),
    click.option(
        "--date-format",
        "dates",
        metavar="[COLUMN=]FORMAT",
        multiple=True,
        help="Format of dates, such as %d.%m.%Y. Default: detected.",
    ),
    click.option("--decimal", type=click.Choice((".", ",")), help="Decimal sign. Default: detected."),
    click.option("--rename", metavar="OLD=NEW", multiple=True, help="New name for a field."),
    click.option(
        "--language", metavar="LANGUAGE", callback=language, help="Language of the texts, or none. Default: detected."
    ),
    click.option("--columns", metavar="A,B,...", help="Fields to keep, in this order."),
)


SYNONYMS = "synonyms.txt"
"""The file in the instance folder with synonyms for all inferred text fields."""


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for reading files."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def input_of(files: tuple[str, ...], options: dict[str, Any], on_bad: BadLines, folder: Path | None = None) -> Input:
    """The files with the choices of the options; `folder` is the instance folder, which may have a file of synonyms."""
    delimiter = {"tab": "\t", "\\t": "\t"}.get(options["delimiter"] or "", options["delimiter"])
    if delimiter and len(delimiter) != 1:
        raise click.UsageError("--delimiter must be one character, or tab")
    dates = pairs(options["dates"], "--date-format", alone=True)
    if wrong := next((text for text in dates.values() if "%" not in text), None):
        raise click.UsageError(f"--date-format must be one such as %d.%m.%Y, not {wrong}")
    columns, header = names_in(options["columns"]), names_in(options["header"])
    return Input(
        [each for file in files for each in (files_in(Path(file)) if Path(file).is_dir() else [file])],
        options["id_field"],
        on_bad,
        reading=Reading(
            options["format"],
            options["encoding"],
            delimiter,
            options["sheet"],
            header_in(header),
            options["decimal"] or "",
            dates,
            options["language"],
        ),
        shape=shape_of(options["rename"], columns, options["lists"]),
        synonyms=synonyms_in(folder) if folder else (),
    )


def names_in(text: str | None) -> tuple[str, ...]:
    """The names in a text with commas between them."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def header_in(names: tuple[str, ...]) -> tuple[str, ...] | None:
    """The given names of columns; `none` means columns without names."""
    return () if names == ("none",) else names or None


def synonyms_in(folder: Path) -> list[str]:
    """The lines of the file of synonyms, without comments; empty if the file does not exist."""
    try:
        lines = (folder / SYNONYMS).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise LoadError(f"{folder / SYNONYMS} cannot be read: {error}") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
