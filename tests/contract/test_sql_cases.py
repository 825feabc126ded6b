"""The cases of tests/cases on SQL databases; sql_differs.yaml names those that do not hold there, and why."""

from pathlib import Path

import pytest

from tests.contract.http_case import run
from tests.contract.shared_cases import SHARED, named_differences, parameters, unknown

DATABASES = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgresql)]
DIFFERS = named_differences(Path(__file__).with_name("sql_differs.yaml"))


@pytest.fixture(scope="module", params=DATABASES)
def sql_url(request, servers):
    """The address of a live server on the database."""
    return servers(request.getfixturevalue(f"{request.param}_engine"))


@pytest.mark.parametrize("case", parameters(SHARED, DIFFERS))
def test_case(sql_url, case):
    lines = run(case, sql_url)
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_that_there_is():
    assert not unknown(DIFFERS, SHARED)
