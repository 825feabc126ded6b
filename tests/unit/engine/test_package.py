"""The engine as a package of its own: what docs/engine.md says of it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import searchapp
from searchapp import engine
from searchapp.engine import Engine

pytestmark = pytest.mark.slow

PAGE = Path(searchapp.__file__).parents[1] / "docs" / "engine.md"
METHODS = [name for name in vars(Engine) if not name.startswith("_")]


@pytest.mark.slow
def test_the_example_runs_where_nothing_else_of_ours_is(tmp_path):
    package = tmp_path / "alone"
    for part in ("engine", "querystring"):
        shutil.copytree(Path(searchapp.__file__).parent / part, package / part)
    program, printed = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text(), re.S).groups()
    (tmp_path / "example.py").write_text(program.replace("searchapp.engine", "alone.engine"))
    result = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (result.stdout, result.stderr) == (printed, "")


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_a_docstring(name):
    assert (getattr(Engine, name).__doc__ or "").strip(), name


@pytest.mark.parametrize("name", engine.__all__)
def test_every_part_is_found_in_a_new_process(name):
    code = f"from searchapp.engine import {name}; import searchapp.engine; assert searchapp.engine.{name} is {name}"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_an_unknown_part_is_an_attribute_error():
    assert set(engine.__all__) == set(engine.PLACES)
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        _ = engine.nosuch
