"""The option `matched`: keeps only the objects of a list that the query matches."""

from .narrow import narrowed

__all__ = ["narrowed"]
