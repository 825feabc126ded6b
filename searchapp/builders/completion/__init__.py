"""Completion: what a text that is being typed could become."""
