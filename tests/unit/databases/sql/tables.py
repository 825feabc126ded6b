"""Tables for the tests that somebody else might have made."""

from sqlalchemy import create_engine


def filled(url, *statements):
    """The address of a database after these statements."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()
    return url
