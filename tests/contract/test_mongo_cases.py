"""The cases of tests/cases on MongoDB; mongo_differs.yaml names those that do not hold there, and why."""

from pathlib import Path

import pytest
import yaml

from tests.contract.http_case import run

FOLDER = Path(__file__).parent
CASES = FOLDER.parent / "cases"
DIFFERS = {
    (file, name): reason
    for reason, files in yaml.safe_load((FOLDER / "mongo_differs.yaml").read_text()).items()
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


@pytest.mark.mongo
@pytest.mark.parametrize("case", list(parameters()))
def test_case(mongo_engine, servers, case):
    lines = run(case, servers(mongo_engine))
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_that_there_is():
    cases = {(path.stem, case["name"]) for path in CASES.glob("*.yaml") for case in yaml.safe_load(path.read_text())}
    assert set(DIFFERS) <= cases
