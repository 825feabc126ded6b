"""HTML: the pages that a browser shows, each made from the same data as its JSON twin."""

from .site import Pages, register_pages

__all__ = ["Pages", "register_pages"]
