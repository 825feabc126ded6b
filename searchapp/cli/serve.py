"""`searchapp serve` and `searchapp routes`: the service and its paths."""

import os
import tempfile
from pathlib import Path

import click

from .. import folder
from ..server.serve import address, become_server, listen, to_try
from .installation import application, components_of, of_installation, say

BIND = ("127.0.0.1", "8000")


@click.command()
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


@click.command()
@click.option(
    "--host", default=lambda: bound()[0], show_default=BIND[0], metavar="HOST", help="0.0.0.0 means every address."
)
@click.option(
    "--port",
    default=lambda: bound()[1],
    show_default=BIND[1],
    type=click.IntRange(0, 65535),
    help="0 means any free port.",
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    envvar="WEB_CONCURRENCY",
    help="Number of processes.",
)
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(exists=True, dir_okay=False))
@of_installation
def serve(file: str | None, host: str, port: int, workers: int, instance: str | None, backend: str | None) -> None:
    """Serve the collections, or the tables of FILE.

    FILE is a SQLite database. It is not changed. Foreign keys become links between its tables.

    The server is gunicorn, with the settings of deploy/gunicorn.conf.py. The environment variable BIND is HOST:PORT,
    WEB_CONCURRENCY the number of workers. Ctrl-C or SIGTERM ends the server after the current requests; SIGHUP makes
    it read the settings again.
    """
    if file:
        instance, backend = instance_for(file, instance), "sql"
    components = components_of(instance, backend)
    for name, value in (("SEARCHAPP_INSTANCE", instance), ("SEARCHAPP_BACKEND", backend)):
        if value:
            os.environ[name] = str(Path(value).absolute()) if name == "SEARCHAPP_INSTANCE" else value
    listener = listen(host, port)
    base = address(host, listener.getsockname()[1])
    addresses = "\n".join(f"  {one}" for one in to_try(components, base))
    say(f"\nserving on {base}, Ctrl-C ends it; try:\n{addresses}\n")
    become_server(listener, workers, folder("deploy") / "gunicorn.conf.py")


def instance_for(file: str, instance: str | None) -> str | None:
    """The instance that serves a SQLite file: the given one, else a new folder for temporary files."""
    os.environ["SEARCHAPP_SQL_URL"] = f"sqlite:///{Path(file).absolute()}"
    return instance or os.environ.get("SEARCHAPP_INSTANCE") or tempfile.mkdtemp(prefix="searchapp-")


def bound() -> tuple[str, str]:
    """Host and port that BIND names in the environment, else our own."""
    host, _, port = os.environ.get("BIND", ":".join(BIND)).rpartition(":")
    return host, port
