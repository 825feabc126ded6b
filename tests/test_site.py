"""The documentation as a site: built without a warning and without a network, it loads nothing from another host."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
LOADED = re.compile(
    r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=\"((?:https?:)?//[^\"]+)\"|url\(['\"]?((?:https?:)?//[^)]+)\)"
)
WITHOUT_NETWORK = """\
import socket, sys
def refused(*_, **__):
    raise OSError("no network here")
socket.socket.connect = socket.getaddrinfo = refused
from mkdocs.__main__ import cli
cli()
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built as `make site` does but for its place."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-W", "error", "-c", WITHOUT_NETWORK, "build", "--strict", "--site-dir", str(folder)]
    result = subprocess.run(build, cwd=PROJECT, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert "WARNING" not in result.stderr
    return folder


def test_every_page_of_the_documentation_is_in_the_site(site):
    pages = {path.stem for path in (PROJECT / "docs").glob("*.md")}
    assert pages <= {path.stem for path in site.glob("*.html")}
    front = (site / "index.html").read_text()
    assert {page for page in pages if f'href="{page}.html"' not in front} == set()


def test_nothing_is_loaded_from_another_host(site):
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        assert LOADED.findall(path.read_text()) == [], path


def test_the_site_holds_only_pages(site):
    assert list(site.rglob("*.py")) == []
