"""`searchapp import-biothings`: the configuration of a BioThings web module as a configuration of this service."""

from pathlib import Path

import click

from ..config.biothings import as_module, import_biothings
from ..config.settings import SettingsError
from .installation import say


@click.command("import-biothings")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="CONFIG")
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="File to write, which must not exist yet."
)
def biothings(path: Path, output: Path | None) -> None:
    """Translate a BioThings configuration.

    CONFIG is a file such as config_web.py. Only the statements that the settings need are run. Settings without a
    counterpart are listed on standard error.
    """
    try:
        found = import_biothings(path)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from error
    text = as_module(found, path.name)
    if output is None:
        click.echo(text, nl=False)
    elif output.exists():
        raise SettingsError(f"{output} already exists, choose another file")
    else:
        output.write_text(text, encoding="utf-8")
    if found.notes:
        say("\n".join(f"- {note}" for note in dict.fromkeys(found.notes)))
