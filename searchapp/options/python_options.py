"""The options that only Python callers have."""

from .endpoints import PYTHON
from .option import Option

WARNINGS = Option(
    "warnings",
    list,
    endpoints=PYTHON,
    doc="A list to which warnings about the query are appended. Without it the answer has them.",
)
LINKED = Option(
    "linked",
    int,
    group="backend",
    endpoints=PYTHON,
    doc="The maximum of `from + size`. With it the answer names its snapshot as `_generation`, for the next page.",
)
ITEM_TYPE = Option("item_type", str, group="backend", endpoints=PYTHON, doc="The collection to query.")
DEADLINE = Option(
    "deadline",
    float,
    group="backend",
    endpoints=PYTHON,
    doc="The `time.monotonic()` at which the request ends with a 504.",
)
ONE = Option(
    "one",
    bool,
    group="formatter",
    endpoints=PYTHON,
    doc="Return the document itself for one hit, None for no hit.",
)
NATIVE = Option("native", bool, group="formatter", endpoints=PYTHON, doc="Return plain Python values only.")
JSON_PARTS = Option(
    "json_parts",
    bool,
    group="formatter",
    endpoints=PYTHON,
    doc="Return documents as JSON text (`orjson.Fragment`), for a caller that writes JSON with orjson.",
)
TEMPLATE = Option(
    "template", dict, group="formatter", endpoints=PYTHON, doc="An object that is merged into every result."
)
TEMPLATES = Option("templates", list, group="formatter", endpoints=PYTHON, doc="One template per result.")
TEMPLATE_HIT = Option(
    "template_hit",
    dict,
    group="formatter",
    endpoints=PYTHON,
    doc="An object that is merged into every result with hits.",
)
TEMPLATE_MISS = Option(
    "template_miss",
    dict,
    group="formatter",
    endpoints=PYTHON,
    doc="An object that is merged into every result without hits.",
)

OF_PYTHON: tuple[Option, ...] = (
    WARNINGS,
    LINKED,
    ITEM_TYPE,
    DEADLINE,
    ONE,
    NATIVE,
    JSON_PARTS,
    TEMPLATE,
    TEMPLATES,
    TEMPLATE_HIT,
    TEMPLATE_MISS,
)
