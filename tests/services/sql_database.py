"""A new database on a SQL server, for one test."""

import uuid

from sqlalchemy import create_engine, make_url


def make_database(url: str) -> str:
    """The address of a new database on the server at `url`, which may keep every character of Unicode."""
    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    address = make_url(url)
    characters = " CHARACTER SET utf8mb4" if address.get_backend_name() == "mysql" else ""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}{characters}")
    engine.dispose()
    return address.set(database=name).render_as_string(hide_password=False)
