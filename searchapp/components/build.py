"""Makes the components that the settings name, after checks of the settings."""

import logging
from typing import Any, cast

from ..config.load import without_secrets
from ..config.settings import ITEM_TYPE_SETTINGS, SettingsError
from ..config.traces_wanted import traces_wanted
from ..databases import database
from ..errors import PipelineError
from ..item_type_names import name_problem
from ..metadata import Metadata
from ..protocols import Backend
from ..slow_queries import LoggedBackend
from . import Components, Settings
from .classes import class_of
from .options import make_options
from .stages import make_backend, make_item_type

logger = logging.getLogger(__name__)


def build_components(settings: Settings) -> Components:
    """The components that the settings name. Raises SettingsError if settings contradict each other."""
    backend = make_backend(settings)
    if traces_wanted():
        from ..spans import TracedBackend  # imported here, so that OpenTelemetry is only loaded with traces on

        backend = cast(Backend, TracedBackend(backend, settings["BACKEND"]))
    if settings["SLOW_QUERY"] is not None:
        backend = cast(Backend, LoggedBackend(backend, settings["SLOW_QUERY"]))
    check_start(settings)
    types = settings["ITEM_TYPES"] or found_types(backend, f"the database ({location(settings)})")
    default = settings["DEFAULT_ITEM_TYPE"] or next(iter(types))
    check_types(types, default)
    check_status_check(settings["STATUS_CHECK"], types)
    metadata = Metadata(backend, settings["METADATA_MAX_AGE"], types, default, settings["DEADLINE"])
    return Components(
        settings=settings,
        backend=backend,
        metadata=metadata,
        options=make_options(settings),
        item_types={name: make_item_type(name, own, settings, backend, metadata) for name, own in types.items()},
    )


def location(settings: Settings) -> str:
    """The setting with the location of the collections and its value, without secrets."""
    name = next(iter(database(settings["BACKEND"]).settings.values()), "BACKEND")
    return f"{name} {without_secrets(settings)[name]}"


def found_types(backend: Backend, which: str = "the database") -> dict[str, dict[str, Any]]:
    """The item types in the database, with default settings."""
    try:
        names = backend.item_types()
    except PipelineError as error:
        raise SettingsError(
            f"ITEM_TYPES is not set, and the collections of {which} cannot be listed: {error}"
        ) from error
    served = [name for name in names if not name_problem(name)]
    for name in names:
        if name not in served:
            logger.warning("%r is left out: %s; give it another name in ITEM_TYPES", name, name_problem(name))
    if not served:
        raise SettingsError(f"{which} has no collections: load one, or set ITEM_TYPES")
    return {name: {setting.name: setting.default for setting in ITEM_TYPE_SETTINGS} for name in served}


def check_types(types: Settings, default: str) -> None:
    for name in types:
        if problem := name_problem(name):
            raise SettingsError(problem)
    if default not in types:
        raise SettingsError(f"DEFAULT_ITEM_TYPE is {default}, which is not an item type; known: {', '.join(types)}")


def check_status_check(ids: Settings, types: Settings) -> None:
    for name in ids:
        if name not in types:
            raise SettingsError(f"STATUS_CHECK names {name!r}, which is not an item type; known: {', '.join(types)}")


def check_start(settings: Settings) -> None:
    """Raises SettingsError if the check of the database fails for these settings."""
    check = database(settings["BACKEND"]).check
    if check is None:
        return
    try:
        class_of(check)(settings)
    except ValueError as error:
        raise error if isinstance(error, SettingsError) else SettingsError(str(error)) from error
