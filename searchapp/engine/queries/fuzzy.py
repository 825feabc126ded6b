"""The fuzzy query, and the fuzziness of match and query_string."""

from collections.abc import Mapping
from typing import Any

from tantivy import Query

from .context import Build, Context
from .shape import parsing_error, text


def fuzziness(value: Any) -> str:
    return text(value)


def fuzzy_query(context: Context, path: str, value: Any, given: Mapping[str, Any]) -> Query:
    raise parsing_error("unsupported query: fuzzy")


def fuzzy(body: Any) -> Build:
    raise parsing_error("unsupported query: fuzzy")


PARSERS = {"fuzzy": fuzzy}
