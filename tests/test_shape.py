"""Who may import whom: the arrows of docs/architecture.md, read from the source without running it."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "searchapp"
STAGE = {"errors", "protocols", "options"}
ARROWS = {
    "errors": set(),
    "capabilities": {"errors"},
    "protocols": set(),
    "settings": {"errors", "options"},
    "settings_checks": {"settings"},
    "configuration": {"settings", "settings_checks"},
    "databases": {"plugins", "settings"},
    "plugins": {"settings"},
    "options": {"errors"},
    "lucene": set(),
    "word_list": set(),
    "engine": {"lucene"},
    "builders": STAGE | {"capabilities", "lucene", "word_list"},
    "backends": STAGE | {"capabilities", "engine", "word_list"},
    "formatters": STAGE,
    "pipeline": STAGE | {"capabilities"},
    "aio": {"errors", "pipeline"},
    "metadata": STAGE | {"formatters"},
    "loading": STAGE,
    "components": STAGE
    | {"aio", "backends", "configuration", "builders", "databases", "formatters", "metadata", "pipeline", "settings"},
    "web": STAGE
    | {"aio", "capabilities", "components", "configuration", "metadata", "pipeline", "plugins", "settings"},
    "worker": {"unreadable", "web"},
    "unreadable": set(),
    "serving": {"components", "settings"},
    "cli": STAGE
    | {"components", "configuration", "databases", "loading", "metadata", "serving", "settings", "settings_checks"},
}
FACTORY = set(ARROWS) - {"engine", "lucene", "word_list", "backends", "builders", "formatters", "loading"}
USERS = {
    "flask": {"web", "cli", "__init__"},
    "flask_cors": {"web", "__init__"},
    "werkzeug": {"web", "cli", "__init__"},
    "click": {"cli", "loading"},
    "gunicorn": {"unreadable", "worker"},
    "prometheus_client": {"web"},
    "tantivy": {"engine"},
    "elasticsearch": {"backends"},
    "elastic_transport": {"backends"},
    "pymongo": {"backends"},
    "sqlalchemy": {"backends"},
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part(path):
    """The stage or the single module that a file belongs to."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path):
    """Every absolute name that a file imports; `from a import b` counts as `a.b`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(path, node)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def absolute(path, node):
    """The module of a `from` import, relative ones resolved."""
    if not node.level:
        return node.module
    package = ("searchapp", *path.relative_to(PACKAGE).parent.parts)
    return ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])


def own_parts(path):
    """The parts of our package that a file imports, beside its own."""
    names = [name.split(".") for name in imported(path)]
    parts = {name[1] for name in names if name[0] == "searchapp" and len(name) > 1}
    return {found for found in parts if is_part(found)} - {part(path)}


def is_part(name):
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_stage_may_know(path):
    allowed = FACTORY if part(path) == "__init__" else ARROWS[part(path)]
    assert own_parts(path) <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_library_is_imported_only_where_it_belongs(path):
    libraries = {name.split(".")[0] for name in imported(path)} & set(USERS)
    assert {library for library in libraries if part(path) not in USERS[library]} == set()


def test_every_part_of_the_package_has_its_arrows():
    assert {part(path) for path in MODULES} - {"__init__"} - set(ARROWS) == set()
