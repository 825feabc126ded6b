import pytest

from searchapp.components.options import allows_raw
from searchapp.config.load import load_settings
from searchapp.config.settings import SettingsError
from searchapp.databases import database, names


def test_an_unknown_database_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match=r"BACKEND must be one of embedded, elasticsearch, sql.*, not 'oracle'"):
        database("oracle")


def test_every_database_is_there_by_its_name():
    assert {"embedded", "elasticsearch", "sql"} <= set(names())
    assert database("sql").builder == "searchapp.databases.sql.builder.SqlBuilder"


@pytest.mark.parametrize(
    ("backend", "given", "allowed"),
    [("embedded", None, True), ("sql", None, False), ("sql", True, True), ("embedded", False, False)],
)
def test_raw_answers_are_off_where_they_would_show_tables(tmp_path, backend, given, allowed):
    assert allows_raw(load_settings(tmp_path, {"BACKEND": backend, "ALLOW_RAW": given})) is allowed
