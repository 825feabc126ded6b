"""The options that only Python callers have."""

from functools import partial

from .endpoints import PYTHON
from .option import Option

backend_option = partial(Option, group="backend", endpoints=PYTHON)
formatter_option = partial(Option, group="formatter", endpoints=PYTHON)

OF_PYTHON: tuple[Option, ...] = (
    Option(
        "warnings",
        list,
        endpoints=PYTHON,
        doc="A list to which warnings about the query are appended. Without it the answer has them.",
    ),
    backend_option(
        "linked",
        int,
        doc="The maximum of `from + size`. With it the answer names its snapshot as `_generation`, for the next page.",
    ),
    backend_option("item_type", str, doc="The collection to query."),
    backend_option("deadline", float, doc="The `time.monotonic()` at which the request ends with a 504."),
    formatter_option("one", bool, doc="Return the document itself for one hit, None for no hit."),
    formatter_option("native", bool, doc="Return plain Python values only."),
    formatter_option(
        "json_parts",
        bool,
        doc="Return documents as JSON text (`orjson.Fragment`), for a caller that writes JSON with orjson.",
    ),
    formatter_option("template", dict, doc="An object that is merged into every result."),
    formatter_option("templates", list, doc="One template per result."),
    formatter_option("template_hit", dict, doc="An object that is merged into every result with hits."),
    formatter_option("template_miss", dict, doc="An object that is merged into every result without hits."),
)
