"""Makes the backend, and the builder, the formatter and the pipeline of each item type."""

from ..builders.elastic import ElasticBuilder
from ..builders.limits import Limits
from ..config.settings import SettingsError
from ..databases import database
from ..databases.capabilities import can
from ..formatters.elastic import ElasticFormatter
from ..metadata import Metadata
from ..pipeline import Pipeline
from ..protocols import Backend
from ..relaxing.relaxer import Relaxer
from . import ItemType, Settings
from .classes import make, with_driver


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


def make_item_type(name: str, own: Settings, settings: Settings, backend: Backend, metadata: Metadata) -> ItemType:
    """The stages of one item type."""
    formatter = make_formatter(name, own, settings, metadata)
    limits = limits_of(settings)
    builder = make_builder(own, settings, metadata, formatter, limits)
    can_relax = can(settings["BACKEND"], "relax") or "relax" in database(settings["BACKEND"]).can
    relaxer = Relaxer(builder, backend, settings["RELAX"], own["id_prefixes"]) if can_relax else None
    pipeline = Pipeline(builder, backend, formatter, limits.matches, relaxer)
    return ItemType(name, own, pipeline, formatter)


def make_formatter(name: str, own: Settings, settings: Settings, metadata: Metadata) -> ElasticFormatter:
    """The formatter of an item type: from the settings, else the formatter of the database."""
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


def make_builder(
    own: Settings, settings: Settings, metadata: Metadata, formatter: ElasticFormatter, limits: Limits
) -> ElasticBuilder:
    """The builder of an item type: from the settings, else the builder of the database."""
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
