"""`searchapp config` and `searchapp new`: the settings of an installation, and a folder for a new one."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pprint import pformat

import click
from flask import Flask

from ..components import Components, ItemType
from ..config.item_type_checks import unknown_fields, unlicensed_sources
from ..config.load import without_secrets
from ..config.new import write_instance
from ..config.settings import ITEM_TYPE_SETTINGS
from ..errors import ErrorKind, PipelineError
from ..loading.bad import LoadError
from ..protocols import Builder
from .installation import application, components_of, of_installation, say, searched_sentence, settings_of


@click.command()
@click.argument("name", metavar="NAME")
def new(name: str) -> None:
    """Make a folder NAME for a new installation.

    It has a configuration with comments, and a README with the next steps.
    """
    for path in write_instance(Path(name)):
        click.echo(f"wrote {path}")
    click.echo(f"""
next:
  searchapp load TYPE FILE --instance {name}    load a collection; TYPE is a name of your choice, such as movie
  searchapp serve --instance {name}             serve it at http://127.0.0.1:8000
  edit {Path(name) / "config.py"}, then searchapp config --instance {name}    check the configuration""")


@click.command()
@click.argument("item_type", required=False, metavar="[TYPE]")
@click.option(
    "--guessed", is_flag=True, help="Print the guesses about the collection TYPE as settings, to copy and change."
)
@of_installation
def config(item_type: str | None, guessed: bool, instance: str | None, backend: str | None) -> None:
    """Print the settings and check them.

    Secrets are masked. The exit code is 1 if the service would not start with these settings. Fields and sources
    in the settings that the collection does not have are reported, and the weights that rank hits are printed. With
    TYPE and --guessed, only the guesses about TYPE are printed, as settings for config.py.
    """
    if guessed or item_type:
        print_guesses(item_type, guessed, application(instance, backend))
        return
    settings = settings_of(instance, backend)
    for name, value in without_secrets(settings).items():
        click.echo(f"{name} = {value!r}")
    components = components_of(instance, backend)
    with only_errors(logging.getLogger("searchapp")):  # this command reports missing collections in one sentence
        wrong = sum(check_collection(components, name, one) for name, one in components.item_types.items())
    say("the settings are valid" + (", except for the names that their collections do not have" if wrong else ""))


@contextmanager
def only_errors(logger: logging.Logger) -> Iterator[None]:
    """The logger reports no warnings inside the `with` block."""
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def check_collection(components: Components, name: str, item_type: ItemType) -> int:
    """Report the fields and sources in the settings of an item type that its collection lacks; returns their number.

    Also prints the fields that words search, and the ranking.
    """
    try:
        fields = components.metadata.fields(name)
    except PipelineError as error:
        say(f"ITEM_TYPES[{name!r}]: {missing(name, error)}")
        return 0
    unknown = [
        *unknown_fields(item_type.settings, fields),
        *unlicensed_sources(item_type.settings, components.metadata.licenses(name)),
    ]
    for words in unknown:
        say(f"ITEM_TYPES[{name!r}]: {words}")
    say(f"{name}: {searched_sentence(fields)}")
    print_ranking(name, item_type.pipeline.builder)
    return len(unknown)


def print_ranking(item_type: str, builder: Builder) -> None:
    """Prints the weights that order the hits of an item type, as configured or guessed, as a line of config.py."""
    weights = builder.ranking_weights(item_type)
    if weights:
        click.echo(f"ITEM_TYPES[{item_type!r}]['ranking'] = {weights!r}")


def missing(item_type: str, error: PipelineError) -> str:
    """The reason why the fields of a collection are unknown."""
    if error.problem:
        return error.problem
    not_loaded = error.kind is ErrorKind.NOT_LOADED
    return (
        f"there is no collection yet, load one with: searchapp load {item_type} FILE" if not_loaded else error.summary
    )


def print_guesses(item_type: str | None, guessed: bool, app: Flask) -> None:
    """Print the guesses of a collection as a part of config.py."""
    if not (item_type and guessed):
        raise click.UsageError("TYPE and --guessed must be given together: searchapp config TYPE --guessed")
    components = app.extensions["searchapp"]
    if item_type not in components.item_types:
        raise LoadError(f"there is no collection of type {item_type}, only {', '.join(components.item_types)}")
    found = components.metadata.guesses(item_type)
    if not found:
        raise LoadError(f"the collection {item_type} has no guessed settings: load it again")
    known = {setting.name for setting in ITEM_TYPE_SETTINGS}
    settings = {name: value for name, value in found.items() if value and name in known}
    click.echo("ITEM_TYPES = " + pformat({item_type: settings}, width=110, sort_dicts=False))
