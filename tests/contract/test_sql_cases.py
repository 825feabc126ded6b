"""The cases of tests/cases on SQL databases; sql_differs.yaml names those that do not hold there, and why."""

from pathlib import Path

import pytest
import yaml

from tests.contract.http_case import run

FOLDER = Path(__file__).parent
CASES = FOLDER.parent / "cases"
DATABASES = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgresql)]
DIFFERS = {
    (file, name): reason
    for reason, files in yaml.safe_load((FOLDER / "sql_differs.yaml").read_text()).items()
    for file, names in files.items()
    for name in names
}


def parameters():
    """Every case that is for all engines; one that differs must fail, or the list of differences is stale."""
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text()):
            if "engines" not in case:
                reason = DIFFERS.get((path.stem, case["name"]))
                marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
                yield pytest.param(case, id=f"{path.stem}-{case['name']}", marks=marks)


@pytest.fixture(scope="module", params=DATABASES)
def sql_url(request, servers):
    """The address of a live server on the database."""
    return servers(request.getfixturevalue(f"{request.param}_engine"))


@pytest.mark.parametrize("case", list(parameters()))
def test_case(sql_url, case):
    lines = run(case, sql_url)
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_that_there_is():
    cases = {(path.stem, case["name"]) for path in CASES.glob("*.yaml") for case in yaml.safe_load(path.read_text())}
    assert set(DIFFERS) <= cases
