"""Plugins of installed packages: entry points in the group `searchapp.plugins`, each a backend, a format or a page."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from .settings import SettingsError

GROUP = "searchapp.plugins"

Kind = TypeVar("Kind")


@cache
def installed() -> list[EntryPoint]:
    """The entry points of all plugins, sorted by name. A process reads the files of all installed packages once."""
    return sorted(entry_points(group=GROUP), key=lambda plugin: plugin.name)


def plugins(kind: type[Kind]) -> dict[str, Kind]:
    """The plugins of one kind, sorted by name. Raises SettingsError for a plugin that cannot be loaded."""
    found = {}
    for plugin in installed():
        try:
            given = plugin.load()
        except Exception as error:
            raise SettingsError(f"the plugin {plugin.name} ({plugin.value}) cannot be loaded: {error}") from error
        if isinstance(given, kind):
            found[plugin.name] = given
    return found
