"""Goal: no request, whatever it holds, costs more than 1 s of a processor or 64 MB, on any database.

make attack DATABASE=sqlite N=500 SEED=7 ATTACK=--nginx     or python -m tests.robustness.attack sqlite 500 7 --nginx

The database is loaded with the sample collections, then asked by a worker in 4 GB of address space. What is beyond the
goal is printed with the start of its answer; the command fails when there is any. `--only` sends those of the drawn
requests, by number, that it names, and prints them; `--chosen` sends the requests that are chosen by hand first.
"""

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import Column, MetaData, String, Table, create_engine

from tests.robustness.attack import stack
from tests.robustness.attack.chosen import REQUESTS
from tests.robustness.attack.drawn import drawn_requests
from tests.robustness.attack.measure import measured, summary
from tests.robustness.figures.service import MB, memory, processes
from tests.services import elasticsearch, engines, mariadb, mongo, postgres
from tests.services.server import Server
from tests.services.sql_database import make_database

ADDRESS_SPACE = 4 * 2**30
SERVICES = {
    "elasticsearch": elasticsearch.Node,
    "mongo": mongo.Mongo,
    "postgresql": postgres.Postgres,
    "mariadb": mariadb.MariaDB,
}


def loaded(cleanup, name, documents):
    """An engine on this database that holds the collections, and the process of the database, if it has one."""
    folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory()))
    engines.COLLECTIONS = {kind: (file, documents or most) for kind, (file, most) in engines.COLLECTIONS.items()}
    file = engines.sql("sqlite", folder, f"sqlite:///{folder}/collections.sqlite")
    engine, database = engine_on(cleanup, name, folder)
    if name == "mariadb":  # searchapp load does not write to it
        engines.load_collections(file, folder)
        copy_tables(file.settings["SQL_URL"], engine.settings["SQL_URL"])
    else:
        engines.load_collections(engine, folder)
    engine.settings["ALLOW_NESTED_QUERY"] = True
    return engine, database


def engine_on(cleanup, name, folder):
    """An engine without collections on this database, and the process of the database, if it has one."""
    if name not in SERVICES:
        file = f"sqlite:///{folder}/collections.sqlite"
        return engines.sql(name, folder, file) if name == "sqlite" else engines.embedded(folder), None
    service = SERVICES[name]()
    cleanup.callback(service.stop)
    make = {"elasticsearch": engines.elasticsearch, "mongo": engines.mongo}.get(name)
    engine = make(folder, service.url) if make else engines.sql(name, folder, make_database(service.url))
    return engine, service.process.pid


def copy_tables(source, target, names=("gene", "disease", "edge")):
    """Writes the tables of the collections from one SQL database into another."""
    source, target = create_engine(source), create_engine(target)
    for name in names:
        table = Table(name, MetaData(), autoload_with=source)
        copied = Table(name, MetaData(), *map(copied_column, table.columns))
        copied.create(target)
        with source.connect() as reading, target.begin() as writing:
            writing.execute(copied.insert(), [row._asdict() for row in reading.execute(table.select())])


def copied_column(column):
    return Column(column.name, String(200) if column.primary_key else column.type, primary_key=column.primary_key)


def attacked(engine, requests, database):
    """The cost of each request to a worker on this engine; the memory of the worker in the end is printed."""
    server = Server(engine.environment, engine.instance / "server.log", 1, ADDRESS_SPACE)
    try:
        list(measured(server, drawn_requests(40, "warm")))
        yield from measured(server, requests, database)
        print(f"{memory(processes(server)[1], 'VmRSS') / MB:.0f} MB in the end")
    finally:
        server.stop()


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.robustness.attack", description=__doc__.splitlines()[0])
    parser.add_argument("database", choices=["embedded", "sqlite", *SERVICES])
    parser.add_argument("count", type=int, nargs="?", default=500)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--nginx", action="store_true", help="through nginx, to two instances, by four clients")
    parser.add_argument("--chosen", action="store_true", help="also those chosen by hand")
    parser.add_argument("--only", help="numbers of the drawn requests to send, separated by commas; all are printed")
    parser.add_argument("--documents", type=int, help="of each collection that are loaded, 3,000 or 2,000 if not given")
    return parser.parse_args()


def requests_of(given):
    """The requests to send, numbered."""
    if given.chosen:
        yield from ((name, *request) for name, request in REQUESTS.items())
    only = given.only and set(map(int, given.only.split(",")))
    for number, (name, *request) in enumerate(drawn_requests(given.count, given.seed)):
        if not only or number in only:
            yield (f"#{number} {name}", *request)


def main():
    given = arguments()
    with ExitStack() as cleanup:
        engine, database = loaded(cleanup, given.database, given.documents)
        print(f"{given.database}, {given.count} requests, seed {given.seed}", flush=True)
        if given.nginx:
            failed = stack.attack(engine, requests_of(given), given.seed, ADDRESS_SPACE)
        else:
            failed = summary(attacked(engine, requests_of(given), database), bool(given.only))
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
