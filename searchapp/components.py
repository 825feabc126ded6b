"""Makes the components that the settings name: a backend, the metadata, and a pipeline per item type."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from .builders.elastic import ElasticBuilder
from .builders.limits import Limits
from .config.load import without_secrets
from .config.settings import ITEM_TYPE_SETTINGS, SettingsError
from .config.traces_wanted import traces_wanted
from .databases import database
from .databases.capabilities import can
from .errors import PipelineError
from .formatters.elastic import ElasticFormatter
from .item_type_names import name_problem, title_of
from .metadata import Metadata
from .options import catalog, optionset
from .options.option import Option
from .pipeline import Pipeline
from .protocols import Backend
from .relaxing.relaxer import Relaxer
from .slow_queries import LoggedBackend

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

logger = logging.getLogger(__name__)

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class ItemType:
    """One collection: its settings and its pipeline."""

    name: str
    settings: Settings
    pipeline: Pipeline
    formatter: ElasticFormatter

    @property
    def title(self) -> str:
        """The configured title, else the name as words."""
        return self.settings["title"] or title_of(self.name)


@dataclass(frozen=True)
class Components:
    """The components that answer requests."""

    settings: Settings
    backend: Backend
    metadata: Metadata
    options: tuple[Option, ...]
    item_types: Mapping[str, ItemType]

    @property
    def default(self) -> ItemType:
        """The item type of paths without an item type."""
        return self.item_types[self.settings["DEFAULT_ITEM_TYPE"] or next(iter(self.item_types))]


def build_components(settings: Settings) -> Components:
    """The components that the settings name. Raises SettingsError if settings contradict each other."""
    backend = make_backend(settings)
    if traces_wanted():
        from .spans import TracedBackend  # imported here, so that OpenTelemetry is only loaded with traces on

        backend = cast(Backend, TracedBackend(backend, settings["BACKEND"]))
    if settings["SLOW_QUERY"] is not None:
        backend = cast(Backend, LoggedBackend(backend, settings["SLOW_QUERY"]))
    check_start(settings)
    types = settings["ITEM_TYPES"] or found_types(backend, f"the database ({place(settings)})")
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


def place(settings: Settings) -> str:
    """The setting for the place of the collections, with its value without secrets."""
    name = next(iter(database(settings["BACKEND"]).settings.values()), "BACKEND")
    return f"{name} {without_secrets(settings)[name]}"


def found_types(backend: Backend, which: str = "the database") -> dict[str, dict[str, Any]]:
    """The types that the database holds, with default settings."""
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


def make_backend(settings: Settings) -> Backend:
    """The backend that BACKEND names; only the driver of this backend is imported."""
    common = {
        "indices": {name: own["index"] for name, own in (settings["ITEM_TYPES"] or {}).items()},
        "default_item_type": settings["DEFAULT_ITEM_TYPE"] or next(iter(settings["ITEM_TYPES"] or {}), None),
        "prefix": settings["INDEX_PREFIX"],
        "secret_key": f"{settings['BACKEND']}:{settings['SECRET_KEY']}",  # the forms of scroll ids differ
        "scroll_time": settings["SCROLL_TIME"],
        "scroll_size": settings["SCROLL_SIZE"],
        "multisearch_concurrency": settings["MULTISEARCH_CONCURRENCY"],
        "multisearch_batch": settings["MULTISEARCH_BATCH"],
        "total_hits_as_int": settings["TOTAL_HITS_AS_INT"],
        "allow_partial": settings["ALLOW_PARTIAL"],
        "timeout": settings["DEADLINE"],
        "max_answer": settings["MAX_ANSWER"],
    }
    found = database(settings["BACKEND"])
    own = {argument: settings[name] for argument, name in found.settings.items()}
    try:
        backend: Backend = with_driver(settings["BACKEND"], found.backend)(**own, **common)
    except ValueError as error:
        raise error if isinstance(error, SettingsError) else SettingsError(str(error)) from error
    return backend


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


def check_start(settings: Settings) -> None:
    """Raises SettingsError if the check of the database fails for these settings."""
    check = database(settings["BACKEND"]).check
    if check is None:
        return
    try:
        class_of(check)(settings)
    except ValueError as error:
        raise error if isinstance(error, SettingsError) else SettingsError(str(error)) from error


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
        return optionset.catalog(settings["EXTRA_OPTIONS"], changes)
    except ValueError as error:
        raise SettingsError(str(error)) from error


def format_choices(extra: Any) -> dict[str, tuple[str, ...]]:
    """The choices of the option `format`, and the choices that only endpoints with documents accept."""
    names = (*catalog.FORMATS, *(format.name for format in extra))
    tables = (*catalog.TABLES, *(format.name for format in extra if format.streams))
    return {"choices": tuple(dict.fromkeys(names)), "document_choices": tuple(dict.fromkeys(tables))}


def make_item_type(name: str, own: Settings, settings: Settings, backend: Backend, metadata: Metadata) -> ItemType:
    """The stages of one item type."""
    formatter = make_formatter(name, own, settings, metadata)
    limits = limits_of(settings)
    builder = make_builder(own, settings, metadata, formatter, limits)
    relaxer = (
        Relaxer(builder, backend, settings["RELAX"], own["id_prefixes"]) if can_relax(settings["BACKEND"]) else None
    )
    pipeline = Pipeline(builder, backend, formatter, limits.matches, relaxer)
    return ItemType(name, own, pipeline, formatter)


def make_formatter(name: str, own: Settings, settings: Settings, metadata: Metadata) -> ElasticFormatter:
    """The formatter of an item type: that of the settings, else that of the database."""
    made: ElasticFormatter = make(
        settings["FORMATTER"] or database(settings["BACKEND"]).formatter,
        licenses=metadata.licenses,
        license_transform={name: own["license_transform"]} if own["license_transform"] else {},
        field_notes=own["field_notes"],
        excluded_keys=own["excluded_keys"],
        default_fields=own["default_fields"],
        sorted_sources=metadata.sorted_sources,
    )
    return made


def limits_of(settings: Settings) -> Limits:
    """The limits of queries that the settings name."""
    return Limits(
        size=settings["SIZE"],
        window=settings["MAX_WINDOW"],
        facet_size=settings["FACET_SIZE"],
        facet_product=settings["MAX_FACET_PRODUCT"],
        batch=settings["MAX_BATCH"],
        batch_hits=settings["MAX_BATCH_HITS"],
        matches=min(settings["MAX_MATCHES"], settings["MAX_WINDOW"] - 1),
    )


def make_builder(
    own: Settings, settings: Settings, metadata: Metadata, formatter: ElasticFormatter, limits: Limits
) -> ElasticBuilder:
    """The builder of an item type: that of the settings, else that of the database."""
    found = database(settings["BACKEND"])
    scopes = {} if own["default_scopes"] is None else {"scopes_default": own["default_scopes"]}
    made: ElasticBuilder = make(
        settings["BUILDER"] or found.builder,
        user_query=own["user_queries"],
        scopes_regexs=own["id_patterns"],
        allow_random_query=settings["ALLOW_RANDOM_QUERY"],
        allow_nested_query=settings["ALLOW_NESTED_QUERY"],
        metadata=metadata,
        formatter=formatter,
        default_fields=own["default_fields"],
        default_operator=own["default_operator"],
        limits=limits,
        **scopes,
        **{argument: own[name] for argument, name in found.item_settings.items()},
    )
    return made


def can_relax(backend: str) -> bool:
    """Whether the database can find similar words."""
    return can(backend, "relax") or "relax" in database(backend).can


def allows_raw(settings: Settings) -> bool:
    """Whether callers may see queries and responses of the database: the setting ALLOW_RAW, else its default."""
    allowed = settings["ALLOW_RAW"]
    return database(settings["BACKEND"]).allow_raw if allowed is None else bool(allowed)


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
