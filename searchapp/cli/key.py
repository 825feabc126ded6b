"""`searchapp key`: a new key for a caller of the API."""

import re

import click

from ..config.settings import SettingsError
from ..web.budgets.keys import new_key
from .installation import say


@click.command()
@click.argument("name", metavar="NAME")
def key(name: str) -> None:
    """Make a key for the caller NAME.

    It is printed once. The line on standard error belongs into the file of API_KEYS; it has only a hash of the key.
    """
    if not re.fullmatch(r"[\w.@-]+", name):
        raise SettingsError("a name has letters, digits and . _ - @ only")
    text, line = new_key(name)
    click.echo(text)
    say(line)
