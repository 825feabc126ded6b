"""The cases of tests/cases on MongoDB; mongo_differs.yaml names those that do not hold there, and why."""

from pathlib import Path

import pytest

from tests.contract.http_case import run
from tests.contract.shared_cases import SHARED, decided_by_database, named_differences, parameters, unknown

DIFFERS = named_differences(Path(__file__).with_name("mongo_differs.yaml"))


@pytest.mark.mongo
@pytest.mark.parametrize("case", parameters(decided_by_database(SHARED), DIFFERS))
def test_case(mongo_engine, servers, case):
    lines = run(case, servers(mongo_engine))
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_that_there_is():
    assert not unknown(DIFFERS, SHARED)
