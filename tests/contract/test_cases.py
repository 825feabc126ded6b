"""The cases of tests/cases, over HTTP, on every engine."""

import pytest

from tests.conftest import ENGINES
from tests.contract.http_case import run
from tests.contract.shared_cases import all_cases


def parameters():
    """(engine, case) for every case and every engine that it names."""
    for file, case in all_cases():
        for engine in case.get("engines", ENGINES):
            marks = [pytest.mark.elasticsearch] if engine == "elasticsearch" else []
            yield pytest.param(engine, case, id=f"{engine}-{file}-{case['name']}", marks=marks)


@pytest.mark.parametrize(("engine", "case"), list(parameters()), indirect=["engine"])
def test_case(base_url, case):
    lines = run(case, base_url)
    assert not lines, "\n" + "\n".join(lines)
