"""The answer to a specification request: the paths of the configured item types and of the service."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...components import Components, ItemType
from ...errors import none_on_error
from ...options.optionset import OptionSet
from ...version import __version__
from ..request.admission import deadline
from ..response.formats import Formats
from . import document

EXAMPLE_IDS = 3
MAX_SECONDS = 2
OptionSets = Mapping[tuple[str, str], OptionSet]


def specification(
    components: Components, options: OptionSets, formats: Formats, item_types: Iterable[ItemType], root: str
) -> Callable[..., dict[str, Any]]:
    """The answer function of `spec` for these item types. The answer is made at the first request, with examples.

    `root` is the prefix of every path.
    """
    paths = document.Paths(options, list(formats.values()))
    described = tuple(item_types)
    made: dict[str, Any] = {}

    def answer(**_: Any) -> dict[str, Any]:
        if made:
            return made
        subjects = [subject_of(item_type) for item_type in described]
        found = specified(components, paths, subjects, root)
        if all(subject.ids for subject in subjects):
            made.update(found)
        return found

    return answer


def subject_of(item_type: ItemType) -> document.Subject:
    """The item type with configured terms, and ids of first documents; no ids while the database does not answer."""
    wanted = {"item_type": item_type.name, "size": EXAMPLE_IDS, "_source": ["_id"], "deadline": deadline(MAX_SECONDS)}
    response = none_on_error(lambda: item_type.pipeline.search(None, **wanted)) or {"hits": []}
    ids = [hit["_id"] for hit in response["hits"]]
    return document.Subject(item_type.name, item_type.title, item_type.settings["examples"], ids)


def specified(
    components: Components, paths: document.Paths, subjects: Sequence[document.Subject], root: str
) -> dict[str, Any]:
    """The description of these item types and of the service."""
    settings = components.settings
    versioned = f"{root}/{settings['API_VERSION']}"
    found: dict[str, Any] = {}
    for subject in subjects:
        found |= paths.data(versioned, subject)
        for name in (*DESCRIBING, "metadata/changes"):
            found[f"{versioned}/{subject.name}/{name}"] = service_path(paths, name, subject)
    default = default_subject(components.default, subjects)
    found[f"{versioned}/query"] = paths.query(default, "service", "default")
    found[f"{versioned}/search"] = paths.search()
    found[f"{versioned}/lookup"] = paths.lookup()
    found[f"{versioned}/suggest"] = paths.suggest(default, "service", "default")
    for name in DESCRIBING:
        last = name.rpartition("/")[2]
        found[f"{versioned}/{name}"] = paths.service(last, f"default_{last}", SUMMARIES[last])
    for name in (*DESCRIBING, "status"):
        found[f"{root}/{name}"] = service_path(paths, name)
    return document.specification(info(settings), servers_and_tags(settings, subjects), found, paths.shared.parts)


def info(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The part `info` about the service, with the contact, terms and licence of SPEC_INFO."""
    about = {"title": settings["TITLE"], "description": settings["DESCRIPTION"], "version": __version__}
    own = {name: value for name, value in settings["SPEC_INFO"].items() if name in OF_INFO or name.startswith("x-")}
    return {**about, **own, "x-limits": {words: settings[name] for name, words in LIMITS.items()}}


def servers_and_tags(settings: Mapping[str, Any], subjects: Sequence[document.Subject]) -> dict[str, Any]:
    """The servers, and the tags with their descriptions, to which SPEC_INFO may add."""
    own = settings["SPEC_INFO"]
    base = (settings["BASE_URL"] or "").rstrip("/") or "/"
    tags = {subject.name: {"name": subject.name, "description": subject.title} for subject in subjects}
    tags["service"] = {"name": "service", "description": "The service, and all collections"}
    for tag in own.get("tags", ()):
        tags[tag["name"]] = {**tags.get(tag["name"], {}), **tag}
    docs = {"externalDocs": own["externalDocs"]} if "externalDocs" in own else {}
    return {"servers": own.get("servers") or [{"url": base}], "tags": list(tags.values()), **docs}


def default_subject(default: ItemType, subjects: Sequence[document.Subject]) -> document.Subject:
    """The subject of the paths without an item type: the default one, also if it has no paths of its own here."""
    others = (subject for subject in subjects if subject.name == default.name)
    return next(others, document.Subject(default.name, default.title, default.settings["examples"]))


def service_path(paths: document.Paths, name: str, subject: document.Subject | None = None) -> dict[str, Any]:
    """A path of the service, or the one of that name that an item type has."""
    last = name.rpartition("/")[2]
    if subject is None:
        return paths.service(last, last, SUMMARIES[last])
    return paths.service(last, f"{subject.name}_{last}", f"{SUMMARIES[last]} of {subject.title}", subject.name)


OF_INFO = ("title", "summary", "description", "version", "termsOfService", "contact", "license")
"""The keys of `info` that SPEC_INFO may give."""

DESCRIBING = ("metadata", "metadata/fields", "spec")
"""The paths that describe collections and the service: at the root, under the version, under each item type."""

LIMITS = {
    "MAX_WINDOW": "from + size",
    "MAX_BATCH": "terms or ids of a POST",
    "MAX_BATCH_HITS": "hits that a POST may ask for",
    "MAX_ANSWER": "bytes of the documents of an answer",
    "MAX_MATCHES": "documents that one id may match",
    "MAX_FACET_PRODUCT": "product of the sizes of nested facets",
    "MAX_BODY": "bytes of a body",
    "SCROLL_SIZE": "documents in a batch of a scroll",
    "DEADLINE": "seconds until an answer",
}
"""Names in the description for limits on several options together, or on a complete request."""

SUMMARIES = {
    "metadata": "Sources",
    "fields": "Fields",
    "changes": "Loads, and what changed with the last one",
    "status": "Whether the database answers",
    "spec": "This description",
}
