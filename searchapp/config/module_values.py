"""Reads the values of names in a Python module, and runs only the statements that they need."""

import ast
import builtins
import importlib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

MODULES = ("re", "copy", "collections", "itertools", "string", "math")
"""The modules that statements may import. Names from other modules get an Absent."""

BUILTINS = (
    "abs", "all", "any", "bool", "dict", "enumerate", "filter", "float", "frozenset", "getattr", "hasattr", "int",
    "isinstance", "len", "list", "map", "max", "min", "range", "repr", "reversed", "round", "set", "sorted", "str",
    "sum", "tuple", "zip", "Exception", "ImportError", "KeyError", "NameError", "ValueError",
)  # fmt: skip


class Absent(dict[str, Any]):
    """The value of a name from a module that is not imported: an empty object with any attribute."""

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent()

    def __call__(self, *_: Any, **__: Any) -> "Absent":
        return Absent()


def module_values(path: Path, names: Collection[str]) -> tuple[dict[str, Any], list[str]]:
    """The values of the names that the module has, and a text for each statement that cannot be run."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    found: dict[str, Any] = {}
    problems: list[str] = []
    for module in starred(tree):
        beside = path.parent / f"{module}.py"
        if beside.is_file():
            values, others = module_values(beside, names)
            found, problems = {**found, **values}, [*problems, *others]
    own = {name: getattr(builtins, name) for name in BUILTINS}
    namespace: dict[str, Any] = {**found, "__builtins__": {**own, "__import__": imported}, "__name__": "configuration"}
    for statement in needed(tree.body, names):
        try:
            exec(compile(ast.Module([statement], []), str(path), "exec"), namespace)
        except Exception as error:  # any error of this module: its other names can still be read
            problems.append(f"{path.name}, line {statement.lineno} cannot be read: {error}")
    return {name: namespace[name] for name in names if name in namespace}, problems


def assigned(path: Path) -> set[str]:
    """The names in capitals that the module gives values to."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return {name for statement in tree.body for name in bound(statement) if name.isupper()}


def starred(tree: ast.Module) -> Iterable[str]:
    """The modules that are imported with `*`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.names[0].name == "*":
            yield node.module


def needed(statements: list[ast.stmt], names: Collection[str]) -> list[ast.stmt]:
    """The statements that define the names, and the statements that these need, in order."""
    wanted, found = set(names), []
    for statement in reversed(statements):
        if wanted & bound(statement) and not (isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"):
            found.append(statement)
            wanted |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return found[::-1]


def bound(statement: ast.stmt) -> set[str]:
    """The names that a statement binds or changes."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Subscript | ast.Attribute):
            found |= changed(node)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


def changed(node: ast.Subscript | ast.Attribute) -> set[str]:
    """The name of the object whose element is set, or whose method may change it, such as `X.append`."""
    base: ast.expr = node
    while isinstance(base, ast.Subscript | ast.Attribute | ast.Call):
        base = base.func if isinstance(base, ast.Call) else base.value
    is_method = isinstance(node, ast.Attribute) and node.attr in ("append", "extend", "insert", "update", "setdefault")
    return {base.id} if isinstance(base, ast.Name) and (is_method or isinstance(node.ctx, ast.Store)) else set()


def imported(name: str, _: Any = None, __: Any = None, names: Iterable[str] = (), ___: int = 0) -> Any:
    """The result of an import statement: an allowed module, else an Absent."""
    return importlib.import_module(name) if name in MODULES else Absent()


def without_absent(value: Any) -> Any:
    """The value; None if it came from another module."""
    return None if isinstance(value, Absent) and not value else value
