"""`searchapp indexes`, `rollback` and `verify`: list, restore and check collections."""

import sys

import click

from ..loading.bad import LoadError
from .installation import item_type_argument, loader_of, none_there, of_installation, say


@click.command()
@of_installation
def indexes(instance: str | None, backend: str | None) -> None:
    """List the collections.

    One line per collection: item type, state, number of documents, size, time of the load (UTC), name.
    """
    found = loader_of(instance, backend).collections()
    if not found:
        say(none_there(instance, backend))
    for one in found:
        size = f"{one['bytes'] / 1e6:,.1f} MB" if one["bytes"] is not None else ""
        count = f"{one['documents']:,}" if isinstance(one["documents"], int) else ""
        row = (str(one["item_type"]), one["state"], count, size, str(one["created"] or "")[:19], one["name"])
        click.echo("{:<16} {:<10} {:>12} {:>12}  {:<19}  {}".format(*row).rstrip())


@click.command()
@item_type_argument
@of_installation
def rollback(item_type: str, instance: str | None, backend: str | None) -> None:
    """Restore the previous load of a collection.

    Running servers switch to it.
    """
    say(loader_of(instance, backend).rollback(item_type))


@click.command()
@click.argument("item_types", nargs=-1, metavar="[TYPE...]")
@of_installation
def verify(item_types: tuple[str, ...], instance: str | None, backend: str | None) -> None:
    """Check the collections TYPE, or all collections.

    Prints a line per collection. The exit code is 1 if a collection is damaged, or if no collection exists.
    """
    loader = loader_of(instance, backend)
    known = [one["item_type"] for one in loader.collections() if one["state"] in ("current", "damaged")]
    if not item_types and not known:
        raise LoadError(none_there(instance, backend))
    damaged = 0
    for item_type in item_types or known:
        try:
            click.echo(loader.verify(item_type))
        except LoadError as error:
            damaged += 1
            click.echo(f"{item_type}: {error}")
    if damaged:
        sys.exit(1)
