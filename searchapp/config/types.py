"""Checks of the type of each setting, of its entries, and of the size of its numbers."""

from collections.abc import Mapping
from typing import Any

from .settings import Setting, SettingsError

ENVIRONMENT = "the environment"
MAX_NUMBER = 2**53
"""The largest whole number that JSON represents exactly."""


def check(setting: Setting, value: Any, source: str) -> None:
    """Raise SettingsError if a value, or an entry of it, has a type or size that the setting does not allow."""
    if value is None and setting.default is None:
        return
    where = f"{setting.name} in {source}"
    if not is_of(value, setting.type):
        form = ", written as JSON" if source == ENVIRONMENT else ""
        raise SettingsError(f"{where} must be {names_of(setting.type)}{form}, not {type(value).__name__}")
    for key in value if isinstance(value, Mapping) else ():
        if not isinstance(key, str):
            raise SettingsError(f"{where} must have texts as keys, not {key!r}")
    entries = [value]
    if setting.of and not isinstance(value, str):
        entries = list(value.values() if isinstance(value, Mapping) else value)
        for entry in entries:
            if not is_of(entry, setting.of):
                raise SettingsError(f"{where} must hold {names_of(setting.of)}, not {entry!r}")
    for entry in entries:
        if setting.choices and entry not in setting.choices:
            raise SettingsError(f"{where} must be one of {', '.join(setting.choices)}, not {entry!r}")
        if isinstance(entry, int | float) and not 0 <= entry <= MAX_NUMBER:
            problem = "must not be negative" if entry < 0 else f"must be a number up to {MAX_NUMBER}, not {entry}"
            raise SettingsError(f"{where} {problem}")


def is_of(value: Any, types: type | tuple[type, ...]) -> bool:
    """Whether a value has one of these types; True and False are no numbers."""
    return isinstance(value, types) and (not isinstance(value, bool) or bool in as_tuple(types))


def names_of(types: type | tuple[type, ...]) -> str:
    """`int or float`."""
    return " or ".join("None" if kind is type(None) else kind.__name__ for kind in as_tuple(types))


def as_tuple(types: type | tuple[type, ...]) -> tuple[type, ...]:
    return types if isinstance(types, tuple) else (types,)
