"""The options that one endpoint accepts with one method, and how their values are read from a request."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from ..did_you_mean import did_you_mean
from ..errors import PipelineError
from .catalog import ALL, SCROLL_ID
from .convert import CONVERTERS, BadValue
from .database_options import PASSED
from .declarations import check_declarations
from .endpoints import DOCUMENTS, PATHS
from .option import LISTS, Option

Pairs = Collection[tuple[str, Any]]
MAX_QUOTED = 100
MAX_WARNINGS = 5
MIN_SIMILARITY = 0.75
"""The minimum similarity of a parameter and an option, from 0 to 1, for a warning."""

ATTRIBUTES = tuple(field.name for field in fields(Option) if field.name != "name")
"""The attributes of an option that an application can change."""

BUILDING = ("builder", "database")
"""The groups of options that have no effect with a scroll id; clients send them with every request."""


class OptionSet:
    """The options of an endpoint by keyword. It is made once; `parse` looks up each keyword."""

    def __init__(self, options: Iterable[Option], endpoint: str, method: str, ignored: tuple[str, ...] = ()):
        options = tuple(options)
        self.method = method
        self.ignored = ignored
        chosen = [option for option in options if endpoint in option.endpoints]
        allowed = [option.of_endpoint(endpoint) for option in chosen if method in option.methods]
        self.options = tuple(option.at(method, endpoint in DOCUMENTS) for option in allowed)
        self.refused = {key: option for option in chosen if method not in option.methods for key in option.keywords}
        self.keywords = {
            key: option for option in self.options for key in option.keywords if option.group not in ignored
        }
        self.defaults = {option.name: option.default for option in self.options if option.default is not None}
        self.required = tuple(option for option in self.options if method in option.required)
        others = [option for option in options if option.required and endpoint not in option.endpoints]
        self.elsewhere = {
            key: path for name, path in PATHS.items() for option in others if name in option.endpoints
            for key in option.keywords
        }  # fmt: skip
        scrolls = SCROLL_ID.name in self.keywords and not ignored
        self.beside_scroll = OptionSet(options, endpoint, method, BUILDING) if scrolls else None

    def parse(self, *sources: Pairs) -> dict[str, Any]:
        """The options of a request by name, without defaults; later sources override earlier ones.

        A parameter that is similar to an option adds a text to the option `warnings`. Raises a 400 for a wrong
        value, for a missing option, and with `strict` for an unknown parameter. Rule N5.
        """
        if self.beside_scroll and any(pair[0] == SCROLL_ID.name and pair[1] for source in sources for pair in source):
            return self.beside_scroll.parse(*sources)
        values: dict[str, Any] = {}
        unknown: list[str] = []
        for source in sources:
            if source:
                values.update(self._read(source, unknown))
        for option in self.required:
            if option.name not in values:
                hints = (f": send {key} to {path}" for key, path in self.elsewhere.items() if key in unknown)
                raise missing(option, next(hints, ""))
        if unknown and values.get("strict"):
            raise unknown_option(unknown[0], self.keywords)
        warnings = misspelled(unknown, self.keywords) if unknown and not self.ignored else []
        return {**values, "warnings": warnings} if warnings else values

    def _read(self, source: Pairs, unknown: list[str]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for keyword, text in source:
            option = self.keywords.get(keyword)
            if option is None:
                self._unlisted(keyword, text, unknown)
                continue
            value = converted(text, option)
            if value is None:
                continue
            if option.name in values and option.type in LISTS:
                value = converted([*values[option.name], *value], option)
            values[option.name] = value
        return values

    def _unlisted(self, keyword: str, text: Any, unknown: list[str]) -> None:
        option = self.refused.get(keyword)
        if option is None:
            unknown.append(keyword)
        elif converted(text, option) not in (None, False):
            reason = f"works with {' and '.join(option.methods)} only" if option.methods else "is not allowed here"
            raise PipelineError(400, f"{option.label} {reason}", {"keyword": option.label})


def converted(value: Any, option: Option) -> Any:
    """The value of the option, None if it counts as not given. Raises PipelineError 400 for a bad value."""
    if value is None:
        return None
    try:
        return CONVERTERS[option.type](value, option)
    except BadValue as bad:
        details = {"keyword": option.label, **bad.details, "alias": option.alias}
        details = {key: detail for key, detail in details.items() if detail is not None}
        raise PipelineError(400, f"{option.label} {bad}", details, bad.kind) from None


def missing(option: Option, hint: str = "") -> PipelineError:
    details = {"missing": option.label} | ({"alias": option.alias} if option.alias else {})
    return PipelineError(400, f"{option.label} is missing{hint}", details)


def unknown_option(keyword: str, known: Iterable[str]) -> PipelineError:
    short = keyword[:MAX_QUOTED]
    return PipelineError(400, f"unknown option {short}{hint(short, tuple(known))}", {"keyword": short})


def misspelled(unknown: Sequence[str], known: Iterable[str]) -> list[str]:
    """A warning for each unknown parameter that is similar to an option; other parameters are ignored."""
    warnings = []
    for keyword in unknown[:MAX_WARNINGS]:
        short = keyword[:MAX_QUOTED]
        first = keyword[:1].lower()
        found = hint(short, tuple(name for name in known if name[:1].lower() == first), similar=MIN_SIMILARITY)
        warnings += [f"unknown option {short}{found}"] if found else []
    return warnings


hint = lru_cache(maxsize=1000)(did_you_mean)
"""`did_you_mean` with a cache, because programs send the same parameters with every request."""


def changed(options: Iterable[Option], changes: Mapping[str, Mapping[str, Any]]) -> tuple[Option, ...]:
    """The options with changed defaults, limits and texts, by any name of an option.

    Raises ValueError for an unknown name or attribute.
    """
    by_name = {option.name: option for option in options}
    names = {keyword: name for name, option in by_name.items() for keyword in option.keywords} | {
        name: name for name in by_name
    }
    for keyword, changed_to in changes.items():
        if keyword not in names:
            raise ValueError(f"CHANGED_OPTIONS names an unknown option: {keyword}{did_you_mean(keyword, names)}")
        name = names[keyword]
        if "name" in changed_to:
            raise ValueError(f"CHANGED_OPTIONS cannot change the name of {name}, give it other names with aliases")
        if unknown := next((attribute for attribute in changed_to if attribute not in ATTRIBUTES), None):
            known = f"{', '.join(ATTRIBUTES)}{did_you_mean(unknown, ATTRIBUTES)}"
            raise ValueError(f"CHANGED_OPTIONS cannot change {unknown} of {name}; known: {known}")
        by_name[name] = replace(by_name[name], **changed_to)
    return tuple(by_name.values())


def catalog(extra: Iterable[Option] = (), changes: Mapping[str, Mapping[str, Any]] | None = None) -> tuple[Option, ...]:
    """All options of an application: of the service, of the database, and of the application itself."""
    found = changed((*ALL, *PASSED, *extra), changes or {})
    check_declarations(found)
    return found
