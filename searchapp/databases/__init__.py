"""The databases that can hold collections: the classes of their stages, and the settings that these get.

A plugin adds a database by an entry point in the group `searchapp.plugins`: its name is a value of BACKEND, its object
is a Database. docs/backends.md says how to write one.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from ..config.plugins import plugins
from ..config.settings import SettingsError


@dataclass(frozen=True)
class Database:
    """Dotted names of classes; `settings` and `item_settings` say which setting is which argument of the backend,
    and of the builder of an item type. Without a loader the database is filled by others. `can` names the capabilities
    of a plugin's; ours are in capabilities.py. `extra` is the extra of our package that installs the driver. `check` is
    a function of the settings, which raises ValueError at the start where the service cannot work with them. `at` is a
    function of an address with one of the `schemes`. It gives the settings for the database at that address and the
    names of its collections, and raises ValueError if it has none."""

    backend: str
    builder: str = "searchapp.builders.elastic.ElasticBuilder"
    formatter: str = "searchapp.formatters.elastic.ElasticFormatter"
    loader: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    item_settings: Mapping[str, str] = field(default_factory=dict)
    allow_raw: bool = False
    can: tuple[str, ...] = ()
    extra: str | None = None
    check: str | None = None
    schemes: tuple[str, ...] = ()
    at: str | None = None


SUGGEST = {"suggest_fields": "suggest_fields", "suggest_weight": "suggest_weight"}

SEARCH_ENGINE = {**SUGGEST, "ranking": "ranking"}

DATABASES: dict[str, Database] = {
    "embedded": Database(
        backend="searchapp.databases.embedded.backend.EmbeddedBackend",
        loader="searchapp.databases.embedded.loader.EmbeddedLoader",
        settings={"folder": "DATA_FOLDER", "words_folder": "INSTANCE"},
        item_settings=SEARCH_ENGINE,
        allow_raw=True,
    ),
    "elasticsearch": Database(
        backend="searchapp.databases.elastic.backend.ElasticBackend",
        loader="searchapp.databases.elastic.loader.ElasticLoader",
        check="searchapp.databases.elastic.connection.check_options",
        schemes=("http", "https"),
        at="searchapp.databases.elastic.connection.settings_of_address",
        settings={"url": "ES_URL", "options": "ES_OPTIONS"},
        item_settings=SEARCH_ENGINE,
        allow_raw=True,
    ),
    "sql": Database(
        backend="searchapp.databases.sql.backend.SqlBackend",
        builder="searchapp.databases.sql.builder.SqlBuilder",
        loader="searchapp.databases.sql.loading.loader.SqlLoader",
        extra="sql",
        check="searchapp.databases.sql.connection.checks.check_start",
        settings={"url": "SQL_URL", "options": "SQL_OPTIONS", "item_types": "ITEM_TYPES"},
        item_settings={"tables": "tables", **SUGGEST},
    ),
    "mongo": Database(
        backend="searchapp.databases.mongo.backend.MongoBackend",
        builder="searchapp.databases.mongo.builder.MongoBuilder",
        loader="searchapp.databases.mongo.loading.loader.MongoLoader",
        extra="mongo",
        check="searchapp.databases.mongo.connection.check_options",
        schemes=("mongodb", "mongodb+srv"),
        at="searchapp.databases.mongo.connection.settings_of_address",
        settings={
            "url": "MONGO_URL",
            "database": "MONGO_DATABASE",
            "options": "MONGO_OPTIONS",
            "collation": "MONGO_COLLATION",
        },
        item_settings=SUGGEST,
    ),
}


def database(name: str) -> Database:
    """The database of that name, ours or a plugin's. SettingsError lists the known names."""
    if name in DATABASES:
        return DATABASES[name]
    found = plugins(Database)
    if name in found:
        return found[name]
    raise SettingsError(f"BACKEND must be one of {', '.join((*DATABASES, *found))}, not {name!r}")


def of_scheme(scheme: str) -> str | None:
    """The database for addresses of this scheme; None for SQL databases, whose schemes are names of dialects."""
    return next((name for name, one in DATABASES.items() if scheme in one.schemes), None)


def names() -> list[str]:
    """The names of all databases; only ours if a plugin cannot be loaded."""
    found: dict[str, Database] = {}
    with suppress(SettingsError):
        found = plugins(Database)
    return list(dict.fromkeys([*DATABASES, *found]))
