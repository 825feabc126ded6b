"""The cases of tests/cases on SQL databases; sql_differs.yaml names those that do not hold there, and why."""

from pathlib import Path

import pytest

from tests.contract.http_case import run
from tests.contract.shared_cases import SHARED, decided_by_database, named_differences, parameters, unknown

DIFFERS = named_differences(Path(__file__).with_name("sql_differs.yaml"))


@pytest.mark.parametrize("case", parameters(SHARED, DIFFERS))
def test_case_on_sqlite(sqlite_engine, servers, case):
    lines = run(case, servers(sqlite_engine))
    assert not lines, "\n" + "\n".join(lines)


@pytest.mark.postgresql
@pytest.mark.parametrize("case", parameters(decided_by_database(SHARED), DIFFERS))
def test_case_on_postgresql(postgresql_engine, servers, case):
    lines = run(case, servers(postgresql_engine))
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_that_there_is():
    assert not unknown(DIFFERS, SHARED)
