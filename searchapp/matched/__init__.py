"""The option `matched`: keeps only those objects of a list that the query matches."""

from .narrow import narrowed

__all__ = ["narrowed"]
