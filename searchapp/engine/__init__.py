"""An embedded search engine: Elasticsearch search bodies in, Elasticsearch responses out.

    engine = Engine(folder)
    with engine.builder("gene", mapping) as builder:      an index is built anew, and served when it is whole
        builder.add({"_id": "1", "symbol": "CDK2"})
    with engine.updater("gene") as updater:               or changed
        updater.upsert({"_id": "1", "symbol": "CDK3"})
    engine.search("gene", {"query": {"term": {"symbol": "CDK3"}}})["hits"]["hits"]

What it refuses is an EngineError. It is a package of its own, which docs/engine.md describes.

Other packages import from here only. Beside the engine they get the parts that do not need an index: analyzers, the
passages of highlights, the `_source` filter, and Lucene's regular expressions.
"""

from .analysis.analyzers import Token, analyzer
from .engine import Engine
from .errors import EngineError
from .highlight.passages import Match, best_passages, marked_passage
from .regexp import automaton
from .regexp.parser import regexp as parse_regexp
from .regexp.patterns import matches_regexp, matches_wildcard
from .source.filter import filter_source, source_filter, source_values
from .work import until

__all__ = [
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
    "parse_regexp",
    "source_filter",
    "source_values",
    "until",
]
