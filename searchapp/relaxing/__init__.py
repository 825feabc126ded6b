"""Relaxing: a query of plain words that finds nothing is asked again, less strictly, and the answer says how."""
