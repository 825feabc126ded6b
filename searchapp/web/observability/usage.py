"""Counts of requested options by item type, and of fields by option, if METRICS_USAGE is set.

    searchapp_options_total{item_type, option}          requests that gave the option
    searchapp_fields_total{item_type, option, field}    requests in which the option named the field

Only fields of the collection are counted by name, and only the first MAX_FIELDS of each collection. All others count as
`other`, so that callers cannot make new counters.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask import Flask, Response

from ...components import Components
from ...errors import none_on_error
from ...querystring.facet_names import divided
from ...querystring.names import scope_name
from ..request.current import current_request
from .metrics import is_counting, metrics

GIVEN = "searchapp.given"
"""Where the environment of a request holds its item type and the options that it gave."""

MAX_FIELDS = 200
OTHER = "other"
TEXTS = ("q", "filter", "post_filter")
LISTS = ("scopes", "_source", "sort", "aggs", "always_list", "allow_null", "matched")


class Usage:
    """The counters of one process."""

    def __init__(self, components: Components):
        self.components = components
        self.options, self.fields = metrics().usage()
        self.counted: dict[str, set[str]] = {}

    def count(self, response: Response) -> Response:
        """Count the options of a request; returns the response unchanged."""
        found = current_request().environ.get(GIVEN)
        if found and response.status_code < 400:
            item_type, given = found
            for option, value in given.items():
                self.options.labels(item_type, option).inc()
                for field in set(self.named(item_type, option, value)):
                    self.fields.labels(item_type, option, field).inc()
        return response

    def named(self, item_type: str, option: str, value: Any) -> Iterator[str]:
        """The fields that the value of an option names."""
        written = list(self.written(item_type, option, value))
        known: Mapping[str, Any] = (
            none_on_error(lambda: self.components.metadata.fields(item_type)) if written else None
        ) or {}
        counted = self.counted.setdefault(item_type, set())
        for name in written:
            if name in known and (name in counted or len(counted) < MAX_FIELDS):
                counted.add(name)
                yield name
            else:
                yield OTHER

    def written(self, item_type: str, option: str, value: Any) -> Iterable[str]:
        """The names in a value, whether they are fields or not."""
        if option in TEXTS and isinstance(value, str):
            builder = self.components.item_types[item_type].pipeline.builder
            return none_on_error(lambda: builder.names_in(value, item_type)) or ()
        if option in LISTS and isinstance(value, list):
            return [name_of(one) for one in value if isinstance(one, str)]
        return ()


def name_of(text: str) -> str:
    """The field in an element of a list, without sign, weight, and the part of a facet after the colon."""
    return divided(scope_name(text.removeprefix("-")).partition("(")[0])[0]


def register_usage(app: Flask, components: Components) -> None:
    """Let the app count options and fields, if the setting says so and the library is installed."""
    if app.config["METRICS_USAGE"] and is_counting():
        app.after_request(Usage(components).count)
