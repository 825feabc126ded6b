"""Formatters: from a database response to the answer."""
