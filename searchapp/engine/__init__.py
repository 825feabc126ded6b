"""An embedded search engine: Elasticsearch search bodies in, Elasticsearch responses out.

    engine = Engine(folder)
    with engine.builder("gene", mapping) as builder:      an index is built anew, and served when it is whole
        builder.add({"_id": "1", "symbol": "CDK2"})
    with engine.updater("gene") as updater:               or changed
        updater.upsert({"_id": "1", "symbol": "CDK3"})
    engine.search("gene", {"query": {"term": {"symbol": "CDK3"}}})["hits"]["hits"]

What it refuses is an EngineError. It is a package of its own, which docs/engine.md describes.
"""

from .engine import Engine
from .errors import EngineError

__all__ = ["Engine", "EngineError"]
