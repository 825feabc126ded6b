"""The engines that the suite runs on, each with the test collections loaded by our own loader."""

import gzip
import itertools
import json
import os
import runpy
import subprocess
import sys
import urllib.request
import uuid
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient

from searchapp import create_app

PROJECT = Path(__file__).parents[2]
EXAMPLES = PROJECT / "examples"
DATA = PROJECT / "tests" / "data"
CONFIG = DATA / "config.py"
ENGINES = ("embedded", "elasticsearch")
COLLECTIONS = {"gene": ("genes", 3000), "disease": ("diseases", 2000)}


@dataclass
class Engine:
    """An engine that holds the test collections: its name and the settings with which it is reached."""

    name: str
    instance: Path
    settings: dict

    @property
    def config(self) -> dict:
        """The settings for `create_app`."""
        file = {name: value for name, value in runpy.run_path(str(CONFIG)).items() if name.isupper()}
        return file | self.settings | {"INSTANCE": str(self.instance)}

    @property
    def environment(self) -> dict[str, str]:
        """The same settings for another process."""
        settings = {f"SEARCHAPP_{name}": as_text(value) for name, value in self.settings.items()}
        rest = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
        return rest | settings | {"SEARCHAPP_INSTANCE": str(self.instance), "SEARCHAPP_CONFIG": str(CONFIG)}


def embedded(folder: Path) -> Engine:
    return Engine("embedded", folder, {"BACKEND": "embedded", "SECRET_KEY": "k" * 32})


def elasticsearch(folder: Path, url: str) -> Engine:
    """An engine on the node at `url` whose indices have a prefix of their own."""
    prefix = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    settings = {"BACKEND": "elasticsearch", "ES_URL": url, "INDEX_PREFIX": prefix, "SECRET_KEY": "k" * 32}
    return Engine("elasticsearch", folder, settings)


def mongo(folder: Path, url: str) -> Engine:
    """An engine on the MongoDB server at `url` with a database of its own, in which case does not count."""
    settings = {"MONGO_URL": url, "MONGO_DATABASE": f"searchapp_test_{uuid.uuid4().hex[:8]}"}
    settings |= {"BACKEND": "mongo", "MONGO_COLLATION": {"locale": "en", "strength": 2}, "SECRET_KEY": "k" * 32}
    return Engine("mongo", folder, settings)


def sql(name: str, folder: Path, url: str) -> Engine:
    """An engine on the SQL database at `url`."""
    return Engine(name, folder, {"BACKEND": "sql", "SQL_URL": url, "SECRET_KEY": "k" * 32})


def as_text(value: object) -> str:
    """A setting as the environment holds it."""
    return value if isinstance(value, str) else json.dumps(value)


def remove_indices(url: str, prefix: str) -> None:
    """Deletes every index with this prefix on the node at `url`."""
    address = f"{url}/{prefix}_*?expand_wildcards=all"
    urllib.request.urlopen(urllib.request.Request(address, method="DELETE"), timeout=60).close()


def load_collections(engine: Engine, folder: Path) -> None:
    """Loads the small collections and the hand-made one."""
    for item_type, (name, count) in COLLECTIONS.items():
        source = folder / f"{name}.ndjson"
        if not source.exists():
            with gzip.open(EXAMPLES / f"{name}.ndjson.gz", "rt") as lines:
                source.write_text("".join(itertools.islice(lines, count)))
        load(engine, item_type, source, *described_by(EXAMPLES / name))
    load(engine, "edge", DATA / "edge.ndjson", *described_by(DATA / "edge"))


def described_by(stem: Path) -> list[str]:
    """The options that name the mapping and the metadata beside a collection."""
    return [f"--{kind}={stem}-{kind}.json" for kind in ("mapping", "metadata")]


def client(
    folder: Path, item_type: str, documents: list, mapping: dict | None = None, **settings: object
) -> FlaskClient:
    """Asks an application with one embedded collection of these documents; `mapping` has the fields' definitions."""
    engine = loaded(folder, item_type, documents, mapping)
    return create_app({"INSTANCE": str(engine.instance), "SECRET_KEY": "k" * 32, **settings}).test_client()


def loaded(folder: Path, item_type: str, documents: list, mapping: dict | None = None) -> Engine:
    """The embedded engine with one collection of these documents, loaded as a user would."""
    source, definitions = folder / f"{item_type}.ndjson", folder / f"{item_type}-mapping.json"
    source.write_text("".join(json.dumps(document) + "\n" for document in documents))
    engine = embedded(folder / "instance")
    if mapping:
        definitions.write_text(json.dumps({"properties": mapping}))
    load(engine, item_type, source, *([f"--mapping={definitions}"] if mapping else []))
    return engine


def load(engine: Engine, item_type: str, source: Path, *options: str) -> None:
    """Runs `searchapp load` as a user would; its words are in the error when it fails."""
    command = [sys.executable, "-m", "searchapp.cli", "load", item_type, str(source), *options]
    result = subprocess.run(command, env=engine.environment, cwd=PROJECT, capture_output=True, text=True, timeout=300)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stdout[-2000:]}{result.stderr[-2000:]}")
