"""The settings of this installation, read and checked.

Later sources override earlier ones: the defaults in settings.py, `instance/config.py` (or the file that
SEARCHAPP_CONFIG names), `SEARCHAPP_<NAME>` in the environment, and the mapping given to `create_app`. Unknown names and
wrong types stop the start.
"""

import contextlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..did_you_mean import did_you_mean
from . import biothings
from .checks import ENVIRONMENT, MIN_SECRET_KEY, check, check_settings
from .file import file_settings
from .masking import without_password
from .settings import BY_NAME, ITEM_TYPE_SETTINGS, SETTINGS, Setting, SettingsError

PREFIX = "SEARCHAPP_"
NOT_SETTINGS = ("CONFIG", "TEST_")
BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def instance_folder(config: Mapping[str, Any] | None = None) -> str | None:
    """The folder of the instance from the argument or the environment, or None. It has the file of settings."""
    folder = (config or {}).get("INSTANCE") or os.environ.get(PREFIX + "INSTANCE")
    if folder and not isinstance(folder, str | Path):
        raise SettingsError(f"INSTANCE must be str or Path, not {type(folder).__name__}")
    return str(Path(folder).absolute()) if folder else None


def load_settings(
    instance: Path, config: Mapping[str, Any] | None = None, ignored: Iterable[str] = ()
) -> dict[str, Any]:
    """All settings, checked. Names in `ignored` belong to the framework and are returned unchanged.

    Raises SettingsError for an unknown name or an invalid value.
    """
    values: dict[str, Any] = {setting.name: setting.default for setting in SETTINGS}
    for source, layer in layers(instance, config or {}):
        check_layer(layer, source, frozenset(ignored))
        values.update(layer)
    values["INSTANCE"] = str(instance)
    values["DATA_FOLDER"] = values["DATA_FOLDER"] or str(instance / "data")
    values["DOWNLOADS"] = values["DOWNLOADS"] or str(instance / "downloads")
    values["SQL_URL"] = values["SQL_URL"] or f"sqlite:///{instance / 'collections.db'}"
    if values["SECRET_KEY"] is None:
        values["SECRET_KEY"] = secret_key(instance)
    values["URL_PREFIX"] = values["URL_PREFIX"].strip("/")
    if values["ITEM_TYPES"] is not None:
        values["ITEM_TYPES"] = {name: item_type_settings(name, own) for name, own in values["ITEM_TYPES"].items()}
    check_settings(values)
    return values


def layers(instance: Path, config: Mapping[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    """Pairs of source and settings; later pairs override earlier ones."""
    named = os.environ.get(PREFIX + "CONFIG")
    path = Path(named or instance / "config.py")
    if named and not path.is_file():
        raise SettingsError(f"SEARCHAPP_CONFIG names a file that does not exist: {named}")
    yield path.name, file_settings(path)
    yield ENVIRONMENT, environment_settings(os.environ)
    yield "create_app", dict(config)


def environment_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings given as `SEARCHAPP_<NAME>`; everything but text is written as JSON."""
    found = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and not name.startswith(NOT_SETTINGS):
            found[name] = from_text(text, BY_NAME[name]) if name in BY_NAME else text
    return found


OF_SERVER = {
    **dict.fromkeys(("HOST", "PORT", "BIND"), "set the environment variable BIND, such as 127.0.0.1:8000"),
    **dict.fromkeys(("WORKERS", "WEB_CONCURRENCY"), "set the environment variable WEB_CONCURRENCY"),
}
"""Settings of the server before it reads a configuration, and where they are set instead."""


def from_text(text: str, setting: Setting) -> Any:
    """The value of a text for this setting; the text itself if it cannot be converted."""
    if setting.type is str:
        return text
    if setting.type is bool and text.lower() in BOOLEANS:
        return BOOLEANS[text.lower()]
    try:
        return json.loads(text)
    except ValueError:
        return text


def check_layer(layer: Mapping[str, Any], source: str, ignored: frozenset[str]) -> None:
    for name, value in layer.items():
        if name in BY_NAME:
            check(BY_NAME[name], value, source)
        elif name not in ignored:
            raise SettingsError(f"unknown setting {name} in {source}{advice_for(name, source)}")


def advice_for(name: str, source: str) -> str:
    """Advice for an unknown setting."""
    if name in OF_SERVER:
        return f"; {OF_SERVER[name]}"
    if name in {*biothings.RENAMED, *biothings.TRANSLATED, *biothings.OF_TYPES, *biothings.ADVICE}:
        return "; `searchapp import-biothings` translates the settings of BioThings"
    helper = "; names of helpers begin with _" if source.endswith(".py") else ""
    return f"{did_you_mean(name, BY_NAME)}{helper}"


def item_type_settings(name: str, own: Any) -> dict[str, Any]:
    """The settings of one item type, completed with the defaults."""
    source = f"ITEM_TYPES[{name!r}]"
    if not isinstance(own, dict):
        raise SettingsError(f"{source} must be a dict, not {type(own).__name__}")
    by_name = {setting.name: setting for setting in ITEM_TYPE_SETTINGS}
    for key, value in own.items():
        if key not in by_name:
            raise SettingsError(f"unknown setting {key} in {source}{did_you_mean(key, by_name)}")
        check(by_name[key], value, source)
    return {setting.name: setting.default for setting in ITEM_TYPE_SETTINGS} | own


def secret_key(folder: Path) -> str:
    """The secret key of this installation. The first process writes it to a file, the others read it."""
    path = folder / "secret_key"
    try:
        if not path.exists():
            write_once(path, secrets.token_hex(32))
        key = path.read_text()
    except OSError as error:
        if path.exists():
            raise SettingsError(f"{path} cannot be read: {error.strerror}") from error
        raise SettingsError(
            f"SECRET_KEY is not set, and a new key cannot be written to {path}: {error.strerror}"
        ) from error
    if len(key) < MIN_SECRET_KEY:
        raise SettingsError(f"{path} is damaged: it has {len(key)} characters; remove the file, and a new key is made")
    return key


def write_once(path: Path, text: str) -> None:
    """Write the text durably to a file that only its owner can read, unless another process wrote it first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    with contextlib.suppress(FileExistsError):
        os.link(name, path)
    Path(name).unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def without_secrets(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with masked secrets, for printing."""
    return {setting.name: masked(setting, config[setting.name]) for setting in SETTINGS}


def masked(setting: Setting, value: Any) -> Any:
    if not setting.secret or not value:
        return value
    if setting.name.endswith("_URL"):
        return without_password(value) if isinstance(value, str) else [without_password(url) for url in value]
    return dict.fromkeys(value, "***") if isinstance(value, dict) else "***"
