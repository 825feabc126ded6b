"""The command `searchapp`: loads, lists and checks collections, prints settings, starts the service."""

from .main import main

__all__ = ["main"]
