"""`searchapp key`: a new key for a caller of the API."""

import re

import click

from ..config.settings import SettingsError
from ..web.rate_limits.keys import new_key
from .installation import say


@click.command()
@click.argument("name", metavar="NAME")
def key(name: str) -> None:
    """Make an API key for the caller NAME.

    The key is printed once. Add the line on standard error, which has only a hash of the key, to the file of API_KEYS.
    """
    if not re.fullmatch(r"[\w.@-]+", name):
        raise SettingsError("a name may have only letters, digits and . _ - @")
    text, line = new_key(name)
    click.echo(text)
    say(line)
