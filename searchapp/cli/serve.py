"""`searchapp serve` and `searchapp routes`: the service and its paths."""

import os
from contextlib import suppress
from pathlib import Path

import click

from .. import folder
from ..components import Components
from ..errors import PipelineError
from ..loading.sentences import first_names
from ..server.serve import address, become_server, listen, to_try
from .installation import application, components_of, of_installation, say
from .served import secret_fields, serve_from

BIND = ("127.0.0.1", "8000")


@click.command()
@of_installation
def routes(instance: str | None, backend: str | None) -> None:
    """Print the paths of the service with their methods."""
    app = application(instance, backend)
    methods: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint.endswith("-post"):  # the view for POST on read-only paths
            continue
        methods.setdefault(str(rule), set()).update(rule.methods or ())
    for path in sorted(methods):
        click.echo(f"{' '.join(sorted(methods[path])):<24} {path}")


@click.command()
@click.option(
    "--host",
    default=lambda: bound()[0],
    show_default=BIND[0],
    metavar="HOST",
    help="Address to listen on; 0.0.0.0 means all.",
)
@click.option(
    "--port",
    default=lambda: bound()[1],
    show_default=BIND[1],
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 means any free port.",
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    envvar="WEB_CONCURRENCY",
    help="Number of processes.",
)
@click.argument("place", required=False, metavar="[PLACE]")
@of_installation
def serve(place: str | None, host: str, port: int, workers: int, instance: str | None, backend: str | None) -> None:
    """Serve the loaded collections, or the database at PLACE.

    The service only reads from PLACE, and writes nothing to it.

    \b
    shop.db                                 all tables of a SQLite file; foreign keys become links
    postgresql+psycopg://reader@host/shop   all tables of a SQL database
    http://host:9200/movies,papers          indices of Elasticsearch; without a path all open ones
    mongodb://host/shop                     the collections of a MongoDB database

    The server is gunicorn, with the settings of deploy/gunicorn.conf.py. The environment variable BIND sets
    HOST:PORT, WEB_CONCURRENCY the number of workers. Ctrl-C or SIGTERM stops the server after the current requests;
    SIGHUP makes it read the settings again.
    """
    if place:
        instance, backend = serve_from(place, instance), os.environ["SEARCHAPP_BACKEND"]
    components = components_of(instance, backend)
    if place:
        say_secrets(components)
    for name, value in (("SEARCHAPP_INSTANCE", instance), ("SEARCHAPP_BACKEND", backend)):
        if value:
            os.environ[name] = str(Path(value).absolute()) if name == "SEARCHAPP_INSTANCE" else value
    host = host.strip("[]")  # an address of IPv6, as in BIND=[::1]:8000
    listener = listen(host, port)
    base = address(host, listener.getsockname()[1])
    addresses = "\n".join(f"  {one}" for one in to_try(components, base))
    with suppress(OSError):  # the disk of a log may be full
        say(f"\nserving on {base}, stop it with Ctrl-C; try:\n{addresses}\n")
    become_server(listener, workers, folder("deploy") / "gunicorn.conf.py")


def say_secrets(components: Components) -> None:
    """Print the fields of a database whose names suggest secrets, if the database answers."""
    with suppress(PipelineError):
        names = secret_fields({name: components.metadata.fields(name) for name in components.item_types})
        if names:
            say(f"all users of the service can read {first_names(names, 'fields')}: list in ITEM_TYPES what to serve")


def bound() -> tuple[str, str]:
    """The host and port of BIND in the environment, else the default."""
    given = os.environ.get("BIND", ":".join(BIND))
    host, _, port = given.rpartition(":")
    if not port.isdecimal():
        raise click.UsageError(f"the environment variable BIND must be HOST:PORT, not {given!r}")
    return host, port
