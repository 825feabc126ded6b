"""An embedded search engine: Elasticsearch search bodies in, Elasticsearch responses out.

    engine = Engine(folder)
    with engine.builder("gene", mapping) as builder:      builds an index, and serves it when it is complete
        builder.add({"_id": "1", "symbol": "CDK2"})
    with engine.updater("gene") as updater:               changes documents of an index
        updater.upsert({"_id": "1", "symbol": "CDK3"})
    engine.search("gene", {"query": {"term": {"symbol": "CDK3"}}})["hits"]["hits"]

It raises EngineError for every request that it refuses. docs/engine.md describes the package.

Other packages import from here only. They get the engine, and the parts that need no index: analyzers, the passages of
highlights, the `_source` filter, words within an edit distance, and Lucene's regular expressions.
"""

from .analysis.analyzers import Token, analyzer
from .engine import Engine
from .errors import CreationError, EngineError
from .highlight.passages import Match, best_passages, marked_passage
from .queries.text.edit_distance import near_terms
from .regexp import automaton
from .regexp.parser import regexp as parse_regexp
from .regexp.patterns import matches_regexp, matches_wildcard
from .source.filter import filter_source, source_filter, source_values
from .work import until

__all__ = [
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
