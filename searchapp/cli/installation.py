"""The common part of commands: options that choose an installation, its settings, its loader, and messages."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from flask import Flask

from .. import create_app
from ..components import Components
from ..components.build import check_start, location
from ..components.classes import class_of
from ..components.stages import make_backend
from ..config.load import instance_folder, load_settings
from ..databases import database, names
from ..item_type_names import RESERVED
from ..loading.bad import BadLines, LoadError
from ..loading.inference.mapping import ALL
from ..loading.protocol import Loader
from ..loading.sentences import first_names

ITEM_TYPE = re.compile(r"[a-z][a-z0-9_-]{0,99}")
TYPE = "'TYPE'"
SETTINGS_PATH = "searchapp.place"


CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
"""The escapes of control characters, which would act on the terminal: names of fields may have them."""


def say(text: str) -> None:
    """Print a message to standard error; results go to standard output."""
    click.echo(text.translate(CONTROLS), err=True)


def of_installation(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose the installation."""
    instance = click.option("--instance", metavar="FOLDER", help="Folder with the configuration and the data.")
    backend = click.option("--backend", type=click.Choice(names()), help="Overrides the setting BACKEND.")
    return instance(backend(command))


def settings_of(instance: str | None, backend: str | None) -> dict[str, Any]:
    """The settings of the installation, read in the same way as by the service."""
    given = {"INSTANCE": instance} if instance else {}
    folder = instance_folder(given) or Flask("searchapp").instance_path
    return load_settings(Path(folder), {**given, **({"BACKEND": backend} if backend else {})})


def application(instance: str | None, backend: str | None) -> Flask:
    """The application of the installation. Raises SettingsError if it cannot start."""
    return create_app({name: value for name, value in (("INSTANCE", instance), ("BACKEND", backend)) if value})


def components_of(instance: str | None, backend: str | None) -> Components:
    """The components of the installation. Raises SettingsError if it cannot start."""
    components: Components = application(instance, backend).extensions["searchapp"]
    return components


def loader_of(instance: str | None, backend: str | None, on_bad: BadLines | None = None) -> Loader:
    """The loader for the database of the installation."""
    settings = settings_of(instance, backend)
    click.get_current_context().meta[SETTINGS_PATH] = [location(settings)]
    found = database(settings["BACKEND"])
    if not found.loader:
        raise LoadError(f"BACKEND {settings['BACKEND']} has no loader: fill the database with its own tools")
    check_start(settings)
    loader: Loader = class_of(found.loader)(make_backend(settings), on_bad or BadLines(tell=say))
    return loader


def none_there(instance: str | None, backend: str | None) -> str:
    """The sentence that the installation has no collections, with their location."""
    return f"there are no collections in {location(settings_of(instance, backend))}"


def searched_sentence(fields: Mapping[str, Mapping[str, Any]]) -> str:
    """The sentence about the fields of a collection that words without a field name search."""
    searched = [name for name, field in fields.items() if field.get("searched_by_default")]
    if not searched:
        return "words without a field name find nothing: set default_fields"
    names = [name for name in searched if name != ALL]
    return f"words without a field name are searched in {first_names(names, 'fields') or 'all fields'} (default_fields)"


def check_item_type(name: str) -> str:
    """The name. click.BadParameter for a name that no item type can have."""
    if name in RESERVED:
        raise click.BadParameter(f"{name} is a path of the service, choose another name", param_hint=TYPE)
    if not ITEM_TYPE.fullmatch(name):
        raise click.BadParameter("use lower-case letters, digits, - and _, and a letter first", param_hint=TYPE)
    return name


item_type_argument = click.argument("item_type", metavar="TYPE", callback=lambda _, __, name: check_item_type(name))
