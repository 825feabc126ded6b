"""An embedded search engine: Elasticsearch search bodies in, Elasticsearch responses out.

    engine = Engine(folder)
    with engine.builder("gene", mapping) as builder:      builds an index, and serves it when it is complete
        builder.add({"_id": "1", "symbol": "CDK2"})
    with engine.updater("gene") as updater:               changes documents of an index
        updater.upsert({"_id": "1", "symbol": "CDK3"})
    engine.search("gene", {"query": {"term": {"symbol": "CDK3"}}})["hits"]["hits"]

It raises EngineError for every request that it refuses. docs/engine.md describes the package.

Other packages import from here only. They get the engine, and the parts that need no index: analyzers, the passages of
highlights, the `_source` filter, words within an edit distance, and Lucene's regular expressions. Each part is loaded
when it is asked for: a worker on another database loads neither tantivy nor the store of documents.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis.analyzers import Token, analyzer
    from .engine import Engine
    from .errors import AnswerTooLarge, CreationError, EngineError
    from .highlight.passages import Match, best_passages, marked_passage
    from .queries.text.edit_distance import near_terms
    from .regexp import automaton
    from .regexp.parser import regexp as parse_regexp
    from .regexp.patterns import matches_regexp, matches_wildcard
    from .source.filter import filter_source, source_filter, source_values
    from .work import until

__all__ = [
    "AnswerTooLarge",
    "CreationError",
    "Engine",
    "EngineError",
    "Match",
    "Token",
    "analyzer",
    "automaton",
    "best_passages",
    "filter_source",
    "marked_passage",
    "matches_regexp",
    "matches_wildcard",
    "near_terms",
    "parse_regexp",
    "source_filter",
    "source_values",
    "until",
]

PLACES = {
    "AnswerTooLarge": "errors.AnswerTooLarge",
    "CreationError": "errors.CreationError",
    "Engine": "engine.Engine",
    "EngineError": "errors.EngineError",
    "Match": "highlight.passages.Match",
    "Token": "analysis.analyzers.Token",
    "analyzer": "analysis.analyzers.analyzer",
    "automaton": "regexp.automaton",
    "best_passages": "highlight.passages.best_passages",
    "filter_source": "source.filter.filter_source",
    "marked_passage": "highlight.passages.marked_passage",
    "matches_regexp": "regexp.patterns.matches_regexp",
    "matches_wildcard": "regexp.patterns.matches_wildcard",
    "near_terms": "queries.text.edit_distance.near_terms",
    "parse_regexp": "regexp.parser.regexp",
    "source_filter": "source.filter.source_filter",
    "source_values": "source.filter.source_values",
    "until": "work.until",
}
"""The module and the name of each part."""


def __getattr__(name: str) -> Any:
    """A part, imported when it is asked for the first time."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = PLACES[name].rpartition(".")
    parent = import_module(f".{module}", __name__)
    if not hasattr(parent, attribute):  # a module that nothing has imported yet
        import_module(f".{PLACES[name]}", __name__)
    found = globals()[name] = getattr(parent, attribute)
    return found
