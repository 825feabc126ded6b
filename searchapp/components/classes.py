"""Imports the classes that settings name, and checks plugins. SettingsError says what is wrong, or what to install."""

from importlib import import_module
from typing import Any

from ..config.plugins import plugins
from ..config.settings import SettingsError
from ..databases import Database, database


def make(name: str, **arguments: Any) -> Any:
    """An object of the class with a dotted name. Raises SettingsError if the class does not take these arguments."""
    try:
        return class_of(name)(**arguments)
    except TypeError as error:
        raise SettingsError(f"{name} cannot be used: {error}") from error


def class_of(name: str) -> Any:
    """The class with a dotted name. Raises SettingsError if it does not exist."""
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise SettingsError(f"there is no class {name}: {error}") from error


def with_driver(name: str, dotted: str) -> Any:
    """A class or function of a database. If its driver is missing, SettingsError says how to install it."""
    found = database(name)
    try:
        return class_of(dotted)
    except SettingsError as error:
        missing = error.__cause__
        if found.extra is None or not isinstance(missing, ModuleNotFoundError):
            raise
        advice = f"pip install 'searchapp[{found.extra}]'"
        raise SettingsError(f"BACKEND {name} needs {missing.name}, which is not installed: {advice}") from error


def check_plugins(*kinds: type) -> None:
    """Raises a SettingsError for a plugin that is neither a database nor of one of these kinds."""
    for name, given in plugins(object).items():
        if not isinstance(given, (Database, *kinds)):
            known = ", ".join(kind.__name__ for kind in kinds)
            raise SettingsError(f"the plugin {name} must be a {known} or Database, not {type(given).__name__}")
