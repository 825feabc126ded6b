"""Who may import whom: the arrows of docs/architecture.md, read from the source without running it."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "searchapp"
STAGE = {"errors", "did_you_mean", "item_type_names", "json_text", "protocols", "options", "databases.capabilities"}
SHARED = STAGE | {"builders", "formatters", "querystring", "loading", "databases.shared"}
ARROWS = {
    "errors": set(),
    "did_you_mean": set(),
    "item_type_names": set(),
    "json_text": set(),
    "protocols": {"errors"},
    "options": {"errors", "did_you_mean"},
    "querystring": {"errors"},
    "engine": {"querystring"},
    "builders": STAGE | {"querystring"},
    "formatters": STAGE | {"querystring"},
    "collection_notes": STAGE | {"formatters"},
    "loading": STAGE | {"collection_notes", "querystring"},
    "config": {"errors", "did_you_mean", "options", "querystring"},
    "databases": {"config"},
    "databases.capabilities": {"errors"},
    "databases.shared": STAGE | {"formatters", "querystring"},
    "databases.search_engine": SHARED,
    "databases.elastic": SHARED | {"databases.search_engine"},
    "databases.embedded": SHARED | {"databases.search_engine", "engine"},
    "databases.mongo": SHARED | {"engine"},
    "databases.sql": SHARED | {"engine"},
    "relaxing": STAGE | {"builders", "engine", "querystring"},
    "disjunctive": STAGE | {"querystring"},
    "matched": STAGE | {"builders", "engine", "formatters", "querystring"},
    "suggestions": STAGE | {"querystring"},
    "pipeline": STAGE | {"disjunctive", "matched", "relaxing", "suggestions"},
    "slow_queries": {"protocols"},
    "spans": {"config", "errors", "protocols", "version"},
    "aio": {"errors", "pipeline"},
    "metadata": STAGE | {"collection_notes", "formatters"},
    "components": STAGE
    | {
        "builders",
        "config",
        "databases",
        "formatters",
        "metadata",
        "pipeline",
        "relaxing",
        "slow_queries",
        "spans",
    },
    "federated": STAGE | {"components", "relaxing"},
    "web": STAGE
    | {
        "components",
        "config",
        "federated",
        "metadata",
        "querystring",
        "spans",
        "version",
    },
    "version": set(),
    "server": {"components", "config", "web"},
    "cli": STAGE | {"__init__", "components", "config", "databases", "loading", "server", "web"},
    "__init__": STAGE | {"components", "config", "version", "web"},
}
USERS = {
    "flask": {"web", "cli", "__init__"},
    "flask_cors": {"web", "__init__"},
    "werkzeug": {"web", "cli", "__init__"},
    "click": {"cli", "loading"},
    "gunicorn": {"server"},
    "prometheus_client": {"web"},
    "opentelemetry": {"spans", "web"},
    "tantivy": {"engine"},
    "elasticsearch": {"databases.elastic", "databases.search_engine"},
    "elastic_transport": {"databases.elastic", "databases.search_engine"},
    "pymongo": {"databases.mongo"},
    "sqlalchemy": {"databases.sql"},
}
MODULES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
MAX_MODULES = 15
MAX_ARGUMENTS = 6
MAX_LINES = 40
TABLE_OF_CONTENTS = "__init__ create_app"
OF_SETTINGS = {"builders.elastic ElasticBuilder.__init__", "databases.shared.backend DatabaseBackend.__init__"}
"""The constructors whose arguments are settings that the rules name, C1 to C8 and T1 to T5: applications give them."""

CONTRACTS = (
    "pipeline",
    "federated",
    "disjunctive",
    "builders",
    "databases",
    "formatters",
    "relaxing",
    "matched",
    "suggestions",
    "web",
)
OF_STAGES = re.compile(r"\b(?:self\.)?_?(?:builder|backend|formatter|pipeline|metadata)$")
ASKING = ("hasattr", "getattr")
CONSTANT = re.compile(r"^([A-Z][A-Z_0-9]*(?:, [A-Z][A-Z_0-9]*)*)(?:: [^=\n]+)? = -?\d", re.MULTILINE)
BOUNDS = {"MOST", "LEAST", "FEWEST", "LONGEST", "SHORTEST", "LARGEST", "SMALLEST", "HIGHEST", "LOWEST", "DEEPEST"}
WRAPPERS = {"slow_queries", "spans"}
"""Modules that wrap every method of a backend, which they find by name."""
MODULE_NAME = re.compile(r"\b[a-z_]+(?:\.conf)?\.py\b")


def room(module):
    """The part of the package that a module belongs to: a stage, a database's room, or a module at the top."""
    parts = module.removesuffix(".__init__").split(".")
    nested = ".".join(parts[:2])
    return nested if nested in ARROWS else parts[0]


class Facts(NamedTuple):
    """What the tests read from the source of a module, whose tree would fill the memory."""

    imported: list[str]
    functions: list[tuple[str, list[str]]]
    lines: dict[str, int]
    """The number of lines of each function, without its docstring."""
    asked: list[str]
    """The objects that `hasattr` or `getattr` asks for what they have, each with its line."""


@cache
def facts(module):
    by_type = defaultdict(list)
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        by_type[type(node)].append(node)
    types_only = {id(inner) for node in by_type[ast.If] if is_types_only(node) for inner in ast.walk(node)}
    imports = [node for node in by_type[ast.Import] + by_type[ast.ImportFrom] if id(node) not in types_only]
    names = [name for node in imports for name in names_of(module, node)]
    asks = [node for node in by_type[ast.Call] if getattr(node.func, "id", "") in ASKING]
    functions = [found for node in by_type[ast.Module] + by_type[ast.ClassDef] for found in functions_in(node)]
    lines = {node.name: length(node) for node in by_type[ast.FunctionDef]}
    return Facts(names, functions, lines, [f"{node.lineno} {ast.unparse(node.args[0])}" for node in asks])


def imported(module):
    """Every absolute name that a module imports; `from a import b` counts as `a.b`, imports for types do not count."""
    return facts(module).imported


def names_of(module, node):
    """The absolute names that one statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [f"{absolute(module, node)}.{alias.name}" for alias in node.names]


def is_types_only(node):
    return getattr(node.test, "id", "") == "TYPE_CHECKING"


def absolute(module, node):
    """The module of a `from` import, relative ones resolved."""
    if not node.level:
        return node.module
    package = ["searchapp", *module.split(".")][: -node.level]
    return ".".join([*package, *filter(None, [node.module])])


@cache
def own_modules(module):
    """The modules of our package that a module imports."""
    return [*each_own(module)]


def each_own(module):
    for name in imported(module):
        top, *parts = name.split(".")
        if top != "searchapp":
            continue
        for length in (len(parts), len(parts) - 1):
            path = ".".join(parts[:length])
            found = next((one for one in (path, f"{path}.__init__".removeprefix(".")) if one in MODULES), None)
            if found:
                yield found
                break


def test_a_room_imports_only_the_rooms_that_it_may_know():
    wrong = [
        f"{module} imports {other}"
        for module in MODULES
        for other in own_modules(module)
        if room(other) not in ARROWS[room(module)] | {room(module)}
    ]
    assert wrong == []


def test_an_arrow_that_nothing_needs_any_more_is_not_allowed_either():
    drawn = {(room(module), room(other)) for module in MODULES for other in own_modules(module)}
    unused = [
        f"{one} -> {other}"
        for one, allowed in ARROWS.items()
        for other in allowed - (SHARED if one.startswith("databases.") else STAGE)
        if (one, other) not in drawn
    ]
    assert unused == []


def test_a_library_is_imported_only_where_it_belongs():
    wrong = [
        f"{module} imports {library}"
        for module in MODULES
        for library in {name.split(".")[0] for name in imported(module)} & set(USERS)
        if room(module) not in USERS[library]
    ]
    assert wrong == []


def test_the_engine_is_used_through_its_face():
    inner = [
        f"{module} imports {name}"
        for module in MODULES
        if room(module) != "engine"
        for name in imported(module)
        if name.startswith("searchapp.engine.") and name.count(".") > 2
    ]
    assert inner == []


def test_no_modules_import_each_other_in_a_circle():
    assert [circle for circle in circles({module: set(own_modules(module)) for module in MODULES}) if circle] == []


def test_sibling_packages_import_in_one_direction():
    """A package and those inside it may know each other."""
    packages = {
        (module.rpartition(".")[0], other.rpartition(".")[0]) for module in MODULES for other in own_modules(module)
    }
    both = {(one, other) for one, other in packages if one and other and (other, one) in packages}
    assert {(one, other) for one, other in both if not are_nested(one, other)} == set()


def are_nested(one, other):
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def test_a_folder_holds_few_modules():
    counts = Counter(path.parent for path in MODULES.values() if path.name != "__init__.py")
    assert {str(folder): count for folder, count in counts.items() if count > MAX_MODULES} == {}


def test_the_name_of_a_limit_begins_with_max_or_min():
    """Who looks for the limits of the service finds all of them by one word."""
    named = [
        f"{module} {name}"
        for module, path in MODULES.items()
        for line in CONSTANT.findall(path.read_text())
        for name in line.split(", ")
        if BOUNDS.intersection(name.split("_"))
    ]
    assert named == []


def test_a_function_takes_few_arguments():
    """Only the constructors of builders and backends take more: by the rules, each of their settings is an argument."""
    taken = {f"{module} {name}": len(arguments) for module in MODULES for name, arguments in facts(module).functions}
    assert len(taken) > 4000
    assert {name for name, count in taken.items() if count > MAX_ARGUMENTS} == OF_SETTINGS


def test_a_function_fits_a_screen():
    long = {
        f"{module} {name}": count
        for module in MODULES
        for name, count in facts(module).lines.items()
        if count > MAX_LINES
    }
    assert long.keys() == {TABLE_OF_CONTENTS}


def length(function):
    first = function.body[bool(ast.get_docstring(function)) and len(function.body) > 1]
    return function.body[-1].end_lineno - first.lineno + 1


def test_no_stage_is_asked_by_hasattr_or_getattr():
    """protocols.py says what a stage has: who needs more of it writes it there."""
    asked = [
        f"{module}: {line}"
        for module in MODULES
        if room(module).split(".")[0] in CONTRACTS and module not in WRAPPERS
        for line in facts(module).asked
        if OF_STAGES.search(line)
    ]
    assert asked == []


def functions_in(node):
    """The name of each function of a module or class, with the class, and the names of its arguments except `self`."""
    if isinstance(node, ast.ClassDef):
        return [(f"{node.name}.{inner.name}", names_in(inner)[1:]) for inner in node.body if is_method(inner)]
    return [(inner.name, names_in(inner)) for inner in node.body if isinstance(inner, ast.FunctionDef)]


def is_method(node):
    return isinstance(node, ast.FunctionDef) and not any(
        getattr(one, "id", "") == "staticmethod" for one in node.decorator_list
    )


def names_in(function):
    arguments = function.args
    return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def circles(arrows):
    """The groups of modules that reach each other, by Tarjan's algorithm; a package's `__init__` is a module too."""
    number, low, stack, found = {}, {}, [], []

    def visit(module):
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(arrows[module]):
            if other not in number:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == number[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in sorted(arrows):
        if module not in number:
            visit(module)
    return found


def test_every_folder_is_a_package_so_that_the_wheel_has_it():
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_modules_of_every_folder_are_described():
    tables = re.findall(r"<!-- table: ([\w/]+) -->", (PROJECT / "docs" / "architecture.md").read_text())
    folders = {str(path.parent.relative_to(PROJECT)) for path in PACKAGE.rglob("__init__.py")} - {"searchapp"}
    assert sorted(folders - set(tables)) == []


def test_the_files_that_a_newcomer_is_sent_to_are_there():
    where = (PROJECT / "docs" / "architecture.md").read_text().partition("## Where to look")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z_]+/[\w/]*(?:\.py)?)`", where)
    named += re.findall(r"`((?:searchapp|tests|docs)/[\w/*.]+)`", (PROJECT / "CONTRIBUTING.md").read_text())
    assert len(named) > 60
    assert [path for path in named if not [*PROJECT.glob(path), *PACKAGE.glob(path)]] == []


def test_a_module_that_another_one_names_is_there():
    known = {path.name for folder in (PACKAGE, PROJECT / "tests", PROJECT / "deploy") for path in folder.rglob("*.py")}
    known |= {"config_web.py"}  # of another framework, whose settings are taken over
    named = {(name, module) for module, path in MODULES.items() for name in MODULE_NAME.findall(path.read_text())}
    assert len(named) > 30
    assert sorted((name, module) for name, module in named if name not in known) == []


def test_each_process_runs_whole_groups(request):
    """Else each starts every service and loads every collection."""
    grouped = getattr(request.config.option, "loadgroup", False)
    assert not grouped or request.node.nodeid.endswith("@tests/test_shape.py")
