"""A public API and web pages over collections of JSON documents."""

__version__ = "0.1.0"
