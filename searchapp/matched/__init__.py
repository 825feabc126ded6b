"""The option `matched`: of a list of objects only those that the query matches."""

from .narrow import narrowed

__all__ = ["narrowed"]
