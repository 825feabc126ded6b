"""Imports the classes that settings name. SettingsError says what is wrong with a name, or what to install."""

from importlib import import_module
from typing import Any

from ..config.settings import SettingsError
from ..databases import database


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
