"""The tables of a database that can be item types, and the reasons for leaving out others."""

from sqlalchemy import Connection, column, inspect, select, table
from sqlalchemy.exc import DatabaseError, NoSuchTableError

from .collection import PREVIOUS, REGISTRY
from .keys import key_columns
from .reflection import reflected
from .wrong_settings import WrongSetting

OF_TOOLS = frozenset((
    "alembic_version", "django_migrations", "django_session", "django_admin_log", "django_content_type",
    "schema_migrations", "ar_internal_metadata", "flyway_schema_history", "__EFMigrationsHistory",
    "knex_migrations", "knex_migrations_lock", "_prisma_migrations", "databasechangelog", "databasechangeloglock",
))  # fmt: skip
"""Tables of tools: for migrations, sessions and logs."""
OF_VIEW = 'a view has no key of its own: name its columns by "key"'
LEFT_OUT = "{name} is left out: {reason} in ITEM_TYPES"


def item_types(connection: Connection) -> tuple[list[str], dict[str, str]]:
    """The item types that our loader wrote, else every table with a key; and the tables and views that are left out.

    Each table or view that is left out has the reason, in one sentence.
    """
    names = inspect(connection).get_table_names()
    if REGISTRY in names:
        registry = table(REGISTRY, column("name"), column("item_type"))
        rows = connection.execute(select(registry))
        known = (row.item_type for row in rows if isinstance(row.item_type, str) and not row.name.endswith(PREVIOUS))
        return sorted(known), {}
    names = sorted(set(names) - internal_tables(connection))
    problems = {name: reason for name in names if (reason := problem(connection, name))}
    views = sorted(inspect(connection).get_view_names())
    problems |= {name: LEFT_OUT.format(name=name, reason=OF_VIEW) for name in views}
    return [name for name in names if name not in problems], problems


def problem(connection: Connection, name: str) -> str | None:
    """The reason why a table cannot be an item type without settings; None if it can."""
    if name in OF_TOOLS:
        return LEFT_OUT.format(name=name, reason="a tool keeps its state there: name it")
    try:
        key_columns(connection, reflected(connection, name), {})
    except WrongSetting as error:
        return LEFT_OUT.format(name=name, reason=error)
    except NoSuchTableError:
        return LEFT_OUT.format(name=name, reason="it has no columns: leave it out")
    return None


def internal_tables(connection: Connection) -> set[str]:
    """The internal tables of SQLite and of its full-text indexes."""
    if connection.dialect.name != "sqlite":
        return set()
    try:
        rows = connection.exec_driver_sql("PRAGMA table_list").all()
    except DatabaseError:
        return set()
    return {row.name for row in rows if row.type != "table" or row.name.startswith("sqlite_")}
