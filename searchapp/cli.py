"""The command `searchapp`: loads, lists and checks collections, prints settings, starts the service."""

import json
import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from pprint import pformat
from typing import Any

import click
from flask import Flask

from . import create_app, folder
from .components import RESERVED, Components, ItemType, class_of, make_backend, place
from .config.biothings import as_module, import_biothings
from .config.checks import unknown_fields
from .config.load import instance_folder, load_settings, shown
from .config.new import write_instance
from .config.settings import ITEM_TYPE_SETTINGS, SettingsError
from .databases import database, names
from .errors import ErrorKind, PipelineError
from .loading import load as loading
from .loading.bad import BadLines, LoadError
from .loading.file_options import file_options, input_of
from .loading.protocol import Loader
from .protocols import Builder
from .server.serve import address, become_server, listen, to_try
from .web.downloads.files import LISTED, make_files

EXAMPLES = {"gene": "genes", "disease": "diseases"}
ITEM_TYPE = re.compile(r"[a-z][a-z0-9_-]{0,99}")
INTERRUPTED = 130
PLACE = "searchapp.place"
BIND = ("127.0.0.1", "8000")


def say(text: str) -> None:
    """Print a message to standard error; results go to standard output."""
    click.echo(text, err=True)


class Commands(click.Group):
    """Prints an error that a user can correct as one line; the exit code is 1."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except (LoadError, SettingsError) as error:
            raise click.ClickException(str(error)) from error
        except PipelineError as error:
            raise click.ClickException(": ".join([error.summary, *context.meta.get(PLACE, ())])) from error
        except KeyboardInterrupt:
            say("interrupted, the collection is as it was")
            context.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="searchapp")
def main() -> None:
    """A public API and pages over collections of JSON documents.

    What a command is about is said by the settings: the defaults, config.py in the folder of the instance, SEARCHAPP_*
    in the environment, and --instance and --backend.
    """


def of_installation(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose the installation."""
    instance = click.option("--instance", metavar="FOLDER", help="Folder of the configuration and the data.")
    backend = click.option("--backend", type=click.Choice(names()), help="Instead of the setting BACKEND.")
    return instance(backend(command))


def settings_of(instance: str | None, backend: str | None) -> dict[str, Any]:
    """The settings of the installation, as the service reads them."""
    given = {"INSTANCE": instance} if instance else {}
    folder = instance_folder(given) or Flask("searchapp").instance_path
    return load_settings(Path(folder), {**given, **({"BACKEND": backend} if backend else {})})


def application(instance: str | None, backend: str | None) -> Flask:
    """The application of the installation. Raises SettingsError if it cannot start."""
    return create_app({name: value for name, value in (("INSTANCE", instance), ("BACKEND", backend)) if value})


def loader_of(instance: str | None, backend: str | None, on_bad: BadLines | None = None) -> Loader:
    """The loader for the database of the installation."""
    settings = settings_of(instance, backend)
    click.get_current_context().meta[PLACE] = [place(settings)]
    found = database(settings["BACKEND"])
    if not found.loader:
        raise LoadError(f"{settings['BACKEND']} has no loader, it is filled in its own way")
    loader: Loader = class_of(found.loader)(make_backend(settings), on_bad or BadLines(tell=say))
    return loader


def check_item_type(_: click.Context, __: click.Parameter, name: str) -> str:
    if name in RESERVED:
        raise click.BadParameter(f"{name} is the name of a path, choose another one")
    if not ITEM_TYPE.fullmatch(name):
        raise click.BadParameter("small letters, digits, - and _ are allowed, the first must be a letter")
    return name


item_type_argument = click.argument("item_type", metavar="TYPE", callback=check_item_type)


@main.command()
@item_type_argument
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--mapping", metavar="FILE", help="The fields, as JSON; without it they are inferred.")
@click.option("--metadata", metavar="FILE", help="Sources, versions and licences, as JSON.")
@click.option("--fields", metavar="FILE", help="A note per field, as JSON.")
@file_options
@click.option("--update", is_flag=True, help="Add and replace these documents, keep the others.")
@click.option("--delete", is_flag=True, help="Remove the documents with these ids.")
@click.option("--skip-bad", is_flag=True, help="Go on after a bad line, and count them.")
@click.option("--files", "whole", metavar="FORMATS", help="Write the collection as files too: `ndjson,csv`.")
@of_installation
def load(item_type: str, files: tuple[str, ...], skip_bad: bool, whole: str | None, **options: Any) -> None:
    """Load FILEs as the collection of one item type.

    The new collection is built beside the old one and takes its place in one step; running servers notice by
    themselves, and a load that fails or is interrupted changes nothing. Files are NDJSON, JSON, CSV, TSV, Excel,
    Parquet or SQLite, also packed by gzip, bzip2, xz or zip, also addresses; `-` is standard input. With --delete they
    may also hold one id a line.

    \b
      searchapp load part parts.ndjson.gz
      searchapp load part parts.csv --id code --mapping mapping.json
      searchapp load part changes.ndjson --update
    """
    formats = formats_of(whole)
    on_bad = BadLines(skip_bad, say)
    loader = loader_of(options["instance"], options["backend"], on_bad)
    settings = settings_of(options["instance"], options["backend"])
    given = input_of(files, options, on_bad, Path(settings["INSTANCE"]))
    given.check()
    way, beside = way_of(options), files_beside(options)
    for line in loader.plan(item_type, way):
        say(line)
    types = settings["ITEM_TYPES"]
    if types and item_type not in types:
        say(f"{item_type} is not in ITEM_TYPES, and not served")
    elif not types and item_type not in [one["item_type"] for one in loader.collections()]:
        say(f"{item_type} is new: servers that are running serve it after a reload (SIGHUP) or restart")
    say(load_with(loader, item_type, given, way, *beside))
    if on_bad.count:
        say(f"{on_bad.count} bad lines were skipped")
    if formats:
        write_files(item_type, formats, options["instance"], options["backend"])


@main.command()
@item_type_argument
@click.option("--format", "names", default="ndjson,csv", show_default=True, metavar="FORMATS", help="Which of them.")
@of_installation
def files(item_type: str, names: str, instance: str | None, backend: str | None) -> None:
    """Write a collection as files that anybody can download; its metadata list them with their sums."""
    write_files(item_type, formats_of(names), instance, backend)


def formats_of(text: str | None) -> list[str]:
    """The formats of files that a text names."""
    found = [name.strip() for name in (text or "").split(",") if name.strip()]
    for name in found:
        if name not in LISTED:
            raise click.UsageError(f"no file can be written as {name}, use {', '.join(LISTED)}")
    return found


def write_files(item_type: str, formats: list[str], instance: str | None, backend: str | None) -> None:
    """Write the files of a collection that is served, and say what they are."""
    components = application(instance, backend).extensions["searchapp"]
    if item_type not in components.item_types:
        raise SettingsError(f"{item_type} is not served, so that it has no files")
    for file in make_files(components, components.item_types[item_type], formats):
        say(f"{file['name']}: {file['documents']:,} documents, {file['bytes']:,} bytes")


def way_of(options: dict[str, Any]) -> str:
    """The kind of load: replace, update or delete."""
    if options["update"] and options["delete"]:
        raise click.UsageError("--update and --delete cannot be given together")
    return next((way for way in ("update", "delete") if options[way]), "replace")


def files_beside(options: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The mapping file, None without one, and the contents of the metadata and notes files."""
    mapping = loading.json_file(options["mapping"], "a mapping") if options["mapping"] else None
    return mapping, loading.about_collection(options["metadata"], options["fields"])


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


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@file_options
def mapping(files: tuple[str, ...], **options: Any) -> None:
    """Print the mapping that FILEs would be loaded with.

    It is inferred from all documents; change what you like, and give it to `searchapp load --mapping`.
    """
    given = input_of(files, options, BadLines(skip=True, tell=say))
    found = loading.inferred(given)
    click.echo(json.dumps(found, indent=1, ensure_ascii=False))


@main.command()
@of_installation
def indexes(instance: str | None, backend: str | None) -> None:
    """List the collections.

    A line for each: item type, state, number of documents, size, when it was made (UTC), name.
    """
    found = loader_of(instance, backend).collections()
    if not found:
        say(f"there are no collections in {place(settings_of(instance, backend))}")
    for one in found:
        size = f"{one['bytes'] / 1e6:,.1f} MB" if one["bytes"] is not None else ""
        count = f"{one['documents']:,}" if one["documents"] is not None else ""
        row = (one["item_type"], one["state"], count, size, one["created"][:19], one["name"])
        click.echo("{:<16} {:<10} {:>12} {:>12}  {:<19}  {}".format(*row).rstrip())


@main.command()
@item_type_argument
@of_installation
def rollback(item_type: str, instance: str | None, backend: str | None) -> None:
    """Go back to the collection before the current one.

    Running servers notice by themselves.
    """
    say(loader_of(instance, backend).rollback(item_type))


@main.command()
@click.argument("item_types", nargs=-1, metavar="[TYPE...]")
@of_installation
def verify(item_types: tuple[str, ...], instance: str | None, backend: str | None) -> None:
    """Check the current collection of each TYPE, or of all.

    Says for each what was found; the exit code is 1 when one is damaged.
    """
    loader = loader_of(instance, backend)
    known = [one["item_type"] for one in loader.collections() if one["state"] in ("current", "damaged")]
    damaged = 0
    for item_type in item_types or known:
        try:
            click.echo(loader.verify(item_type))
        except LoadError as error:
            damaged += 1
            click.echo(f"{item_type}: {error}")
    if damaged:
        sys.exit(1)


@main.command()
@click.option("--examples", metavar="FOLDER", help="Where the sample collections are.")
@of_installation
def demo(examples: str | None, instance: str | None, backend: str | None) -> None:
    """Load the sample collections, unless they are there.

    Human genes as the item type gene, human diseases as the item type disease. An instance folder that is empty gets
    the configuration of the samples.
    """
    on_bad = BadLines(tell=say)
    loader = loader_of(instance, backend, on_bad)
    if not loader.collections():
        copy_config(examples_folder(examples), instance)
    current = {one["item_type"] for one in loader.collections() if one["state"] == "current"}
    for item_type, name in EXAMPLES.items():
        if item_type in current:
            continue
        stem = examples_folder(examples) / name
        given = loading.Input([f"{stem}.ndjson.gz"], None, None, on_bad)
        files = {kind: f"{stem}-{kind}.json" for kind in ("mapping", "metadata", "fields")}
        say(load_with(loader, item_type, given, "replace", *files_beside(files)))


def examples_folder(given: str | None) -> Path:
    """The folder of the sample collections: the one given, else that of the package or of its source tree."""
    found = Path(given) if given else folder("examples")
    if not (found / "genes.ndjson.gz").is_file():
        raise LoadError(f"there are no sample collections in {found}, say --examples FOLDER")
    return found


def copy_config(examples: Path, instance: str | None) -> None:
    """Give an instance folder without a configuration that of the sample collections, and say so."""
    config = Path(instance_folder({"INSTANCE": instance} if instance else {}) or Flask("searchapp").instance_path)
    config /= "config.py"
    samples = examples / "config.py"
    if os.environ.get("SEARCHAPP_CONFIG") or config.exists() or not samples.is_file():
        return
    config.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(samples, config)
    say(f"the configuration is {config}")


@main.command()
@click.argument("name", metavar="NAME")
def new(name: str) -> None:
    """Write the folder NAME of a new installation.

    It has a configuration with comments and a README of the next steps.
    """
    for path in write_instance(Path(name)):
        click.echo(f"wrote {path}")
    click.echo(f"""
next:
  searchapp load TYPE FILE --instance {name}    load a collection; TYPE is a name of your choice, such as movie
  searchapp serve --instance {name}             serve it at http://127.0.0.1:8000
  edit {Path(name) / "config.py"}, then searchapp config --instance {name}    check the configuration""")


@main.command("import-biothings")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="CONFIG")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there; the file must be new.")
def biothings(path: Path, output: Path | None) -> None:
    """Print the configuration of a BioThings web module as one of ours.

    CONFIG is the file, such as config_web.py. Only the statements are run that the settings need. What has no
    counterpart is named on standard error.
    """
    try:
        found = import_biothings(path)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from error
    text = as_module(found, path.name)
    if output is None:
        click.echo(text, nl=False)
    elif output.exists():
        raise SettingsError(f"{output} is there already")
    else:
        output.write_text(text, encoding="utf-8")
    if found.notes:
        say("\n".join(f"- {note}" for note in dict.fromkeys(found.notes)))


@main.command()
@click.argument("item_type", required=False, metavar="[TYPE]")
@click.option("--guessed", is_flag=True, help="What was guessed of the collection of TYPE, to be copied and changed.")
@of_installation
def config(item_type: str | None, guessed: bool, instance: str | None, backend: str | None) -> None:
    """Print the settings and check them.

    Secrets are masked. The exit code is 1 when the service would not start with them. Fields that they name and the
    collections do not have are reported, and the weights that order hits are shown. With --guessed, what pages and
    ranking use of TYPE where the settings are silent is printed as settings of config.py.
    """
    if guessed or item_type:
        print_guesses(item_type, guessed, application(instance, backend))
        return
    settings = settings_of(instance, backend)
    for name, value in shown(settings).items():
        click.echo(f"{name} = {value!r}")
    components = application(instance, backend).extensions["searchapp"]
    with only_errors(logging.getLogger("searchapp")):  # what is missing is said here in one sentence
        for name, one in components.item_types.items():
            check_collection(components, name, one)
    say("the settings are good")


@contextmanager
def only_errors(logger: logging.Logger) -> Iterator[None]:
    """The logger reports no warnings inside the `with` block."""
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def check_collection(components: Components, name: str, item_type: ItemType) -> None:
    """Report the fields that the settings of an item type name and its collection does not have, and its ranking."""
    try:
        fields = components.metadata.fields(name)
    except PipelineError as error:
        say(f"ITEM_TYPES[{name!r}]: {missing(name, error)}")
        return
    for words in unknown_fields(item_type.settings, fields):
        say(f"ITEM_TYPES[{name!r}]: {words}")
    print_ranking(name, item_type.pipeline.builder)


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
    return f"there is no collection yet, load one by: searchapp load {item_type} FILE" if not_loaded else error.summary


def print_guesses(item_type: str | None, guessed: bool, app: Flask) -> None:
    """Print the guesses of a collection as a part of config.py."""
    if not (item_type and guessed):
        raise click.UsageError("TYPE and --guessed belong together: searchapp config TYPE --guessed")
    components = app.extensions["searchapp"]
    if item_type not in components.item_types:
        raise LoadError(f"there is no collection of type {item_type}, only {', '.join(components.item_types)}")
    found = components.metadata.guesses(item_type)
    if not found:
        raise LoadError(f"nothing was guessed of {item_type}: load it anew")
    known = {setting.name for setting in ITEM_TYPE_SETTINGS}
    settings = {name: value for name, value in found.items() if value and name in known}
    click.echo("ITEM_TYPES = " + pformat({item_type: settings}, width=110, sort_dicts=False))


@main.command()
@of_installation
def routes(instance: str | None, backend: str | None) -> None:
    """Print the paths of the service with their methods."""
    app = application(instance, backend)
    methods: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint.endswith("-post"):  # only says that there is nothing to send
            continue
        methods.setdefault(str(rule), set()).update(rule.methods or ())
    for path in sorted(methods):
        click.echo(f"{' '.join(sorted(methods[path])):<24} {path}")


@main.command()
@click.option(
    "--host", default=lambda: bound()[0], show_default=BIND[0], metavar="HOST", help="0.0.0.0 is all of them."
)
@click.option(
    "--port", default=lambda: bound()[1], show_default=BIND[1], type=click.IntRange(0, 65535), help="0 is any free one."
)
@click.option(
    "--workers", default=2, show_default=True, type=click.IntRange(1), envvar="WEB_CONCURRENCY", help="Processes."
)
@of_installation
def serve(host: str, port: int, workers: int, instance: str | None, backend: str | None) -> None:
    """Serve the collections.

    By gunicorn, with the settings in deploy/gunicorn.conf.py. In the environment BIND may say HOST:PORT, and
    WEB_CONCURRENCY the number of workers. Ctrl-C or SIGTERM end it after the requests under way, SIGHUP loads
    the settings anew.
    """
    components = application(instance, backend).extensions["searchapp"]
    for name, value in (("SEARCHAPP_INSTANCE", instance), ("SEARCHAPP_BACKEND", backend)):
        if value:
            os.environ[name] = str(Path(value).absolute()) if name == "SEARCHAPP_INSTANCE" else value
    listener = listen(host, port)
    base = address(host, listener.getsockname()[1])
    addresses = "\n".join(f"  {one}" for one in to_try(components, base))
    say(f"\nserving on {base}, Ctrl-C ends it; try:\n{addresses}\n")
    become_server(listener, workers, folder("deploy") / "gunicorn.conf.py")


def bound() -> tuple[str, str]:
    """Host and port that BIND names in the environment, else our own."""
    host, _, port = os.environ.get("BIND", ":".join(BIND)).rpartition(":")
    return host, port


if __name__ == "__main__":
    main()
