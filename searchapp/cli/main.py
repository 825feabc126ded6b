"""The group of all commands, which prints their errors."""

import errno
from typing import Any

import click

from ..config.settings import SettingsError
from ..errors import PipelineError
from ..loading.bad import LoadError
from ..options.nesting import MAX_DEPTH
from .biothings import biothings
from .collections import indexes, rollback, verify
from .config import config, new
from .demo import demo
from .files import files
from .installation import CONTROLS, SETTINGS_PATH, say
from .key import key
from .load import load, mapping
from .serve import routes, serve

INTERRUPTED = 130


class Commands(click.Group):
    """Prints an error that a user can correct as one line; the exit code is 1."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except (LoadError, SettingsError) as error:
            raise click.ClickException(str(error).translate(CONTROLS)) from error
        except PipelineError as error:
            raise click.ClickException(": ".join([error.summary, *context.meta.get(SETTINGS_PATH, ())])) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            raise click.ClickException(
                ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
            ) from error
        except RecursionError as error:
            raise click.ClickException(f"fields are nested deeper than {MAX_DEPTH} levels") from error
        except MemoryError as error:
            raise click.ClickException("there is not enough memory") from error
        except KeyboardInterrupt:
            say("interrupted, the collection is unchanged")
            context.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="searchapp")
def main() -> None:
    """A public API and pages over collections of JSON documents.

    Settings come from config.py in the instance folder and from SEARCHAPP_* in the environment. The options --instance
    and --backend of a command override them.
    """


for command in (load, mapping, files, indexes, rollback, verify, demo, new, config, biothings, key, routes, serve):
    main.add_command(command)
