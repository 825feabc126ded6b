"""An embedded search engine: Elasticsearch search bodies in, Elasticsearch responses out."""

from .engine import Engine
from .errors import EngineError

__all__ = ["Engine", "EngineError"]
