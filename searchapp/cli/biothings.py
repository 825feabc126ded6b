"""`searchapp import-biothings`: the configuration of a BioThings web module as one of ours."""

from pathlib import Path

import click

from ..config.biothings import as_module, import_biothings
from ..config.settings import SettingsError
from .installation import say


@click.command("import-biothings")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="CONFIG")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there; the file must be new.")
def biothings(path: Path, output: Path | None) -> None:
    """Print a BioThings configuration as one of ours.

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
