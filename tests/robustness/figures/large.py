"""Goal: no request for documents of 80 kB takes more than 1 s of a processor or 64 MB, streams only not the latter.

python -m tests.robustness.figures.large DATABASE [DOCUMENTS] [BYTES]     1,500 documents of 80,000 bytes by default
"""

import json
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.robustness.attack.__main__ import copy_tables, engine_on
from tests.robustness.attack.chosen import post, sent, url
from tests.robustness.attack.measure import answered, measured, summary
from tests.robustness.rich_collection import word
from tests.services import engines
from tests.services.server import Server

QUERY = "/v1/large/query"
FORMATS = ("json", "ndjson", "csv", "tsv", "yaml", "msgpack", "html", "xlsx")
IDS = [f"D:{number}" for number in range(1000)]
MAPPING = {
    "properties": {"name": {"type": "text"}, "kind": {"type": "keyword"}, "parts": {"type": "object", "enabled": False}}
}


def document(number, size, dice):
    """A document of about this number of bytes: a list of objects."""
    parts = [
        {"id": dice.randrange(10**6), "word": word(dice), "is": dice.random() < 0.5, "list": [word(dice), word(dice)]}
        for _ in range(size // 75)
    ]
    return {"_id": f"D:{number}", "name": f"part {word(dice)}", "kind": str(number % 9), "parts": parts}


def loaded(cleanup, name, count, size):
    """An engine on this database with the collection `large`, and the process of the database, if it has one."""
    folder, dice = Path(cleanup.enter_context(tempfile.TemporaryDirectory())), random.Random(1)
    with (folder / "docs.ndjson").open("w") as file:
        file.writelines(json.dumps(document(number, size, dice)) + "\n" for number in range(count))
    (folder / "mapping.json").write_text(json.dumps(MAPPING))
    file = engines.sql("sqlite", folder, f"sqlite:///{folder}/collections.sqlite")
    engine, database = engine_on(cleanup, name, folder)
    mapping = [f"--mapping={folder / 'mapping.json'}"]
    engines.load(file if name == "mariadb" else engine, "large", folder / "docs.ndjson", *mapping)
    if name == "mariadb":  # searchapp load does not write to it
        copy_tables(file.settings["SQL_URL"], engine.settings["SQL_URL"], ("large",))
    return engine, database


def requests_of(server):
    """The requests by name; the second batch of a scroll needs the id that the first one brings."""
    for format in FORMATS:
        yield f"1,000 documents as {format}", *url(QUERY, q="*", size=1000, format=format)
    yield "1,000 names", *url(QUERY, q="*", size=1000, fields="name")
    yield "1,000 names in other words", *url(QUERY, q="*", size=1000, jmespath="hits|[].name")
    for format in ("json", "ndjson", "html"):
        yield f"1,000 ids as {format}", *post("/v1/large", ids=IDS, format=format)
        yield f"a list as {format}", *sent("\n".join(IDS), "text/plain", f"/v1/large/batch?format={format}")
    yield "1,000 names of ids", *post("/v1/large", ids=IDS, fields="name")
    for format in ("ndjson", "csv", "tsv", "ndjson&fields=name", "csv&fields=name", "ndjson&sort=-kind"):
        yield f"fetch_all as {format}", "GET", f"{QUERY}?q=*&fetch_all=true&format={format}", None, {}
    for format in ("json", "yaml", "msgpack", "html"):
        yield f"a scroll as {format}", *url(QUERY, q="*", fetch_all="true", format=format)
    first = json.loads(answered(server.port, *url(QUERY, q="*", fetch_all="true"), whole=True)[1])
    yield f"its second batch after {len(first['hits'])}", *url(QUERY, scroll_id=first["_scroll_id"])


def main(name, count="1500", size="80000"):
    with ExitStack() as cleanup:
        engine, database = loaded(cleanup, name, int(count), int(size))
        types = json.dumps({"large": {"default_fields": ["name"]}})
        environment = {key: value for key, value in engine.environment.items() if key != "SEARCHAPP_CONFIG"}
        server = Server(
            {**environment, "SEARCHAPP_ITEM_TYPES": types}, engine.instance / "server.log", 1, 6_000_000 * 1024
        )
        cleanup.callback(server.stop)
        list(measured(server, [("warm", *url(QUERY, q="part")), ("warm", *url(QUERY, q="*", format="html"))]))
        summary(measured(server, requests_of(server), database), all_printed=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
