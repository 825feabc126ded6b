"""The capabilities of each backend, declared once.

The refusals, the table in docs/backends.md and the choice of test cases read it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import PipelineError

SEARCH_ENGINES = ("embedded", "elasticsearch")


@dataclass(frozen=True)
class Capability:
    """A feature of requests. `can` describes it after the word "cannot", `instead` names an alternative."""

    name: str
    can: str
    backends: tuple[str, ...]
    instead: str = ""


ALL = (*SEARCH_ENGINES, "sql", "mongo")

CAPABILITIES = (
    Capability("lookup", "look up documents by their ids, one or a thousand at once", ALL),
    Capability("scopes", "look up a term in chosen fields", ALL),
    Capability("query_string", "read `field:value`, AND, OR, NOT, brackets, ranges and `_exists_`", ALL),
    Capability("wildcards", "search by `*` and `?`", ALL),
    Capability("paging", "page by size and from", ALL),
    Capability("sort", "sort by fields", ALL),
    Capability("source", "return chosen fields", ALL),
    Capability("filter", "filter before and after counting", ALL),
    Capability("facets", "count the values of fields, with other and missing", ALL),
    Capability("fetch_all", "read all hits, batch by batch", ALL),
    Capability("search_after", "continue from a cursor", ALL),
    Capability("generation", "answer from an older load of a collection", SEARCH_ENGINES, "leave out generation"),
    Capability("suggest", "complete typed texts", ALL),
    Capability("random", "return random documents", ALL),
    Capability("metadata", "describe fields and sources", ALL),
    Capability("words", "search texts by their words", ALL),
    Capability("phrases", "search texts by phrases", ALL),
    Capability("facets_in_facets", "count values inside values, `a(b)`", ALL),
    Capability("facet_ranges", "count in steps, periods and ranges", ALL, "count values, or filter by a range"),
    Capability("ranking", "rank hits by relevance", SEARCH_ENGINES, "sort by a field"),
    Capability("relax", "relax queries without hits", ALL),
    Capability("regexp", "search by regular expressions", ALL, "use wildcards: symbol:CDK*"),
    Capability("fuzzy", "search for similar words", SEARCH_ENGINES, "use wildcards: symbol:CDK?"),
    Capability("slop", "search phrases with other words between", SEARCH_ENGINES, "join words by AND"),
    Capability(
        "wildcards_in_words",
        "search words of a text by a pattern other than `start*`",
        (*SEARCH_ENGINES, "mongo"),
        "use name:start*",
    ),
    Capability("explain", "explain scores", SEARCH_ENGINES, "leave out explain"),
    Capability("highlight", "highlight matches", (*SEARCH_ENGINES, "sql"), "leave out highlight"),
    Capability("matched", "return only the objects of a list that match", ALL),
    Capability("min_score", "exclude hits by their score", SEARCH_ENGINES, "use a filter"),
    Capability("terminate_after", "stop after a number of documents", SEARCH_ENGINES, "use size"),
    Capability("analyzer", "choose an analyzer", SEARCH_ENGINES, "leave out analyzer"),
    Capability("passed", "accept other options of a search engine", SEARCH_ENGINES, "leave them out"),
    Capability("raw", "show queries and answers of the database, off by default (`ALLOW_RAW`) on sql and mongo", ALL),
)
BY_NAME = {capability.name: capability for capability in CAPABILITIES}


def can(backend: str, name: str) -> bool:
    """Whether the backend has the capability. Only for our backends; a plugin lists its capabilities in `can`."""
    return backend in BY_NAME[name].backends


HARMLESS = frozenset(("preference", "search_type", "track_total_hits"))
"""Keywords about the way in which a search engine works, which change no answer."""


def refused_keywords(backend: str, names: Iterable[str]) -> PipelineError:
    """The 400 for unknown keywords. A keyword that is a capability of other backends names these."""
    first, *more = names
    if first in BY_NAME and not more:
        return refused(backend, first, first)
    listed = ", ".join([first, *more])[:200]
    summary = f"this collection is in a {backend} database, which does not know {listed}: leave them out"
    return PipelineError(400, summary, {"keyword": first[:100], "keywords": [first, *more][:100]})


def refused(backend: str, name: str, keyword: str = "q") -> PipelineError:
    """The 400 for a request that a backend cannot answer, with an alternative and the backends that can."""
    found = BY_NAME[name]
    instead = f", {found.instead}" if found.instead else ""
    others = " and ".join(found.backends)
    summary = f"this collection is in a {backend} database, which cannot {found.can}{instead} ({others} can)"
    return PipelineError(400, summary, {"keyword": keyword, "backends": list(found.backends)})
