"""The options of an application, with the defaults and limits of its settings."""

from typing import Any

from ..config.settings import SettingsError
from ..databases import database
from ..options import catalog, optionset
from ..options.option import Option
from . import Settings

LIMITS = (
    ("SIZE", "size", "default"),
    ("MAX_SIZE", "size", "max"),
    ("MAX_WINDOW", "from_", "max"),
    ("MAX_BATCH", "q", "max"),
    ("MAX_BATCH", "id", "max"),
    ("MAX_TEXT", "q", "max_length"),
    ("MAX_TEXT", "id", "max_length"),
    ("MAX_TEXT", "filter", "max"),
    ("MAX_TEXT", "post_filter", "max"),
    ("FACET_SIZE", "facet_size", "default"),
    ("MAX_FACET_SIZE", "facet_size", "max"),
)
"""The settings that are defaults or limits of options."""

RAW = ("raw", "rawquery", "explain")


def make_options(settings: Settings) -> tuple[Option, ...]:
    """All options of this application, with its defaults and limits."""
    changes: dict[str, dict[str, Any]] = {}
    for setting, option, attribute in LIMITS:
        changes.setdefault(option, {})[attribute] = settings[setting]
    changes["out_format"] = format_choices(settings["EXTRA_FORMATS"])
    if not allows_raw(settings):
        changes.update({name: {"methods": ()} for name in RAW})
    for option, own in settings["CHANGED_OPTIONS"].items():
        changes[option] = {**changes.get(option, {}), **own}
    if not all(isinstance(option, Option) for option in settings["EXTRA_OPTIONS"]):
        raise SettingsError("EXTRA_OPTIONS must hold Option declarations")
    try:
        options = optionset.catalog(settings["EXTRA_OPTIONS"], changes)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    check_defaults(options, settings)
    return options


def check_defaults(options: tuple[Option, ...], settings: Settings) -> None:
    """Raise SettingsError if the default of an option differs from its setting, which builders and pages read."""
    defaults = {option.name: option.default for option in options}
    for setting, name, attribute in LIMITS:
        if attribute == "default" and defaults[name] != settings[setting]:
            raise SettingsError(f"CHANGED_OPTIONS cannot change the default of {name}, use the setting {setting}")


def format_choices(extra: Any) -> dict[str, tuple[str, ...]]:
    """The choices of the option `format`, and the choices that only endpoints with documents accept."""
    names = (*catalog.FORMATS, *(format.name for format in extra))
    tables = (*catalog.TABLES, *(format.name for format in extra if format.streams))
    return {"choices": tuple(dict.fromkeys(names)), "document_choices": tuple(dict.fromkeys(tables))}


def allows_raw(settings: Settings) -> bool:
    """Whether callers may see queries and responses of the database: the setting ALLOW_RAW, else its default."""
    allowed = settings["ALLOW_RAW"]
    return database(settings["BACKEND"]).allow_raw if allowed is None else bool(allowed)
