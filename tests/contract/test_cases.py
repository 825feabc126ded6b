"""The cases of tests/cases, over HTTP, on every engine."""

from pathlib import Path

import pytest
import yaml

from tests.conftest import ENGINES
from tests.contract.http_case import run

CASES = Path(__file__).parents[1] / "cases"


def parameters():
    """(engine, case) for every case and every engine that it names."""
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text()):
            for engine in case.get("engines", ENGINES):
                marks = [pytest.mark.elasticsearch] if engine == "elasticsearch" else []
                yield pytest.param(engine, case, id=f"{engine}-{path.stem}-{case['name']}", marks=marks)


@pytest.mark.parametrize(("engine", "case"), list(parameters()), indirect=["engine"])
def test_case(base_url, case):
    lines = run(case, base_url)
    assert not lines, "\n" + "\n".join(lines)
