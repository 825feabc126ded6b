"""The settings for `searchapp serve PLACE`: a SQLite file, or the address of a database that other programs filled."""

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from ..components.classes import with_driver
from ..databases import database, of_scheme
from ..item_type_names import item_types_for
from ..loading.formats.detect import detected
from ..loading.formats.unpack import PEEK_BYTES
from .installation import say

MAX_COLLECTIONS = 50
SECRET = re.compile(
    r"(?:^|[_.])(?:password|passwd|passphrase|secret|token|api_?key|private_?key)(?:_hash)?$", re.IGNORECASE
)
"""Names of fields with secrets."""


def serve_from(place: str, instance: str | None) -> str:
    """Puts the settings for a place into the environment.

    The result is the instance: the given one, else a new folder for temporary files.
    """
    try:
        settings = settings_for(place)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="PLACE") from error
    for name, value in settings.items():
        os.environ[f"SEARCHAPP_{name}"] = value if isinstance(value, str) else json.dumps(value)
    own = instance or os.environ.get("SEARCHAPP_INSTANCE")
    if not own and title_of(place):
        os.environ.setdefault("SEARCHAPP_TITLE", title_of(place))
    return own or tempfile.mkdtemp(prefix="searchapp-")


def title_of(place: str) -> str:
    """The title without a configuration: the name of the file, the database, or the indices; empty without one."""
    path = Path(urlsplit(place).path if "://" in place else place)
    is_file = "://" not in place or place.startswith("sqlite")
    names = (path.stem if is_file else path.name).split(",")
    return ", ".join(filter(None, (name.strip("*_- ") for name in names)))


def settings_for(place: str) -> dict[str, Any]:
    """The settings that serve a file or an address. ValueError if nothing is there."""
    scheme, _, rest = place.partition("://")
    if not rest:
        if not Path(place).exists():
            raise ValueError(f"{place} is neither a file nor the address of a database")
        if not is_sqlite(Path(place)):
            raise ValueError(f"{place} is not a SQLite file: run `searchapp load {place}`, then `searchapp serve`")
        return {"BACKEND": "sql", "SQL_URL": f"sqlite:///{Path(place).absolute()}"}
    name = of_scheme(scheme)
    if name is None:
        return {"BACKEND": "sql", "SQL_URL": place}
    settings, collections = with_driver(name, str(database(name).at))(place)
    return {"BACKEND": name, **settings, "ITEM_TYPES": item_types(collections)}


def secret_fields(item_types: Mapping[str, Iterable[str]]) -> list[str]:
    """The fields whose names suggest secrets, with their item types, such as `user.password`."""
    return [f"{item_type}.{name}" for item_type, names in item_types.items() for name in names if SECRET.search(name)]


def is_sqlite(path: Path) -> bool:
    """Whether a file is a SQLite database. For SQLite, an empty file is one without tables."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(PEEK_BYTES)
    return not head or detected(path.name, head) == "sqlite"


def item_types(names: Iterable[str]) -> dict[str, dict[str, str]]:
    """An item type for each collection, with the name of the collection as far as possible; without hidden ones."""
    shown = sorted({name for name in names if not name.startswith((".", "system."))})
    if not shown:
        raise ValueError("the database has no collections to serve")
    if len(shown) > MAX_COLLECTIONS:
        say(f"only the first {MAX_COLLECTIONS} of {len(shown)} collections are served: name the ones that you want")
    return {item_type: {"index": name} for item_type, name in item_types_for(shown[:MAX_COLLECTIONS]).items()}
