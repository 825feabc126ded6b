"""The file of settings, which is Python."""

import ast
import runpy
import traceback
from pathlib import Path
from typing import Any

from .settings import BY_NAME, SettingsError


def file_settings(path: Path) -> dict[str, Any]:
    """The upper-case names that a configuration file defines; empty if the file does not exist."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
    found = run(path)
    for name in found.get("__annotations__", ()):
        if is_setting(name) and name not in found:
            raise SettingsError(f"{path.name}: {name} has no value, write {name} = ...")
    if "INSTANCE" in found:
        raise SettingsError(f"{path.name}: INSTANCE cannot be set in this file, use SEARCHAPP_INSTANCE or --instance")
    for name, value in found.items():
        setting = BY_NAME.get(name.upper())
        if setting and name != setting.name and isinstance(value, setting.type):
            raise SettingsError(f"{path.name}: write {name} in capitals, {setting.name}; names of helpers begin with _")
    return {name: value for name, value in found.items() if is_setting(name)}


def is_setting(name: str) -> bool:
    """Whether a name of a configuration file is a setting; names of helpers begin with `_`."""
    return name.isupper() and not name.startswith("_")


def run(path: Path) -> dict[str, Any]:
    """The names that a Python file defines. Raises SettingsError with the line that fails."""
    try:
        check_keys(path)
        return runpy.run_path(str(path))
    except SettingsError:
        raise
    except SyntaxError as error:
        raise SettingsError(f"{path.name} line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f"{path.name} line {lines[-1]}" if lines else path.name
        raise SettingsError(f"{where}: {type(error).__name__}: {error}") from error


def check_keys(path: Path) -> None:
    """Raise SettingsError for an object with two equal keys, of which Python would ignore the first."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        keys = [key for key in node.keys if isinstance(key, ast.Constant)] if isinstance(node, ast.Dict) else []
        for number, key in enumerate(keys):
            if key.value in [earlier.value for earlier in keys[:number]]:
                raise SettingsError(f"{path.name} line {key.lineno}: the key {key.value!r} is already in this object")
