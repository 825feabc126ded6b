"""Drawn requests of every kind, and what each costs: `python -m tests.robustness.attack --help`."""
