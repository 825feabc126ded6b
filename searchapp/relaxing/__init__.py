"""Relaxing: a query of plain words without hits is searched again, less strictly; the answer reports the step."""
