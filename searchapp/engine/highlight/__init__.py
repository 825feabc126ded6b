"""Highlighting: which words of a text a query matched."""
